import { expect, it } from "vitest";
import { READABLE_SOURCES, type Source } from "../../src/source/index.js";
import { sourceOf } from "../../src/source/internal.js";

const MOST_CHARACTERS = 120;
const howTo = (name: (typeof READABLE_SOURCES)[number]) => (sourceOf(name) as Source).howToExport ?? "";

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
