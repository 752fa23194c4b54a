import type { AdministrationClient, BulkUser } from "../../client/index.js";
import { printable } from "../../lib/printable.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { ImportRun } from "../run/import-run.js";
import type { PatientCalls } from "./patient-calls.js";

/** Gives a problem for each role of a user that does not exist; undefined where the run ends. */
export type CheckRoles = (user: BulkUser) => Promise<readonly Problem[] | undefined>;

/** Asks the service for its roles once. One user whose role does not exist has the whole call refused. */
export function roleCheck(calls: PatientCalls, run: ImportRun, administration: AdministrationClient): CheckRoles {
  let names: ReadonlySet<string> | undefined;
  const ask = async (): Promise<ReadonlySet<string> | undefined> => {
    const listed = await calls.perform((options) => administration.listRoles(options));
    if (listed.kind === "refused") run.stop(listed.problems[0]);
    return listed.kind === "answered" ? new Set(listed.value) : undefined;
  };
  return async ({ userRoles = [] }) => {
    if (userRoles.length === 0 || !administration.has("listRoles")) return [];
    names ??= await ask();
    return (
      names &&
      userRoles.flatMap(({ role }, at) => {
        if (names?.has(role.trim())) return [];
        const message = `the role ${printable(role)} does not exist on the service`;
        return [problem("import/role-unknown", message, { field: `userRoles[${at}].role` })];
      })
    );
  };
}
