import { operatorRemedyFor, operatorRemedyOf } from "../../problems/index.js";
import type { Problem, Result } from "../../result.js";

/** A problem with the remedy that names options of the command line. */
export const forOperator = (found: Problem): Problem => ({ ...found, remedy: operatorRemedyFor(found) });

/** Their remedy is an option that may have been given already. */
const WITHOUT_PASSWORD: ReadonlySet<string> = new Set(["user/no-credential", "user/password-not-exported"]);

/** What to do about a problem of users, beside what was given for users without a password. */
export function remedyBeside(name: string, withoutPassword = "refuse"): string | undefined {
  if (withoutPassword === "refuse" || !WITHOUT_PASSWORD.has(name)) return operatorRemedyOf(name);
  return `Correct what else the record says, or export another way in which they log in: --without-password ${withoutPassword} takes users with a sound address in a record without other faults, which does not say itself that there is no password.`;
}

/** A problem of a user with this remedy, or its own. */
export function remediedBeside<Found extends Pick<Problem, "code" | "remedy">>(found: Found, withoutPassword?: string) {
  const { code } = found;
  const isByOption = WITHOUT_PASSWORD.has(code);
  return { ...found, remedy: isByOption ? remedyBeside(code, withoutPassword) : operatorRemedyFor(found) };
}

/** What a file of `--rejects` has of a problem. */
export function rejectedFor({ code, message, field, remedy }: Problem) {
  return { code, message, field, remedy: operatorRemedyFor({ code, remedy }) };
}

export function resultForOperator<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  return { ok: false, problems: [forOperator(first), ...others.map(forOperator)] };
}
