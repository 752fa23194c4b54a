import { type ComposableSource, composeHash } from "../../hash/index.js";
import { differenceFrom, type StatedFacts } from "../../hash/internal.js";
import { encodeBase64, encodeBase64Unpadded } from "../../lib/base64.js";
import { defined } from "../../lib/defined.js";
import { problem as schemeProblem } from "../../problems/scheme.js";
import { problem as partsProblem } from "../../problems/wrapping.js";
import type { RecordContext } from "../source.js";
import { type Fields, type Findings, ownField } from "./field.js";

/** Standard base64, padded or not, or what is to be written in it. */
type Part = string | Uint8Array;

/** PHC strings leave off the padding at the end of base64. */
function unpadded(part: Part): string {
  return typeof part === "string" ? part.replace(/=+$/, "") : encodeBase64Unpadded(part);
}

interface Argon2Parts {
  /** `i`, `d` or `id`. */
  readonly type: string;
  /** 16 or 19. */
  readonly version: number;
  /** KiB. */
  readonly memory: string | number;
  readonly iterations: string | number;
  readonly parallelism: string | number;
  readonly salt: Part;
  readonly hash: Part;
}

export function composeArgon2(parts: Argon2Parts): string {
  const { type, version, memory, iterations, parallelism, salt, hash } = parts;
  const costs = `m=${memory},t=${iterations},p=${parallelism}`;
  return `$argon2${type}$v=${version}$${costs}$${unpadded(salt)}$${unpadded(hash)}`;
}

interface Pbkdf2Parts {
  readonly digest: "sha1" | "sha256" | "sha512";
  readonly iterations: number;
  readonly salt: Part;
  readonly hash: Part;
}

/** The PHC string, as Ory Kratos and Discourse write it. */
export function composePbkdf2({ digest, iterations, salt, hash }: Pbkdf2Parts): string {
  return `$pbkdf2-${digest}$i=${iterations}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** A digest of password and salt, in the form in which Ory Kratos has one. */
interface SaltedDigestParts {
  readonly digest: "md5" | "sha1" | "sha256" | "sha512";
  /** Which is first. */
  readonly form: "{SALT}{PASSWORD}" | "{PASSWORD}{SALT}";
  /** Empty where there is none. */
  readonly salt: string;
  readonly key: Uint8Array;
}

/** The text that Ory Kratos would have of it. */
export function composeSaltedDigest({ digest, form, salt, key }: SaltedDigestParts): string {
  const utf8 = (text: string) => encodeBase64(new TextEncoder().encode(text));
  return `$${digest}$pf=${utf8(form)}$${utf8(salt)}$${encodeBase64(key)}`;
}

/** A hash that is put together of fields that are not there, or not of their type. */
export function noteIncompleteHash(field: string, findings: Findings): undefined {
  return noteLackingPart("the hash lacks its salt, iterations or another of its parts", field, findings);
}

export function noteLackingPart(message: string, field: string, findings: Findings, remedy?: string): undefined {
  findings.problems.push(partsProblem("wrapping/incomplete", message, { field, ...defined({ remedy }) }));
}

export function noteUnknownAlgorithm(field: string, findings: Findings): undefined {
  const message = "the hash is of an algorithm that credport can't read from this system's export";
  return noteUnverifiable(message, field, findings);
}

export function noteUnverifiable(message: string, field: string, findings: Findings): undefined {
  findings.problems.push(schemeProblem("scheme/unsupported", message, { field }));
}

/** The same, where the algorithm has a name beside the hash; `named` is what comes before it: `of the type`. */
export function noteUnreadAlgorithm(
  named: string,
  name: string | undefined,
  field: string,
  findings: Findings,
): undefined {
  const shown = /^[\w-]{1,40}$/.test(name ?? "") ? name : "that is not named";
  const message = `the hash is ${named} ${shown}, which credport does not read`;
  return noteUnverifiable(message, field, findings);
}

/** A password as it is typed: never read, and never kept. */
export function notePlainPassword(field: string, findings: Findings): undefined {
  const message = "the export holds the password itself, not a hash of it";
  findings.problems.push(schemeProblem("scheme/plain-text", message, { field }));
}

export function noteMissingHash(field: string, message: string, findings: Findings): undefined {
  return findings.fault("user/password-not-exported", message, field);
}

/** A number of iterations or the like: whole, from 1 on, also as text. */
export function countOf(fields: Fields, name: string): number | undefined {
  const value = ownField(fields, name);
  const number = typeof value === "string" && /^[0-9]{1,10}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) > 0 ? (number as number) : undefined;
}

/** A hash that its system keeps in parts, as one text; undefined, with the reason noted, where they make none. */
export function composedHash(source: ComposableSource, parts: Fields, { problems }: Findings): string | undefined {
  const composed = composeHash(source, parts);
  if (composed.ok) return composed.value;
  problems.push(...composed.problems);
  return undefined;
}

/** The hash, unless other fields of its record say that it is another one: a cut or exchanged hash would never verify. */
export function asStated(
  hash: string | undefined,
  stated: StatedFacts,
  field: string,
  { findings, origin }: Pick<RecordContext, "findings" | "origin">,
): string | undefined {
  if (hash === undefined) return undefined;
  const context = origin.source === "unknown" ? {} : { source: origin.source };
  const difference = differenceFrom(stated, hash, field, context);
  if (difference === undefined) return hash;
  findings.problems.push(difference);
  return undefined;
}

/** What a name of an algorithm says of a hash; undefined for a name that is not in the table. */
export function statedBy(
  table: Readonly<Record<string, readonly string[]>>,
  name: string | undefined,
): StatedFacts | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? { is: table[name] } : undefined;
}

/** The service's words for its schemes, and the core's, as files for the import have them. */
export const HASHING_ALGORITHMS = {
  argon2: ["argon2"],
  bcrypt: ["bcrypt"],
  firebase_scrypt: ["provider-scrypt"],
  provider_scrypt: ["provider-scrypt"],
};
