import type { Problem } from "../../result.js";

/**
 * What says that a column may have cut a hash off, of the warnings about it. A service takes such a digest, and no password ever
 * matches what was cut; a whole one the fallback verifies.
 */
export function cutOffWarning(warnings: readonly Problem[]): Problem | undefined {
  return warnings.find(({ code }) => code === "argon2/unusual-digest-length");
}
