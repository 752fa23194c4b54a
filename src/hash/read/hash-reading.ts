import type { Failure, Problem } from "../../result.js";
import type { BareWrapping, FormatRow } from "../catalogue/row.js";
import type { ProviderScryptHash } from "../provider-scrypt/provider-scrypt.js";
import type { Disposition, ImportableScheme, Scheme } from "../scheme.js";
import type { HashRule } from "../systems/hash-rules.js";
import type { CanonicalForm, Change } from "../text/change.js";
import type { FormatIndex } from "./find-formats.js";

/** All that can be told of a hash text. Private to the package: it holds the hash. */
export interface HashReading {
  readonly scheme: Scheme | "unknown";
  readonly wrapping: BareWrapping | null;
  readonly disposition: Disposition;
  /** Why it can't be imported; empty when it can. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** The row of the innermost format, or null for an unknown text. */
  readonly format: FormatRow | null;
  /** What the row's recipe is made of, for the formats that the service does not verify and credport does. */
  readonly parts?: (() => object) | undefined;
  /** What the source says of the hash, where that is not over the password alone. */
  readonly rule?: HashRule;
  /** The standard string, when there is one: also where the source forbids its import. */
  readonly canonical: Canonical | null;
}

export interface Canonical extends CanonicalForm {
  readonly scheme: ImportableScheme;
  readonly signerKey?: string;
  readonly providerScrypt?: ProviderScryptHash;
}

/** What has been taken off so far on the way inwards. */
export interface Path {
  readonly index: FormatIndex;
  readonly wrapping: BareWrapping | null;
  readonly changes: readonly Change[];
  /** Offset of the current text in the given one; null once it was decoded. */
  readonly start: number | null;
}

export const NO_PROBLEMS: readonly Problem[] = Object.freeze([]);
/** A text that is not a whole, sound string of its form. */
export function malformed(
  format: FormatRow | null,
  scheme: Scheme | "unknown",
  path: Pick<Path, "wrapping">,
  problems: readonly Problem[],
): HashReading {
  return {
    scheme,
    wrapping: path.wrapping,
    disposition: "malformed",
    problems,
    warnings: NO_PROBLEMS,
    format,
    canonical: null,
  };
}

/** A text that no form could be looked for in. */
export function unreadable(problems: Failure["problems"]): HashReading {
  const scheme = problems[0].code === "hash/empty" ? "no-password" : "unknown";
  return malformed(null, scheme, { wrapping: null }, problems);
}

/** Problems with their offsets in the text that was given; without one where it was decoded. */
export function movedTo(start: number | null, problems: readonly Problem[]): readonly Problem[] {
  if (problems.length === 0) return problems;
  return problems.map(({ offset, ...rest }) => {
    return offset === undefined || start === null ? rest : { ...rest, offset: offset + start };
  });
}
