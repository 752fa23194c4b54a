import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HASH_FORMATS } from "../../src/hash/catalogue/index.js";
import { identifyHash, type SourceName } from "../../src/index.js";
import { ROOT, vectorFiles } from "./tool.mjs";

/** No row is held only by what was known when it was written: the suite asks about each that credport verifies. */

interface Output {
  readonly matches: boolean;
}

interface Test {
  readonly input: { readonly hash: string; readonly source?: SourceName };
  readonly result: string;
  readonly output?: Output;
  readonly outputs?: readonly Output[];
}

const tests = vectorFiles()
  .filter(({ operation }) => operation === "verify")
  .flatMap(({ path }) => {
    const content = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as { groups: { tests: Test[] }[] };
    return content.groups.flatMap((group) => group.tests);
  });

/** Names of the rows that the hashes of such tests are read as. */
function rowsOf(matches: boolean): ReadonlySet<string | null> {
  const such = tests.filter(({ output, outputs }) => (output ?? outputs?.[0])?.matches === matches);
  // A hash is asked about many times.
  const asked = new Map(such.map(({ input: { hash, source } }) => [`${source} ${hash}`, { hash, source }]));
  return new Set([...asked.values()].map(({ hash, source }) => identifyHash(hash, source && { source }).format));
}

const verifiable = HASH_FORMATS.filter(({ kind }) => kind === "verifiable").map(({ name }) => name);

describe("each row of the catalogue that credport verifies has a vector", () => {
  it.each([
    ["a right password", true],
    ["a wrong password", false],
  ])("of %s", (_, matches) => {
    const rows = rowsOf(matches);
    expect(verifiable.length).toBeGreaterThan(100);
    expect(verifiable.filter((name) => !rows.has(name))).toEqual([]);
  });
});
