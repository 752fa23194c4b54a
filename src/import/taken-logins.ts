import type { AccountInfo, CallName, FoundUser } from "../client/index.js";
import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import type { NormalizedUser } from "../source/index.js";
import { isSameAddress } from "./find-existing.js";
import { PASSWORD, type PlannedCall } from "./plan.js";

/** What the login of a step is found by, where a stranger may have it: a number that nobody confirmed, a social login. */
export function loginOf({ call, request }: PlannedCall): AccountInfo | undefined {
  if (call === "importThirdPartyUser") {
    const { thirdPartyId, thirdPartyUserId } = request as Record<"thirdPartyId" | "thirdPartyUserId", string>;
    return { thirdPartyId, thirdPartyUserId };
  }
  if (call !== "createPasswordlessCode") return undefined;
  const { phoneNumber } = request as { readonly phoneNumber?: string };
  return phoneNumber === undefined ? undefined : { phoneNumber };
}

/** The address of a social login that is not the user's own: another user may have it. */
function addressOf({ call, request }: PlannedCall, own: string | undefined): AccountInfo[] {
  if (call !== "importThirdPartyUser") return [];
  const { email } = request as { readonly email: { readonly id: string } };
  return isSameAddress(email.id, own) ? [] : [{ email: email.id }];
}

/** How far a user has come, by which the logins are told that are still to be made. */
interface Reached {
  readonly done: ReadonlyMap<string, string>;
  readonly isInDoubt: boolean;
  readonly withheld: ReadonlySet<string>;
}

/** A login that may be there, and the call of the step that brings it where an attempt at that has an open end. */
export interface ClaimedLogin {
  readonly info: AccountInfo;
  readonly openCall?: CallName | undefined;
}

/** Logins that the plan will bring. The first one may be there by an attempt whose end is open. */
export function loginsToCome(
  plan: readonly PlannedCall[],
  { done, isInDoubt, withheld }: Reached,
  { email }: Pick<NormalizedUser, "email">,
): ClaimedLogin[] {
  const isDone = ({ step, call }: PlannedCall, at: number): boolean =>
    done.has(call === "createPasswordlessCode" ? (plan[at + 1]?.step ?? step) : step);
  return plan
    .filter((planned, at) => !isDone(planned, at))
    .map((planned, at) => ({ planned, openCall: isInDoubt && at === 0 ? planned.call : undefined }))
    .filter(({ planned }) => !withheld.has(planned.step))
    .flatMap(({ planned, openCall }) =>
      [...[loginOf(planned) ?? []].flat(), ...addressOf(planned, email)].map((info) => ({ info, openCall })),
    );
}

/** What must not lead to the account of a user who is left as they are: a number of one who has a password to be known by. */
export function claimedBeside(plan: readonly PlannedCall[], policy: "refuse" | "skip"): ClaimedLogin[] {
  if (policy === "refuse" || !plan.some(({ step }) => step === PASSWORD)) return [];
  const claimed = plan.flatMap((planned) => loginOf(planned) ?? []);
  return claimed.filter(({ phoneNumber }) => phoneNumber !== undefined).map((info) => ({ info }));
}

/**
 * Whether the user of the service who has this login is the one of the export: by an ID that an import got, or by the
 * password's address. Who writes down the number of another person writes their address too, so that one has to be verified.
 */
export function isUserOf(
  { userId, loginIds, logins }: FoundUser,
  { email, emailVerified, passwordHash }: NormalizedUser,
  { phoneNumber }: AccountInfo,
  ownIds: readonly (string | undefined)[],
): boolean {
  if ([userId, ...loginIds].some((id) => ownIds.includes(id))) return true;
  if (passwordHash === undefined || (phoneNumber !== undefined && !emailVerified)) return false;
  return logins.some((login) => login.recipeId === "emailpassword" && isSameAddress(login.email, email));
}

/** Why a login is left as it is that this import has not made. */
export function takenProblem(planned?: Pick<PlannedCall, "step" | "call">): Problem {
  const message = "the service has this phone number or social login already, and this import has not made it";
  if (planned === undefined) return problem("import/login-taken", message);
  const { step, call } = planned;
  // This call says so once it is done.
  const more = call === "importThirdPartyUser" ? "; the social login has got the export's address" : "";
  return problem("import/login-taken", `${message}${more}`, { field: step });
}
