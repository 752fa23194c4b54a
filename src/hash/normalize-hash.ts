import { counted } from "../lib/plural.js";
import { problem, refuse } from "../problems/service.js";
import { type Failure, type Problem, type Result, requireText, success } from "../result.js";
import { type HashFacts, hashFactsOf, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { isCanonicalBcrypt } from "./bcrypt/plain-bcrypt.js";
import { Normalized, type NormalizedHash } from "./normalized-hash.js";
import {
  type ComposedProviderScrypt,
  formatProviderScrypt,
  type ProviderScryptHash,
} from "./provider-scrypt/provider-scrypt.js";
import { type ProviderScryptCosts, plainProviderScrypt } from "./provider-scrypt/sound-provider-scrypt.js";
import { costWarning, isCostlyBcrypt, isCostlyScrypt } from "./read/cost-warning.js";
import type { Canonical } from "./read/hash-reading.js";
import { readHash } from "./read/read-hash.js";
import { type HashContext, isOpen, requireContext } from "./systems/source-context.js";
import { type Change, change, NO_CHANGES } from "./text/change.js";

/** Where a hash comes from and which service it goes to. */
export interface NormalizeOptions extends HashContext {
  /** The service that the string is for: a profile's name or a profile of your own. */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/**
 * Turns a text from a password column into the one string that the service
 * verifies, or says precisely why there is none.
 *
 * A change is made only where it is provably sound: the result verifies exactly the
 * passwords that the text did in the system that wrote it. All are listed.
 *
 * @param text Any text at all; see `identifyHash`.
 * @param options `source` and `peppered` as for `identifyHash`; `service`: the
 * profile whose names and limits apply (`default`).
 * @returns ok exactly when the hash is importable. Problems that can come back: every
 * code of the areas `hash`, `bcrypt`, `argon2`, `provider-scrypt`, `wrapping`, `scheme`
 * and `service`. Warnings: `hash/costly`, `bcrypt/sign-extension`, `argon2/unusual-digest-length`,
 * `wrapping/pepper-possible`, `wrapping/password-altered`, `service/ascii-passwords-only`.
 * @see spec: 2.4, 4.7
 *
 * @example
 * ```ts
 * import { normalizeHash } from "credport";
 *
 * const normalized = normalizeHash("{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
 * normalized.ok && normalized.value.changes.map((change) => change.kind); // => ["stripped"]
 * ```
 */
export function normalizeHash(text: string, options: NormalizeOptions = {}): Result<NormalizedHash> {
  requireText(text, "text");
  requireContext("normalizeHash", options);
  return normalizeText(text, options);
}

/** As `normalizeHash`, for options whose names are known to be right. */
export function normalizeText(text: string, options: NormalizeOptions): Result<NormalizedHash> {
  const target = targetOf(options);
  const plain = plainHash(text, options, target);
  if (plain !== null) return plain;
  const reading = readHash(text, options);
  const [first, ...others] = reading.problems;
  if (reading.disposition !== "importable" || reading.canonical === null) {
    return { ok: false, problems: [first as Problem, ...others] };
  }
  const costly = costWarning(reading.canonical);
  const warnings = costly === null ? reading.warnings : [...reading.warnings, costly];
  return forService(reading.canonical, warnings, target);
}

/** The service, as the caller named it and what it makes of hashes. */
interface Target {
  readonly facts: HashFacts;
  readonly service: ServiceProfileName | ServiceProfile | undefined;
}

function targetOf({ service }: NormalizeOptions): Target {
  return { facts: hashFactsOf(service), service };
}

/** As `normalizeHash` of its text, whose parts need no second look. */
export function normalizeComposed(
  composed: ComposedProviderScrypt,
  options: NormalizeOptions = {},
): Result<NormalizedHash> {
  const isPlain = mayBeFirebases(options) && composed.isPlain;
  const plain = isPlain ? plainFor(composed.text, composed, targetOf(options)) : null;
  return plain ?? normalizeText(composed.text, options);
}

/** What most columns hold; null where it has to be read. */
function plainHash(text: string, options: NormalizeOptions, target: Target): Result<NormalizedHash> | null {
  const isFitting = text.length <= target.facts.limits.passwordHash;
  if (isFitting && isOpen(options) && isPlainBcrypt(text)) {
    return success(new Normalized("bcrypt", text, NO_CHANGES, target.service));
  }
  return mayBeFirebases(options) ? plainFor(text, plainProviderScrypt(text), target) : null;
}

/** Nothing to change and nothing to say about it. */
function isPlainBcrypt(text: string): boolean {
  return isCanonicalBcrypt(text) && !isCostlyBcrypt(text);
}

/** Firebase has no hashes but standard ones, and no pepper; formats of the caller's own may be anything. */
function mayBeFirebases({ source, catalogue }: NormalizeOptions): boolean {
  return catalogue === undefined && (source === undefined || source === "firebase");
}

/** A string as Firebase's own parameters and hashes make it: nothing to change, and nothing to say of its costs. */
function plainFor(text: string, costs: ProviderScryptCosts | null, target: Target): Result<NormalizedHash> | null {
  if (costs === null || isCostlyScrypt(costs)) return null;
  if (text.length > target.facts.limits.passwordHash) return null;
  return success(...firebasesFor(text, NO_CHANGES, target, []));
}

function forService(canonical: Canonical, warnings: readonly Problem[], target: Target): Result<NormalizedHash> {
  const { scheme, providerScrypt } = canonical;
  if (providerScrypt !== undefined) return providerScryptFor(canonical, providerScrypt, warnings, target);
  const tooLong = lengthFault(canonical.text, target.facts);
  if (tooLong !== null) return tooLong;
  return success(new Normalized(scheme, canonical.text, canonical.changes, target.service), warnings);
}

function providerScryptFor(
  canonical: Canonical,
  hash: ProviderScryptHash,
  warnings: readonly Problem[],
  target: Target,
): Result<NormalizedHash> {
  const moved = moveSeparator(hash, target.facts);
  if (moved !== null && "ok" in moved) return moved;
  const text = moved === null ? canonical.text : formatProviderScrypt(moved);
  const tooLong = lengthFault(text, target.facts);
  if (tooLong !== null) return tooLong;
  const changes = moved === null ? canonical.changes : [...canonical.changes, SEPARATOR_MOVED];
  const [normalized, all] = firebasesFor(text, changes, target, warnings);
  if (canonical.signerKey !== undefined) Object.assign(normalized, { signerKey: canonical.signerKey });
  return success(normalized, all);
}

function firebasesFor(
  text: string,
  changes: readonly Change[],
  { facts, service }: Target,
  warnings: readonly Problem[],
): [Normalized, readonly Problem[]] {
  const { providerScryptAlgorithm, providerScryptParser } = facts;
  const normalized = new Normalized("provider-scrypt", text, changes, service, providerScryptAlgorithm);
  const isAscii = providerScryptParser.asciiPasswordsOnly;
  return [normalized, isAscii ? [...warnings, asciiOnly(facts)] : warnings];
}

const SEPARATOR_MOVED = change(
  "separator-moved",
  "a byte was moved between salt and separator, which are used one after the other, since the service's parser can't read this separator",
  "saltSeparator",
);

/**
 * Writes the separator so that the service's parser reads it whole. Only salt
 * followed by separator enters the derivation, so bytes may pass from one to the
 * other. Null where nothing needs to move.
 */
function moveSeparator(hash: ProviderScryptHash, profile: HashFacts): ProviderScryptHash | Failure | null {
  const { refusesEmptySeparator, cutsSeparatorAfterSEquals } = profile.providerScryptParser;
  const { salt, saltSeparator } = hash;
  const empty = refusesEmptySeparator && saltSeparator.length === 0;
  const cut = cutsSeparatorAfterSEquals && formatProviderScrypt(hash).endsWith("s=") && saltSeparator.length > 0;
  if (!empty && !cut) return null;
  // One byte more: the separator's length becomes a multiple of three, or 1, and no "s=" can end it.
  if (salt.length > 1) return splitSalted(hash, salt.length - 1);
  if (saltSeparator.length > 1) return splitSalted(hash, salt.length + 1);
  return refuse(
    "service/separator-unsupported",
    `the service ${profile.name} can't read this separator, and the salt has no byte to spare`,
    { field: "saltSeparator" },
  );
}

function splitSalted(hash: ProviderScryptHash, saltBytes: number): ProviderScryptHash {
  const salted = new Uint8Array([...hash.salt, ...hash.saltSeparator]);
  return { ...hash, salt: salted.slice(0, saltBytes), saltSeparator: salted.slice(saltBytes) };
}

function lengthFault(text: string, profile: HashFacts): Failure | null {
  const most = profile.limits.passwordHash;
  if (text.length <= most) return null;
  return refuse(
    "service/hash-too-long",
    `the hash has ${counted(text.length, "character")}; the service ${profile.name} keeps ${most}`,
  );
}

function asciiOnly(profile: HashFacts): Problem {
  return problem(
    "service/ascii-passwords-only",
    `the service ${profile.name} reads passwords of provider-scrypt hashes as ASCII: users whose password has another character can't log in`,
  );
}
