import { encodeBase64, encodeBase64Unpadded } from "../lib/base64.js";
import { bytesOfCharacters, utf8 } from "../lib/bytes.js";
import { counted } from "../lib/plural.js";
import { secretText } from "../lib/redact.js";
import { problem } from "../problems/wrapping.js";
import type { Failure, Problem, Result } from "../result.js";
import { FieldReader, type Fields } from "./field-reader.js";
import { readHash } from "./read/read-hash.js";

type Compose = (fields: FieldReader) => Result<string>;

/** Systems that keep a hash in parts, and how the parts become one text. */
const COMPOSERS = {
  discourse: composeDiscourse,
  fusionauth: (fields: FieldReader): Result<string> => {
    fields.oneOf("encryptionScheme", { bcrypt: "bcrypt" });
    return composeBcrypt(fields, { cost: "factor", salt: "salt", digest: "password" });
  },
  keycloak: composeKeycloak,
  metabase: composeMetabase,
  okta: (fields: FieldReader): Result<string> => {
    fields.oneOf("algorithm", { BCRYPT: "bcrypt" });
    return composeBcrypt(fields, { cost: "workFactor", salt: "salt", digest: "value" });
  },
  smf: composeSmf,
  sorcery: composeSorcery,
  stytch: composeStytch,
} as const satisfies Readonly<Record<string, Compose>>;

/** Name of a system that keeps its hashes in parts. */
export type ComposableSource = keyof typeof COMPOSERS;

/** The systems that keep their hashes in parts. */
export const COMPOSABLE_SOURCES: readonly ComposableSource[] = Object.freeze(
  Object.keys(COMPOSERS) as ComposableSource[],
);

/**
 * Puts a hash together that its system keeps in columns or fields of their own.
 *
 * @param source The system; the names of the fields are its own:
 * `keycloak`: `credentialData` and `secretData` of a credential, as JSON text or objects
 * (argon2, pbkdf2, pbkdf2-sha256, pbkdf2-sha512, and the bcrypt of its extension); before
 * Keycloak 8, `algorithm`, `hashIterations`, `salt`, `hashedSaltedValue`.
 * `discourse`: `password_hash` (hexadecimal), `password_salt`, `password_algorithm`.
 * `metabase`: `password_salt`, `password` (bcrypt), which is over the salt as well.
 * `smf`: `member_name`, `passwd` (bcrypt of release 2.1, SHA-1 of 1.1 and 2.0), which are over the name as well.
 * `sorcery`: `salt`, `crypted_password` (bcrypt), which is over the salt as well.
 * `stytch`: `hash`, `salt` (padded base64url) of the export, whose scrypt is N = 2^15, r = 8, p = 1
 * over the salt as text.
 * `fusionauth`: `encryptionScheme` (`bcrypt`), `factor`, `salt`, `password`.
 * `okta`: `algorithm` (`BCRYPT`), `workFactor`, `salt`, `value`.
 * @param fields The row or object; further fields are passed over. Numbers may be text.
 * @returns One text for `normalizeHash`, `identifyHash` and `verifyPassword`. Problems
 * that can come back: `wrapping/incomplete`, `wrapping/undecodable`,
 * `wrapping/parameter-unsupported`, `hash/not-as-stated`, and those of the composed hash where it is malformed.
 * Warning: `wrapping/parts-exchanged`.
 * @see https://github.com/keycloak/keycloak server-spi/src/main/java/org/keycloak/models/credential/PasswordCredentialModel.java
 * @see https://github.com/discourse/discourse lib/password_hasher.rb, app/models/user_password.rb
 * @see https://github.com/metabase/metabase src/metabase/util/password.clj
 * @see https://github.com/SimpleMachines/SMF Sources/Subs-Auth.php hash_password(), Sources/LogInOut.php
 * @see https://github.com/Sorcery/sorcery lib/sorcery/model.rb, lib/sorcery/crypto_providers/bcrypt.rb
 * @see https://github.com/FusionAuth/fusionauth-import-scripts stytch/js/2_checkHash.mjs
 * @see https://fusionauth.io/docs/apis/users#import-users
 * @see https://developer.okta.com/docs/reference/api/users/#create-user-with-imported-hashed-password
 *
 * @example
 * ```ts
 * import { composeHash, normalizeHash } from "credport";
 *
 * const fields = { algorithm: "BCRYPT", workFactor: 5, salt: "CCCCCCCCCCCCCCCCCCCCC.", value: "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" };
 * const composed = composeHash("okta", fields);
 * composed.ok && normalizeHash(composed.value).ok; // => true
 * ```
 */
export function composeHash(source: ComposableSource, fields: Fields): Result<string> {
  if (!Object.hasOwn(COMPOSERS, source)) {
    throw new TypeError(`source must be one of ${Object.keys(COMPOSERS).join(", ")}`);
  }
  if (typeof fields !== "object" || fields === null) throw new TypeError("fields must be an object");
  const composed = COMPOSERS[source](new FieldReader(fields));
  if (!composed.ok) return composed;
  const { disposition, problems } = readHash(composed.value);
  return disposition === "malformed" ? { ok: false, problems: problems as Failure["problems"] } : composed;
}

/** The parts of a salted digest, as the text that `layout` makes of their base64. */
function composeDigest(
  fields: FieldReader,
  { salt, digest }: { readonly salt: Uint8Array; readonly digest: Uint8Array },
  layout: (salt: string, digest: string) => string,
): Result<string> {
  const text = layout(encodeBase64Unpadded(salt), encodeBase64Unpadded(digest));
  const composed = fields.compose(text);
  return composed.ok ? secretText(composed.value, exchangedParts(salt.length, digest.length)) : composed;
}

/** No system of the table has a salt that is longer than the digest; bcrypt's parts are told apart by their lengths. */
function exchangedParts(saltBytes: number, digestBytes: number): readonly Problem[] {
  if (saltBytes <= digestBytes) return [];
  const message = `the salt is ${counted(saltBytes, "byte")} long and the digest ${digestBytes}, as if each were in the other's place`;
  return [problem("wrapping/parts-exchanged", message, { field: "salt" })];
}

/** `$2a$`: the mark that both systems' importers write; bcrypt computes the same under each of its marks. */
function composeBcrypt(
  fields: FieldReader,
  names: { readonly cost: string; readonly salt: string; readonly digest: string },
): Result<string> {
  const cost = String(fields.integer(names.cost)).padStart(2, "0");
  const salt = fields.matching(names.salt, /^[./A-Za-z0-9]{22}$/, "22 characters of bcrypt's base64");
  const digest = fields.matching(names.digest, /^[./A-Za-z0-9]{31}$/, "31 characters of bcrypt's base64");
  return fields.compose(`$2a$${cost}$${salt}${digest}`);
}

const KEYCLOAK_ALGORITHMS = {
  argon2: "argon2",
  bcrypt: "bcrypt",
  pbkdf2: "sha1",
  "pbkdf2-sha256": "sha256",
  "pbkdf2-sha512": "sha512",
} as const;

/** Keycloak before 8 kept all fields of a credential in one object. */
function composeKeycloak(fields: FieldReader): Result<string> {
  const isFlat = fields.has("hashedSaltedValue");
  return composeKeycloakCredential(fields, {
    credential: isFlat ? fields : fields.inner("credentialData"),
    secret: isFlat ? fields : fields.inner("secretData"),
    value: isFlat ? "hashedSaltedValue" : "value",
  });
}

interface KeycloakCredential {
  readonly credential: FieldReader;
  readonly secret: FieldReader;
  /** Name of the field of the digest. */
  readonly value: string;
}

function composeKeycloakCredential(
  fields: FieldReader,
  { credential, secret, value }: KeycloakCredential,
): Result<string> {
  const algorithm = credential.oneOf("algorithm", KEYCLOAK_ALGORITHMS);
  // The bcrypt extension keeps the whole string here, and an empty salt.
  if (algorithm === "bcrypt") return fields.compose(secret.matching(value, /^\$2/, "a bcrypt hash"));
  const iterations = credential.integer("hashIterations");
  const parts = { salt: secret.base64("salt", "standard"), digest: secret.base64(value, "standard") };
  if (algorithm !== "argon2") {
    return composeDigest(
      fields,
      parts,
      (salt, digest) => `$pbkdf2-${algorithm}$i=${iterations},l=${parts.digest.length}$${salt}$${digest}`,
    );
  }
  const parameters = credential.inner("additionalParameters");
  const type = parameters.oneOf("type", { d: "d", i: "i", id: "id" });
  const version = parameters.oneOf("version", { "1.0": 16, "1.3": 19 });
  parameters.lengthOf("hashLength", parts.digest);
  const costs = `m=${parameters.integer("memory")},t=${iterations},p=${parameters.integer("parallelism")}`;
  return composeDigest(fields, parts, (salt, digest) => `$argon2${type}$v=${version}$${costs}$${salt}$${digest}`);
}

const DISCOURSE_ALGORITHM = /^\$pbkdf2-sha256\$i=[1-9][0-9]{0,9},l=32\$?$/;

/** The salt is used as the text that it is, not as the bytes that its digits write. */
function composeDiscourse(fields: FieldReader): Result<string> {
  const layout = "$pbkdf2-sha256$i=<iterations>,l=32$";
  const algorithm = fields.matching("password_algorithm", DISCOURSE_ALGORITHM, layout);
  const salt = fields.matching("password_salt", /^[\x21-\x7e]+$/, "ASCII text");
  const parts = { salt: bytesOfCharacters(salt), digest: fields.hex("password_hash") };
  return composeDigest(fields, parts, (saltText, digest) => `${algorithm.replace(/\$$/, "")}$${saltText}$${digest}`);
}

/** The salt is put before the password as the text that it is. */
function composeMetabase(fields: FieldReader): Result<string> {
  return composeSalted(fields, "metabase", { salt: "password_salt", hash: "password" });
}

/** Here it is put after the password. */
function composeSorcery(fields: FieldReader): Result<string> {
  return composeSalted(fields, "sorcery", { salt: "salt", hash: "crypted_password" });
}

function composeSalted(
  fields: FieldReader,
  name: string,
  columns: { readonly salt: string; readonly hash: string },
): Result<string> {
  const salt = fields.text(columns.salt);
  const hash = fields.matching(columns.hash, /^\$2[abxy]\$/, "a bcrypt hash");
  return fields.compose(`${name}$${encodeBase64(utf8(salt))}$${hash}`);
}

const SMF_PASSWORD = /^(?:\$2[axy]\$[0-9]{2}\$[./A-Za-z0-9]{53}|[0-9a-fA-F]{40})$/;

/** The name enters in lower case: all letters of it before bcrypt, the English ones before SHA-1. */
function composeSmf(fields: FieldReader): Result<string> {
  const name = fields.text("member_name");
  const hash = fields.matching("passwd", SMF_PASSWORD, "bcrypt, or 40 hexadecimal digits");
  const lower = hash.startsWith("$") ? name.toLowerCase() : name.replace(/[A-Z]/g, (one) => one.toLowerCase());
  return fields.compose(`smf$${encodeBase64(utf8(lower))}$${hash}`);
}

/**
 * Stytch derives over the salt as its export writes it, padding and all, not over the bytes that
 * the text stands for.
 */
function composeStytch(fields: FieldReader): Result<string> {
  const parts = {
    salt: bytesOfCharacters(fields.paddedBase64("salt", "url-safe")),
    digest: fields.base64("hash", "url-safe"),
  };
  return composeDigest(fields, parts, (salt, digest) => `$scrypt$ln=15,r=8,p=1$${salt}$${digest}`);
}
