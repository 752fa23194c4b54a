import { expect, it } from "vitest";
import { draftTableMap } from "../../../src/source/table/draft-table-map.js";
import { bytesOf } from "../read-users.js";
import { outcomes, readAs } from "../systems/read-samples.js";
import { sampleOf } from "../systems/samples.js";

async function faultOf(bytes: string): Promise<unknown> {
  const [found] = outcomes(await readAs("wordpress", bytes));
  return found;
}

it("says of a file of mongodump, and of XML of MySQL's programs, what it is", async () => {
  expect(await faultOf("\x70\0\0\0\x07_id\0ABCDEFGHIJKL\x02email\0")).toBe("source/binary-dump");
  const root = '<mysqldump xmlns:xsi="x">\n<database name="j"></database></mysqldump>';
  expect(await faultOf(`<?xml version="1.0"?>\n<!-- a -->\n${root}`)).toBe("source/not-sql");
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
