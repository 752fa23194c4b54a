import type { Source } from "../../source/index.js";
import { wrapped } from "../wrap.js";

/** Most characters in a line, as in `howToExport`. */
const WIDTH = 116;
const MOST_TABLES = 2;

/** How the users of a system are exported, and which of its accounts are not read. */
export function exportInstructions({ howToExport, staff = [] }: Source): string | undefined {
  const tables = staff.filter((table) => !table.startsWith("*"));
  if (howToExport === undefined || tables.length === 0) return howToExport;
  const named = tables.slice(0, MOST_TABLES).join(", ") + (tables.length > MOST_TABLES ? ", …" : "");
  const note = `Administrators, staff or partners in a table of their own (${named}) are not read from a dump: bring that table into a CSV file, and import that by a map (credport sources init).`;
  return `${howToExport}\n${wrapped(note, WIDTH)}`;
}
