import type { CaseResult, CaseStatus } from "../results.js";
import { isFirstOutput } from "./judge-answer.js";

/** What looks right, and is also what an implementation says that can't read the hash at all. */
const UNCERTAIN: readonly CaseStatus[] = ["pass", "accepted-variant", "refused"];

/**
 * A case with a twin shows something only of an implementation that takes the twin: one that
 * turns away the sound hash, for its cost or its notation, turns away the damaged one for the
 * same reason. Its right verdicts become `not-reached`; a wrong one stays wrong.
 */
export function settleTwins(results: readonly CaseResult[]): readonly CaseResult[] {
  const byId = new Map(results.map((result) => [result.vector.id, result] as const));
  return results.map((result) => {
    const { twin } = result.vector;
    if (twin === undefined || !UNCERTAIN.includes(result.status)) return result;
    const sound = byId.get(twin);
    if (sound !== undefined && isFirstOutput(sound.vector, sound.answer)) return result;
    return { ...result, status: "not-reached", detail: `the sound hash of ${twin} was not taken` };
  });
}
