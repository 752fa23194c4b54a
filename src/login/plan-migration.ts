import { type NormalizedHash, normalizeHash, type SourceName } from "../hash/index.js";
import { BCRYPT_PROBLEMS } from "../problems/bcrypt.js";
import { rowIn } from "../problems/problem-maker.js";
import type { ProblemRow } from "../problems/problem-row.js";
import { SERVICE_PROBLEMS } from "../problems/service.js";
import type { Problem } from "../result.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import { leavesPasswordAlone } from "../verify/internal.js";

interface Origin {
  readonly source?: SourceName | undefined;
  readonly pepper?: string | undefined;
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
}

/**
 * The hash in the form that the service verifies with this very password, or null: the
 * service knows nothing of what the old system did to a password before it hashed it.
 */
export function importableHash(
  passwordHash: string,
  password: string,
  { source, pepper, service }: Origin,
): NormalizedHash | null {
  const normalized = normalizeHash(passwordHash, {
    ...(source === undefined ? {} : { source }),
    ...(service === undefined ? {} : { service }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
  });
  if (!normalized.ok || !leavesPasswordAlone(password, source, normalized.value.scheme)) return null;
  const asciiOnly = normalized.warnings.some(isOfAsciiOnly);
  return asciiOnly && !isAscii(password) ? null : normalized.value;
}

/** Whether a warning means: the service verifies this hash for ASCII passwords only. */
function isOfAsciiOnly({ code }: Problem): boolean {
  return rowIn<ProblemRow>(code, BCRYPT_PROBLEMS, SERVICE_PROBLEMS)?.asciiOnly === true;
}

function isAscii(password: string): boolean {
  return /^[\0-\x7f]*$/.test(password);
}
