import { requireArgument } from "../lib/require-argument.js";
import { isMarker } from "./catalogue/marker.js";
import { type HashFormat, type VerifiableFormat, verifiableParts } from "./catalogue/row.js";
import { expressionReader } from "./expression/expression-format.js";
import { type Catalogue, indexOf, inOrder } from "./read/find-formats.js";

/**
 * A format of your own: what `defineFormat` takes.
 *
 * @experimental A format is to be written as one object.
 */
export type OwnFormat = Omit<VerifiableFormat, "kind" | "wrapping" | "problems" | "problem" | "parse"> &
  (Pick<VerifiableFormat, "parse"> | { readonly expression: string });

/**
 * Makes a row for a format that a system of yours writes and that the service does not verify.
 *
 * @param format Name, system and layout as documentation shows them; `markers`: what a text begins
 * with, up to the end of its first word (`$acme$`, `{acme}`, `acme:`), names in braces in lower case;
 * `parse`: reads the whole text and gives a function that makes the recipe, or a problem with the code
 * `scheme/malformed` and the place where the text breaks off. A recipe is a row of steps: those of the
 * built-in schemes, or `{ kind: "own", costs, sees, compute }`. In place of `parse`, `expression` says how the hash is made
 * of the other parts of the layout: `sha1(salt . password)` and `$acme$<salt>$<hash>`.
 * @returns A row for `createCatalogue`. Throws a `TypeError` for a format without a marker, which would be
 * asked for every text.
 * @see docs/catalogue.md for the kinds of steps
 *
 * @experimental A format is to be written as one object.
 *
 * @example
 * ```ts
 * import { createHash } from "node:crypto";
 * import { BUILT_IN_FORMATS, createCatalogue, defineFormat, identifyHash } from "credport";
 *
 * const acme = defineFormat({
 *   name: "acme-sha256",
 *   system: "Acme Forum",
 *   scheme: "sha256",
 *   treatment: null,
 *   markers: ["$acme$"],
 *   layout: "$acme$<64 hex digits>",
 *   reason: "A fast digest; the service does not verify it.",
 *   reference: "https://example.com/acme",
 *   parse: (text) => ({
 *     ok: true,
 *     warnings: [],
 *     value: () => ({
 *       readings: [{ steps: [{ kind: "digest", digest: "sha256" }], key: Buffer.from(text.slice(6), "hex") }],
 *     }),
 *   }),
 * });
 * const catalogue = createCatalogue([...BUILT_IN_FORMATS, acme]);
 * const text = `$acme$${createHash("sha256").update("secret").digest("hex")}`;
 * identifyHash(text, { catalogue }).disposition; // => "verifiable"
 * ```
 */
export function defineFormat(format: OwnFormat): VerifiableFormat {
  requireArgument("format", format, "object", { name: "string", layout: "string", markers: "array" });
  if (format.markers.length === 0) throw new TypeError("markers must name at least one beginning");
  const unusable = format.markers.find((marker) => !isMarker(marker));
  if (unusable !== undefined) {
    throw new TypeError(
      `the marker ${unusable} is not a first word with its end: $, : or |, or } of a name in braces, which is in lower case`,
    );
  }
  const { wrapping, ...row } = verifiableParts(format);
  const parse = "parse" in format ? format.parse : expressionReader(format.layout, format.expression);
  return {
    ...format,
    ...row,
    parse,
    wrapping: wrapping === null ? null : { ...wrapping, system: format.system },
  };
}

/**
 * Makes a catalogue of formats: those that are built in and your own. Give it to `identifyHash`,
 * `normalizeHash` and `verifyPassword` as `catalogue`.
 *
 * @param formats Rows in the order in which they are asked; usually `[...BUILT_IN_FORMATS, mine]`.
 * @returns The catalogue; make it once. Throws a `TypeError` where two rows have one name.
 *
 * @experimental A format is to be written as one object.
 *
 * @example
 * ```ts
 * import { BUILT_IN_FORMATS, createCatalogue, identifyHash } from "credport";
 *
 * const catalogue = createCatalogue(BUILT_IN_FORMATS);
 * identifyHash("$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", { catalogue }).scheme; // => "bcrypt"
 * ```
 */
export function createCatalogue(formats: readonly HashFormat[]): Catalogue {
  requireArgument("formats", formats, "array");
  const names = new Set<string>();
  for (const [at, format] of formats.entries()) {
    requireArgument(`formats[${at}]`, format, "object", { name: "string", markers: "array" });
    const { name } = format;
    if (names.has(name)) throw new TypeError(`two formats are called ${name}`);
    names.add(name);
  }
  const catalogue: Catalogue = Object.freeze({ formats: Object.freeze(inOrder(formats)) });
  indexOf(catalogue);
  return catalogue;
}
