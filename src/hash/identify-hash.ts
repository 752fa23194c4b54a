import { type Problem, requireText } from "../result.js";
import { isCanonicalBcrypt } from "./bcrypt/plain-bcrypt.js";
import { withWriter } from "./catalogue/by-name.js";
import type { HashWrapping } from "./catalogue/row.js";
import { readHash } from "./read/read-hash.js";
import type { Disposition, Scheme } from "./scheme.js";
import { type HashContext, isOpen, requireContext } from "./systems/source-context.js";

/** What a text in a password column is. Holds no part of it. */
export interface HashIdentity {
  readonly scheme: Scheme | "unknown";
  /** Name of the catalogue's row that the innermost text fits, or null. */
  readonly format: string | null;
  /** What is around or in place of a standard string, or null. */
  readonly wrapping: HashWrapping | null;
  readonly disposition: Disposition;
  /** Why it can't be imported; empty when it can. */
  readonly problems: readonly Problem[];
}

const PLAIN_BCRYPT: HashIdentity = Object.freeze({
  scheme: "bcrypt",
  format: "bcrypt",
  wrapping: null,
  disposition: "importable",
  problems: Object.freeze([]),
});

/**
 * Says what a text in a password column is, and what can be done with it.
 *
 * @param text Any text at all. White space and a byte order mark around it do not
 * matter; at most 4096 UTF-16 code units are read.
 * @param options `source`: the system that the column belongs to, which can tell what
 * the text can't (Meteor's bcrypt is over a SHA-256). `peppered`: whether that system
 * is set up with a pepper.
 * @returns Scheme, wrapping and disposition; `problems` gives the reason whenever the
 * disposition is not `importable`. Never throws on a string.
 * @see docs/hashes.md for every format, its source and what is done with it
 *
 * @example
 * ```ts
 * import { identifyHash } from "credport";
 *
 * const identity = identifyHash("$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES");
 * [identity.scheme, identity.wrapping?.treatment, identity.disposition]; // => ["bcrypt", "keep", "verifiable"]
 * ```
 */
export function identifyHash(text: string, options: HashContext = {}): HashIdentity {
  requireText(text, "text");
  requireContext("identifyHash", options);
  if (isOpen(options) && isCanonicalBcrypt(text)) return PLAIN_BCRYPT;
  const { scheme, format, wrapping, disposition, problems } = readHash(text, options);
  return {
    scheme,
    format: format?.name ?? null,
    wrapping: wrapping === null ? null : withWriter(wrapping),
    disposition,
    problems,
  };
}
