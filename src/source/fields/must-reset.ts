import type { Problem } from "../../result.js";

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
