import { encodeBase64, isPaddedBase64 } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { Discreet, redacted, secretText } from "../../lib/redact.js";
import { requireArgument } from "../../lib/require-argument.js";
import { HASH_TEXT_PROBLEMS } from "../../problems/hash-text.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { PROVIDER_SCRYPT_PROBLEMS } from "../../problems/provider-scrypt.js";
import { type Failure, type Problem, type Result, requireText, success } from "../../result.js";
import type { CanonicalForm } from "../text/change.js";
import { MAX_HASH_LENGTH, surroundingCharacters } from "../text/surrounding-characters.js";
import {
  type FieldName,
  MISSING,
  type ProviderScryptHash,
  rangeFault,
  scanField,
  scanProviderScrypt,
} from "./scan-provider-scrypt.js";
import { BEGINNING, PLAIN_HASH_END, type ProviderScryptCosts, SEPARATOR_MARK } from "./sound-provider-scrypt.js";

const { problem, refuse } = /* @__PURE__ */ problemMaker(HASH_TEXT_PROBLEMS, PROVIDER_SCRYPT_PROBLEMS);

export type { ProviderScryptHash } from "./scan-provider-scrypt.js";

/** What an old provider's export gives for one user, with its account-wide parameters. */
export interface ProviderScryptParts {
  /** Base64, standard or URL-safe, with or without padding. */
  readonly passwordHash: string;
  /** Base64, standard or URL-safe, with or without padding. */
  readonly salt: string;
  /** `mem_cost`: log2 of scrypt's N, 1 to 30. */
  readonly memCost: number;
  /** `rounds`: scrypt's r, 1 to 1073741823. */
  readonly rounds: number;
  /** `base64_salt_separator`: base64, usually `Bw==`; may be empty. */
  readonly saltSeparator: string;
}

/**
 * Reads a provider-scrypt string strictly.
 *
 * @param text `$f_scrypt$<hash>$<salt>$m=<mem_cost>$r=<rounds>$s=<separator>`, the
 * base64 standard and padded, with unused bits zero. Nothing around it.
 * @returns The parts as bytes and numbers, or the first fault with its place: every
 * `provider-scrypt/…` code but those of the signer key, or
 * `hash/surrounding-characters`. Deviations that `normalizeHash` repairs are refused.
 * @see spec: 2.4
 *
 * @example
 * ```ts
 * import { parseProviderScrypt } from "credport";
 *
 * const parsed = parseProviderScrypt("$f_scrypt$PrZI5nfqjOEk$salt$m=1$r=1$s=Bw==");
 * parsed.ok && [parsed.value.memCost, parsed.value.passwordHash.length]; // => [1, 9]
 * ```
 */
export function parseProviderScrypt(text: string): Result<ProviderScryptHash> {
  requireText(text, "text");
  const scan = surroundingCharacters(text) ?? scanProviderScrypt(text);
  if (!scan.ok) return scan;
  const [first] = scan.value.deviations;
  return first === undefined ? success(scan.value.hash) : { ok: false, problems: [first.problem] };
}

/**
 * Builds a provider-scrypt string from the parts of an export.
 *
 * @param parts Hash and salt of one user, with the account's `mem_cost`, `rounds`
 * and `base64_salt_separator`. Base64 in either alphabet, padded or not.
 * @returns `$f_scrypt$…` with standard, padded base64, or the first fault with the
 * field that it is in: `provider-scrypt/part-missing`, `…/parameter-out-of-range`,
 * `…/malformed`, `…/base64-form`, `…/truncated`. Warning:
 * `…/hash-length` for a hash that is not of a real signer key's 64 bytes; `normalizeHash` refuses the string.
 * @see spec: 2.4 rule 2
 *
 * @example
 * ```ts
 * import { buildProviderScrypt } from "credport";
 *
 * const parameters = { memCost: 14, rounds: 8, saltSeparator: "Bw==" };
 * const passwordHash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
 * const built = buildProviderScrypt({ ...parameters, passwordHash, salt: "42xEC-ixf3L2lw" });
 * built.ok && built.value.endsWith("$42xEC+ixf3L2lw==$m=14$r=8$s=Bw=="); // => true
 * ```
 */
export function buildProviderScrypt(parts: ProviderScryptParts): Result<string> {
  requireArgument("parts", parts, "object");
  const built = composeProviderScrypt(parts);
  if (!(built instanceof ComposedProviderScrypt)) return built;
  const bytes = (built.passwordHash.length / 4) * 3 - (/=*$/.exec(built.passwordHash) as RegExpExecArray)[0].length;
  return secretText(built.text, bytes === SIGNER_KEY_BYTES ? [] : [hashLengthFault(bytes)]);
}

/** A string that was put together from sound parts, and those of them that may have been rewritten. */
export class ComposedProviderScrypt extends Discreet implements ProviderScryptCosts {
  readonly text: string;
  readonly passwordHash: string;
  readonly salt: string;
  readonly memCost: number;
  readonly rounds: number;
  /** Whether `plainProviderScrypt` takes the text, told from what it was put together from. */
  readonly isPlain: boolean;

  constructor(text: string, passwordHash: string, salt: string, account: AccountParts) {
    super();
    this.text = text;
    this.passwordHash = passwordHash;
    this.salt = salt;
    this.memCost = account.memCost;
    this.rounds = account.rounds;
    const isUsual = passwordHash.length === PLAIN_HASH_END - BEGINNING.length && passwordHash.endsWith("==");
    this.isPlain = isUsual && !account.end.endsWith(SEPARATOR_MARK);
  }

  shown(): object {
    return { memCost: this.memCost, rounds: this.rounds, text: redacted(this.text) };
  }
}

/**
 * As `buildProviderScrypt`, for a caller that wants to know what was rewritten.
 *
 * @param isHashPlain Whether the hash is known to be `isPlainPart`.
 */
export function composeProviderScrypt(
  parts: ProviderScryptParts,
  isHashPlain = false,
): ComposedProviderScrypt | Failure {
  const passwordHash = isHashPlain ? parts.passwordHash : looseField(parts.passwordHash, "passwordHash");
  if (typeof passwordHash !== "string") return passwordHash;
  const salt = looseField(parts.salt, "salt");
  if (typeof salt !== "string") return salt;
  const account = accountOf(parts);
  if ("ok" in account) return account;
  const text = `${BEGINNING}${passwordHash}$${salt}${account.end}`;
  return tooLong(text, "the string") ?? new ComposedProviderScrypt(text, passwordHash, salt, account);
}

/** What all hashes of one account have in common. */
interface AccountParts extends ProviderScryptCosts {
  /** As it was given. */
  readonly saltSeparator: string;
  /** The string from the costs on. */
  readonly end: string;
}

/** Of the account whose hash was put together last. */
let lastAccount: AccountParts | undefined;

function accountOf({ memCost, rounds, saltSeparator }: ProviderScryptParts): AccountParts | Failure {
  if (
    lastAccount &&
    lastAccount.saltSeparator === saltSeparator &&
    lastAccount.memCost === memCost &&
    lastAccount.rounds === rounds
  ) {
    return lastAccount;
  }
  const range = rangeFault(memCost, rounds);
  if (range !== null) return range;
  const separator = looseField(saltSeparator, "saltSeparator");
  if (typeof separator !== "string") return separator;
  lastAccount = { memCost, rounds, saltSeparator, end: `$m=${memCost}$r=${rounds}$s=${separator}` };
  return lastAccount;
}

/** Writes the string from sound parts. */
export function formatProviderScrypt(hash: ProviderScryptHash): string {
  const { passwordHash, salt, memCost, rounds, saltSeparator } = hash;
  return `${BEGINNING}${encodeBase64(passwordHash)}$${encodeBase64(salt)}$m=${memCost}$r=${rounds}$s=${encodeBase64(saltSeparator)}`;
}

/** The canonical form: standard, padded base64 and the parameters in the order m, r, s. */
export function canonicalProviderScrypt(text: string): Result<CanonicalForm & { readonly hash: ProviderScryptHash }> {
  const scan = scanProviderScrypt(text);
  if (!scan.ok) return scan;
  const { hash, deviations } = scan.value;
  const changes = deviations.map((deviation) => deviation.change);
  return success({ text: changes.length === 0 ? text : formatProviderScrypt(hash), changes, hash });
}

/** What real signer keys have, and so the hashes. */
export const SIGNER_KEY_BYTES = 64;

/** Of a hash of which no real signer key was the clear text. */
export function hashLengthFault(bytes: number): Problem {
  return problem(
    "provider-scrypt/hash-length",
    `the hash has ${counted(bytes, "byte")}, not the ${SIGNER_KEY_BYTES} of a signer key`,
    { field: "passwordHash" },
  );
}

/** Whether a part is in the string as it is: standard, padded base64. */
export function isPlainPart(text: string): boolean {
  return text !== "" && text.length <= MAX_HASH_LENGTH && isPaddedBase64(text);
}

/** One part of an export, in either alphabet and padded or not, as standard, padded base64. */
function looseField(text: unknown, field: FieldName): string | Failure {
  if (typeof text !== "string") {
    return refuse(MISSING[field] ?? "provider-scrypt/parameter-missing", `${field} is not a text`, { field });
  }
  if (isPlainPart(text)) return text;
  const read = tooLong(text, field, field) ?? scanField(text, 0, text.length, field);
  return "ok" in read ? read : encodeBase64(read.bytes);
}

/** What no parser reads is not built either. */
function tooLong(text: string, what: string, field?: FieldName): Failure | null {
  if (text.length <= MAX_HASH_LENGTH) return null;
  return refuse(
    "hash/too-long",
    `${what} has ${counted(text.length, "character")}; at most ${MAX_HASH_LENGTH} are read`,
    { ...(field === undefined ? {} : { field, offset: MAX_HASH_LENGTH }) },
  );
}
