import { operatorRemedyOf } from "../problems/index.js";
import type { Problem } from "../result.js";

/** The problem with the remedy for the operator: functions give the one for their caller. */
export function forOperator(found: Problem): Problem {
  return { ...found, remedy: operatorRemedyOf(found.code) };
}
