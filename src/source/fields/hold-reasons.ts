import type { UserProblemCode } from "../../problems/user.js";
import type { RejectedStanding } from "../normalized-user.js";

/** Why a user is disabled back although their record is in order: the import calls have no mark for it. */
export type HoldReason = "disabled" | "banned" | "deleted" | "unconfirmed" | "invited";

/** What is said of a user who is disabled back, and what they are to the fallback. */
export interface HoldRow {
  readonly code: UserProblemCode;
  readonly message: string;
  readonly standing: RejectedStanding;
}

/**
 * Who never had an account, or has none any more, may sign up. Who has not confirmed their address has proven nothing:
 * they get a link, and the password alone lets nobody in.
 */
export const HOLD_REASONS: Readonly<Record<HoldReason, HoldRow>> = {
  disabled: { code: "user/disabled", message: "the old system has disabled this user", standing: "disabled" },
  banned: { code: "user/banned", message: "the old system has banned this user", standing: "disabled" },
  deleted: {
    code: "user/deleted",
    message: "the old system has marked this user as deleted",
    standing: "unknown",
  },
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
