import { BCRYPT_PROBLEMS } from "./bcrypt.js";
import type { Problem } from "./problem.js";
import { rowIn } from "./problem-maker.js";
import { SERVICE_PROBLEMS } from "./service.js";

/** Whether the service verifies this very password, as far as the warnings of its hash say. */
export function isVerifiedAtService(password: string, warnings: readonly Pick<Problem, "code">[]): boolean {
  const isOfAsciiOnly = warnings.some(({ code }) => rowIn(code, BCRYPT_PROBLEMS, SERVICE_PROBLEMS)?.asciiOnly === true);
  return !isOfAsciiOnly || /^[\0-\x7f]*$/.test(password);
}
