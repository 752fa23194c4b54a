import { problem } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";
import type { EndFault } from "../record-reader.js";
import { endFault, FILE_FAULTS } from "./item-list.js";
import { TextWindow } from "./text-window.js";

/** A line without its end, one character a byte; without its text where it is longer than 1 MiB. */
export interface TextLine {
  readonly kind: "line";
  readonly line: number;
  readonly text: string | undefined;
  /** The file ends within the line, or right after it. */
  readonly isOpen: boolean;
}

/** A longer line is passed over. */
const MOST_LINE = 1 << 20;

/** The lines of a file that is text; ends in the reason where it is not, or not to its end. */
export async function* textLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine | EndFault> {
  const lines = new Lines();
  for await (const chunk of input) {
    for (const piece of TextWindow.piecesOf(chunk)) {
      if (!lines.window.push(piece)) continue;
      yield* lines.take();
      if (lines.isStopped) return;
    }
  }
  lines.window.end();
  yield* lines.take();
}

class Lines {
  readonly window = new TextWindow();
  isStopped = false;
  #hasBegun = false;
  #isTooLong = false;

  *take(): Generator<TextLine | EndFault> {
    if (!this.#hasBegun && !(yield* this.#begin())) return;
    const { window } = this;
    for (let end = this.#lineEnd(); end >= 0; end = this.#lineEnd()) {
      const { line } = window;
      const text = this.#textTo(end);
      if (text?.startsWith("\0") === true) {
        this.isStopped = true;
        return yield endFault(line, FILE_FAULTS["nul-bytes"]);
      }
      const isOpen = end === window.text.length && window.text[end - 1] !== "\r";
      window.moveTo(Math.min(end + 1, window.text.length));
      yield { kind: "line", line, text, isOpen };
    }
    if (window.left <= MOST_LINE) return window.wantMore();
    this.#isTooLong = true;
    window.moveTo(window.text.length);
  }

  /** Where the next line ends; -1 where that is not there yet. */
  #lineEnd(): number {
    const { window } = this;
    const end = window.text.indexOf("\n", window.at);
    if (end >= 0 || !window.isAtEnd) return end;
    return window.left > 0 || this.#isTooLong ? window.text.length : -1;
  }

  #textTo(end: number): string | undefined {
    const { text, at } = this.window;
    const isTooLong = this.#isTooLong || end - at > MOST_LINE;
    this.#isTooLong = false;
    if (isTooLong) return undefined;
    return text.slice(at, end > at && text[end - 1] === "\r" ? end - 1 : end);
  }

  /** Looks at what kind of file it is; false where its lines can't be read, or not yet. */
  *#begin(): Generator<EndFault, boolean> {
    const { window } = this;
    if (window.text.length < FILE_KIND_LENGTH && !window.isAtEnd) {
      window.wantMore();
      return false;
    }
    this.#hasBegun = true;
    const found =
      window.text.length === 0
        ? problem("source/empty", "the file is empty")
        : notTextOf(window.text.slice(0, FILE_KIND_LENGTH));
    if (window.text.startsWith(BYTE_ORDER_MARK)) window.moveTo(BYTE_ORDER_MARK.length);
    if (found === undefined) return true;
    this.isStopped = true;
    yield { kind: "end-fault", line: 1, problem: found };
    return false;
  }
}

/** A comment with the lines on which it continues, or a blank line. */
const COMMENT = /#[^\n]*(?:\n [^\n]*)*\n|[^\S\n]*\n/y;

/** The place after the comments and blank lines that a text begins with; each of its characters is looked at once. */
export function afterComments(text: string): number {
  COMMENT.lastIndex = 0;
  let at = 0;
  while (COMMENT.test(text)) at = COMMENT.lastIndex;
  return at;
}

/** Beginnings, one character a byte, of files that hold no text, and what is said of them. */
const BEGINNINGS = [
  [/^\x1f\x8b/, ...FILE_FAULTS.gzip],
  [/^PK\x03\x04/, ...FILE_FAULTS.zip],
  [/^\x28\xb5\x2f\xfd/, "source/compressed", "the file is compressed with zstd"],
  [/^(?:\xff\xfe|\xfe\xff|[^\0]\0|\0[^\0])/, ...FILE_FAULTS["utf-16"]],
] as const;

/** What databases and dumps that are not text begin with. */
const BINARY = [
  ["PGDMP", "in the custom format of pg_dump, not SQL"],
  ["SQLite format 3", "an SQLite database, not an SQL dump"],
] as const;

/** Which of these a file is. */
export function binaryDump(text: string): string | undefined {
  return BINARY.find(([beginning]) => text.startsWith(beginning))?.[1];
}

/** Characters by which a kind of file is told. */
export const FILE_KIND_LENGTH = 4;
export const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Why a file that begins like this is not read as text; undefined where it may be. */
export function notTextOf(beginning: string): Problem | undefined {
  const found = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  return found === undefined ? undefined : problem(found[1], found[2]);
}
