import { ARGON2_PROBLEMS } from "./argon2.js";
import { BCRYPT_PROBLEMS } from "./bcrypt.js";
import { CHECK_PROBLEMS } from "./check.js";
import { CLI_PROBLEMS } from "./cli.js";
import { CLIENT_PROBLEMS } from "./client.js";
import { CONFORMANCE_PROBLEMS } from "./conformance.js";
import { DECRYPTION_PROBLEMS } from "./decryption.js";
import { EXPRESSION_PROBLEMS } from "./expression.js";
import { FALLBACK_PROBLEMS } from "./fallback.js";
import { FLEET_PROBLEMS } from "./fleet.js";
import { HASH_PROBLEMS } from "./hash.js";
import { HASH_TEXT_PROBLEMS } from "./hash-text.js";
import { IMPORT_PROBLEMS } from "./import.js";
import { LOGIN_PROBLEMS } from "./login.js";
import { OTPAUTH_PROBLEMS } from "./otpauth.js";
import { PREFLIGHT_PROBLEMS } from "./preflight.js";
import { rowIn } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";
import { PROVIDER_SCRYPT_PROBLEMS } from "./provider-scrypt.js";
import { REQUEST_PROBLEMS } from "./request.js";
import { SCHEME_PROBLEMS } from "./scheme.js";
import { SECRET_PROBLEMS } from "./secret.js";
import { SERVE_PROBLEMS } from "./serve.js";
import { SERVICE_PROBLEMS } from "./service.js";
import { SOURCE_PROBLEMS } from "./source.js";
import { TOTP_PROBLEMS } from "./totp.js";
import { USER_PROBLEMS } from "./user.js";
import { VERIFY_PROBLEMS } from "./verify.js";
import { WRAPPING_PROBLEMS } from "./wrapping.js";

/** The rows of all areas, in the order of docs/problems.md. For docs, reports and the command line. */
export const PROBLEMS = /* @__PURE__ */ Object.freeze({
  ...HASH_TEXT_PROBLEMS,
  ...HASH_PROBLEMS,
  ...BCRYPT_PROBLEMS,
  ...ARGON2_PROBLEMS,
  ...PROVIDER_SCRYPT_PROBLEMS,
  ...WRAPPING_PROBLEMS,
  ...SCHEME_PROBLEMS,
  ...EXPRESSION_PROBLEMS,
  ...SERVICE_PROBLEMS,
  ...USER_PROBLEMS,
  ...SOURCE_PROBLEMS,
  ...CHECK_PROBLEMS,
  ...CONFORMANCE_PROBLEMS,
  ...CLI_PROBLEMS,
  ...REQUEST_PROBLEMS,
  ...CLIENT_PROBLEMS,
  ...SECRET_PROBLEMS,
  ...OTPAUTH_PROBLEMS,
  ...DECRYPTION_PROBLEMS,
  ...TOTP_PROBLEMS,
  ...PREFLIGHT_PROBLEMS,
  ...IMPORT_PROBLEMS,
  ...FLEET_PROBLEMS,
  ...VERIFY_PROBLEMS,
  ...LOGIN_PROBLEMS,
  ...FALLBACK_PROBLEMS,
  ...SERVE_PROBLEMS,
});

/** Every code that a problem can have. */
export type ProblemCode = keyof typeof PROBLEMS;

/** All codes, in the order of the table. */
export const PROBLEM_CODES: readonly ProblemCode[] = /* @__PURE__ */ Object.freeze(
  Object.keys(PROBLEMS) as ProblemCode[],
);

/** The remedy of each code, as problems hold it. */
export const PROBLEM_REMEDIES = /* @__PURE__ */ Object.freeze(
  Object.fromEntries(PROBLEM_CODES.map((code) => [code, remedyOf(code)])),
) as Readonly<Record<ProblemCode, string>>;

/** What to do next about a problem, as its `remedy` says it. */
export function remedyOf(code: ProblemCode): string {
  return (rowIn(code, PROBLEMS) as ProblemRow).remedy;
}

/** What the operator at a command line does next; undefined for what is not a code. */
export function operatorRemedyOf(code: ProblemCode): string;
export function operatorRemedyOf(code: string): string | undefined;
export function operatorRemedyOf(code: string): string | undefined {
  const row = rowIn(code, PROBLEMS);
  return row?.atCommandLine ?? row?.remedy;
}

/** The same of a problem, which can have a remedy of its own. */
export function operatorRemedyFor({
  code,
  remedy,
}: {
  readonly code: ProblemCode;
  readonly remedy?: string | undefined;
}): string {
  return remedy === undefined || remedy === remedyOf(code) ? operatorRemedyOf(code) : remedy;
}
