import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HASH_FORMATS } from "../../../src/hash/catalogue/index.js";
import { CATALOGUE_SAMPLES } from "../catalogue-samples.js";

/** What `npm run bench` holds identifyHash to: an expression for each row that has a parser and is told by its text. */
const EXPRESSIONS: Record<string, string> = JSON.parse(
  readFileSync(new URL("../../../bench/patterns.json", import.meta.url), "utf8"),
);
const ROWS = HASH_FORMATS.filter((row) => row.kind === "verifiable" && row.sources === undefined);

it("the bench has an expression for each row with a parser", () => {
  expect(ROWS.map(({ name }) => name).filter((name) => !(name in EXPRESSIONS))).toEqual([]);
});

it.each(ROWS.map(({ name }) => name))("the expression of %s knows the row's sample", (name) => {
  const [, source = "(?!)", flags] = /^(.*?\$)(?:\/([a-z]*))?$/s.exec(EXPRESSIONS[name] ?? "") ?? [];
  expect(new RegExp(source, flags).test(CATALOGUE_SAMPLES[name]?.text ?? "")).toBe(true);
});
