import type { AdministrationClient } from "../client/index.js";
import { problem } from "../problems/import.js";
import type { NormalizedUser } from "../source/index.js";
import { lookUp } from "./find-existing.js";
import { ONE_TIME_CODE, PASSWORD } from "./plan.js";
import type { RunCalls } from "./run/run-calls.js";
import type { UserEnd } from "./run-user.js";

/** Name of the marks among the steps of a user. */
const VERIFICATION = "verification";

/** Who is on the service now. */
type ImportedEnd = Extract<UserEnd, { readonly kind: "imported" | "already-there" }>;

/**
 * Whether a mark of verification has to be set by a call of its own: that of a social login is said by its import, and
 * a one-time code that goes to the address sets it by itself.
 */
export function hasMarkToSet({ email, emailVerified, passwordHash, phoneNumber }: NormalizedUser): boolean {
  return emailVerified && email !== undefined && (passwordHash !== undefined || phoneNumber !== undefined);
}

/** Logins that have the address and were not there before, by ID. */
function loginsOf(user: NormalizedUser, { serviceUserId, codeUserId, found }: ImportedEnd): readonly string[] {
  const { passwordHash, phoneNumber, thirdParty } = user;
  const isCodeFirst = passwordHash === undefined && thirdParty.length === 0;
  const ids = [
    passwordHash === undefined || found.has(PASSWORD) ? undefined : serviceUserId,
    phoneNumber === undefined || found.has(ONE_TIME_CODE) ? undefined : isCodeFirst ? serviceUserId : codeUserId,
  ];
  return ids.filter((id) => id !== undefined);
}

/**
 * Marks the address of a user as verified on the service, at each login that has it. Gives the end of the user's
 * import: with a warning where the service refuses it, failed where it could be tried again.
 */
export async function markVerified(
  user: NormalizedUser,
  end: ImportedEnd,
  administration: AdministrationClient,
  calls: RunCalls,
  record: number,
): Promise<{ readonly end: UserEnd; readonly marked: boolean }> {
  const { email = "" } = user;
  const { serviceUserId } = end;
  const logins = loginsOf(user, end);
  for (const id of logins) {
    const marked = await lookUp((options) => administration.verifyEmail(id, email, options), calls, record);
    if (marked === undefined) continue;
    if (marked.kind === "failed") {
      return { marked: false, end: { ...marked, step: VERIFICATION, canSignIn: true, serviceUserId } };
    }
    if (marked.kind !== "refused-by-service") return { marked: false, end: marked };
    const [first] = marked.problems;
    const message = `the service did not take the mark that the address is verified: ${first?.message ?? ""}`;
    const warning = problem("import/verification-not-set", message, { field: "emailVerified" });
    return { marked: false, end: { ...end, warnings: [...end.warnings, warning] } };
  }
  return { marked: logins.length > 0, end };
}
