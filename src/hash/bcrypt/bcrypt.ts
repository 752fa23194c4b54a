import { counted } from "../../lib/plural.js";
import { Discreet, redacted } from "../../lib/redact.js";
import { requireArgument, requireParts } from "../../lib/require-argument.js";
import { problem, refuse } from "../../problems/bcrypt.js";
import { type Failure, type Problem, type Result, requireText, success } from "../../result.js";
import { type CanonicalForm, type Change, change } from "../text/change.js";
import { surroundingCharacters } from "../text/surrounding-characters.js";

/** The letter after `$2`. `2a`, `2b` and `2y` name one algorithm; `2x` names the hashes of a faulty old one. */
export type BcryptVersion = "2a" | "2b" | "2x" | "2y";

/** The parts of a bcrypt hash string. */
export interface BcryptHash {
  readonly version: BcryptVersion;
  /** log2 of the number of rounds, 4 to 31. */
  readonly cost: number;
  /** 22 characters of bcrypt's own base64: 16 bytes. */
  readonly salt: string;
  /** 31 characters of bcrypt's own base64: 23 bytes. */
  readonly digest: string;
}

class ParsedBcrypt extends Discreet implements BcryptHash {
  readonly version: BcryptVersion;
  readonly cost: number;
  readonly salt: string;
  readonly digest: string;

  constructor(version: BcryptVersion, cost: number, salt: string, digest: string) {
    super();
    this.version = version;
    this.cost = cost;
    this.salt = salt;
    this.digest = digest;
  }

  shown(): object {
    return { ...this, salt: redacted(this.salt), digest: redacted(this.digest) };
  }
}

/** bcrypt's own base64 alphabet: another order than RFC 4648's. */
const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 60;
const SALT_START = 7;
const DIGEST_START = 29;
/** Bits of the last character of the salt and of the digest that belong to no byte. */
const SALT_UNUSED_BITS = 0b1111;
const DIGEST_UNUSED_BITS = 0b11;

/** Every quantifier is a fixed count, so a match takes one step for each character. */
const CANONICAL = /^\$2[abxy]\$(?:0[4-9]|[12][0-9]|3[01])\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/;

/** Whether the text is a bcrypt hash of any version with unused bits zero. */
export function isSoundBcrypt(text: string): boolean {
  return CANONICAL.test(text);
}

/**
 * Reads a bcrypt hash string strictly.
 *
 * @param text 60 characters, nothing around them: `$2b$`, a cost of two digits from
 * 04 to 31, `$`, 22 characters of salt, 31 of digest, with unused bits zero.
 * @returns The parts, or the first fault with its place: `bcrypt/not-bcrypt`,
 * `bcrypt/obsolete-version` (`$2$`), `bcrypt/unsupported-version`,
 * `bcrypt/malformed`, `bcrypt/cost-out-of-range`, `bcrypt/truncated`,
 * `bcrypt/padding-bits` or `hash/surrounding-characters`. A `$2x$` hash comes with the warning
 * `bcrypt/sign-extension`.
 * @see https://github.com/openwall/crypt_blowfish — crypt_blowfish.c, wrapper.c
 *
 * @example
 * ```ts
 * import { parseBcrypt } from "credport";
 *
 * const parsed = parseBcrypt("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
 * parsed.ok && parsed.value.cost; // => 5
 * ```
 */
export function parseBcrypt(text: string): Result<BcryptHash> {
  requireText(text, "text");
  if (CANONICAL.test(text)) return success(partsOf(text), warningsOf(text));
  return surroundingCharacters(text) ?? faultOf(text) ?? dirtyBits(text);
}

/**
 * Writes a bcrypt hash string from its parts.
 *
 * @param hash Parts as `parseBcrypt` gives them.
 * @returns The 60 characters.
 * @throws TypeError if the parts do not make a bcrypt hash.
 *
 * @example
 * ```ts
 * import { formatBcrypt } from "credport";
 *
 * const salt = "CCCCCCCCCCCCCCCCCCCCC.";
 * const digest = "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * formatBcrypt({ version: "2y", cost: 5, salt, digest }).length; // => 60
 * ```
 */
export function formatBcrypt(hash: BcryptHash): string {
  requireArgument("hash", hash, "object", { version: "string", cost: "number", salt: "string", digest: "string" });
  const sound: BcryptHash = { version: "2b", cost: 10, salt: ".".repeat(22), digest: ".".repeat(31) };
  requireParts(hash, sound, (parts) => CANONICAL.test(compose(parts)), {
    version: "2a, 2b, 2x or 2y",
    cost: "a whole number from 4 to 31",
    salt: "22 characters of bcrypt's base64",
    digest: "31 characters of bcrypt's base64",
  });
  return compose(hash);
}

function compose({ version, cost, salt, digest }: BcryptHash): string {
  return `$${version}$${String(cost).padStart(2, "0")}$${salt}${digest}`;
}

/** The canonical form, with unused bits cleared where an old generator left them set. */
export function canonicalBcrypt(text: string): Result<CanonicalForm> {
  if (CANONICAL.test(text)) return success({ text, changes: [] }, warningsOf(text));
  const fault = faultOf(text);
  if (fault !== null) return fault;
  const changes: Change[] = [];
  const salt = clearUnusedBits(text.slice(SALT_START, DIGEST_START), SALT_UNUSED_BITS);
  const digest = clearUnusedBits(text.slice(DIGEST_START), DIGEST_UNUSED_BITS);
  if (salt !== text.slice(SALT_START, DIGEST_START)) changes.push(bitsCleared("salt"));
  if (digest !== text.slice(DIGEST_START)) changes.push(bitsCleared("digest"));
  return success({ text: text.slice(0, SALT_START) + salt + digest, changes }, warningsOf(text));
}

function bitsCleared(field: string): Change {
  return change("padding-bits-cleared", `bits of the ${field} that belong to no byte were cleared`, field);
}

function partsOf(text: string): BcryptHash {
  return new ParsedBcrypt(
    text.slice(1, 3) as BcryptVersion,
    Number(text.slice(4, 6)),
    text.slice(SALT_START, DIGEST_START),
    text.slice(DIGEST_START),
  );
}

function warningsOf(text: string): readonly Problem[] | undefined {
  if (text.charAt(2) !== "x") return undefined;
  return [
    problem(
      "bcrypt/sign-extension",
      "$2x$ hashes were made by an implementation that misread bytes above 127: users whose password has such a byte can't log in",
      { offset: 2 },
    ),
  ];
}

/** The first fault of a text that is not canonical, or null where only unused bits are set. */
function faultOf(text: string): Failure | null {
  return versionFault(text) ?? costFault(text) ?? bodyFault(text);
}

/** What is left where the text ends before its digits do. */
const CUT_HEAD = /^\$2(?:[abxy](?:\$[0-9]{0,2})?)?$/;

function versionFault(text: string): Failure | null {
  if (!text.startsWith("$2")) {
    return refuse("bcrypt/not-bcrypt", "a bcrypt hash begins with $2", { offset: 0 });
  }
  if (CUT_HEAD.test(text)) return truncated(text);
  if (text.startsWith("$2$")) {
    return refuse("bcrypt/obsolete-version", "the version is the bare 2 of 1997, which is another algorithm", {
      offset: 1,
    });
  }
  if (/^\$2[abxy]\$/.test(text)) return null;
  return refuse("bcrypt/unsupported-version", "the version is not one of 2a, 2b, 2x and 2y", { offset: 2 });
}

function costFault(text: string): Failure | null {
  const cost = text.slice(4, 6);
  const wrongAt = cost.search(/[^0-9]/);
  if (wrongAt >= 0) return malformedCost("the cost is two decimal digits", 4 + wrongAt);
  if (text.charAt(6) !== "$") return malformedCost("a dollar sign follows the cost's two digits", 6);
  if (Number(cost) >= 4 && Number(cost) <= 31) return null;
  return refuse("bcrypt/cost-out-of-range", `the cost is ${Number(cost)}, outside 4 to 31`, {
    field: "cost",
    offset: 4,
  });
}

function malformedCost(message: string, offset: number): Failure {
  return refuse("bcrypt/malformed", message, { field: "cost", offset });
}

function bodyFault(text: string): Failure | null {
  const body = text.slice(SALT_START, LENGTH).search(/[^./A-Za-z0-9]/);
  if (body >= 0) {
    const offset = SALT_START + body;
    const field = offset < DIGEST_START ? "salt" : "digest";
    return refuse("bcrypt/malformed", `the ${field} has a character outside ./A-Za-z0-9`, {
      field,
      offset,
    });
  }
  if (text.length < LENGTH) return truncated(text);
  if (text.length > LENGTH) {
    return refuse(
      "bcrypt/malformed",
      `after the digest the text continues for ${counted(text.length - LENGTH, "character")}`,
      { offset: LENGTH },
    );
  }
  return null;
}

function truncated(text: string): Failure {
  return refuse("bcrypt/truncated", `the text ends after ${text.length} of ${LENGTH} characters`, {
    offset: text.length,
  });
}

/** Only unused bits are left to be wrong once `faultOf` found nothing. */
function dirtyBits(text: string): Failure {
  const isSalt = !/[.Oeu]/.test(text.charAt(DIGEST_START - 1));
  const field = isSalt ? "salt" : "digest";
  const offset = (isSalt ? DIGEST_START : LENGTH) - 1;
  return refuse("bcrypt/padding-bits", `the last character of the ${field} has bits set that belong to no byte`, {
    field,
    offset,
  });
}

function clearUnusedBits(part: string, unused: number): string {
  const last = part.length - 1;
  const value = ALPHABET.indexOf(part.charAt(last)) & ~unused;
  return part.slice(0, last) + ALPHABET.charAt(value);
}
