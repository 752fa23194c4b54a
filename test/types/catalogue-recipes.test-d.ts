import { expectTypeOf, it } from "vitest";
import { type PHPASS_FORMATS, PHPASS_RECIPES, PHPASS_WRITERS } from "../../src/hash/catalogue/phpass.js";
import type { Recipe } from "../../src/hash/catalogue/recipe.js";
import type { Named, Recipes, VerifiableRow, Writers } from "../../src/hash/catalogue/row.js";

type Parts = { readonly rounds: number };
type Rows = readonly [
  VerifiableRow<Parts> & { readonly name: "acme-sha256" },
  Named<"recognised", "acme-unknown">,
];

it("a row that a verification computes has a recipe, made of its own parts, and no other row has one", () => {
  expectTypeOf<Recipes<Rows>>().toEqualTypeOf<{ readonly "acme-sha256": (parts: Parts) => Recipe }>();
  // @ts-expect-error: the recipe of acme-sha256 is missing
  expectTypeOf<Recipes<Rows>>({});
  expectTypeOf<(parts: { readonly salt: string }) => Recipe>().not.toExtend<Recipes<Rows>["acme-sha256"]>();
});

it("every row has a writer", () => {
  expectTypeOf<Writers<Rows>>().toEqualTypeOf<{
    readonly "acme-sha256": string;
    readonly "acme-unknown": string;
  }>();
  // @ts-expect-error: the writer of acme-unknown is missing
  expectTypeOf<Writers<Rows>>({ "acme-sha256": "Acme" });
});

it("a built-in file does not compile with a recipe or a writer taken out", () => {
  const { "drupal-sha512": recipe, ...recipes } = PHPASS_RECIPES;
  // @ts-expect-error: the recipe of drupal-sha512 was taken out
  expectTypeOf<Recipes<typeof PHPASS_FORMATS>>(recipes);
  expectTypeOf(recipe).returns.toEqualTypeOf<Recipe>();
  const { phpass, ...writers } = PHPASS_WRITERS;
  // @ts-expect-error: the writer of phpass was taken out
  expectTypeOf<Writers<typeof PHPASS_FORMATS>>(writers);
  expectTypeOf(phpass).toEqualTypeOf<string>();
});
