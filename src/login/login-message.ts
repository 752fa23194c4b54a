import { LOGIN_PROBLEMS } from "../problems/login.js";
import { rowIn } from "../problems/problem-maker.js";
import type { ProblemRow } from "../problems/problem-row.js";
import { VERIFY_PROBLEMS } from "../problems/verify.js";
import type { Failure, Result } from "../result.js";

/** An answer after the dummy's work: where there was no place for that, a user who exists would have had none either. */
export function unlessBusy<T>(answer: T, ran: Result<unknown>): T | Failure {
  return ran.ok || loginMessage(ran.problems[0].code) !== "busy" ? answer : ran;
}

/** What the person is told where a problem with this code leaves the login undecided. */
export function loginMessage(code: string): ProblemRow["atLogin"] {
  return rowIn(code, LOGIN_PROBLEMS, VERIFY_PROBLEMS)?.atLogin;
}
