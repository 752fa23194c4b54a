import { refuse } from "../../problems/argon2.js";
import type { Failure } from "../../result.js";
import type { Argon2Parameters, Argon2Variant } from "./argon2-hash.js";

const MAX_UINT32 = 0xffffffff;
const MAX_LANES = 0xffffff;
const DOLLAR = 0x24;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;

/** All before the salt. */
export interface Argon2Head extends Argon2Parameters {
  readonly hasVersion: boolean;
  /** Offset of the first parameter that is out of order. */
  readonly orderOffset: number | undefined;
  /** Offset of the dollar sign before the salt. */
  readonly end: number;
}

const VARIANTS: readonly Argon2Variant[] = ["argon2id", "argon2i", "argon2d"];

/** Variant, version and parameters, from left to right. */
export function scanHead(text: string): Argon2Head | Failure {
  if (!text.startsWith("$argon2"))
    return refuse("argon2/not-argon2", "an argon2 hash begins with $argon2", { offset: 0 });
  const variant = VARIANTS.find((name) => text.startsWith(name, 1) && isDollarOrEnd(text, 1 + name.length));
  if (variant === undefined) {
    return refuse("argon2/malformed", "the variant is not argon2d, argon2i or argon2id", { offset: 7 });
  }
  let at = 1 + variant.length;
  if (at === text.length) return truncated(text, "the parameters");
  let version = 16;
  const hasVersion = text.startsWith("$v=", at);
  if (hasVersion) {
    const number = scanNumber(text, at + 3, "v");
    if ("ok" in number) return number;
    version = number.value;
    if (version !== 16 && version !== 19) {
      return refuse("argon2/parameter-out-of-range", "the version is not 16 or 19", {
        field: "v",
        offset: at + 3,
      });
    }
    at = number.end;
    if (at === text.length) return truncated(text, "the parameters");
    if (text.charCodeAt(at) !== DOLLAR) return malformedNumber("v", at);
  }
  const parameters = scanParameters(text, at + 1);
  if ("ok" in parameters) return parameters;
  return { variant, version: version as 16 | 19, hasVersion, ...parameters };
}

function isDollarOrEnd(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) === DOLLAR;
}

type ParameterName = "m" | "t" | "p";
type Parameters = Pick<Argon2Head, "m" | "t" | "p" | "orderOffset" | "end">;
const ORDER: readonly ParameterName[] = ["m", "t", "p"];

function scanParameters(text: string, start: number): Parameters | Failure {
  const values: Record<ParameterName, number> = { m: -1, t: -1, p: -1 };
  const offsets: Record<ParameterName, number> = { m: 0, t: 0, p: 0 };
  let orderOffset: number | undefined;
  let at = start;
  let name: ParameterName | Failure;
  for (let index = 0; ; index++) {
    name = parameterName(text, at);
    if (typeof name === "object") return name;
    if (values[name] >= 0) return refuse("argon2/malformed", `${name} appears twice`, { field: name, offset: at });
    if (ORDER[index] !== name) orderOffset ??= at;
    const number = scanNumber(text, at + 2, name);
    if ("ok" in number) return number;
    values[name] = number.value;
    offsets[name] = at + 2;
    at = number.end;
    if (text.charCodeAt(at) !== COMMA) break;
    at++;
  }
  const missing = missingParameter(values, at);
  if (at === text.length) return missing ?? truncated(text, "the salt");
  if (text.charCodeAt(at) !== DOLLAR) return malformedNumber(name, at);
  return missing ?? rangeFault(values, offsets) ?? { ...values, orderOffset, end: at };
}

function parameterName(text: string, at: number): ParameterName | Failure {
  const equals = text.indexOf("=", at);
  const name = text.slice(at, Math.max(at, equals));
  return name === "m" || name === "t" || name === "p" ? name : unknownParameter(text, at, name);
}

function unknownParameter(text: string, at: number, name: string): Failure {
  if (at === text.length) return truncated(text, "the parameters");
  if (name === "keyid" || name === "data") {
    return refuse("argon2/keyed", `the parameter ${name} says that the hash depends on more than the password`, {
      field: name,
      offset: at,
    });
  }
  const code = text.charCodeAt(at);
  if (text.charCodeAt(at - 1) === DOLLAR && code !== 0x6d && code !== 0x74 && code !== 0x70) {
    return refuse("argon2/malformed", "m, t and p do not appear where the parameters begin", {
      offset: at,
    });
  }
  return refuse("argon2/malformed", "a parameter other than m, t and p appears here", { offset: at });
}

function missingParameter(values: Record<ParameterName, number>, at: number): Failure | null {
  const missing = ORDER.find((name) => values[name] < 0);
  if (missing === undefined) return null;
  return refuse("argon2/malformed", `${missing} is missing`, { field: missing, offset: at });
}

function rangeFault(
  { m, t, p }: Record<ParameterName, number>,
  offsets: Record<ParameterName, number>,
): Failure | null {
  if (p < 1 || p > MAX_LANES) {
    return refuse("argon2/parameter-out-of-range", `p is outside 1 to ${MAX_LANES}`, {
      field: "p",
      offset: offsets.p,
    });
  }
  if (t < 1 || t > MAX_UINT32) {
    return refuse("argon2/parameter-out-of-range", `t is outside 1 to ${MAX_UINT32}`, {
      field: "t",
      offset: offsets.t,
    });
  }
  if (m < 8 * p || m > MAX_UINT32) {
    return refuse("argon2/parameter-out-of-range", `m is outside 8 times p (${8 * p}) to ${MAX_UINT32}`, {
      field: "m",
      offset: offsets.m,
    });
  }
  return null;
}

/** A decimal number without sign and leading zeros; one past any type's range reads as too large. */
function scanNumber(text: string, start: number, field: string): { value: number; end: number } | Failure {
  let end = start;
  let value = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < ZERO || code > NINE) break;
    value = Math.min(value * 10 + (code - ZERO), Number.MAX_SAFE_INTEGER / 16);
  }
  const leadingZero = end - start > 1 && text.charCodeAt(start) === ZERO;
  if (end === start || leadingZero) return malformedNumber(field, start);
  return { value, end };
}

function malformedNumber(field: string, offset: number): Failure {
  return refuse("argon2/malformed", `${field} is not a decimal number without sign and leading zeros`, {
    field,
    offset,
  });
}

export function truncated(text: string, missing: string): Failure {
  return refuse("argon2/truncated", `the text ends before ${missing}`, { offset: text.length });
}
