import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exportInstructions as exportInstructionsOf } from "../../src/cli/sources/export-instructions.js";
import { READABLE_SOURCES, type Source } from "../../src/source/index.js";
import { loadedSource } from "../source/all-sources.js";
import { exportInstructions } from "./export-instructions.js";

const MOST_CHARACTERS = 120;
const howTo = (name: (typeof READABLE_SOURCES)[number]) => exportInstructionsOf(loadedSource(name) as Source) ?? "";

it.each(READABLE_SOURCES)("says how the users of %s are exported, with the commands first", (name) => {
  const [commands = "", ...texts] = howTo(name).split("\n\n");
  expect(commands).not.toBe("");
  expect(texts).toHaveLength(1);
  const lines = [...(texts[0] ?? "").split("\n"), ...commands.split("\n").slice(1)];
  expect(lines.filter((line) => line.length > MOST_CHARACTERS || line !== line.trimEnd())).toEqual([]);
});

it("names the least privileges wherever there is an interface, a database or a file to read", () => {
  const silent = READABLE_SOURCES.filter((name) => !/Least privileges:/.test(howTo(name)));
  expect(silent).toEqual(["credport"]);
});

/**
 * docs/sources.md says the same, from the same place:
 * `UPDATE_DOCS=1 npx vitest run --project gate test/gate/how-to-export.test.ts` writes it there.
 */
const PAGE = new URL("../../docs/sources.md", import.meta.url);
const place = (name: string) => new RegExp(`(<!-- export: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);

if (process.env.UPDATE_DOCS === "1") {
  const updated = exportInstructions().reduce(
    (page, [name, text]) => page.replace(place(name), (_, start, end) => `${start}${text}\n${end}`),
    readFileSync(PAGE, "utf8"),
  );
  writeFileSync(PAGE, updated);
}

describe("docs/sources.md", () => {
  const page = readFileSync(PAGE, "utf8");

  it.each(exportInstructions())("says how the users of %s are exported", (name, text) => {
    expect(place(name).exec(page)?.[0] ?? "").toBe(`<!-- export: ${name} -->\n${text}\n<!-- end -->`);
  });

  it("says it of no other source, and once of each", () => {
    const names = [...page.matchAll(/<!-- export: ([a-z0-9-]+) -->/g)].map((match) => match[1]);
    expect(names.sort()).toEqual(
      exportInstructions()
        .map(([name]) => name)
        .sort(),
    );
  });
});
