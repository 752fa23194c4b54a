import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import type { Change } from "../../src/index.js";
import { hashTables } from "./hash-tables.js";

/**
 * docs/hashes.md is written by hand around tables that are made from the catalogue:
 * `UPDATE_DOCS=1 npx vitest run --project gate test/gate/hashes-documented.test.ts`
 * writes them again.
 */
const PAGE = new URL("../../docs/hashes.md", import.meta.url);
const place = (name: string) => new RegExp(`(<!-- table: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);

const tables = Object.entries(hashTables());

if (process.env.UPDATE_DOCS === "1") {
  const updated = tables.reduce(
    (page, [name, table]) => page.replace(place(name), (_, start, end) => `${start}${table}\n${end}`),
    readFileSync(PAGE, "utf8"),
  );
  writeFileSync(PAGE, updated);
}

const page = readFileSync(PAGE, "utf8");

describe("docs/hashes.md", () => {
  it.each(tables)("has the table %s as the code makes it", (name, table) => {
    const found = place(name).exec(page)?.[0] ?? "";
    expect(found).toBe(`<!-- table: ${name} -->\n${table}\n<!-- end -->`);
  });

  it("has no table that the code does not make", () => {
    const names = [...page.matchAll(/<!-- table: ([a-z-]+) -->/g)].map((match) => match[1]);
    expect(names.sort()).toEqual(tables.map(([name]) => name).sort());
  });

  it("names every row of the catalogue once", () => {
    for (const { name } of BUILT_IN_FORMATS) expect(page.split(`\n| \`${name}\` |`)).toHaveLength(2);
  });

  it("explains every change that is ever made", () => {
    const kinds: Record<Change["kind"], true> = {
      trimmed: true,
      stripped: true,
      decoded: true,
      recomposed: true,
      "padding-bits-cleared": true,
      "parameters-reordered": true,
      "version-added": true,
      "padding-removed": true,
      "padding-added": true,
      "alphabet-converted": true,
      "separator-moved": true,
      "phone-number-rewritten": true,
    };
    for (const kind of Object.keys(kinds)) expect(page).toContain(`\n| \`${kind}\` |`);
  });
});
