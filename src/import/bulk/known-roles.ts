import type { AdministrationClient, BulkUser } from "../../client/index.js";
import { printable } from "../../lib/printable.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { ImportRun } from "../run/import-run.js";
import type { PatientCalls } from "./patient-calls.js";

/** The roles of the service. One user whose role does not exist has the whole call refused. */
export class KnownRoles {
  readonly #calls: PatientCalls;
  readonly #run: ImportRun;
  readonly #administration: AdministrationClient;
  #names: ReadonlySet<string> | undefined;

  constructor(calls: PatientCalls, run: ImportRun, administration: AdministrationClient) {
    this.#calls = calls;
    this.#run = run;
    this.#administration = administration;
  }

  /** A problem for each role that does not exist; undefined where the run ends. */
  async unknownOf({ userRoles = [] }: BulkUser): Promise<readonly Problem[] | undefined> {
    if (userRoles.length === 0 || !this.#administration.has("listRoles")) return [];
    this.#names ??= await this.#ask();
    const names = this.#names;
    if (names === undefined) return undefined;
    return userRoles.flatMap(({ role }, at) => {
      if (names.has(role.trim())) return [];
      const message = `the role ${printable(role)} does not exist on the service`;
      return [problem("import/role-unknown", message, { field: `userRoles[${at}].role` })];
    });
  }

  async #ask(): Promise<ReadonlySet<string> | undefined> {
    const listed = await this.#calls.perform((options) => this.#administration.listRoles(options));
    if (listed.kind === "refused") this.#run.stop(listed.problems[0]);
    return listed.kind === "answered" ? new Set(listed.value) : undefined;
  }
}
