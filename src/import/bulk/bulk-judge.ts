import type { BulkUser } from "../../client/index.js";
import { checkBulkUser } from "../../client/internal.js";
import type { Problem } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import type { ReadUser } from "../../source/index.js";
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
