import { describe, expect, it } from "vitest";
import { ALL_SOURCES } from "./all-sources.js";

const COMPARED = ALL_SOURCES.flatMap(({ name, comparedWith }) =>
  comparedWith === undefined ? [] : [{ name, ...comparedWith }],
);

describe("the release that a system's rules were compared with", () => {
  it.each(COMPARED)("is named for $name with its day and its file", ({ release, date, file }) => {
    expect(release).toMatch(/^\S.*\d|^documentation$/);
    expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
    expect(file).toMatch(/^[\w.-]+\/[\w.-]+: \S|^https:\/\//);
  });
});
