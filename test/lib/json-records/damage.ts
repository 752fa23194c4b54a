import fc from "fast-check";

export interface Damage {
  readonly kind: "delete" | "insert" | "replace";
  /** Share of the text, or of the places in it, that appears before it. */
  readonly at: number;
  readonly byte: number;
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom("delete", "insert", "replace"),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  byte: fc.oneof(fc.constantFrom(...Buffer.from('"""{}[],:\\ \n\t\0ae5')), fc.integer({ min: 0, max: 255 })),
});
