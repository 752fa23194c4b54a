import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";

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

export type Rounds = Extract<Expression, { kind: "rounds" }>;

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
  "windows1252",
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

/** How many bytes what stands for a text may have. */
export interface Lengths {
  readonly password: number;
  readonly pepper: number;
  /** In what `rounds` repeats. */
  readonly before: number;
  readonly column: (name: string) => number;
}

/** How many times as long each makes a text at most; `base64` adds up to 4 bytes. */
const TIMES_AS_LONG: Readonly<Record<Conversion, number>> = {
  raw: 1,
  hex: 2,
  base64: 4 / 3,
  unhex: 1,
  unbase64: 1,
  upper: 1,
  lower: 1,
  latin1: 1,
  windows1252: 1,
  utf16le: 2,
  html: 6,
  invision: 6,
};

/** Bytes that a step makes at most. */
export function longestOf(step: Expression, lengths: Lengths): number {
  switch (step.kind) {
    case "column":
      return lengths.column(step.name);
    case "text":
      return 3 * step.text.length;
    case "digest":
    case "hmac":
      return 2 * DIGEST_BYTES[step.digest];
    case "concat":
      return longestInput(step, lengths);
    case "convert":
      return longestInput(step, lengths) * TIMES_AS_LONG[step.to] + (step.to === "base64" ? 4 : 0);
    case "rounds":
      return longestOf(step.of[1], inRounds(step, lengths));
    default:
      return lengths[step.kind];
  }
}

function longestInput(step: Expression, lengths: Lengths): number {
  return partsOf(step).reduce((sum, part) => sum + longestOf(part, lengths), 0);
}

/** What is repeated makes no more of its own longest result: the parser refuses what does. */
export function inRounds({ of: [first, each] }: Rounds, lengths: Lengths): Lengths {
  const before = longestOf(first, lengths);
  return { ...lengths, before: Math.max(before, longestOf(each, { ...lengths, before })) };
}

/** How many digests are computed: an HMAC is two, and those of a round count for each. */
export function digestsOf(step: Expression): number {
  if (step.kind === "rounds") return digestsOf(step.of[0]) + step.times * digestsOf(step.of[1]);
  const own = step.kind === "digest" ? 1 : step.kind === "hmac" ? 2 : 0;
  return partsOf(step).reduce((sum, part) => sum + digestsOf(part), own);
}

/** Bytes that are hashed in the time of one round of a digest. */
const BYTES_AT_ONCE = 2048;
/** How many times as long as to hash a text it takes to change it. */
const TIMES_DIGEST = 4;
/** Of a round, what each text takes that is put together with others or changed. */
const LEAST_SHARE = 1 / 8;

/** What is computed at most, in rounds of a digest. */
export function workOf(step: Expression, lengths: Lengths): number {
  if (step.kind === "rounds") {
    return workOf(step.of[0], lengths) + step.times * Math.max(1, workOf(step.of[1], inRounds(step, lengths)));
  }
  return partsOf(step).reduce((sum, part) => sum + workOf(part, lengths), ownWork(step, lengths));
}

function ownWork(step: Expression, lengths: Lengths): number {
  const shares = longestInput(step, lengths) / BYTES_AT_ONCE;
  if (step.kind === "digest") return Math.max(1, shares);
  if (step.kind === "hmac") return 1 + Math.max(1, shares);
  if (step.kind !== "convert" || step.to === "raw") return LEAST_SHARE * partsOf(step).length + shares / TIMES_DIGEST;
  return LEAST_SHARE + TIMES_DIGEST * Math.max(shares, longestOf(step, lengths) / BYTES_AT_ONCE);
}
