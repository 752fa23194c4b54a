import type { AppState, RehearsalSettings } from "../call-context.js";
import type { BulkEntry } from "./bulk-store.js";
import { importBulkUser } from "./import-bulk-user.js";

/**
 * What the core's job does every few minutes (`ProcessBulkUsersImportWorker.java`). Here it runs in
 * front of the first call for which users are due, so that a test need not wait for a clock.
 */
export async function runBulkJob(app: AppState, settings: RehearsalSettings): Promise<void> {
  const now = settings.now();
  for (const entry of app.bulk.takeDue(now - settings.bulk.delayMs)) {
    if (isStuck(entry, app, settings)) {
      app.bulk.settle(entry, now, { status: "PROCESSING" });
      continue;
    }
    const errorMessage = await importBulkUser(entry.user, app, settings);
    app.bulk.settle(entry, now, errorMessage === undefined ? undefined : { status: "FAILED", errorMessage });
  }
}

/** Older cores never finish such a user. */
function isStuck({ user }: BulkEntry, { accounts }: AppState, { bulk: { faults } }: RehearsalSettings): boolean {
  if (faults.includes("bulk-stuck")) return true;
  if (faults.includes("bulk-empty-tenants") && user.loginMethods.some(({ tenantIds }) => tenantIds.length === 0)) {
    return true;
  }
  const { externalUserId } = user;
  const isDoubled = externalUserId !== undefined && accounts.internalIdOf(externalUserId) !== undefined;
  return isDoubled && faults.includes("bulk-doubled-ids");
}
