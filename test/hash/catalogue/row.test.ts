import { expect, it } from "vitest";
import { recognised, strip, verifiable } from "../../../src/hash/catalogue/row.js";
import { caseless, either, hexOf, layout, optional } from "../../../src/lib/grammar.js";

const SAID = { system: "Acme", layout: "$x$", reason: "It is an example.", reference: "none" } as const;
const recipe = () => ({ readings: [{ steps: [], key: new Uint8Array() }] }) as const;

it("has its name as a wrapping where something is kept or taken off", () => {
  const row = { ...SAID, read: layout`$x$`, recipe };
  const kept = verifiable("kept", "md5", row);
  expect(kept.wrapping).toEqual({ name: "kept", treatment: "keep" });
  expect(verifiable("bare", "md5", { ...row, treatment: null }).wrapping).toBeNull();
});

it("says with its reason why the service does not take it, unchangeably", () => {
  const row = recognised("known", "md5", { ...SAID, treatment: null, pattern: /^\$x\$$/ });
  expect(row).toMatchObject({ problem: "scheme/unsupported", problems: [{ code: "scheme/unsupported" }] });
  expect(row.problems[0]?.message).toBe("It is an example.");
  expect(Object.isFrozen(row.problems) && Object.isFrozen(row.problems[0])).toBe(true);
});

it("is found by the first words that its layout can begin with", () => {
  const markersOf = (read: Parameters<typeof verifiable>[2]["read"], given = {}) =>
    verifiable("x", "md5", { ...SAID, read, recipe, ...given }).markers;
  expect(markersOf(layout`$x${optional("-sha1")}$${hexOf("key", 16)}`)).toEqual(["$x$", "$x-sha1$"]);
  expect(markersOf(layout`${caseless("{MD5}")}${hexOf("key", 16)}`)).toEqual(["{md5}"]);
  expect(markersOf(layout`${either("a:", "b:", hexOf("key", 16))}`)).toEqual(["a:", "b:"]);
  expect(markersOf(layout`${hexOf("key", 16)}:`)).toEqual([]);
  expect(markersOf(layout`x`)).toEqual([]);
  expect(markersOf(layout`$x$`, { markers: ["$y$"] })).toEqual(["$y$"]);
});

it("takes off its first marker, or a name in braces, unless it says otherwise", () => {
  const row = { ...SAID, inner: ["$2b$"] };
  expect(strip("x", { ...row, markers: ["1|"] }).skip).toBe(2);
  expect(strip("x", { ...row, markers: ["{x}", "{longer}"] }).skip).toBe("braces");
  expect(strip("x", { ...row, markers: ["x$"], skip: 1 }).skip).toBe(1);
});
