import { expectTypeOf, it } from "vitest";
import type { Recipe } from "../../src/hash/catalogue/recipe.js";
import { decode, strip, verifiable } from "../../src/hash/catalogue/row.js";
import { layout, run } from "../../src/lib/grammar.js";

const SAID = { system: "Acme", layout: "acme$<salt>", reason: "It is an example.", reference: "acme" };
const read = layout`acme$${run("salt", new Uint8Array(128), 1)}`;
declare const recipe: (parts: { readonly salt: string }) => Recipe;

it("a format that a verification computes has a recipe of its own parts", () => {
  verifiable("acme", "md5", { ...SAID, read, recipe });
  verifiable("acme", "md5", {
    ...SAID,
    read,
    recipe: (parts) => {
      expectTypeOf(parts).toEqualTypeOf<{ salt: string }>();
      return recipe(parts);
    },
  });
  // @ts-expect-error: the recipe is missing
  verifiable("acme", "md5", { ...SAID, read });
  const ofAKey = (parts: { readonly key: string }) => recipe({ salt: parts.key });
  // @ts-expect-error: the layout finds no key
  verifiable("acme", "md5", { ...SAID, read, recipe: ofAKey });
});

it("a format says who writes it, how it looks, why it is treated as it is, and where it is defined", () => {
  const { system, ...unwritten } = SAID;
  // @ts-expect-error: the writer is missing
  verifiable("acme", "md5", { ...unwritten, read, recipe });
  const { reference, ...undefinedAnywhere } = SAID;
  // @ts-expect-error: the reference is missing
  verifiable("acme", "md5", { ...undefinedAnywhere, read, recipe });
  const { reason, ...unreasoned } = SAID;
  strip("acme", { ...unreasoned, markers: ["acme$"], inner: ["$2b$"] });
  // @ts-expect-error: only what is taken off has a reason that needs no words
  decode("acme", { ...unreasoned, markers: ["acme$"], decode: expectTypeOf, inner: ["$2b$"] });
  expectTypeOf([system, reference, reason]).toEqualTypeOf<string[]>();
});
