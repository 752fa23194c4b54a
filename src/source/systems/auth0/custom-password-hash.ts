import { anyBase64Bytes, encodeBase64, encodeBase64Unpadded } from "../../../lib/base64.js";
import { utf8 } from "../../../lib/bytes.js";
import { hexBytes } from "../../../lib/hex.js";
import { Buffer } from "../../../runtime/index.js";
import { countOf, noteIncompleteHash, noteUnknownAlgorithm } from "../../fields/composed-hash.js";
import type { Row } from "../../system/row.js";

const FIELD = "custom_password_hash";

/**
 * The text of a hash that Auth0 keeps in parts, in a spelling that is read everywhere: LDAP's, and those of Ory
 * Kratos, which has salts on either side. Undefined, with the reason noted, where none can be put together.
 *
 * @see https://github.com/auth0/docs-v2 — main/docs/manage-users/user-migration/bulk-user-import-schema.mdx
 */
export function customPasswordHash(custom: Row): string | undefined {
  const { findings } = custom;
  const algorithm = custom.text("algorithm") ?? "";
  const compose = Object.hasOwn(COMPOSERS, algorithm) ? COMPOSERS[algorithm] : undefined;
  // A password in another encoding is other bytes than those that are hashed at login.
  const isUtf8 = () => (custom.object("password")?.text("encoding") ?? "utf8") === "utf8";
  if (compose === undefined || !isUtf8()) return noteUnknownAlgorithm(FIELD, findings);
  const hash = custom.object("hash") ?? custom.of({});
  const value = hash.text("value");
  if (value === undefined) return noteIncompleteHash(FIELD, findings);
  return compose({ algorithm, custom, hash, value, salt: saltOf(custom), findings });
}

interface Parts {
  readonly algorithm: string;
  readonly custom: Row;
  readonly hash: Row;
  readonly value: string;
  /** Undefined where it can't be decoded. */
  readonly salt: Salt | "none" | undefined;
  readonly findings: Row["findings"];
}

interface Salt {
  readonly bytes: Uint8Array;
  readonly isAfter: boolean;
}

type Composer = (parts: Parts) => string | undefined;

const COMPOSERS: Readonly<Record<string, Composer>> = {
  bcrypt: wholeText,
  argon2: wholeText,
  ldap: wholeText,
  pbkdf2: pbkdf2Text,
  md5: digestText,
  sha1: digestText,
  sha256: digestText,
  sha512: digestText,
  hmac: hmacText,
  scrypt: scryptText,
};

/** The value is the whole string. A salt beside it is hashed with the password, which the string does not show. */
function wholeText({ value, salt, findings }: Parts): string | undefined {
  const isWhole = salt === "none" && /^[{$]/.test(value);
  return isWhole ? value : noteUnknownAlgorithm(FIELD, findings);
}

/** What Auth0 takes where the string does not say it. */
const DEFAULT_ITERATIONS = "i=100000";

function pbkdf2Text(parts: Parts): string | undefined {
  const text = wholeText(parts);
  if (text === undefined) return undefined;
  const [before, name, ...rest] = text.split("$");
  if (rest.length === 2) return [before, name, DEFAULT_ITERATIONS, ...rest].join("$");
  const [costs = "", ...saltAndKey] = rest;
  if (/(?:^|,)i=/.test(costs)) return text;
  return [before, name, `${DEFAULT_ITERATIONS},${costs}`, ...saltAndKey].join("$");
}

const LDAP_NAMES: Readonly<Record<string, string>> = { md5: "MD5", sha1: "SHA", sha256: "SHA256", sha512: "SHA512" };

function digestText({ algorithm, hash, value, salt, findings }: Parts): string | undefined {
  const digest = decoded(value, hash.text("encoding"));
  if (digest === undefined || salt === undefined) return noteIncompleteHash(FIELD, findings);
  const key = encodeBase64(digest);
  if (salt === "none") return `{${LDAP_NAMES[algorithm]}}${key}`;
  const format = encodeBase64(utf8(salt.isAfter ? "{PASSWORD}{SALT}" : "{SALT}{PASSWORD}"));
  return `$${algorithm}$pf=${format}$${encodeBase64(salt.bytes)}$${key}`;
}

function hmacText({ hash, value, salt, findings }: Parts): string | undefined {
  const digest = hash.text("digest") ?? "";
  if (salt !== "none" || !/^(?:md5|sha(?:1|224|256|384|512))$/.test(digest)) {
    return noteUnknownAlgorithm(FIELD, findings);
  }
  const key = hash.object("key");
  const secret = decoded(key?.text("value"), key?.text("encoding") ?? "utf8");
  const bytes = decoded(value, hash.text("encoding"));
  if (secret === undefined || bytes === undefined) return noteIncompleteHash(FIELD, findings);
  const digits = Buffer.from(bytes).toString("hex");
  return `$hmac-${digest}$${encodeBase64(utf8(digits))}$${encodeBase64(secret)}`;
}

/** Below this, `ln` would be read as a logarithm. */
const LEAST_COST = 100;

function scryptText({ custom, hash, value, salt, findings }: Parts): string | undefined {
  const digest = decoded(value, hash.text("encoding"));
  if (digest === undefined || salt === undefined || salt === "none") {
    return noteIncompleteHash(FIELD, findings);
  }
  const [n, r, p] = [
    costOf(custom, "cost", 16_384),
    costOf(custom, "blockSize", 8),
    costOf(custom, "parallelization", 1),
  ];
  const keyBytes = costOf(custom, "keylen", digest.length);
  const isReadable = n !== undefined && n >= LEAST_COST && keyBytes === digest.length && !salt.isAfter;
  if (!isReadable || r === undefined || p === undefined) return noteUnknownAlgorithm(FIELD, findings);
  return `$scrypt$ln=${n},r=${r},p=${p}$${encodeBase64Unpadded(salt.bytes)}$${encodeBase64Unpadded(digest)}`;
}

/** Undefined where it is there and can't be read. */
function costOf(custom: Row, name: string, usual: number): number | undefined {
  return custom.own(name) === undefined ? usual : countOf(custom.fields, name);
}

function saltOf(custom: Row): Salt | "none" | undefined {
  const salt = custom.object("salt");
  if (salt === undefined) return "none";
  const bytes = decoded(salt.text("value"), salt.text("encoding") ?? "utf8");
  const position = salt.text("position") ?? "prefix";
  if (bytes === undefined || !["prefix", "suffix"].includes(position)) return undefined;
  return { bytes, isAfter: position === "suffix" };
}

/** Hexadecimal in either case, base64 in either alphabet. */
function decoded(text: string | undefined, encoding: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (encoding === "hex") return hexBytes(text) ?? undefined;
  if (encoding === "base64") return anyBase64Bytes(text) ?? undefined;
  return encoding === "utf8" ? utf8(text) : undefined;
}
