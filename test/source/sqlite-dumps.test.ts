import { expect, it } from "vitest";
import { type ReadableSource, sqlDump } from "../../src/source/index.js";
import { itemsOf } from "./readers/read-items.js";
import { detected, outcomes, readAs } from "./systems/read-samples.js";
import { sampleOf } from "./systems/samples.js";

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

/** As `sqlite3 FILE .dump` writes them: a definition, then a statement without names of columns for each row. */
function sqliteDump(tables: Tables): string {
  const value = (cell: unknown) => {
    if (cell === null || cell === undefined) return "NULL";
    if (typeof cell === "boolean") return cell ? "1" : "0";
    const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
    return /^[1-9]\d{0,9}$|^0$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
  };
  const statements = Object.entries(tables).flatMap(([table, rows]) => {
    const columns = [...new Set(rows.flatMap(Object.keys))];
    const definition = columns.map((column) => `"${column}" TEXT NULL`).join(", ");
    const values = (row: Row) => columns.map((column) => value(row[column])).join(",");
    return [
      `CREATE TABLE IF NOT EXISTS "${table}" (${definition});`,
      ...rows.map((row) => `INSERT INTO "${table}" VALUES(${values(row)});`),
    ];
  });
  return ["PRAGMA foreign_keys=OFF;", "BEGIN TRANSACTION;", ...statements, "COMMIT;", ""].join("\n");
}

async function tablesOf(dump: string): Promise<Tables> {
  const tables: Record<string, Row[]> = {};
  for (const item of await itemsOf(sqlDump({ tables: ["*"] }), dump)) {
    if (item.kind !== "record") continue;
    const table = (item.table ?? "").replace(/^.*\./, "");
    tables[table] ??= [];
    tables[table].push(item.value as Row);
  }
  return tables;
}

it.each<ReadableSource>(["gitea", "synapse", "ghost", "strapi", "django", "mattermost", "woltlab"])(
  "a database in SQLite of %s is told and read as one of a server",
  async (system) => {
    const sample = sampleOf(`${system}.sql`);
    const dump = sqliteDump(await tablesOf(sample));
    expect(await detected(dump)).toEqual([system, "sure"]);
    const read = outcomes(await readAs(system, dump, { phoneRegion: "US" }));
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(outcomes(await readAs(system, sample, { phoneRegion: "US" })));
  },
);

it.each<readonly [ReadableSource, (sample: never) => Tables]>([
  ["better-auth", (tables: Tables) => tables],
  ["casdoor", ({ data }: { readonly data: readonly Row[] }) => ({ user: data })],
])("users of %s are told and read in a dump of SQLite as in JSON", async (system, tables) => {
  const sample = sampleOf(`${system}.json`);
  const dump = sqliteDump(tables(JSON.parse(sample) as never));
  expect(await detected(dump)).toEqual([system, "sure"]);
  expect(outcomes(await readAs(system, dump))).toEqual(outcomes(await readAs(system, sample)));
});
