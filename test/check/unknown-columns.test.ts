import { describe, expect, it } from "vitest";
import { checkExport } from "../../src/check/index.js";
import { checkReport } from "../../src/cli/check/check-report.js";
import { createImportClient } from "../../src/client/index.js";
import { importUsers, previewImport } from "../../src/import/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { type ReadableSource, readUniqueUsers } from "../../src/source/index.js";

const HASH = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234";
const CODES = ["source/column-unknown", "user/field-unknown"];

/** Devise's users with two columns of a plugin: the second has something in one row only. */
const ROWS = [1, 2, 3].map((id) => ({
  ...{ id, email: `u${id}@example.com`, encrypted_password: HASH },
  ...{ plugin_plan: "gold", plugin_note: id === 3 ? "x" : null },
}));
const COLUMNS = Object.keys(ROWS[0] as object);
const sqlValue = (value: unknown) => (value === null ? "NULL" : typeof value === "string" ? `'${value}'` : value);
const SQL = ROWS.map(
  (row) => `INSERT INTO users (${COLUMNS.join(", ")}) VALUES (${Object.values(row).map(sqlValue).join(", ")});\n`,
).join("");
const CSV = [COLUMNS, ...ROWS.map((row) => Object.values(row).map((value) => value ?? ""))]
  .map((cells) => `${cells.join(",")}\n`)
  .join("");
const JSON_TEXT = JSON.stringify(ROWS);

async function reportsOf(text: string, from: ReadableSource) {
  async function* open() {
    yield Buffer.from(text);
  }
  const checked = await checkExport(open, { from });
  const previewed = await previewImport(readUniqueUsers(open, { from }));
  const { fetch } = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "rehearsal", fetch });
  const { progress } = await importUsers(readUniqueUsers(open, { from }), {
    existing: { policy: "overwrite" },
    client,
  });
  if (!checked.ok || !previewed.ok) throw new Error("the export can't be read");
  const { value: check } = checked;
  const counted = [check.warnings, previewed.value.warnings, progress.warnings].map((tallies) =>
    tallies.filter(({ name }) => CODES.includes(name)),
  );
  const columns = [check, previewed.value, progress.users].map(({ unknownColumns }) => unknownColumns);
  return { check, counted, columns, imported: progress.imported };
}

describe("columns that credport does not know", () => {
  it.each([
    ["a dump", SQL],
    ["a CSV file", CSV],
  ])("of %s are named once in each report, without a count of users", async (_, text) => {
    const { check, counted, columns, imported } = await reportsOf(text, "devise");
    const names = ["plugin_plan", "plugin_note"];
    expect([imported, counted, columns]).toEqual([3, [[], [], []], [names, names, names]]);
    const sections = checkReport(check, { hasFallback: false, title: "x", next: "", files: [] });
    const rows = sections.flatMap((section) => section.rows);
    expect(rows).toContainEqual(expect.objectContaining({ text: "columns", rest: ": plugin_plan, plugin_note" }));
  });

  it("are fields of single users in JSON, and counted by users", async () => {
    const { counted, columns } = await reportsOf(JSON_TEXT, "devise");
    expect(columns).toEqual([undefined, undefined, undefined]);
    for (const tallies of counted) {
      expect(tallies).toMatchObject([
        { name: "user/field-unknown", records: 3, fields: ["plugin_plan", "plugin_note"] },
      ]);
    }
  });
});
