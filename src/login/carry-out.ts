import { layersOf, namesSuccess } from "../lib/named-success.js";
import { problem } from "../problems/login.js";
import type { Problem } from "../result.js";
import { called, report, timedOutMessage } from "./call-outside.js";
import type { FallbackStep, ImportRefusal, LegacyUser, Settings } from "./login-fallback-options.js";
import { isLeft } from "./look-up.js";

/** How a function of the caller's that changes something ended. */
export type CarriedOut =
  /** With the account, or what else was given back, and what was left out. */
  | { readonly kind: "done"; readonly account: unknown; readonly leftOut: readonly Problem[] }
  | { readonly kind: "timed-out" }
  /** With what it threw or gave back. */
  | { readonly kind: "failed"; readonly why: unknown };

/** Calls a function that changes something. It has succeeded only where its answer says so. */
export async function carriedOut(
  call: () => Promise<unknown>,
  options: Settings,
  step: FallbackStep,
): Promise<CarriedOut> {
  const settled = await called(call, options, step);
  if (settled.kind === "timed-out") return settled;
  if (settled.kind === "error") return { kind: "failed", why: settled.error };
  const { value } = settled;
  if (namesSuccess(value)) return { kind: "done", account: accountIn(value), leftOut: leftOutIn(value) };
  if (settled.kind === "value" && value !== false && refusalIn(value) === undefined) {
    report(options, new TypeError(`${step} gave an answer that does not say that it succeeded`), step);
  }
  return { kind: "failed", why: value };
}

/** The value of a `Result`; of another answer all that it is, such as an SDK's `{ status: "OK", user }`. */
function accountIn(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return undefined;
  return "ok" in answer && "value" in answer ? answer.value : answer;
}

/** Of the warnings of a `Result`. */
function leftOutIn(answer: unknown): readonly Problem[] {
  const warnings: unknown = Object.getOwnPropertyDescriptor(Object(answer), "warnings")?.value;
  return Array.isArray(warnings) ? warnings.filter((one) => one?.code === "login/login-left-out") : [];
}

const REFUSALS: readonly ImportRefusal["refused"][] = ["policy", "conflict", "unavailable"];

/** What SuperTokens' SDK answers to a sign-up, and to a change of password. */
const REFUSING_STATUSES: Readonly<Record<string, ImportRefusal["refused"]>> = {
  EMAIL_ALREADY_EXISTS_ERROR: "conflict",
  PASSWORD_POLICY_VIOLATED_ERROR: "policy",
};

/** What a function gave back or threw, where it says why the service won't have the user. */
export function refusalIn(why: unknown): ImportRefusal["refused"] | undefined {
  try {
    const refusals = layersOf(why).map(({ refused, status }) => {
      const isKnown = typeof status === "string" && Object.hasOwn(REFUSING_STATUSES, status);
      return REFUSALS.find((one) => one === refused) ?? (isKnown ? REFUSING_STATUSES[status] : undefined);
    });
    return refusals.find((one) => one !== undefined);
  } catch {
    // A getter that throws.
    return undefined;
  }
}

/** Takes a user out of the old side. Null once they are out of it, `gone` if they were before, or why they may still be in it. */
export async function takenOut(
  options: Settings,
  identifier: string,
  user: LegacyUser,
  forgetUser: NonNullable<Settings["forgetUser"]>,
  step: "forgetUser" | "forgetImported" = "forgetUser",
): Promise<Problem | "gone" | null> {
  const done = await carriedOut(() => forgetUser(user), options, step);
  if (done.kind === "done") return null;
  if (done.kind === "timed-out") return problem("login/timed-out", timedOutMessage(step));
  // A store says false of a user that it does not have; so may a database of a row that it could not change.
  if (done.why === false && step === "forgetImported") return "gone";
  if (done.why === false && (await isLeft(options, identifier, user)) === false) return "gone";
  return problem("login/forget-failed", `${step} did not succeed`);
}

/** Has the caller note the account of a user who was just imported: why it may not be noted, null once it is. */
export async function notedAccount(options: Settings, user: LegacyUser, account: unknown): Promise<Problem | null> {
  const { onMigrated } = options;
  if (onMigrated === undefined) return null;
  const noted = await carriedOut(async () => onMigrated(user, account), options, "onMigrated");
  if (noted.kind === "done") return null;
  if (noted.kind === "timed-out") return problem("login/timed-out", timedOutMessage("onMigrated"));
  return problem("login/function-failed", "onMigrated did not succeed");
}
