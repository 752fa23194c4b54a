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
  const window = new TextWindow();
  const lines = linesIn(window);
  for await (const chunk of input) {
    for (const piece of TextWindow.piecesOf(chunk)) {
      if (window.push(piece) && (yield* untilMore(lines))) return;
    }
  }
  window.end();
  yield* untilMore(lines);
}

/** Whether there is no more to come. */
function* untilMore(lines: Iterator<Found, void>): Generator<TextLine | EndFault, boolean> {
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    if (next.value === "more") return false;
    yield next.value;
  }
  return true;
}

type Found = TextLine | EndFault | "more";

function* linesIn(window: TextWindow): Generator<Found, void> {
  while (window.text.length < FILE_KIND_LENGTH && !window.isAtEnd) yield moreOf(window);
  const fault = faultAtBeginning(window);
  if (fault !== undefined) return yield { kind: "end-fault", line: 1, problem: fault };
  if (window.text.startsWith(BYTE_ORDER_MARK)) window.moveTo(BYTE_ORDER_MARK.length);
  yield* linesFrom(window);
}

function* linesFrom(window: TextWindow): Generator<Found, void> {
  for (let isTooLong = false; ; ) {
    const { text: all, at, line, left } = window;
    const found = all.indexOf("\n", at);
    if (found < 0 && !window.isAtEnd) {
      isTooLong ||= left > MOST_LINE;
      if (isTooLong) window.moveTo(all.length);
      yield moreOf(window);
      continue;
    }
    if (found < 0 && left === 0 && !isTooLong) return;
    const end = found < 0 ? all.length : found;
    const text = isTooLong ? undefined : textTo(end, window);
    isTooLong = false;
    if (text?.startsWith("\0") === true) return yield endFault(line, FILE_FAULTS["nul-bytes"]);
    window.moveTo(Math.min(end + 1, all.length));
    yield { kind: "line", line, text, isOpen: end === all.length && all[end - 1] !== "\r" };
  }
}

function faultAtBeginning({ text }: TextWindow): Problem | undefined {
  return text === "" ? problem(...FILE_FAULTS.empty) : notTextOf(text.slice(0, FILE_KIND_LENGTH));
}

function moreOf(window: TextWindow): "more" {
  window.wantMore();
  return "more";
}

/** Undefined where it is too long. */
function textTo(end: number, { text, at }: TextWindow): string | undefined {
  if (end - at > MOST_LINE) return undefined;
  return text.slice(at, end > at && text[end - 1] === "\r" ? end - 1 : end);
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
  [/^\x28\xb5\x2f\xfd/, "source/not-text", "the file is compressed with zstd"],
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
