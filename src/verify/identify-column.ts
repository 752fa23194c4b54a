import {
  type Disposition,
  type HashIdentity,
  identifyHash,
  normalizeHash,
  type Scheme,
  SOURCE_NAMES,
  type SourceName,
} from "../hash/index.js";
import { cutOffWarning } from "../hash/internal.js";
import { DIGEST_BYTES, type DigestName } from "../lib/digest-bytes.js";
import { requireArgument } from "../lib/require-argument.js";
import type { Problem } from "../result.js";
import { requireText } from "../result.js";
import { costText, estimateVerification } from "./estimate-verification.js";
import { NO_LIMITS } from "./run/limits.js";

/** Hashes of one kind and one cost. */
export interface ColumnShare {
  readonly scheme: Scheme | "unknown";
  /** Name of the catalogue's row, of a system's own prefix where it has one; null for what is of none. */
  readonly format: string | null;
  readonly disposition: Disposition;
  /** Cost parameters, or the number of characters of a digest that says no more: `version 2y, cost 12`. */
  readonly cost: string;
  readonly values: number;
}

/** A system that may have written some of the column. */
export interface LikelySystem {
  /** What to give as `--from` or `source`; null where the reason names a program that credport does not read. */
  readonly source: SourceName | null;
  readonly values: number;
  readonly reason: string;
}

/** What a column of hashes is. Holds no part of any. */
export interface ColumnIdentity {
  /** All that were given, and how many of them were empty. */
  readonly values: number;
  readonly empty: number;
  /** Most frequent first; what is beyond 50 kinds is one share of the scheme `unknown`. */
  readonly shares: readonly ColumnShare[];
  /** Hashes that end too early, most of them at one length beyond which no value goes: the column was too narrow. */
  readonly cut: { readonly length: number; readonly values: number } | null;
  /** Most frequent first: more than one means that users came from elsewhere, or that the system changed its ways. */
  readonly likely: readonly LikelySystem[];
}

/**
 * Says what a column of hashes is: its kinds and costs, whether it was cut off, and which systems write such hashes.
 *
 * @param values The texts of the column; they are gone through once, and none is kept.
 * @returns Counts, and the reason for each system that is named.
 *
 * @example
 * ```ts
 * import { identifyColumn } from "credport/verify";
 *
 * const hash = "$2y$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * identifyColumn([hash]).shares[0]?.cost; // => "version 2y, cost 10"
 * identifyColumn([hash.slice(0, 50), hash.slice(0, 50)]).cut; // => { length: 50, values: 2 }
 * ```
 */
export function identifyColumn(values: Iterable<string>): ColumnIdentity {
  requireArgument("values", values, "iterable");
  const counter = new ColumnCounter();
  for (const value of values) {
    requireText(value, "each of values");
    counter.add(value);
  }
  return counter.result();
}

const MOST_KINDS = 50;
/** Fewer that end alike may do so by chance. */
const LEAST_CUT = 2;

/** Counts a column whose values come one by one. */
export class ColumnCounter {
  readonly #shares = new Map<string, Omit<ColumnShare, "values"> & { values: number }>();
  readonly #short = new Map<number, number>();
  #longest = 0;
  #values = 0;
  #empty = 0;

  add(value: string): void {
    // A column of fixed width fills its values up.
    const text = value.trimEnd();
    this.#values++;
    if (text === "") this.#empty++;
    else this.#count(text);
  }

  #count(text: string): void {
    const { isShort, ...kind } = kindOf(text);
    const { scheme, format, disposition } = kind;
    const cost = costOf(text, kind);
    const key = [scheme, format, disposition, cost].join("\0");
    const isKept = this.#shares.has(key) || this.#shares.size < MOST_KINDS;
    const share = this.#shares.get(isKept ? key : "") ?? {
      ...(isKept ? { scheme, format, disposition, cost } : OTHERS),
      values: 0,
    };
    share.values++;
    this.#shares.set(isKept ? key : "", share);
    this.#longest = Math.max(this.#longest, text.length);
    if (isShort) this.#short.set(text.length, (this.#short.get(text.length) ?? 0) + 1);
  }

  result(): ColumnIdentity {
    const shares = [...this.#shares.values()].sort(byValues);
    const cut = this.#short.get(this.#longest) ?? 0;
    const short = [...this.#short.values()].reduce((sum, some) => sum + some, 0);
    const isCut = cut >= LEAST_CUT && cut > short / 2;
    return {
      values: this.#values,
      empty: this.#empty,
      shares,
      cut: isCut ? { length: this.#longest, values: cut } : null,
      likely: likelySystems(shares),
    };
  }
}

type Kind = Pick<HashIdentity, "scheme" | "format" | "disposition">;

/** What a value is, and whether it ends where a whole one continues. */
function kindOf(text: string): Kind & { readonly isShort: boolean } {
  const { scheme, format, wrapping, disposition, problems } = identifyHash(digitsOf(text));
  const kind = { scheme, format: format === scheme ? (wrapping?.name ?? format) : format, disposition };
  if (scheme === "argon2" && disposition === "importable" && isOfUnusualLength(text)) {
    return { ...kind, disposition: "verifiable", isShort: true };
  }
  const [fault] = problems;
  const digits = disposition === "unsupported" || format === null ? HEX_DIGITS.exec(text)?.[1] : undefined;
  const isNoDigest = digits !== undefined && !DIGEST_DIGITS.has(digits.length);
  const isCut = disposition === "malformed" ? format !== null && isBroken(text, kind, fault) : hasOddSalt(text, kind);
  return { ...kind, isShort: isCut || isNoDigest };
}

/** Of PBKDF2 some systems write whole digests alone, and argon2's may break off within a parameter or a short digest. */
function isBroken(text: string, { scheme }: Kind, fault: Problem | undefined): boolean {
  if (fault?.code.endsWith("/truncated") === true || fault?.offset === text.length) return true;
  if (scheme === "pbkdf2") return fault?.code === "scheme/malformed" && fault.offset === undefined;
  return scheme === "argon2" && /(?:,[tp]|\$[^$]{1,5})$/.test(text);
}

const SALTED = "ldap-salted-";
/** Of a salt after its digest: systems write 4, 8 or 16. */
const LEAST_SALT_BYTES = 4;

function hasOddSalt(text: string, { format }: Kind): boolean {
  if (format?.startsWith(SALTED) !== true) return false;
  const characters = text.slice(text.indexOf("}") + 1).replace(/=+$/, "").length;
  const digest = DIGEST_BYTES[format.slice(SALTED.length) as DigestName];
  const salt = Math.floor((characters * 3) / 4) - digest;
  return salt < LEAST_SALT_BYTES || salt % 2 === 1;
}

/** SQL Server shows bytes as `0x…`, which a digest may have in front. */
function digitsOf(text: string): string {
  return text.startsWith("0x") ? (HEX_DIGITS.exec(text)?.[1] ?? text) : text;
}

const HEX_DIGITS = /^(?:0x)?([0-9a-f]{17,})$/i;

/** Of MySQL before 4.1, and of the digests. */
const DIGEST_DIGITS: ReadonlySet<number> = new Set([16, ...Object.values(DIGEST_BYTES).map((bytes) => 2 * bytes)]);

/** A check leaves these to the fallback, since a service takes what was cut off as well. */
function isOfUnusualLength(text: string): boolean {
  const normalized = normalizeHash(text);
  return normalized.ok && cutOffWarning(normalized.warnings) !== undefined;
}

const OTHERS = {
  scheme: "unknown",
  format: null,
  disposition: "malformed",
  cost: "of further kinds",
} as const;

function byValues(one: { values: number }, other: { values: number }): number {
  return other.values - one.values;
}

function costOf(text: string, { scheme, disposition }: Kind): string {
  if (scheme === "ambiguous-digest") {
    const [digest = ""] = digitsOf(text).split(":", 1);
    const digits = /^[0-9a-f]+$/i.test(digest) ? "hexadecimal digits" : "characters";
    return `${digest.length} ${digits}${digest.length < digitsOf(text).length ? " and a salt" : ""}`;
  }
  if (disposition !== "importable" && disposition !== "verifiable") return "";
  const estimate = estimateVerification(text, { limits: NO_LIMITS });
  return estimate.ok ? costText(estimate.value.parameters) : "";
}

/** Costs and forms by which programs are told, where the hash has no mark of its own. */
const HABITS: readonly (readonly [form: RegExp, source: SourceName | null, programs: string])[] = [
  [/^bcrypt bcrypt version 2y, cost 1[02]$/, "laravel", "Laravel and others that use PHP's password_hash()"],
  [/^bcrypt bcrypt version 2y, cost 13$/, "symfony", "Symfony"],
  [/^bcrypt bcrypt version 2a, cost 12$/, "devise", "Devise (Ruby on Rails)"],
  [/^bcrypt bcrypt version 2a, cost 14$/, "zitadel", "Zitadel"],
  [
    /^bcrypt bcrypt version 2a, cost 10$/,
    null,
    "Go's, Java's and Ruby's libraries: Supabase, Ory Kratos, Spring, GitLab",
  ],
  [/^bcrypt bcrypt version 2b, cost 1[02]$/, null, "packages of Node.js and Python: Auth0, Strapi, Payload and others"],
  [
    /^argon2 .*memoryCost 65536, timeCost 3, parallelism 4$/,
    "directus",
    "the package argon2 of Node.js and argon2-cffi, such as Directus",
  ],
  [/^argon2 .*memoryCost 65536, timeCost 4, parallelism 1$/, null, "PHP's password_hash()"],
  [/^argon2 .*memoryCost 4096, timeCost 256, parallelism 1$/, "logto", "Logto"],
  [/^argon2 .*memoryCost 87795, timeCost 1, parallelism 2$/, "supertokens", "SuperTokens"],
  [/^argon2 .*memoryCost 65536, timeCost 16, parallelism 1$/, "typo3", "TYPO3"],
  [/^phpass phpass rounds 8192$/, "wordpress", "WordPress before 6.8"],
  [/^phpass phpass rounds 2048$/, "phpbb", "phpBB 3.0"],
  [/^pbkdf2 passlib-pbkdf2 digest sha512/, "odoo", "Odoo"],
  [/^pbkdf2 phc-pbkdf2 digest sha256/, "discourse", "Discourse"],
  [/^sha512-crypt sha512-crypt rounds 10000$/, "moodle", "Moodle 4.3 and later"],
];
/** Names of rows that do not begin with their system's. */
const KIN: Readonly<Record<string, SourceName>> = { adonis: "adonisjs", opendj: "forgerock" };

function likelySystems(shares: readonly ColumnShare[]): readonly LikelySystem[] {
  const found = new Map<string, LikelySystem>();
  for (const share of shares) {
    const told = toldBy(share);
    if (told === undefined) continue;
    const key = told.source ?? told.reason;
    const earlier = found.get(key);
    found.set(key, { ...told, ...(earlier ?? {}), values: share.values + (earlier?.values ?? 0) });
  }
  return [...found.values()].sort(byValues);
}

function toldBy(share: ColumnShare): Pick<LikelySystem, "source" | "reason"> | undefined {
  const { scheme, format, cost } = share;
  if (format === null || share.disposition === "malformed") return undefined;
  const marked = SOURCE_NAMES.find((name) => format.startsWith(`${name}-`)) ?? KIN[format.split("-", 1)[0] as string];
  if (marked !== undefined) return { source: marked, reason: `the form ${format} is written by it` };
  const [, source, programs] = HABITS.find(([form]) => form.test(`${scheme} ${format} ${cost}`)) ?? [];
  if (programs === undefined) return undefined;
  return { source: source ?? null, reason: `${scheme} with ${cost} is the default of ${programs}` };
}
