import type { DigestName } from "../../lib/digest-bytes.js";

/**
 * One step of an expression. A digest or an HMAC is read as its lower-case hexadecimal digits wherever it is
 * put together with something, hashed again or changed, as PHP's functions give it; `raw`, `hex` and `base64` read its
 * bytes.
 */
export type Expression =
  /** What was typed. */
  | { readonly kind: "password" }
  /** The site-wide secret: a pepper, a site key, a cookie key. */
  | { readonly kind: "pepper" }
  /** The value of the round before; in what `rounds` repeats. */
  | { readonly kind: "before" }
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "concat"; readonly of: readonly Expression[] }
  | { readonly kind: "digest"; readonly digest: DigestName; readonly of: readonly [Expression] }
  /** The key and what it authenticates. */
  | { readonly kind: "hmac"; readonly digest: DigestName; readonly of: readonly [Expression, Expression] }
  | { readonly kind: "convert"; readonly to: Conversion; readonly of: readonly [Expression] }
  /** What is there before the first round, and what each makes of it. */
  | { readonly kind: "rounds"; readonly times: number; readonly of: readonly [Expression, Expression] };

/** What a step makes of bytes, or of a text. */
export type Conversion = (typeof CONVERSIONS)[number];

/** `upper` and `lower` change letters of ASCII; `html` is PHP's
 * htmlspecialchars(), and `invision` what IP.Board makes of a text, as systems clean what is posted. */
export const CONVERSIONS = [
  "raw",
  "hex",
  "base64",
  "unhex",
  "unbase64",
  "upper",
  "lower",
  "latin1",
  "utf16le",
  "html",
  "invision",
] as const;

export function partsOf(step: Expression): readonly Expression[] {
  return "of" in step ? step.of : [];
}

/** A step and all that are inside it. */
export function stepsOf(step: Expression): readonly Expression[] {
  return [step, ...partsOf(step).flatMap(stepsOf)];
}

/** Texts that are hashed in the time of one: each may be as long as a password. */
const TEXTS_AT_ONCE = 4;

/** The texts that a digest is over; what is inside another digest is one. */
function textsOf(step: Expression): number {
  if (step.kind !== "concat" && step.kind !== "convert") return 1;
  return step.of.reduce((sum, part) => sum + textsOf(part), 0);
}

/** How many digests are computed: an HMAC is two, one over many texts as many as they need, and those of a round count for each. */
export function digestsOf(step: Expression): number {
  const isDigest = step.kind === "digest" || step.kind === "hmac";
  const texts = isDigest ? step.of.reduce((sum, part) => sum + textsOf(part), 0) : 0;
  const own = Math.ceil(texts / TEXTS_AT_ONCE) + (step.kind === "hmac" ? 1 : 0);
  if (step.kind !== "rounds") return partsOf(step).reduce((sum, part) => sum + digestsOf(part), own);
  const [first, each] = step.of;
  return digestsOf(first) + step.times * digestsOf(each);
}
