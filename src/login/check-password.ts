import { offAbort, onAbort } from "../lib/abort-listeners.js";
import { namesSuccess } from "../lib/named-success.js";
import { LOGIN_PROBLEMS } from "../problems/login.js";
import { problemMaker } from "../problems/problem-maker.js";
import { VERIFY_PROBLEMS } from "../problems/verify.js";
import { type Problem, type Result, success } from "../result.js";
import { createDummyVerification, type Verification, type VerifyOptions } from "../verify/index.js";
import {
  COMMONEST_HASH,
  createGate,
  type Gate,
  isSpelling,
  type MatchedAs,
  type Plan,
  passwordBytes,
  planDummy,
  planVerification,
  runPlan,
  statedCoverage,
  verifyLimits,
} from "../verify/internal.js";
import { called, DEFAULT_ANSWER_MILLISECONDS, LATE, report, timedOutMessage, UNUSABLE_ANSWER } from "./call-outside.js";
import { afterAll, kindsOfHashes } from "./kinds-of-hashes.js";
import type { LegacyUser, Settings } from "./login-fallback-options.js";
import { loginMessage } from "./login-message.js";
import { refuseEmpty } from "./refuse-empty.js";

const { refuse } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS, VERIFY_PROBLEMS);

/** How passwords are checked, for users who exist and for unknown ones. */
export interface PasswordCheck {
  readonly ofUser: (
    user: LegacyUser,
    password: string,
    signal: AbortSignal | undefined,
  ) => Promise<Result<Verification>>;
  /** The work alone; also after a hash that could not be planned, which takes the place of reading another one. */
  readonly ofNobody: (password: string, signal: AbortSignal | undefined, hasRead?: boolean) => Promise<Result<null>>;
}

/** credport's own verification, or the caller's. Throws for a `commonHash` that can't be verified: a caller's bug. */
export function createPasswordCheck(options: Settings): PasswordCheck {
  const { verify, commonHash, padCheapChecks = true } = options;
  if (verify !== undefined) return ownCheck(options, verify);
  const [like, ...listed] = typeof commonHash === "object" ? commonHash : [commonHash];
  const common = requirePlan(like, options);
  const others = listed.map((hash) => requirePlan(hash, options));
  const kinds = padCheapChecks ? kindsOfHashes(common, ...others) : undefined;
  const runWith = (password: string, signal: AbortSignal | undefined) => (plan: Plan) =>
    runPlan(plan, password, verifyLimits(options.limits), signal);
  const ofHash = async (hash: string, password: string, context: VerifyOptions) => {
    const planned = planVerification(hash, context);
    if (!planned.ok) return planned;
    const run = runWith(password, context.signal);
    const verified = refuseEmpty(password, await run(planned.value));
    // A right password ends at once: the user who has it may know.
    if (!verified.ok || verified.value.matches || kinds === undefined) return verified;
    return afterAll(verified, kinds.missingAfter(planned.value), run);
  };
  return {
    ofUser: async (user, password, signal) => {
      const check = () => ofHash(user.passwordHash ?? "", password, contextOf(user, options, signal));
      const call = () => inTurn(ATTEMPTS, options, signal, check);
      // Bounded by its limits; it may wait in its queue for longer than a caller's function may take.
      const done = await called(call, options, "verify", null);
      return done.kind === "value" || done.kind === "failure" ? done.value : recordUnusable();
    },
    ofNobody: async (password, signal, hasRead = false) => {
      // Planned again each time, because a user's hash is.
      const planned = hasRead ? success(common) : planDummy(like, contextOf(undefined, options));
      const run = runWith(password, signal);
      const all = await inTurn(ATTEMPTS, options, signal, async () => {
        const ran = planned.ok ? await run(planned.value) : planned;
        return ran.ok && kinds !== undefined ? await afterAll(ran, kinds.others(), run) : ran;
      });
      return all.ok ? success(null) : all;
    },
  };
}

/** Attempts that compute: one for the process, because its cores are shared by all. */
const ATTEMPTS = /* @__PURE__ */ createGate();

/**
 * All checks of an attempt, in one turn: with a turn for each of them a crowd would come to its ends together, when all have
 * given up. An attempt that has waited for half of its time is busy, so that one whose turn comes has time left.
 */
export async function inTurn<Checked>(
  gate: Gate,
  { limits, answerWithinMs = DEFAULT_ANSWER_MILLISECONDS }: Pick<Settings, "limits" | "answerWithinMs">,
  signal: AbortSignal | undefined,
  run: () => Promise<Result<Checked>>,
): Promise<Result<Checked>> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  const timer = setTimeout(giveUp, answerWithinMs / 2);
  const listener = onAbort(signal, giveUp);
  const turn = await gate.enter(0, verifyLimits(limits), signal?.aborted === true ? signal : waiting.signal);
  clearTimeout(timer);
  offAbort(signal, listener, giveUp);
  if (!turn.ok) {
    const isLate = waiting.signal.aborted && signal?.aborted !== true;
    return isLate ? refuse("login/timed-out", "the attempt waited for half of answerWithinMs", LATE) : turn;
  }
  try {
    return await run();
  } finally {
    turn.value();
  }
}

/** A record that verification throws at, such as one whose hash is not text, is one that can't be verified. */
function recordUnusable(): Result<never> {
  return refuse("login/record-unusable", "the old system's record can't be verified as it is");
}

function requirePlan(like: string | undefined, options: Settings): Plan {
  const planned = planDummy(like, contextOf(undefined, options));
  if (!planned.ok) throw new TypeError(`commonHash can't be verified: ${planned.problems[0].code}`);
  return planned.value;
}

type Verify = NonNullable<Settings["verify"]>;

/**
 * The caller's own verifier under the same bounds: the length of a password, a queue, a time, and the same call
 * for an unknown user. Its queue is its own, because it may call `verifyPassword` itself.
 */
function ownCheck(options: Settings, verify: Verify): PasswordCheck {
  const gate = createGate();
  const { commonHash: common = COMMONEST_HASH } = options;
  const [commonHash = COMMONEST_HASH] = typeof common === "string" ? [common] : common;
  // For a verifier that can't say anything about the common hash.
  const backup = createDummyVerification(undefined, contextOf(undefined, options));
  const run = (password: string, hash: string, context: VerifyOptions) =>
    throughGate(gate, options, password, context, async () =>
      refuseEmpty(password, await ownVerification(options, () => verify(password, hash, context))),
    );
  return {
    ofUser: (user, password, signal) => run(password, user.passwordHash ?? "", contextOf(user, options, signal)),
    ofNobody: async (password, signal) => {
      const ran = await run(password, commonHash, contextOf(undefined, options, signal));
      if (ran.ok || loginMessage(ran.problems[0].code) !== undefined) return ran.ok ? success(null) : ran;
      return backup.ok ? backup.value.run(password, signal) : backup;
    },
  };
}

async function throughGate(
  gate: Gate,
  options: Settings,
  password: string,
  { signal }: VerifyOptions,
  run: () => Promise<Result<Verification>>,
): Promise<Result<Verification>> {
  const bytes = passwordBytes(password, verifyLimits(options.limits));
  if (!bytes.ok) return bytes;
  bytes.value.fill(0);
  return inTurn(gate, options, signal, run);
}

async function ownVerification(
  options: Settings,
  call: () => Promise<Result<Verification>>,
): Promise<Result<Verification>> {
  const done = await called(call, options, "verify");
  if (done.kind === "timed-out") return refuse("login/timed-out", timedOutMessage("verify"));
  if (done.kind === "error") return recordUnusable();
  const sound = soundAnswer(done.value);
  if (sound !== undefined) return sound;
  report(options, new TypeError("verify did not give a Result of a verification"), "verify");
  return refuse("login/function-failed", "verify gave something back that is not a verification", UNUSABLE_ANSWER);
}

/** Only what says in so many words that the password matches is a match. */
function soundAnswer(answer: unknown): Result<Verification> | undefined {
  const { ok, value, problems } = fieldsOf(answer);
  if (ok === false) return isProblems(problems) ? { ok: false, problems } : undefined;
  const { matches, scheme, needsRehash, coverage, as } = fieldsOf(value);
  if (ok !== true || !namesSuccess(answer) || typeof matches !== "boolean") return undefined;
  if (as !== undefined && !isMatchedAs(as)) return undefined;
  return success({
    matches,
    scheme: scheme as Verification["scheme"],
    needsRehash: needsRehash === true,
    coverage: statedCoverage(coverage),
    ...(as === undefined ? {} : { as }),
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isProblems(value: unknown): value is readonly [Problem, ...Problem[]] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof fieldsOf(one).code === "string");
}

function isMatchedAs(value: unknown): value is MatchedAs {
  const { encoding, normalForm, pepper } = fieldsOf(value);
  return isSpelling({ encoding, normalForm }) && Number.isSafeInteger(pepper) && (pepper as number) >= 0;
}

/** The user's own settings before those for all. */
export function contextOf(user: LegacyUser | undefined, options: Settings, signal?: AbortSignal): VerifyOptions {
  const { limits, encodings, normalForms, passwordSteps } = options;
  const source = user?.source ?? options.source;
  const signerKey = user?.signerKey ?? options.signerKey;
  const pepper = user?.pepper ?? options.pepper;
  const salt = user?.salt;
  const all: { readonly [Name in keyof VerifyOptions]: VerifyOptions[Name] | undefined } = {
    ...{ source, signerKey, pepper, salt },
    ...{ limits, encodings, normalForms, passwordSteps, signal },
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given);
}
