import { encodeBase64Unpadded } from "../../lib/base64.js";
import { toBcryptAlphabet } from "../../lib/bcrypt-base64.js";
import { utf8 } from "../../lib/bytes.js";
import { hexBytes } from "../../lib/hex.js";
import { refuse } from "../../problems/wrapping.js";
import { type Result, success } from "../../result.js";
import type { Recomposed } from "./row.js";

/** The parts of provider-scrypt, as the expressions below name them. */
interface Parts {
  readonly hash: string;
  readonly salt: string;
  readonly separator?: string;
  readonly memCost: string;
  readonly rounds: string;
  readonly signerKey?: string;
}

/** What an expression with all of these parts has found. */
type Groups = Readonly<Record<string, string>>;

const SUPABASE =
  /^\$fbscrypt\$v=(?<v>[0-9]{1,10}),n=(?<memCost>[0-9]{1,10}),r=(?<rounds>[0-9]{1,10}),p=(?<p>[0-9]{1,10})(?:,ss=(?<separator>[^,$]*))?(?:,sk=(?<signerKey>[^,$]*))?\$(?<salt>[^$]*)\$(?<hash>[^$]*)$/;

/** Supabase's PHC-like form; `n` is log2 of N, as mem_cost is. */
export function recomposeSupabaseScrypt(text: string): Result<Recomposed> {
  const parts = SUPABASE.exec(text)?.groups;
  if (parts === undefined) return incomplete("$fbscrypt$ has v, n, r, p, ss, sk, then salt and hash");
  if (parts.v !== "1") return unsupported("v", "$fbscrypt$ has the version 1 only");
  if (parts.p !== "1") return unsupported("p", "provider-scrypt has the parallelism 1 only");
  return compose(parts);
}

const FIRESCRYPT =
  /^\$firescrypt\$ln=(?<memCost>[0-9]{1,10}),r=(?<rounds>[0-9]{1,10}),p=(?<p>[0-9]{1,10})\$(?<salt>[^$]*)\$(?<hash>[^$]*)\$(?<separator>[^$]*)\$(?<signerKey>[^$]*)$/;

/** Ory Kratos' form; `ln` is log2 of N, as mem_cost is. */
export function recomposeFirescrypt(text: string): Result<Recomposed> {
  const parts = FIRESCRYPT.exec(text)?.groups;
  if (parts === undefined) {
    return incomplete("$firescrypt$ has ln, r, p, then salt, hash, separator and signer key");
  }
  if (parts.p !== "1") return unsupported("p", "provider-scrypt has the parallelism 1 only");
  return compose(parts);
}

const BASE64_FIELD = "[A-Za-z0-9+/_-]{1,256}={0,2}";
const CLERK = new RegExp(
  `^(?<hash>${BASE64_FIELD})\\$(?<salt>${BASE64_FIELD})\\$(?<signerKey>${BASE64_FIELD})\\$(?<separator>${BASE64_FIELD})\\$(?<rounds>[0-9]{1,10})\\$(?<memCost>[0-9]{1,10})$`,
);

/** Whether the text has more than one field, as Clerk's `scrypt_firebase` has. */
export function looksLikeClerk(text: string): boolean {
  return text.includes("$");
}

/** Clerk's `scrypt_firebase`: hash, salt, signer key, separator, rounds, memory cost. */
export function recomposeClerk(text: string): Result<Recomposed> {
  const parts = CLERK.exec(text)?.groups;
  if (parts === undefined) return incomplete("Clerk's form has six fields, the first four of base64");
  return compose(parts);
}

const MEDIAWIKI_BCRYPT = /^:bcrypt:(?<cost>[0-9]{1,2})\$(?<salt>[./A-Za-z0-9]{22})\$(?<digest>[./A-Za-z0-9]{31})$/;

/** MediaWiki's bcrypt: it writes `$2y$` in parts of its own. */
export function recomposeMediawikiBcrypt(text: string): Result<Recomposed> {
  const parts = MEDIAWIKI_BCRYPT.exec(text)?.groups;
  if (parts === undefined) {
    return incomplete("MediaWiki's bcrypt has a cost, 22 characters of salt and 31 of digest");
  }
  const cost = (parts.cost as string).padStart(2, "0");
  return success({ hash: `$2y$${cost}$${parts.salt}${parts.digest}` });
}

const ADONIS_BCRYPT =
  /^\$bcrypt\$(?:v=(?<v>[0-9]{1,10})\$)?r=(?<cost>[1-9][0-9]?)\$(?<salt>[+/A-Za-z0-9]{22})\$(?<digest>[+/A-Za-z0-9]{31})$/;

/** The version is the code of the letter; strings without one are of releases before there was a choice. */
const ADONIS_VERSIONS: Readonly<Record<string, string>> = { "97": "2a", "98": "2b" };

/** bcrypt as AdonisJS writes it: parts in the notation of PHC strings, in the usual base64. */
export function recomposeAdonisBcrypt(text: string): Result<Recomposed> {
  const parts = ADONIS_BCRYPT.exec(text)?.groups;
  if (parts === undefined) {
    return incomplete("AdonisJS' bcrypt has a cost, 22 characters of salt and 31 of digest");
  }
  const version = ADONIS_VERSIONS[parts.v ?? "97"];
  if (version === undefined) return unsupported("v", "AdonisJS' bcrypt has the version 97 or 98 only");
  const cost = (parts.cost as string).padStart(2, "0");
  return success({ hash: `$${version}$${cost}$${toBcryptAlphabet(`${parts.salt}${parts.digest}`)}` });
}

const MAGENTO =
  /^(?<digest>[0-9a-f]{64}):(?<salt>[!-9;-~]{1,128}):3_32_(?<passes>[1-9][0-9]{0,9})_(?<memory>[1-9][0-9]{0,12})$/;

/** Magento's argon2id, which libsodium makes: 32 bytes, one lane, the salt's first 16 characters. */
export function recomposeMagento(text: string): Result<Recomposed> {
  const parts = MAGENTO.exec(text)?.groups;
  if (parts === undefined) return incomplete("Magento's argon2 has a digest, a salt and its costs");
  const memoryCost = Math.floor(Number(parts.memory) / 1024);
  const salt = encodeBase64Unpadded(utf8(sodiumSalt(parts.salt as string)));
  const digest = encodeBase64Unpadded(hexBytes(parts.digest as string) ?? new Uint8Array());
  return success({ hash: `$argon2id$v=19$m=${memoryCost},t=${parts.passes},p=1$${salt}$${digest}` });
}

const SODIUM_SALT_BYTES = 16;

/** A shorter salt is repeated, a longer one cut off. */
export function sodiumSalt(salt: string): string {
  return salt.repeat(SODIUM_SALT_BYTES).slice(0, SODIUM_SALT_BYTES);
}

function compose(groups: Groups): Result<Recomposed> {
  const { hash, salt, separator = "", memCost, rounds, signerKey } = groups as unknown as Parts;
  if (hash === "") return incomplete("the hash is missing");
  if (salt === "") return incomplete("the salt is missing");
  const composed = `$f_scrypt$${hash}$${salt}$m=${memCost}$r=${rounds}$s=${separator}`;
  return success(signerKey ? { hash: composed, signerKey } : { hash: composed });
}

function incomplete(message: string): Result<never> {
  return refuse("wrapping/incomplete", message);
}

function unsupported(field: string, message: string): Result<never> {
  return refuse("wrapping/parameter-unsupported", message, { field });
}
