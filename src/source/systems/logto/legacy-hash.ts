import { utf8 } from "../../../lib/bytes.js";
import { hexBytes } from "../../../lib/hex.js";
import { parsedJson } from "../../../lib/json-text.js";
import {
  composePbkdf2,
  composeSaltedDigest,
  noteIncompleteHash,
  noteUnknownAlgorithm,
} from "../../fields/composed-hash.js";
import type { Findings } from "../../fields/field.js";

const FIELD = "passwordEncrypted";
/** What Logto puts the password in the place of. */
const PASSWORD = "@";
const PBKDF2_DIGESTS = ["sha1", "sha256", "sha512"] as const;
const DIGESTS = ["md5", "sha1", "sha256", "sha512"] as const;

/**
 * A hash that was brought into Logto from another system: `["algorithm", ["argument", …], "hash"]`, in a form of which
 * the catalogue knows the rules. Undefined, with the reason noted, where there is none.
 *
 * @see https://github.com/logto-io/logto — packages/core/src/utils/password.ts, firebase-scrypt.ts
 */
export function legacyHash(text: string, findings: Findings): string | undefined {
  const said = expressionOf(text);
  if (said === undefined) return noteIncompleteHash(FIELD, findings);
  const { algorithm, args, hash } = said;
  if (algorithm === "firebase-scrypt") return firebaseHash(args, hash) ?? noteIncompleteHash(FIELD, findings);
  const key = hexBytes(hash);
  if (key === null) return noteIncompleteHash(FIELD, findings);
  if (algorithm === "pbkdf2" || algorithm === "pbkdf2Sync") {
    return pbkdf2Hash(args, key) ?? noteUnknownAlgorithm(FIELD, findings);
  }
  return digestHash(algorithm, args, key) ?? noteUnknownAlgorithm(FIELD, findings);
}

interface Expression {
  readonly algorithm: string;
  readonly args: readonly string[];
  readonly hash: string;
}

function expressionOf(text: string): Expression | undefined {
  const said = parsedJson(text);
  const [algorithm, args, hash] = Array.isArray(said) ? said : [];
  const isWhole = typeof algorithm === "string" && typeof hash === "string" && Array.isArray(args);
  if (!isWhole || !args.every((arg) => typeof arg === "string")) return undefined;
  return { algorithm, args, hash };
}

function firebaseHash(args: readonly string[], hash: string): string | undefined {
  const [salt, signerKey, separator, rounds, memCost] = args.map(inStandardBase64);
  const parts = [salt, signerKey, separator, rounds, memCost];
  if (parts.some((part) => part === undefined || part === "")) return undefined;
  return `$firescrypt$ln=${memCost},r=${rounds},p=1$${salt}$${inStandardBase64(hash)}$${separator}$${signerKey}`;
}

/** Firebase's own interface writes the URL alphabet, and its command line the standard one. */
function inStandardBase64(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/");
}

function pbkdf2Hash(args: readonly string[], key: Uint8Array): string | undefined {
  const [salt = "", iterations = "", length = "", name = ""] = args;
  const digest = PBKDF2_DIGESTS.find((one) => one === name.toLowerCase());
  const bytes = salt.startsWith("hex:") ? hexBytes(salt.slice(4)) : utf8(salt);
  const isSound = /^[1-9][0-9]{0,9}$/.test(iterations) && Number(length) === key.length;
  if (digest === undefined || bytes === null || bytes.length === 0 || !isSound) return undefined;
  return composePbkdf2({ salt: bytes, hash: key, digest, iterations: Number(iterations) });
}

/** A digest of the password and what is beside it. */
function digestHash(algorithm: string, args: readonly string[], key: Uint8Array): string | undefined {
  const digest = DIGESTS.find((one) => one === algorithm.toLowerCase());
  const at = args.indexOf(PASSWORD);
  if (digest === undefined || at < 0 || args.indexOf(PASSWORD, at + 1) >= 0) return undefined;
  const before = args.slice(0, at).join("");
  const after = args.slice(at + 1).join("");
  // A form has one place for a salt.
  if (before !== "" && after !== "") return undefined;
  const form = after === "" ? "{SALT}{PASSWORD}" : "{PASSWORD}{SALT}";
  return composeSaltedDigest({ digest, form, salt: before + after, key });
}
