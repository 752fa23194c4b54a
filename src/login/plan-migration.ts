import { type NormalizedHash, normalizeHash, type SourceName } from "../hash/index.js";
import { BCRYPT_PROBLEMS } from "../problems/bcrypt.js";
import { rowIn } from "../problems/problem-maker.js";
import type { ProblemRow } from "../problems/problem-row.js";
import { SERVICE_PROBLEMS } from "../problems/service.js";
import type { Problem } from "../result.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import type { MatchedAs, PlanOptions } from "../verify/index.js";
import { leavesPasswordAlone } from "../verify/internal.js";

/** What was known of the system when the password was checked. */
export interface Origin {
  readonly source?: SourceName | undefined;
  readonly pepper?: PlanOptions["pepper"] | undefined;
  readonly salt?: PlanOptions["salt"] | undefined;
  readonly passwordSteps?: PlanOptions["passwordSteps"] | undefined;
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/**
 * The hash in the form that the service verifies with this very password, or null: the
 * service knows nothing of what the old system did to a password before it hashed it.
 */
export function importableHash(
  passwordHash: string,
  password: string,
  origin: Origin,
  as?: MatchedAs,
): NormalizedHash | null {
  const { source, service, salt } = origin;
  if ((salt?.before ?? "") !== "" || (salt?.after ?? "") !== "" || !isTypedAsUtf8(password, as)) return null;
  const peppered = pepperedOf(origin, as);
  const normalized = normalizeHash(passwordHash, {
    ...(source === undefined ? {} : { source }),
    ...(service === undefined ? {} : { service }),
    ...(peppered === undefined ? {} : { peppered }),
  });
  if (!normalized.ok || !leavesPasswordAlone(password, origin, normalized.value.scheme)) return null;
  const asciiOnly = normalized.warnings.some(isOfAsciiOnly);
  return asciiOnly && !isAscii(password) ? null : normalized.value;
}

/** Whether the old hash is over the bytes that the service makes of this text. */
function isTypedAsUtf8(password: string, as: MatchedAs | undefined): boolean {
  if (as === undefined) return true;
  const isInForm = as.normalForm === "as-typed" || password.normalize(as.normalForm) === password;
  return isInForm && (as.encoding === "utf-8" || (as.encoding !== "utf-16le" && isAscii(password)));
}

/** Of several peppers the one that matched; any that is not empty where nobody says which it was. */
function pepperedOf({ pepper }: Origin, as: MatchedAs | undefined): boolean | undefined {
  if (pepper === undefined) return undefined;
  if (typeof pepper === "string") return pepper !== "";
  return as === undefined ? pepper.some((one) => one !== "") : pepper[as.pepper] !== "";
}

/** Whether a warning means: the service verifies this hash for ASCII passwords only. */
function isOfAsciiOnly({ code }: Problem): boolean {
  return rowIn<ProblemRow>(code, BCRYPT_PROBLEMS, SERVICE_PROBLEMS)?.asciiOnly === true;
}

function isAscii(password: string): boolean {
  return /^[\0-\x7f]*$/.test(password);
}
