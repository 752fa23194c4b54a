import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROBLEM_CODES, PROBLEM_REMEDIES } from "../../src/problems.js";

const page = readFileSync(new URL("../../docs/problems.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(1, section.indexOf("`", 1)), section] as const),
);

it("documents every problem code once, and no other", () => {
  expect([...sections.keys()].sort()).toEqual([...PROBLEM_CODES].sort());
  expect(page.match(/^### /gm)).toHaveLength(PROBLEM_CODES.length);
});

it.each(PROBLEM_CODES)("documents %s with its meaning and its remedy word for word", (code) => {
  const section = sections.get(code) ?? "";
  const [meaning = "", remedy = ""] = section.slice(section.indexOf("\n")).split("**Remedy:**");
  expect(meaning.trim().length).toBeGreaterThan(20);
  expect(remedy.split("\n")[0]?.trim()).toBe(PROBLEM_REMEDIES[code]);
});

it.each(PROBLEM_CODES)("names %s by area and reason, and says what to do next", (code) => {
  expect(code).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  expect(PROBLEM_REMEDIES[code]).toMatch(/^[A-Z].*[.]$/s);
});
