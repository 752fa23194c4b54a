import { resolve } from "node:path";
import { draftTableMap } from "../../source/internal.js";
import { valueOrEnd } from "../could-not-run.js";
import { exists, openInput } from "../input/input-file.js";
import { readMap } from "../input/source-options.js";
import { OutputFile } from "../output/output-file.js";
import { jsonText } from "../output/report.js";
import type { Migration } from "./migration.js";
import { askUntil } from "./questions.js";

const MAP = "map.json";

/** Has a map of a table that no known system wrote: drafted in the folder, shown, and corrected by a person. */
export async function askForMap(migration: Migration): Promise<void> {
  const { file, io } = migration;
  const path = migration.at(MAP);
  // One that is there may be corrected already.
  if (!(await exists(path))) {
    const { map, notes } = await draftMap(file, await migration.oneKnown());
    await OutputFile.write({ path }, {}, (written) => written.write(jsonText(map)));
    const shown = jsonText({ ...map, notes: undefined });
    io.stderr.write(`  A first map of the table, in ${path}:\n${shown}${notes.map((note) => `  ${note}\n`).join("")}`);
  }
  const question = `Correct ${path} where it is wrong or null, then press Enter, or give the file of another map`;
  const mapAt = async (answer: string) => {
    const chosen = resolve(answer === "" ? path : answer);
    await readMap(chosen);
    return chosen;
  };
  await migration.set({ map: await askUntil(question, mapAt, io) });
}

export async function draftMap(
  file: string,
  known?: Parameters<typeof draftTableMap>[1],
): Promise<{ readonly map: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }> {
  return valueOrEnd(await draftTableMap((await openInput(file)).open(), known), `${file}: `);
}
