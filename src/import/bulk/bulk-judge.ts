import type { BulkUser } from "../../client/index.js";
import { checkBulkUser } from "../../client/internal.js";
import type { Problem } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { ReadUser } from "../../source/index.js";
import { VERIFICATION_LEFT_OUT } from "../../source/internal.js";
import type { Way } from "../account.js";
import { BULK_DEFAULTS, type BulkOptions } from "./bulk-options.js";
import { type BulkTarget, bulkUserOf } from "./bulk-user-of.js";

/** What is left out of the bulk import, and for which tenant it is. */
export type BulkContents = Pick<BulkOptions, "tenantId" | "withoutRoles" | "withoutMetadata">;

/** A user as the bulk import would take them, and why it would not. */
interface JudgedBulkUser {
  readonly user: BulkUser;
  readonly problems: readonly Problem[];
}

/** Judges users of an import by the bulk call, before anything is sent. */
export function bulkJudge(
  service: ServiceProfile,
  { tenantId = BULK_DEFAULTS.tenantId, withoutRoles, withoutMetadata }: BulkContents,
): (read: ReadUser) => JudgedBulkUser {
  const target: BulkTarget = { service, tenantId, withoutRoles, withoutMetadata };
  return (read) => {
    const user = bulkUserOf(read, target);
    return { user, problems: checkBulkUser(user, service) };
  };
}

/** How users go, as an account has to know it: which of their fields get lost, and what is carried beside logins. */
export function wayOf(bulk: BulkContents | undefined, verification: boolean): Way {
  if (bulk === undefined) {
    const isLost = (name: string): boolean => !verification || name !== VERIFICATION_LEFT_OUT;
    return { notCarriedBy: ({ notCarried = [] }) => notCarried.filter(isLost), carries: { verification } };
  }
  const { withoutRoles = false, withoutMetadata = false } = bulk;
  const carries = { verification: true, roles: !withoutRoles, metadata: !withoutMetadata };
  return { isBulk: true, notCarriedBy: (read) => notCarriedInBulk(read, bulk), carries };
}

/** The bulk import takes verified marks, the time of joining, roles and the fields of a profile. */
function notCarriedInBulk(
  { notCarried = [], metadata = {}, roles = [], inBulk = [] }: ReadUser,
  { withoutRoles = false, withoutMetadata = false }: BulkContents,
): readonly string[] {
  // The field of the roles is the last one.
  const withPlace = withoutRoles && roles.length > 0 ? inBulk.slice(0, -1) : inBulk;
  const ofProfile = withoutMetadata ? [] : ["metadata", ...Object.keys(metadata)];
  const places = new Set([VERIFICATION_LEFT_OUT, ...withPlace, ...ofProfile]);
  return notCarried.filter((name) => !places.has(name));
}
