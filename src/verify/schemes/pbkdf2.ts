import { pbkdf2 } from "node:crypto";
import { base64Bytes, fromUrlSafe } from "../../lib/base64.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { coverageOfHmacKey } from "../coverage.js";
import { field, hexBytes, malformed, numberField, passlibBase64Bytes, utf8 } from "../fields.js";
import { overLimit } from "../limits.js";
import { pbkdf2NeedsRehash } from "../needs-rehash.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";
import { mediawikiMd5 } from "./digests.js";

/** What every spelling of pbkdf2 comes down to. */
interface Pbkdf2 {
  readonly digest: DigestName;
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
  /** What the derivation is over, where that is not the password. */
  readonly treat?: (password: Uint8Array) => Uint8Array;
}

/** One row for each spelling: null where the content contradicts itself. */
const SPELLINGS: Readonly<Record<string, (groups: Groups) => Pbkdf2 | null>> = {
  "django-pbkdf2": (groups) =>
    made(digestOf(groups), groups, utf8(field(groups, "salt")), base64Bytes(field(groups, "digest"))),
  "werkzeug-pbkdf2": (groups) =>
    made(digestOf(groups), groups, utf8(field(groups, "salt")), hexBytes(field(groups, "digest"))),
  "passlib-pbkdf2": fromPasslib,
  "openldap-pbkdf2": fromPasslib,
  "phc-pbkdf2": fromPhc,
  "mattermost-pbkdf2": fromPhc,
  "mediawiki-pbkdf2": fromPhc,
  "mediawiki-pbkdf2-legacy": fromMediawikiLegacy,
  "dlitz-pbkdf2": fromDlitz,
  "cta-pbkdf2": (groups) =>
    checked("sha1", hexRounds(groups), base64urlBytes(groups, "salt"), base64urlBytes(groups, "digest")),
  "389ds-pbkdf2": from389ds,
  "389ds-pbkdf2-current": fromPhc,
  "jackrabbit-pbkdf2": (groups) =>
    made(digestOf(groups), groups, hexBytes(field(groups, "salt")), hexBytes(field(groups, "digest"))),
  "dovecot-pbkdf2": (groups) =>
    made("sha1", groups, utf8(field(groups, "salt")), hexBytes(field(groups, "digest"))),
  "opendj-pbkdf2": fromOpendj,
  "spring-pbkdf2": fromSpring,
  "authme-pbkdf2": (groups) =>
    made("sha256", groups, utf8(field(groups, "salt")), hexBytes(field(groups, "digest"))),
  "mosquitto-pbkdf2": (groups) =>
    made("sha512", groups, base64Bytes(field(groups, "salt")), base64Bytes(field(groups, "digest"))),
  "atlassian-pbkdf2": (groups) => split(base64Bytes(field(groups, "value")), 16, "sha1", 10_000),
  "aspnet-identity-v2": (groups) => split(base64Bytes(field(groups, "value"))?.subarray(1), 16, "sha1", 1000),
  "aspnet-identity-v3": fromAspnet3,
};

/** A planner for each spelling of pbkdf2. */
export const PBKDF2: Readonly<Record<string, Planner>> = Object.fromEntries(
  Object.entries(SPELLINGS).map(([name, read]): [string, Planner] => [
    name,
    (groups, context) => {
      const parts = read(groups);
      return parts === null
        ? malformed(`the parts of ${name} do not fit together`)
        : planPbkdf2(parts, context);
    },
  ]),
);

function planPbkdf2(parts: Pbkdf2, context: PlanContext): Result<Plan> {
  const { digest, iterations, salt, key, treat = (password) => password } = parts;
  const blocks = Math.ceil(key.length / DIGEST_BYTES[digest]);
  const over = overLimit(context, { pbkdf2Iterations: iterations * blocks });
  if (over !== null) return failure(over);
  return success({
    scheme: "pbkdf2",
    parameters: { digest, iterations },
    memoryBytes: 0,
    needsRehash: pbkdf2NeedsRehash(digest, iterations),
    matches: async (password) =>
      equalBytes(await deriveKey(treat(password), salt, iterations, key.length, digest), key),
    coverage: (password) => coverageOfHmacKey(treat(password)),
  });
}

function deriveKey(
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
  digest: DigestName,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, length, digest, (error, key) =>
      // Not `=== null`: Bun gives undefined.
      error ? reject(error) : resolve(key),
    );
  });
}

/** A digest that isn't named is SHA-1, the only one that the first releases of each system had. */
function digestOf(groups: Groups): DigestName {
  return (groups.hash?.toLowerCase() ?? "sha1") as DigestName;
}

function made(
  digest: DigestName,
  groups: Groups,
  salt: Uint8Array | null,
  key: Uint8Array | null,
): Pbkdf2 | null {
  return checked(digest, numberField(groups, "rounds"), salt, key);
}

function checked(
  digest: DigestName,
  iterations: number,
  salt: Uint8Array | null,
  key: Uint8Array | null,
): Pbkdf2 | null {
  if (salt === null || key === null) return null;
  return { digest, iterations, salt, key };
}

function fromPasslib(groups: Groups): Pbkdf2 | null {
  const key = passlibBase64Bytes(field(groups, "digest"));
  return made(digestOf(groups), groups, passlibBase64Bytes(field(groups, "salt")), key);
}

function fromPhc(groups: Groups): Pbkdf2 | null {
  const key = base64Bytes(field(groups, "digest"));
  return made(digestOf(groups), groups, base64Bytes(field(groups, "salt")), key);
}

/** An old hash hashed again: the derivation is over its hexadecimal digest. */
function fromMediawikiLegacy(groups: Groups): Pbkdf2 | null {
  const parts = fromPhc(groups);
  const oldSalt = groups.oldSalt === "" ? undefined : groups.oldSalt;
  return parts && { ...parts, treat: (password) => utf8(mediawikiMd5(password, oldSalt).toString("hex")) };
}

const DLITZ_DEFAULT_ROUNDS = 400;

/** The salt is the text up to the digest, in which the default number of rounds is left out. */
function fromDlitz(groups: Groups): Pbkdf2 | null {
  const rounds = groups.hexRounds === "" ? DLITZ_DEFAULT_ROUNDS : hexRounds(groups);
  const written = rounds === DLITZ_DEFAULT_ROUNDS ? "" : rounds.toString(16);
  const salt = utf8(`$p5k2$${written}$${field(groups, "salt")}`);
  return checked("sha1", rounds, salt, passlibBase64Bytes(field(groups, "digest")));
}

function hexRounds(groups: Groups): number {
  return Number.parseInt(field(groups, "hexRounds"), 16);
}

function base64urlBytes(groups: Groups, name: string): Uint8Array | null {
  return base64Bytes(fromUrlSafe(field(groups, name)));
}

/** Rounds as a big-endian word, 64 bytes of salt and 256 of key. */
function from389ds(groups: Groups): Pbkdf2 | null {
  const value = base64Bytes(field(groups, "base64"));
  if (value === null) return null;
  const rounds = new DataView(value.buffer, value.byteOffset).getUint32(0);
  return split(value.subarray(4), 64, "sha256", rounds);
}

/** The key stands before the salt. */
function fromOpendj(groups: Groups): Pbkdf2 | null {
  const digest = digestOf(groups);
  const value = base64Bytes(field(groups, "value"));
  const keyBytes = DIGEST_BYTES[digest];
  if (value === null) return null;
  return made(digest, groups, value.slice(keyBytes), value.slice(0, keyBytes));
}

/** Pbkdf2PasswordEncoder's defaults before 5.8 and since; the string carries none of them. */
function fromSpring(groups: Groups): Pbkdf2 | null {
  const value = hexBytes(field(groups, "value"));
  return groups.release !== undefined
    ? split(value, 16, "sha256", 310_000)
    : split(value, 8, "sha1", 185_000);
}

/** 0x01, then PRF, iterations and salt length as big-endian words, the salt and the key. */
function fromAspnet3(groups: Groups): Pbkdf2 | null {
  const value = base64Bytes(field(groups, "value"));
  if (value === null) return null;
  const words = new DataView(value.buffer, value.byteOffset);
  const digest = (["sha1", "sha256", "sha512"] as const)[words.getUint32(1)];
  const iterations = words.getUint32(5);
  const saltBytes = words.getUint32(9);
  return digest === undefined ? null : split(value.subarray(13), saltBytes, digest, iterations);
}

/** Salt and key one behind the other. */
function split(
  value: Uint8Array | null | undefined,
  saltBytes: number,
  digest: DigestName,
  iterations: number,
): Pbkdf2 | null {
  if (!value || value.length <= saltBytes) return null;
  return { digest, iterations, salt: value.slice(0, saltBytes), key: value.slice(saltBytes) };
}
