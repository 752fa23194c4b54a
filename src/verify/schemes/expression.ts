import type { Computation, Conversion, Expression, Lengths, Rounds } from "../../hash/internal.js";
import { DECODERS, digestsOf, inRounds, stepsOf, workOf } from "../../hash/internal.js";
import { anyBase64Bytes, encodeBase64 } from "../../lib/base64.js";
import { bytesOfCharacters, charactersOf, joined, utf8, utf8Text } from "../../lib/bytes.js";
import { ENTITIES } from "../../lib/escape-xml.js";
import { hexBytes, hexOf } from "../../lib/hex.js";
import { createHmac, hash } from "../engines/digests.js";
import { type Coverage, narrower, seenOf } from "../steps/coverage.js";
import { ENCODERS, type PasswordEncoding } from "../steps/encodings.js";
import { inSlices } from "../steps/in-slices.js";
import type { Received, StepRunner } from "../steps/step-runner.js";

type ExpressionStep = Extract<Computation, { kind: "expression" }>;
/** A round of more looks at the clock each time. */
const MOST_WORK_PER_ROUND = 8;

/** Of the longest password that the limits take by default, and what the user's columns have. */
function lengthsFor({ columns, pepper }: ExpressionStep): Lengths {
  return {
    password: 1024,
    pepper: pepper?.length ?? 0,
    before: 0,
    column: (name) => utf8(columns[name] ?? "").length,
  };
}

/** What a step of an expression has made. */
interface Made {
  readonly bytes: Uint8Array;
  /** Read as hexadecimal wherever it is not asked for in another way. */
  readonly isDigest?: true;
  /** The password's own characters are in it: to change them is to see less of it. */
  readonly isTyped?: boolean;
}

/** What an expression makes of a password; each step of it is done at once, and its rounds in slices. */
export const EXPRESSION: StepRunner<ExpressionStep> = {
  costs: (step) => ({
    digestRounds: step.expression.ok ? Math.ceil(workOf(step.expression.value.root, lengthsFor(step))) : 0,
  }),
  parameters: ({ expression }) =>
    expression.ok ? { digest: expression.value.outermost, rounds: digestsOf(expression.value.root) } : {},
  // Of bcrypt around it bcrypt says that itself.
  run: async (received, step, signal) => {
    // The plan refuses what is not an expression.
    if (!step.expression.ok) throw new TypeError("an expression that was refused can't be computed");
    const { root, outermost } = step.expression.value;
    const computed = new Computed(received, step);
    for (const rounds of [...stepsOf(root)].reverse()) {
      if (rounds.kind === "rounds") await computed.repeat(rounds, signal);
    }
    const made = computed.of(root);
    // The old system could not have written the password in its encoding.
    if (made === null) return { ...received, bytes: new Uint8Array(0), isImpossible: true };
    const { coverage } = computed;
    const digested = made.isTyped ? {} : ({ isDigest: true } as const);
    return { bytes: outermost === "bcrypt" ? read(made) : made.bytes, coverage, ...digested };
  },
};

/** The values of one expression for one password. */
class Computed {
  coverage: Coverage;
  readonly #password: Uint8Array;
  readonly #step: ExpressionStep;
  readonly #repeated = new Map<Rounds, Made | null>();
  #before: Made = { bytes: new Uint8Array(0) };

  constructor({ bytes, coverage }: Received, step: ExpressionStep) {
    this.#password = bytes;
    this.coverage = coverage;
    this.#step = step;
  }

  async repeat(rounds: Rounds, signal: AbortSignal | undefined): Promise<void> {
    const [first, each] = rounds.of;
    let made = this.of(first);
    const round = () => {
      if (made === null) return;
      this.#before = made;
      made = this.of(each);
    };
    const lengths = lengthsFor(this.#step);
    const isLong = workOf(each, inRounds(rounds, lengths)) > MOST_WORK_PER_ROUND;
    await inSlices(rounds.times, round, signal, isLong ? 1 : undefined);
    this.#repeated.set(rounds, made);
  }

  /** Null where a text can't be written in the encoding that is asked for, or is not hexadecimal or base64. */
  of(step: Expression): Made | null {
    switch (step.kind) {
      case "password":
        return { bytes: this.#password, isTyped: true };
      case "pepper":
        return { bytes: this.#step.pepper ?? new Uint8Array(0) };
      case "before":
        return this.#before;
      case "column":
        return { bytes: utf8(this.#step.columns[step.name] ?? "") };
      case "text":
        return { bytes: utf8(step.text) };
      case "rounds":
        return this.#repeated.get(step) ?? null;
      default:
        return this.#combined(step);
    }
  }

  #combined(step: Extract<Expression, { of: unknown }>): Made | null {
    const parts = step.of.map((part) => this.of(part)).filter((made) => made !== null);
    if (parts.length < step.of.length) return null;
    const [first, second] = parts as [Made, Made];
    switch (step.kind) {
      case "digest":
        return { bytes: hash(step.digest, read(first)), isDigest: true };
      case "hmac":
        // HMAC pads its key with NULs.
        if (first.isTyped && this.#password.at(-1) === 0) this.#sees("up-to-nul");
        return { bytes: createHmac(step.digest, read(first)).update(read(second)).digest(), isDigest: true };
      case "convert":
        return this.#converted(step.to, first);
      default:
        return { bytes: joined(...parts.map(read)), isTyped: parts.some(({ isTyped }) => isTyped === true) };
    }
  }

  #converted(to: Conversion, made: Made): Made | null {
    const { bytes, isTyped = false } = made;
    if (isTyped && (to === "upper" || to === "lower")) this.#sees(seenOf({ foldsCase: true }, bytes));
    // Bytes of a digest, where that is what is asked for; else the text that it is read as.
    const stored = isTyped ? undefined : STORED[to];
    const input = to === "hex" || to === "base64" || to === "raw" ? bytes : read(made);
    const converted = stored === undefined ? CONVERTERS[to](input) : stored(charactersOf(input));
    return converted === null ? null : { bytes: converted, isTyped: isTyped && to !== "hex" };
  }

  #sees(coverage: Coverage): void {
    this.coverage = narrower(this.coverage, coverage);
  }
}

/** As PHP reads it: a digest as its digits. */
function read({ bytes, isDigest }: Made): Uint8Array {
  return isDigest ? utf8(hexOf(bytes)) : bytes;
}

/** IP.Board's own, in its order. */
const INVISION: readonly (readonly [RegExp, string])[] = [
  [/&/g, "&amp;"],
  [/<!--/g, "&#60;&#33;--"],
  [/-->/g, "--&#62;"],
  [/<script/gi, "&#60;script"],
  [/>/g, "&gt;"],
  [/</g, "&lt;"],
  [/"/g, "&quot;"],
  [/\n/g, "<br />"],
  [/\$/g, "&#036;"],
  [/!/g, "&#33;"],
  [/'/g, "&#39;"],
  [/\\/g, "&#092;"],
];

/** What is read of stored text that is not read of a password: no two passwords may become one. */
const STORED: Partial<Record<Conversion, (text: string) => Uint8Array | null>> = DECODERS;

const CONVERTERS: Readonly<Record<Conversion, (bytes: Uint8Array) => Uint8Array | null>> = {
  raw: (bytes) => bytes,
  hex: (bytes) => utf8(hexOf(bytes)),
  base64: (bytes) => utf8(encodeBase64(bytes)),
  unhex: (bytes) => (bytes.length === 0 ? bytes : hexBytes(charactersOf(bytes))),
  unbase64: (bytes) => anyBase64Bytes(charactersOf(bytes)),
  upper: (bytes) => bytes.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)),
  lower: (bytes) => bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)),
  latin1: (bytes) => encoded(bytes, "latin1"),
  windows1252: (bytes) => encoded(bytes, "windows-1252"),
  utf16le: (bytes) => encoded(bytes, "utf-16le"),
  html: (bytes) => bytesOfCharacters(charactersOf(bytes).replace(/[&<>"]/g, (one) => ENTITIES[one] as string)),
  invision: (bytes) =>
    bytesOfCharacters(
      INVISION.reduce((text, [pattern, entity]) => text.replace(pattern, () => entity), charactersOf(bytes)),
    ),
};

/** Bytes that are not UTF-8 have no known characters. */
function encoded(bytes: Uint8Array, encoding: PasswordEncoding): Uint8Array | null {
  const text = utf8Text(bytes);
  return text === null ? null : ENCODERS[encoding](text);
}
