import type { Scheme } from "../../hash/index.js";
import { defined } from "../../lib/defined.js";
import { describedAs, redacted } from "../../lib/redact.js";
import { requireNames, requireNamesBeside } from "../../lib/require-names.js";
import { unlisted } from "../../lib/unlisted.js";
import { type Result, requireText, success } from "../../result.js";
import type { Coverage, PlanOptions, Verification, VerifyLimits } from "../../verify/index.js";
import {
  PLAN_OPTIONS,
  type Plan,
  planDummy,
  planVerification,
  requireFacts,
  runPlan,
  verifyLimits,
} from "../../verify/internal.js";
import { requireMilliseconds } from "../call-outside.js";
import { afterAll, type KindsOfHashes, kindsOfHashes } from "../kinds-of-hashes.js";
import { loginMessage, unlessBusy } from "../login-message.js";
import { inNormalForm, isInUtf8 } from "../plan-migration.js";
import { refuseEmpty } from "../refuse-empty.js";
import { answeredAtLeast } from "../settle.js";
import { createHashWriter, type HashWriter, isOwn } from "./hash-writer.js";
import type { WriteScheme } from "./write-scheme.js";

/** What is known of hashes that this package did not write: the options of `verifyPassword`. */
export type ReadOptions = Omit<PlanOptions, "limits">;

/** How new hashes are written, and what is known of the older ones. */
export interface PasswordHasherOptions {
  /** `argon2id(…)`, `scrypt(…)` or `bcrypt(…)`. */
  readonly write: WriteScheme;
  /** It holds for all hashes but those that a hasher has made: they are over the password alone. */
  readonly read?: ReadOptions | undefined;
  /** For checks and for new hashes; the costs of `write` must be within them. */
  readonly limits?: Partial<VerifyLimits> | undefined;
  /**
   * Milliseconds that no answer of `verify` comes before, none unless given: for old hashes that take longer than `write`, by
   * which time would tell who is there. It holds no place; choose it above what the costliest check takes under load.
   */
  readonly answerAtLeastMs?: number | undefined;
}

/** Options of one call. */
export interface HasherCallOptions {
  /** Ends the wait in the queue, and the work where the engine can be interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Options that differ between users, such as `salt`; they go before those for all. */
  readonly read?: ReadOptions | undefined;
}

/** What a check found. */
export interface CheckedHash {
  /** Whether to let the user in. */
  readonly matches: boolean;
  /** After a match: store this in the place of the hash that was checked. No copy has it: read it by its name. */
  readonly newHash?: string;
  /** What of the password the check saw: see `Coverage`. Unless it was all, there is no new hash. */
  readonly coverage: Coverage;
  /**
   * After a match: the stored hash is not what would be written now. Where `newHash` is missing, `coverage` or the
   * result's `warnings` say why.
   */
  readonly outdated: boolean;
  /** Of the stored hash; undefined where there is none. */
  readonly scheme?: Scheme;
}

/** Hashes passwords, and checks them against stored hashes of any kind. */
export interface PasswordHasher {
  /**
   * A new hash of a password; a column of 128 characters has room for it. Problems: `login/password-too-long` and
   * `login/password-with-nul` where the scheme would not see all of it; `verify/…`: over a limit, queue full, aborted, no
   * engine.
   */
  readonly hash: (
    password: string | Uint8Array,
    options?: Pick<HasherCallOptions, "signal">,
  ) => Promise<Result<string>>;
  /**
   * Checks a password. `stored` is the column's text; null or undefined stands for a user who does not exist, and takes as
   * much work as a user whose hash is up to date. Problems: those of `verifyPassword`. After a problem nothing is known of
   * the password. Where the hash is at fault, it took the same work. An empty password matches no hash.
   */
  readonly verify: (
    password: string | Uint8Array,
    stored: string | null | undefined,
    options?: HasherCallOptions,
  ) => Promise<Result<CheckedHash>>;
}

/**
 * Makes what a login server needs for its own passwords: it writes one kind of hash, reads all that `verifyPassword` reads,
 * and replaces an old hash when its user logs in. Checks and new hashes share the queue and the limits of
 * `verifyPassword`.
 *
 * `newHash` is there after a match if the stored hash is not what `write` would write now: another scheme, variant or
 * notation, a lower cost, a prehash, a pepper, a wrapping. It is not there if the check did not see all of the password
 * as it was typed: with 72 bytes under bcrypt it may be more than the password, and with white space that WordPress takes
 * off the user might not get in without it. A hash of a higher cost stays.
 *
 * @param options Throws a `TypeError` for an unknown or unusable option, and for costs of `write` over the limits.
 * @see docs/verify-and-upgrade.md for how to store it
 *
 * @example
 * ```ts
 * import { argon2id, createPasswordHasher } from "credport/login";
 *
 * const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
 * const stored = "$P$984478476IagS59wHZvyQMArzfx58u.";
 * const checked = await hasher.verify("hashcat", stored);
 * checked.ok && [checked.value.matches, checked.value.newHash?.slice(0, 30)]; // => [true, "$argon2id$v=19$m=19456,t=2,p=1"]
 * const unknown = await hasher.verify("hashcat", null);
 * unknown.ok && unknown.value.matches; // => false
 * ```
 */
export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  requireNames("createPasswordHasher", options, ["write", "read", "limits", "answerAtLeastMs"]);
  const { write, read = {}, limits, answerAtLeastMs } = options;
  requireMilliseconds("answerAtLeastMs", answerAtLeastMs);
  requireNames("read", read, READ_OPTIONS);
  requireFacts(read);
  const bounds = verifyLimits(limits);
  const writer = createHashWriter(write, bounds);
  // For what it throws; what a hash lacks, as a signer key, is said of that hash.
  planDummy(undefined, { ...read, limits: bounds });
  const dummy = planStored({ read, limits: bounds }, writer.dummy);
  const kinds = dummy.ok ? kindsOfHashes(dummy.value) : undefined;
  return {
    hash: async (password, options = {}) => {
      requireNamesBeside("hash", options, ["signal"]);
      // Where the text as it is typed is not tried, no hash of it would ever match.
      const [form = "as-typed"] = read.normalForms ?? [];
      const isText = typeof password === "string" && form !== "as-typed";
      return writer.hash(isText ? password.normalize(form) : password, options.signal);
    },
    verify: async (password, stored, options = {}) => {
      requireNames("verify", options, ["signal", "read"]);
      const { signal, read: own = {} } = options;
      requireNames("read", own, READ_OPTIONS);
      const given = { ...read, ...defined(own), limits: bounds };
      const check = { writer, kinds, password, read: given, limits: bounds, signal };
      if (stored !== null && stored !== undefined) requireText(stored, "stored");
      return answeredAtLeast(answerAtLeastMs, signal, () => checkStored(check, stored ?? null));
    },
  };
}

const READ_OPTIONS = /* @__PURE__ */ PLAN_OPTIONS.filter((name) => name !== "limits");

interface Check {
  readonly writer: HashWriter;
  /** A wrong password costs as much under any of them, and for a user who does not exist. */
  readonly kinds: KindsOfHashes | undefined;
  readonly password: string | Uint8Array;
  readonly read: PlanOptions;
  readonly limits: VerifyLimits;
  readonly signal: AbortSignal | undefined;
}

async function checkStored(check: Check, stored: string | null): Promise<Result<CheckedHash>> {
  if (stored === null) {
    const ran = await runDummy(check);
    return ran.ok ? success({ matches: false, coverage: "whole", outdated: false }) : ran;
  }
  const planned = planStored(check, stored);
  const verified = planned.ok ? await run(check, planned.value) : planned;
  if (!verified.ok) {
    // Of a damaged hash nothing was computed, which would show that its user exists.
    const isOfHash = loginMessage(verified.problems[0].code) === undefined;
    return isOfHash ? unlessBusy(verified, await runDummy(check)) : verified;
  }
  const { matches, coverage, scheme } = verified.value;
  if (matches && planned.ok) return afterMatch(check, stored, planned.value, verified.value);
  return success({ matches: false, coverage, outdated: false, scheme }, verified.warnings);
}

/** As a hash that was written here, or as the options say of all others. Both are planned, for the dummy too. */
function planStored({ read, limits }: Pick<Check, "read" | "limits">, stored: string): Result<Plan> {
  const { normalForms } = read;
  const asOwn = planVerification(stored, { limits, ...defined({ normalForms }) });
  const asOther = planVerification(stored, read);
  return asOwn.ok && isOwn(asOwn.value) ? asOwn : asOther;
}

function runWith({ password, limits, signal }: Check) {
  return (plan: Plan) => runPlan(plan, password, limits, signal);
}

async function run(check: Check, plan: Plan): Promise<Result<Verification>> {
  const verified = refuseEmpty(check.password, await runWith(check)(plan));
  if (!verified.ok || verified.value.matches || check.kinds === undefined) return verified;
  return afterAll(verified, check.kinds.missingAfter(plan), runWith(check));
}

async function runDummy(check: Check): Promise<Result<unknown>> {
  const dummy = planStored(check, check.writer.dummy);
  if (!dummy.ok) return dummy;
  const ran = await runWith(check)(dummy.value);
  return ran.ok ? afterAll(ran, check.kinds?.others() ?? [], runWith(check)) : ran;
}

async function afterMatch(
  { writer, password, signal }: Check,
  stored: string,
  plan: Plan,
  { coverage, scheme, as }: Verification,
): Promise<Result<CheckedHash>> {
  const isUtf8 = as === undefined || typeof password !== "string" || isInUtf8(password, as.encoding);
  const outdated = !isUtf8 || !writer.isCurrent(plan, stored);
  const found = { matches: true, coverage, outdated, scheme };
  // The old system lets other spellings in as well, and the new hash only those of `normalForms`.
  const isOneOfForms = coverage === "respelled" && (as?.normalForm ?? "as-typed") !== "as-typed";
  if (!outdated || !(coverage === "whole" || isOneOfForms)) return success(found, plan.warnings);
  // The form that the old hash is over, so that the device that wrote it still gets in.
  const typed = typeof password === "string" ? inNormalForm(password, as) : password;
  const hashed = await writer.hash(typed, signal);
  // The user is let in all the same; the next login tries again.
  if (!hashed.ok) return success(found, [...plan.warnings, ...hashed.problems]);
  const { value: newHash } = hashed;
  const described = describedAs({ ...found, newHash }, () => ({ ...found, newHash: redacted(newHash) }));
  return success(unlisted(described, "newHash"), plan.warnings);
}
