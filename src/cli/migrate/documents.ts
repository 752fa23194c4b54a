import type { CheckReport } from "../../check/index.js";
import type { ImportReport, KnownSignIns } from "../../import/index.js";
import { hasCall, type ServiceProfileName } from "../../service/profile.js";
import type { WrittenFile } from "../output/output-file.js";
import type { Migration } from "./migration.js";

/** What the steps of a migration have written into its folder, and what later steps ask of it. */
export const CHECK = "check.json";
export const REHEARSAL = "rehearsal.json";
export const IMPORT = "import.json";

export interface CheckDocument extends CheckReport {
  readonly files: readonly WrittenFile[];
}

/** Of a rehearsal, and of the import itself. */
export interface ImportDocument extends ImportReport {
  readonly known: KnownSignIns | null;
}

export async function hasUsersToImport(migration: Migration): Promise<boolean> {
  const { importable, otherLogins } = await migration.read<CheckDocument>(CHECK);
  return importable + otherLogins > 0;
}

export function usersIn(files: readonly WrittenFile[], option: string): number {
  return files.find((file) => file.option === option)?.users ?? 0;
}

/**
 * Whether a sign-in of a known user can be tried: one of the fallback is on no service before they log in there, and not
 * every service can be asked.
 */
export async function canProve(migration: Migration): Promise<boolean> {
  const { known: given, settings } = migration;
  if (given === undefined || !hasCall(settings.service as ServiceProfileName, "signIn")) return false;
  const { known } = await migration.read<ImportDocument>(REHEARSAL);
  return known?.tried !== 0;
}
