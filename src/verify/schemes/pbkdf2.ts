import { pbkdf2 } from "node:crypto";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { base64Bytes, field, hexBytes, malformed, numberField, passlibBase64Bytes, utf8 } from "../fields.js";
import { overLimit } from "../limits.js";
import { pbkdf2NeedsRehash } from "../needs-rehash.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";

const DIGEST_BYTES = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 } as const;

type Digest = keyof typeof DIGEST_BYTES;

/** What every spelling of pbkdf2 comes down to. */
interface Pbkdf2 {
  readonly digest: Digest;
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
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
  "mediawiki-pbkdf2": fromMediawiki,
  "dovecot-pbkdf2": (groups) =>
    made("sha1", groups, utf8(field(groups, "salt")), hexBytes(field(groups, "digest"))),
  "opendj-pbkdf2": fromOpendj,
  "spring-pbkdf2": fromSpring,
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

function planPbkdf2({ digest, iterations, salt, key }: Pbkdf2, { limits }: PlanContext): Result<Plan> {
  const blocks = Math.ceil(key.length / DIGEST_BYTES[digest]);
  const over = overLimit(limits, { pbkdf2Iterations: iterations * blocks });
  if (over !== null) return failure(over);
  return success({
    scheme: "pbkdf2",
    parameters: { digest, iterations },
    memoryBytes: 0,
    needsRehash: pbkdf2NeedsRehash(digest, iterations),
    matches: async (password) =>
      equalBytes(await deriveKey(password, salt, iterations, key.length, digest), key),
  });
}

function deriveKey(
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
  digest: Digest,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, length, digest, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** A digest that isn't named is SHA-1, the only one that the first releases of each system had. */
function digestOf(groups: Groups): Digest {
  return (groups.hash?.toLowerCase() ?? "sha1") as Digest;
}

function made(
  digest: Digest,
  groups: Groups,
  salt: Uint8Array | null,
  key: Uint8Array | null,
): Pbkdf2 | null {
  const iterations = numberField(groups, "rounds");
  if (salt === null || key === null || !(iterations >= 1) || iterations > 0x7fffffff) return null;
  return { digest, iterations, salt, key };
}

function fromPasslib(groups: Groups): Pbkdf2 | null {
  const digest = digestOf(groups);
  const key = passlibBase64Bytes(field(groups, "digest"));
  if (key?.length !== DIGEST_BYTES[digest]) return null;
  return made(digest, groups, passlibBase64Bytes(field(groups, "salt")), key);
}

function fromPhc(groups: Groups): Pbkdf2 | null {
  const key = base64Bytes(field(groups, "digest"));
  if (groups.length !== undefined && key?.length !== Number(groups.length)) return null;
  return made(digestOf(groups), groups, base64Bytes(field(groups, "salt")), key);
}

function fromMediawiki(groups: Groups): Pbkdf2 | null {
  const key = base64Bytes(field(groups, "digest"));
  if (key?.length !== numberField(groups, "length")) return null;
  return made(digestOf(groups), groups, base64Bytes(field(groups, "salt")), key);
}

/** The key stands before the salt. */
function fromOpendj(groups: Groups): Pbkdf2 | null {
  const digest = digestOf(groups);
  const value = base64Bytes(field(groups, "value"));
  const keyBytes = DIGEST_BYTES[digest];
  if (value === null || value.length <= keyBytes) return null;
  return made(digest, groups, value.slice(keyBytes), value.slice(0, keyBytes));
}

/** Pbkdf2PasswordEncoder's defaults before 5.8 and since; the string carries none of them. */
function fromSpring(groups: Groups): Pbkdf2 | null {
  const value = hexBytes(field(groups, "value"));
  const current = groups.release !== undefined;
  if (value.length !== (current ? 48 : 40)) return null;
  return current ? split(value, 16, "sha256", 310_000) : split(value, 8, "sha1", 185_000);
}

/** 0x01, then PRF, iterations and salt length as big-endian words, the salt and the key. */
function fromAspnet3(groups: Groups): Pbkdf2 | null {
  const value = base64Bytes(field(groups, "value"));
  if (value === null || value.length < 13 + 16) return null;
  const words = new DataView(value.buffer, value.byteOffset);
  const digest = (["sha1", "sha256", "sha512"] as const)[words.getUint32(1)];
  const iterations = words.getUint32(5);
  const saltBytes = words.getUint32(9);
  // The bounds of PasswordHasher: both at least 128 bits.
  if (digest === undefined || saltBytes < 16 || value.length - 13 - saltBytes < 16) return null;
  return split(value.subarray(13), saltBytes, digest, iterations);
}

/** Salt and key one behind the other. */
function split(
  value: Uint8Array | null | undefined,
  saltBytes: number,
  digest: Digest,
  iterations: number,
): Pbkdf2 | null {
  if (!value || value.length <= saltBytes || iterations < 1 || iterations > 0x7fffffff) return null;
  return { digest, iterations, salt: value.slice(0, saltBytes), key: value.slice(saltBytes) };
}
