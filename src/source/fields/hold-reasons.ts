import type { UserProblemCode } from "../../problems/user.js";

/** Why a user is held back although their record is in order: the import calls have no mark for it. */
export type HoldReason = "disabled" | "banned" | "deleted" | "unconfirmed" | "invited";

/** What is said of a user who is held back. */
export const HOLD_REASONS: Readonly<Record<HoldReason, readonly [UserProblemCode, string]>> = {
  disabled: ["user/disabled", "the old system has disabled this user"],
  banned: ["user/banned", "the old system has banned this user"],
  deleted: ["user/deleted", "the old system has marked this user as deleted"],
  unconfirmed: ["user/unconfirmed", "the user has not confirmed their account in the old system"],
  invited: ["user/invited", "the user was invited to the old system and has not signed up"],
};
