import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/expression.js";
import { type Result, requireText, success } from "../../result.js";
import { namesIn } from "./decode-text.js";
import {
  CONVERSIONS,
  type Conversion,
  type Expression,
  inRounds,
  type Lengths,
  longestOf,
  type Rounds,
  stepsOf,
} from "./expression.js";

/** How a password column comes about, read from its text. */
export interface DigestExpression {
  /** As it was written. */
  readonly text: string;
  /** The digest that the column has; under `bcrypt(…)` what bcrypt is over. */
  readonly root: Expression;
  readonly outermost: DigestName | "bcrypt";
  /** How the column writes the digest. */
  readonly written: "hex" | "base64";
  /** The columns that it needs beside the password's, each once. */
  readonly columns: readonly string[];
  readonly usesPepper: boolean;
}

const MOST_CHARACTERS = 512;
/** Of the columns together, in bytes: no salt is as long. */
export const MOST_COLUMN_BYTES = 2048;
const MOST_STEPS = 64;
/** What a step may make: far more than any system hashes, and little enough to be made at once. */
const MOST_STEP_BYTES = 65_536;
const MOST_LENGTHS: Lengths = { password: 1024, pepper: 1024, before: 0, column: () => MOST_COLUMN_BYTES };

/**
 * Reads how a system makes its password column: `sha1(salt . sha1(password))`.
 *
 * @param text Digests (`md5`, `sha1`, `sha224`, `sha256`, `sha384`, `sha512`), `hmac_sha256(key, text)` and its kin,
 * texts in quotation marks, names of columns, `password`, `pepper`, a full stop between texts that are put together, and
 * what docs/expressions.md lists. At most 512 characters and 64 steps, none of which makes more than 65,536 bytes of a
 * password of 1,024.
 * @returns The expression, with the columns that it needs; or `expression/malformed` with the offset.
 *
 * @example
 * ```ts
 * import { parseDigestExpression } from "credport";
 *
 * const read = parseDigestExpression("sha1(salt . sha1(password))");
 * read.ok && read.value.columns; // => ["salt"]
 *
 * const cut = parseDigestExpression("sha1(salt . sha1(password)");
 * cut.ok || cut.problems[0].offset; // => 26
 * ```
 */
export function parseDigestExpression(text: string): Result<DigestExpression> {
  requireText(text, "text");
  if (text.length > MOST_CHARACTERS) {
    return malformed(`the expression has more than ${MOST_CHARACTERS} characters`, MOST_CHARACTERS);
  }
  try {
    const whole = new Parser(text).whole();
    return success({ text, ...whole, ...needsOf(whole.root) });
  } catch (fault) {
    if (fault instanceof Misread) return malformed(fault.message, fault.offset);
    throw fault;
  }
}

function malformed(message: string, offset: number) {
  return refuse("expression/malformed", message, { offset });
}

function needsOf(root: Expression): Pick<DigestExpression, "columns" | "usesPepper"> {
  return { columns: namesIn(root), usesPepper: stepsOf(root).some(({ kind }) => kind === "pepper") };
}

/** Where reading stops; never leaves this file. */
class Misread extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Outermost = Pick<DigestExpression, "root" | "outermost" | "written">;

/** One pass over the text, from left to right. */
class Parser {
  readonly #text: string;
  #at = 0;
  #steps = 0;
  /** Where each step begins. */
  readonly #starts = new Map<Expression, number>();
  /** Of what was before the first round, in what `rounds` repeats. */
  #before: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Outermost {
    this.#blanks();
    const isLayered = /^bcrypt\s*\(/.test(this.#text.slice(this.#at));
    const found = isLayered ? this.#layered() : this.#outermost(this.#joined());
    if (this.#at < this.#text.length) this.#fail("the expression goes no further than here");
    if (!stepsOf(found.root).some(({ kind }) => kind === "password")) {
      throw new Misread("the expression is not over password, so any password would match", 0);
    }
    return found;
  }

  #layered(): Outermost {
    this.#at += "bcrypt".length;
    const [root] = this.#arguments(1) as [Expression];
    return { root, outermost: "bcrypt", written: "hex" };
  }

  /** The digest that a column has, without what only writes it down. */
  #outermost(given: Expression): Outermost {
    const writing = given.kind === "convert" && given.to in WRITTEN ? given : undefined;
    const [inner] = writing?.of ?? [given];
    const root = writing?.to === "base64" || writing?.to === "hex" ? withoutRaw(inner) : inner;
    const last = root.kind === "rounds" ? withoutRaw(root.of[1]) : root;
    if (last.kind === "digest" || last.kind === "hmac") {
      return { root, outermost: last.digest, written: (writing && WRITTEN[writing.to]) ?? "hex" };
    }
    throw new Misread("the outermost step is not a digest, an HMAC or bcrypt", this.#starts.get(last) as number);
  }

  #joined(): Expression {
    this.#blanks();
    const start = this.#at;
    const parts = [this.#term()];
    while (this.#takes(".")) parts.push(this.#term());
    const [first] = parts as [Expression];
    return parts.length === 1 ? first : this.#step({ kind: "concat", of: parts }, start);
  }

  #term(): Expression {
    this.#blanks();
    const start = this.#at;
    const quote = this.#text.charAt(start);
    if (quote === "'" || quote === '"') return this.#step({ kind: "text", text: this.#quoted(quote) }, start);
    const name = this.#name();
    if (this.#text.charAt(this.#at) === "(") return this.#call(name, start);
    if (name === "password" || name === "pepper") return this.#step({ kind: name }, start);
    if (name !== "before") return this.#step({ kind: "column", name }, start);
    if (this.#before === undefined) throw new Misread("before has a value only in what rounds repeats", start);
    return this.#step({ kind: "before" }, start);
  }

  #call(name: string, start: number): Expression {
    if (name === "rounds") return this.#rounds(start);
    if (name === "column") return this.#column(start);
    if (Object.hasOwn(DIGEST_BYTES, name)) {
      const digest = name as DigestName;
      return this.#step({ kind: "digest", digest, of: this.#arguments(1) as [Expression] }, start);
    }
    const keyed = name.startsWith("hmac_") ? name.slice("hmac_".length) : "";
    if (Object.hasOwn(DIGEST_BYTES, keyed)) {
      const of = this.#arguments(2) as [Expression, Expression];
      return this.#step({ kind: "hmac", digest: keyed as DigestName, of }, start);
    }
    if (!CONVERSIONS.includes(name as Conversion)) {
      throw new Misread("a function that is not known comes here", start);
    }
    return this.#step({ kind: "convert", to: name as Conversion, of: this.#arguments(1) as [Expression] }, start);
  }

  #column(start: number): Expression {
    this.#takes("(");
    this.#blanks();
    const quote = this.#text.charAt(this.#at);
    const name = quote === "'" || quote === '"' ? this.#quoted(quote) : this.#name();
    if (name === "") this.#fail("the name of a column is missing");
    this.#expect(")");
    return this.#step({ kind: "column", name }, start);
  }

  #rounds(start: number): Expression {
    if (this.#before !== undefined) throw new Misread("rounds may not be repeated by rounds", start);
    this.#takes("(");
    this.#blanks();
    const digits = /^[1-9][0-9]{0,6}(?![0-9])/.exec(this.#text.slice(this.#at))?.[0];
    if (digits === undefined) this.#fail("a number of rounds from 1 to 9999999 belongs here");
    this.#at += digits.length;
    this.#expect(",");
    const first = this.#joined();
    this.#expect(",");
    this.#before = longestOf(first, MOST_LENGTHS);
    this.#blanks();
    const at = this.#at;
    const each = this.#joined();
    this.#before = undefined;
    if (!stepsOf(each).some(({ kind }) => kind === "before")) {
      throw new Misread("what is repeated does not use before", at);
    }
    this.#expect(")");
    const rounds: Rounds = { kind: "rounds", times: Number(digits), of: [first, each] };
    const lengths = inRounds(rounds, MOST_LENGTHS);
    if (longestOf(each, lengths) > lengths.before) throw new Misread("the text grows in each round", at);
    for (const step of stepsOf(each)) requireShort(step, lengths, at);
    return this.#step(rounds, start);
  }

  #arguments(count: number): readonly Expression[] {
    this.#expect("(");
    const parts = [this.#joined()];
    while (parts.length < count) {
      this.#expect(",");
      parts.push(this.#joined());
    }
    this.#expect(")");
    return parts;
  }

  #name(): string {
    const name = /^[A-Za-z_]\w{0,63}/.exec(this.#text.slice(this.#at))?.[0];
    if (name === undefined) this.#fail("a name, a text in quotation marks or a function belongs here");
    this.#at += name.length;
    this.#blanks();
    return name;
  }

  #quoted(quote: string): string {
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end < 0) this.#fail("the quotation mark is not closed");
    const text = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  #step(step: Expression, start: number): Expression {
    this.#steps += 1;
    this.#starts.set(step, start);
    if (this.#steps > MOST_STEPS) this.#fail(`the expression has more than ${counted(MOST_STEPS, "step")}`);
    requireShort(step, { ...MOST_LENGTHS, before: this.#before ?? 0 }, start);
    return step;
  }

  #takes(mark: string): boolean {
    this.#blanks();
    if (this.#text.charAt(this.#at) !== mark) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) this.#fail(`${MARK_NAMES[mark]} belongs here`);
  }

  #blanks(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #fail(message: string): never {
    throw new Misread(message, this.#at);
  }
}

function requireShort(step: Expression, lengths: Lengths, offset: number): void {
  if (longestOf(step, lengths) <= MOST_STEP_BYTES) return;
  throw new Misread(`the text from here can have more than ${MOST_STEP_BYTES} bytes`, offset);
}

const MARK_NAMES: Readonly<Record<string, string>> = {
  "(": "an opening bracket",
  ")": "a closing bracket",
  ",": "a comma",
};

/** What only writes the digest of a column down. */
const WRITTEN: Readonly<Record<string, DigestExpression["written"]>> = {
  raw: "hex",
  hex: "hex",
  upper: "hex",
  lower: "hex",
  base64: "base64",
};

function withoutRaw(step: Expression): Expression {
  return step.kind === "convert" && step.to === "raw" ? step.of[0] : step;
}
