import { base64Padding, decodeBase64, decodePaddedBase64, scanBase64 } from "../../lib/base64.js";
import { Discreet, redacted } from "../../lib/redact.js";
import { type ProviderScryptProblemCode, problem, refuse } from "../../problems/provider-scrypt.js";
import { type Failure, type Problem, type Result, success } from "../../result.js";
import { type Change, change } from "../text/change.js";
import { BEGINNING, isComputable, isWithin, MOST_MEM_COST, MOST_ROUNDS } from "./sound-provider-scrypt.js";

/** The parts of a provider-scrypt string (spec: 2.4): Firebase's modified scrypt. */
export interface ProviderScryptHash {
  /** The signer key encrypted under the derived key: as long as the signer key, 64 bytes in the field. */
  readonly passwordHash: Uint8Array;
  /** The user's salt, at least 1 byte. */
  readonly salt: Uint8Array;
  /** log2 of scrypt's N, 1 to 30. */
  readonly memCost: number;
  /** scrypt's r, 1 to 1073741823. */
  readonly rounds: number;
  /** The account-wide separator that follows the salt; may be empty. */
  readonly saltSeparator: Uint8Array;
}

class ParsedProviderScrypt extends Discreet implements ProviderScryptHash {
  readonly passwordHash: Uint8Array;
  readonly salt: Uint8Array;
  readonly memCost: number;
  readonly rounds: number;
  readonly saltSeparator: Uint8Array;

  constructor(parts: ProviderScryptHash) {
    super();
    this.passwordHash = parts.passwordHash;
    this.salt = parts.salt;
    this.memCost = parts.memCost;
    this.rounds = parts.rounds;
    this.saltSeparator = parts.saltSeparator;
  }

  shown(): object {
    return {
      ...this,
      passwordHash: redacted(this.passwordHash),
      salt: redacted(this.salt),
      saltSeparator: redacted(this.saltSeparator),
    };
  }
}

const EQUALS = 0x3d;
const NO_DEVIATIONS: readonly Deviation[] = Object.freeze([]);

/** Something that a strict reader refuses and that has one sound canonical reading. */
interface Deviation {
  readonly problem: Problem;
  readonly change: Change;
}

export interface Field {
  readonly bytes: Uint8Array;
  readonly deviations: readonly Deviation[];
}

/** What the one pass found. */
interface ProviderScryptScan {
  readonly hash: ProviderScryptHash;
  readonly deviations: readonly Deviation[];
}

/** One pass from left to right. */
export function scanProviderScrypt(text: string): Result<ProviderScryptScan> {
  if (!text.startsWith(BEGINNING)) {
    return refuse("provider-scrypt/not-provider-scrypt", `a provider-scrypt hash begins with ${BEGINNING}`, {
      offset: 0,
    });
  }
  const hashEnd = text.indexOf("$", BEGINNING.length);
  if (hashEnd === -1) return truncated(text, "the salt");
  const passwordHash = scanField(text, BEGINNING.length, hashEnd, "passwordHash");
  if ("ok" in passwordHash) return passwordHash;
  const saltEnd = text.indexOf("$", hashEnd + 1);
  if (saltEnd === -1) return truncated(text, "the parameters");
  const salt = scanField(text, hashEnd + 1, saltEnd, "salt");
  if ("ok" in salt) return salt;
  const parameters = scanParameters(text, saltEnd + 1);
  if ("ok" in parameters) return parameters;
  const range = rangeFault(parameters.m, parameters.r, parameters.offsets);
  if (range !== null) return range;
  const hash = new ParsedProviderScrypt({
    passwordHash: passwordHash.bytes,
    salt: salt.bytes,
    memCost: parameters.m,
    rounds: parameters.r,
    saltSeparator: parameters.s.bytes,
  });
  const parts = [passwordHash, salt, parameters, parameters.s];
  const deviations = parts.flatMap((part) => part.deviations);
  return success({ hash, deviations });
}

interface Parameters {
  readonly m: number;
  readonly r: number;
  readonly s: Field;
  /** Where each value begins. */
  readonly offsets: Offsets;
  readonly deviations: readonly Deviation[];
}

type Offsets = Readonly<Record<"m" | "r" | "s", number>>;

/** With a place for each from the start: an object that grows as its text says is many times as slow. */
interface Found {
  m: number | undefined;
  r: number | undefined;
  s: Field | undefined;
}

const ORDER = ["m", "r", "s"] as const;
const FULL_NAMES = { m: "memCost", r: "rounds", s: "saltSeparator" } as const;

function scanParameters(text: string, start: number): Parameters | Failure {
  const found: Found = { m: undefined, r: undefined, s: undefined };
  const offsets = { m: 0, r: 0, s: 0 };
  let orderOffset: number | undefined;
  let at = start;
  for (let index = 0; index < ORDER.length; index++) {
    const end = endOfPart(text, at);
    const name = text.charAt(at) as (typeof ORDER)[number];
    if (at >= text.length) return missingParameter(found, text.length);
    if (!ORDER.includes(name) || text.charAt(at + 1) !== "=") {
      return refuse("provider-scrypt/malformed", "a parameter other than m, r and s appears here", {
        offset: at,
      });
    }
    const field = FULL_NAMES[name];
    if (found[name] !== undefined) {
      return refuse("provider-scrypt/malformed", `${name} appears twice`, { field, offset: at });
    }
    if (ORDER[index] !== name) orderOffset ??= at;
    const fault = readParameter(text, at + 2, end, name, found);
    if (fault !== null) return fault;
    offsets[name] = at + 2;
    if (end < text.length && index === ORDER.length - 1) {
      return refuse("provider-scrypt/malformed", "something follows the parameters", {
        offset: end,
      });
    }
    at = end + 1;
  }
  // Three were read, and none of them twice.
  const { m, r, s } = found as Pick<Parameters, "m" | "r" | "s">;
  const deviations = orderOffset === undefined ? NO_DEVIATIONS : [orderDeviation(orderOffset)];
  return { m, r, s, offsets, deviations };
}

function endOfPart(text: string, at: number): number {
  const end = text.indexOf("$", at);
  return end === -1 ? text.length : end;
}

function readParameter(
  text: string,
  start: number,
  end: number,
  name: (typeof ORDER)[number],
  found: Found,
): Failure | null {
  const field = FULL_NAMES[name];
  if (name === "s") {
    const separator = scanField(text, start, end, "saltSeparator");
    if ("ok" in separator) return separator;
    found.s = separator;
    return null;
  }
  const digits = text.slice(start, end);
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(digits)) {
    return refuse("provider-scrypt/malformed", `${name} is not a decimal number without sign and leading zeros`, {
      field,
      offset: start,
    });
  }
  found[name] = Number(digits);
  return null;
}

function missingParameter(found: Found, offset: number): Failure {
  const missing = ORDER.find((name) => found[name] === undefined) as (typeof ORDER)[number];
  return refuse("provider-scrypt/parameter-missing", `${missing} is missing`, {
    field: FULL_NAMES[missing],
    offset,
  });
}

function orderDeviation(offset: number): Deviation {
  return {
    problem: problem("provider-scrypt/parameter-order", "the parameters are not in the order m, r, s", {
      offset,
    }),
    change: change("parameters-reordered", "the parameters were put in the order m, r, s"),
  };
}

/** Parameters that no scrypt has. */
export function rangeFault(memCost: number, rounds: number, offsets?: Offsets): Failure | null {
  if (!isWithin(memCost, MOST_MEM_COST)) {
    return refuse(
      "provider-scrypt/parameter-out-of-range",
      `mem_cost is not a whole number from 1 to ${MOST_MEM_COST}`,
      { field: "memCost", ...placeOf(offsets?.m) },
    );
  }
  if (!isWithin(rounds, MOST_ROUNDS)) {
    return refuse("provider-scrypt/parameter-out-of-range", `rounds is not a whole number from 1 to ${MOST_ROUNDS}`, {
      field: "rounds",
      ...placeOf(offsets?.r),
    });
  }
  if (!isComputable(memCost, rounds)) {
    return refuse(
      "provider-scrypt/parameter-out-of-range",
      `mem_cost is not below ${16 * rounds}, which is where scrypt ends with these rounds`,
      { field: "memCost", ...placeOf(offsets?.m) },
    );
  }
  return null;
}

function placeOf(offset: number | undefined): { offset?: number } {
  return offset === undefined ? {} : { offset };
}

export type FieldName = "passwordHash" | "salt" | "saltSeparator";
export const MISSING: Readonly<Record<FieldName, ProviderScryptProblemCode | null>> = {
  passwordHash: "provider-scrypt/part-missing",
  salt: "provider-scrypt/part-missing",
  saltSeparator: null,
};

/** One base64 part, with what is wrong or unusual about it. */
export function scanField(text: string, start: number, end: number, field: FieldName): Field | Failure {
  const missing = MISSING[field];
  if (start === end) {
    return missing === null
      ? { bytes: new Uint8Array(0), deviations: NO_DEVIATIONS }
      : refuse(missing, `${field} is empty`, { field, offset: start });
  }
  const sound = decodePaddedBase64(text, start, end);
  if (sound !== null) return { bytes: sound, deviations: NO_DEVIATIONS };
  const scan = scanBase64(text, start, end);
  const wrongPadding = scan.padding !== 0 && scan.padding !== base64Padding(scan.bodyEnd - start);
  const fault = ((): readonly [ProviderScryptProblemCode, string, number] | null => {
    if (scan.illegalAt >= 0) return foreignCharacter(text, scan.illegalAt, end);
    if (scan.impossibleLength) return ["provider-scrypt/truncated", "has a length that base64 never has", scan.bodyEnd];
    if (scan.unusedBits)
      return ["provider-scrypt/truncated", "ends with bits that belong to no byte", scan.bodyEnd - 1];
    if (wrongPadding) return ["provider-scrypt/base64-form", "has the wrong padding", scan.bodyEnd];
    if (scan.hasStandardOnly && scan.hasUrlSafeOnly)
      return ["provider-scrypt/base64-form", "mixes two alphabets", start];
    return null;
  })();
  if (fault !== null) return refuse(fault[0], `${field} ${fault[1]}`, { field, offset: fault[2] });
  const deviations: Deviation[] = [];
  if (scan.hasUrlSafeOnly) {
    deviations.push({
      problem: problem("provider-scrypt/base64-form", `${field} is in the URL-safe alphabet`, {
        field,
        offset: start,
      }),
      change: change("alphabet-converted", `the URL-safe alphabet of ${field} was rewritten as standard base64`, field),
    });
  }
  if (scan.padding === 0 && base64Padding(scan.bodyEnd - start) !== 0) {
    deviations.push({
      problem: problem("provider-scrypt/base64-form", `${field} lacks its padding`, {
        field,
        offset: scan.bodyEnd,
      }),
      change: change("padding-added", `base64 padding was added to ${field}`, field),
    });
  }
  return { bytes: decodeBase64(text, start, scan.bodyEnd), deviations };
}

/** Padding inside a part, unless what follows the padding is the foreign character. */
function foreignCharacter(
  text: string,
  illegalAt: number,
  end: number,
): readonly [ProviderScryptProblemCode, string, number] {
  let at = illegalAt;
  while (at < end && text.charCodeAt(at) === EQUALS) at++;
  if (scanBase64(text, at, at + 1).illegalAt === at) {
    return ["provider-scrypt/malformed", "has a character that is not base64", at];
  }
  return ["provider-scrypt/base64-form", "has padding inside", illegalAt];
}

function truncated(text: string, missing: string): Failure {
  return refuse("provider-scrypt/truncated", `the text ends before ${missing}`, { offset: text.length });
}
