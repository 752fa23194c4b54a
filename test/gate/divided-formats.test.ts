import { expect, it } from "vitest";
import { BUILT_IN_FORMATS as BUILT } from "../../dist/index.js";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { CATALOGUE_SAMPLES } from "../hash/catalogue-samples.js";

/** The build takes out of the formats what reading them does not need: `.ci/divide-formats.mjs`. */
it("the package says of each format what its declaration says", () => {
  const said = (formats: readonly object[]) => formats.map((format) => JSON.parse(JSON.stringify(format)));
  expect(said(BUILT)).toEqual(said(BUILT_IN_FORMATS));
  for (const { name, system, layout, reason, reference } of BUILT) {
    for (const text of [system, layout, reason, reference]) expect(text, name).toMatch(/\S/);
  }
});

it("the package computes of each format what its declaration says", () => {
  const recipesOf = (formats: readonly object[]) =>
    (formats as typeof BUILT_IN_FORMATS).flatMap((format) => {
      if (format.kind !== "verifiable") return [];
      const parts = format.parse((CATALOGUE_SAMPLES[format.name] as { text: string }).text);
      return [[format.name, parts.ok ? parts.value() : parts.problems]];
    });
  expect(recipesOf(BUILT)).toEqual(recipesOf(BUILT_IN_FORMATS));
});
