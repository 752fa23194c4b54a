import type { UserProblemCode } from "../../problems/user.js";
import type { Problem } from "../../result.js";
import type { RejectedStanding } from "../normalized-user.js";

/** Why a user is disabled back although their record is in order: the import calls have no mark for it. */
export type HoldReason = "disabled" | "banned" | "deleted" | "unconfirmed" | "invited";

/** What is said of a user who is disabled back, and what they are to the fallback. */
interface HoldRow {
  readonly code: UserProblemCode;
  readonly message: string;
  readonly standing: RejectedStanding;
}

/** Users without an account may sign up. An unconfirmed address proves nothing: such users get a link, and no password lets them in. */
export const HOLD_REASONS: Readonly<Record<HoldReason, HoldRow>> = {
  disabled: { code: "user/disabled", message: "the old system has disabled this user", standing: "disabled" },
  banned: { code: "user/banned", message: "the old system has banned this user", standing: "disabled" },
  deleted: { code: "user/deleted", message: "the old system has marked this user as deleted", standing: "unknown" },
  unconfirmed: {
    code: "user/unconfirmed",
    message: "the user has not confirmed their account in the old system",
    standing: "no-login",
  },
  invited: {
    code: "user/invited",
    message: "the user was invited to the old system and has not signed up",
    standing: "unknown",
  },
};

/**
 * What becomes of users whose password the old system has them replace at their next login: `import` brings the
 * temporary password as a lasting one, with a warning; `hold` refuses them; `at-login` leaves them to the fallback,
 * which has them choose another password.
 */
export type MustResetUse = "import" | "hold" | "at-login";

/** All of them, the one that is used unless another is given first. */
export const MUST_RESET_USES = ["import", "hold", "at-login"] as const satisfies readonly MustResetUse[];

/** A user who has to replace their password, and what becomes of them. */
export interface MustReset {
  readonly use: MustResetUse;
  readonly problem: Problem;
}
