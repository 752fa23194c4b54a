import fc from "fast-check";

/** Stands for the end of the file. */
const CUT = "the end";

/** A place in a file, and what is written there. */
export const damage = fc.option(
  fc.record({ at: fc.nat(), with: fc.constantFrom("", "}", "{", '"', "\n", "\0", ",", "\u00ff", CUT) }),
  { freq: 2 },
);

/** The file with that damage. */
export function damaged(text: string, hurt: { readonly at: number; readonly with: string } | null): Buffer {
  if (hurt === null || text.length === 0) return Buffer.from(text);
  const at = hurt.at % text.length;
  if (hurt.with === CUT) return Buffer.from(text.slice(0, at));
  return Buffer.from(text.slice(0, at) + hurt.with + text.slice(at + 1), "latin1");
}
