import { OTPAUTH_PROBLEMS } from "./otpauth.js";
import type { Problem } from "./problem.js";
import { rowIn } from "./problem-maker.js";
import { PROVIDER_SCRYPT_PROBLEMS } from "./provider-scrypt.js";
import { SOURCE_PROBLEMS } from "./source.js";
import { USER_PROBLEMS } from "./user.js";

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
type CountedProblem = Pick<Problem, "field"> & { readonly name: string };

/** The problems of a record that a report counts by users. */
export function countedProblems(problems: readonly Problem[]): readonly CountedProblem[] {
  const counted: CountedProblem[] = [];
  for (const { code, field } of problems) {
    const row = rowIn(code, USER_PROBLEMS, SOURCE_PROBLEMS, OTPAUTH_PROBLEMS, PROVIDER_SCRYPT_PROBLEMS);
    if (row?.ofFile) continue;
    counted.push(field !== undefined && row?.ofAnyField ? { name: code, field } : { name: code });
  }
  return counted;
}
