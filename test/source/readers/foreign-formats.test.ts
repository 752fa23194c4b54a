import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { detectSource, readExport } from "../../../src/source/index.js";
import { draftTableMap } from "../../../src/source/table/draft-table-map.js";
import { bytesOf, collect } from "../read-users.js";
import { outcomes, readAs } from "../systems/read-samples.js";
import { sampleOf } from "../systems/samples.js";

async function faultOf(bytes: string): Promise<unknown> {
  const [found] = outcomes(await readAs("wordpress", bytes));
  return found;
}

it("says of a file of mongodump, and of XML of MySQL's programs, what it is", async () => {
  expect(await faultOf("\x70\0\0\0\x07_id\0ABCDEFGHIJKL\x02email\0")).toBe("source/not-text");
  expect(await faultOf("\ufeff<?xml version='1.0'?>\n<pma_xml_export>")).toBe("source/malformed");
  const root = '<mysqldump xmlns:xsi="x">\n<database name="j"></database></mysqldump>';
  expect(await faultOf(`<?xml version="1.0"?>\n<!-- a -->\n${root}`)).toBe("source/malformed");
});

const TAR = `realm.json${"\0".repeat(247)}ustar\x0000{"realm":"shop"}`;

it.each([
  ["pg_dump's own format", "PGDMP\x01\x0e\0", "source/not-text", "the custom format of pg_dump"],
  ["a SQLite database", "SQLite format 3\0", "source/not-text", "an SQLite database"],
  ["a file of mongodump", "\x10\0\0\0\x02a\0\x02\0\0\0b\0\0", "source/not-text", "BSON"],
  ["a compressed tar archive", gzipSync(TAR), "source/not-text", "a tar archive"],
])("says of %s what it is, with the system's name and without it", async (_, bytes, code, said) => {
  const text = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  const expected = { ok: false, problems: [{ code, message: expect.stringContaining(said) }] };
  expect(await detectSource(text)).toMatchObject(expected);
  expect(await draftTableMap(bytesOf(text))).toMatchObject(expected);
  for (const from of ["keycloak", "wordpress", "django"] as const) {
    expect(outcomes(await collect(readExport(bytesOf(text), { from })))).toEqual([code]);
  }
});

it.each(["ustar", "ustar  ", "ustar\\u0000"])("takes no user's text for the mark of an archive: %s", async (mark) => {
  const user = { id: 1, email: "ann@example.com", password: "", name: "" };
  const name = `${"x".repeat(257 - JSON.stringify(user).length + 2)}${mark}`;
  const line = JSON.stringify({ ...user, name }).replaceAll("\\\\", "\\");
  expect(line.indexOf("ustar")).toBe(257);
  for (const text of [line, gzipSync(line)]) {
    const [first] = await collect(readExport(bytesOf(Buffer.from(text)), { from: "laravel" }));
    expect(first).toMatchObject({ kind: "user" });
  }
});

it("passes over what a program said before the dump that it wrote into the same file", async () => {
  const dump = sampleOf("wordpress.sql");
  const said = "mysqldump: [Warning] Using a password on the command line interface can be insecure; it's so.\n";
  expect(outcomes(await readAs("wordpress", said + dump))).toEqual(outcomes(await readAs("wordpress", dump)));
});

it("says why a draft of a map has no record to look at", async () => {
  const latin = Uint8Array.from("id,name\n1,M\xfcller\n", (character) => character.charCodeAt(0));
  const drafted = await draftTableMap(bytesOf(latin));
  expect(drafted).toMatchObject({ ok: false, problems: [{ code: "source/record-not-utf8" }] });
});
