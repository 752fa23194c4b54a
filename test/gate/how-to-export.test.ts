import { expect, it } from "vitest";
import { READABLE_SOURCES, type Source } from "../../src/source/index.js";
import { sourceOf } from "../../src/source/internal.js";

/** Sources that do not say yet how their users are exported. The list may only become shorter. */
const WITHOUT: readonly string[] = [];

const howTo = (name: (typeof READABLE_SOURCES)[number]) => (sourceOf(name) as Source).howToExport;

it("is said of every source, with the command first", () => {
  expect(READABLE_SOURCES.filter((name) => howTo(name) === undefined)).toEqual(WITHOUT);
  for (const name of READABLE_SOURCES) {
    const lines = howTo(name)?.split("\n") ?? [];
    expect([name, lines[1]]).toEqual([name, ""]);
    expect([name, lines.slice(2).filter((line) => line.length > 120)]).toEqual([name, []]);
  }
});

it("names the least privileges wherever there is an interface or a database to read", () => {
  const own = ["credport"];
  const silent = READABLE_SOURCES.filter((name) => !/Least privileges:/.test(howTo(name) ?? ""));
  expect(silent).toEqual(READABLE_SOURCES.filter((name) => own.includes(name)));
});
