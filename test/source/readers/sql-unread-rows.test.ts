import { describe, expect, it } from "vitest";
import { sqlDump } from "../../../src/source/index.js";
import { faultsIn, itemsOf, recordsIn } from "./read-items.js";

const USERS = sqlDump({ tables: ["users"] });
const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
const FORGED = `(666,"x","y"),(667,${hex("x")},${hex("y")}),\n(668,'''',${hex("y")}),\n(669,0x,`;
const doubled = (text: string) => `'${text.replaceAll("'", "''")}'`;
const escaped = (text: string) => `'${text.replace(/[\\'"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`))}'`;

describe("a row with a value that can't be read", () => {
  const texts = [
    [FORGED, "z"],
    [`\nINSERT INTO users (id,name,bio) VALUES (666,${hex("x")},"y");\n`, "z"],
    // The mark after the first one would begin a text that the second one ends.
    [`,(666,${hex("x")},`, ",'),(667,'x','y'),("],
    [`),(666,${hex("x")},`, "),"],
    [`b'),(666,${hex("x")},'y'),(`, "'"],
    ["\\", `),(666,${hex("x")},${hex("y")}),\n(`],
    ["x".repeat(9000) + FORGED, FORGED.repeat(1000)],
  ] as const;

  it.each([
    ["PostgreSQL", "SET standard_conforming_strings = on;\n", doubled, ""],
    ["SQLite", "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", doubled, "COMMIT;\n"],
    ["MySQL", "-- MySQL dump 10.13\n", escaped, "-- Dump completed on 2026-11-27\n"],
  ])("never lets its texts be other users: %s", async (_, head, quote, tail) => {
    for (const [name, bio] of texts) {
      const damaged = `(unknown(1),${quote(name)},${quote(bio)})`;
      for (const between of [",", ",\n", ";\nINSERT INTO users (id,name,bio) VALUES "]) {
        const rows = ["(1,'Ann','a')", damaged, "(3,'Bob','b')", damaged, "(4,'Cy','c')"].join(between);
        const text = `${head}INSERT INTO users (id,name,bio) VALUES ${rows};\n${tail}`;
        const [whole, pieces] = [await itemsOf(USERS, text), await itemsOf(USERS, text, 7)];
        expect(JSON.stringify(pieces)).toBe(JSON.stringify(whole));
        const ids = recordsIn(whole).map((record) => (record as { id: string }).id);
        expect([name.slice(0, 20), between, ids]).toEqual([name.slice(0, 20), between, ["1", "3", "4"]]);
        expect(faultsIn(whole)).toHaveLength(2);
      }
    }
  });

  it("never does so where the file does not say how texts are escaped", async () => {
    for (const [name, bio] of texts) {
      for (const quote of [doubled, escaped]) {
        const rows = `(1,'Ann','a'),\n(unknown(1),${quote(name)},${quote(bio)}),\n(3,'Bob','b')`;
        const items = await itemsOf(USERS, `INSERT INTO users (id,name,bio) VALUES ${rows};\n`, 70);
        const ids = recordsIn(items).map((record) => (record as { id: string }).id);
        const isStopped = faultsIn(items).at(-1)?.startsWith("end source/dialect-unknown") === true;
        expect([name.slice(0, 20), ids]).toEqual([name.slice(0, 20), isStopped ? ["1"] : ["1", "3"]]);
        expect(faultsIn(items)).toHaveLength(1);
      }
    }
  });

  it("of more than 1 MiB never does either", async () => {
    for (const filler of [100_000, 1_100_000, 2_500_000]) {
      const bio = `${"x".repeat(filler)}${FORGED}${"x".repeat(filler)}${FORGED}`;
      const text = `-- PostgreSQL\nINSERT INTO users (id,name,bio) VALUES (unknown(1),'a',${doubled(bio)}),(3,'Bob','b');\n`;
      for (const size of [1000, 1 << 16, 1 << 23]) {
        const items = await itemsOf(USERS, text, size);
        expect(recordsIn(items)).toEqual([{ id: "3", name: "Bob", bio: "b" }]);
        expect(faultsIn(items)).toHaveLength(1);
      }
    }
  });
});

it("a row is read where sqlite3 needs many characters for a line end", async () => {
  const taken = ["\\n", "\\012", ...Array.from({ length: 10_000 }, (_, at) => `(\\n${at})`)].join("");
  const lineEnd = "(\\n10000)";
  const name = `${taken},(666,"x","y"),(667,"x","y"),\nz`;
  const written = `replace('${name.replaceAll("\n", lineEnd)}','${lineEnd}',char(10))`;
  const rows = ["1,'Ann','a'", `2,${written},'b'`, "3,'Bob','c'"].map((row) => `INSERT INTO users VALUES(${row});\n`);
  const head = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE users (id INTEGER, name TEXT, bio TEXT);\n";
  const items = await itemsOf(USERS, `${head}${rows.join("")}COMMIT;\n`);
  expect(faultsIn(items)).toEqual([]);
  expect(recordsIn(items)).toEqual([
    { id: "1", name: "Ann", bio: "a" },
    { id: "2", name, bio: "b" },
    { id: "3", name: "Bob", bio: "c" },
  ]);
});

describe("where a mark is missing", () => {
  const typed = [
    `,(666,${hex("x")},${hex("y")}),`,
    ',\n(667,"x","y"),',
    `,(668,true,${hex("y")}),(669,'',0x),`,
    `,(666,'',${hex("y")}),`,
  ];

  it.each([
    ["after another text", (bio: string) => `(2,'b,${bio})`],
    ["before it", (bio: string) => `(2,'b',${bio.slice(1)})`],
    ["after it", (bio: string) => `(2,'b',${bio.slice(0, -1)})`],
    ["in another row", (bio: string) => `(2,'b,'x'),(4,'typed',${bio})`],
  ])("what a user typed is not another user: %s", async (_, rowWith) => {
    for (const bio of typed) {
      const rows = `(1,'a','b'),${rowWith(doubled(bio))},(3,'c','d'),(5,'e','f')`;
      const items = await itemsOf(USERS, `INSERT INTO users (id,name,bio) VALUES ${rows};\n`);
      const ids = recordsIn(items).map((record) => (record as { id: string }).id);
      expect([bio, ids.filter((id) => id.startsWith("66"))]).toEqual([bio, []]);
      expect(ids).toEqual(expect.arrayContaining(["1", "5"]));
      expect(faultsIn(items).length).toBeGreaterThan(0);
    }
  });
});
