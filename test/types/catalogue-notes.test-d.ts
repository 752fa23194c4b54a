import { expectTypeOf, it } from "vitest";
import type { HASH_FORMATS } from "../../src/hash/catalogue/index.js";
import type { FormatRow, Named, Notes } from "../../src/hash/catalogue/row.js";

type Rows = readonly [Named<"strip", "acme-bcrypt">, Named<"verifiable", "acme-sha256">];

it("a row has a note of what it does not say itself", () => {
  expectTypeOf<Notes<Rows>>().toEqualTypeOf<{
    readonly "acme-bcrypt": { readonly layout: string; readonly reason: string; readonly reference: string };
    readonly "acme-sha256": { readonly layout: string; readonly reference: string };
  }>();
  const ofOne = { "acme-bcrypt": { layout: "", reason: "", reference: "" } };
  // @ts-expect-error: the note of acme-sha256 is missing
  expectTypeOf<Notes<Rows>>(ofOne);
});

it("a row whose name no type knows has no note", () => {
  expectTypeOf<keyof Notes<readonly FormatRow[]>>().toEqualTypeOf<"a row without a name">();
});

it("the built-in rows are known by their names", () => {
  expectTypeOf<"passlib-pbkdf2">().toExtend<(typeof HASH_FORMATS)[number]["name"]>();
  expectTypeOf<string>().not.toExtend<(typeof HASH_FORMATS)[number]["name"]>();
});
