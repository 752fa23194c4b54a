import { byteLines, utf8Text } from "../../lib/bytes.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";

/** One line of standard input, or why it has no text. */
export interface InputLine {
  /** From 1. */
  readonly line: number;
  /** Without its line end; empty where there is a fault. */
  readonly text: string;
  readonly fault?: "too-long" | "not-utf8";
}

/** For a line without text, one that has the same fault. */
export function textOrStandIn({ text, fault }: InputLine, mostCharacters: number): string {
  if (fault === undefined) return text;
  return fault === "too-long" ? "x".repeat(mostCharacters + 1) : "\ufffd";
}

const BYTE_ORDER_MARK = "\ufeff";
/** Bytes of UTF-8 that one UTF-16 code unit can take. */
const MOST_BYTES_PER_CHARACTER = 3;

/**
 * The lines of standard input, read as strict UTF-8: a password or secret whose bytes
 * were replaced would never match. A line longer than `mostCharacters` is passed over
 * and told, so that memory does not grow with it. A byte order mark, which editors put
 * before the first line, is not a part of it.
 */
export function inputLines(stdin: CliIo["stdin"], mostCharacters: number): AsyncGenerator<InputLine, void> {
  return linesOf(chunksOf(stdin), mostCharacters);
}

/** The same of any bytes. */
export async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  mostCharacters: number,
): AsyncGenerator<InputLine, void> {
  for await (const { index, bytes } of byteLines(input, mostCharacters * MOST_BYTES_PER_CHARACTER)) {
    yield readLine(bytes, index + 1, mostCharacters);
  }
}

/** Standard input as bytes. */
export async function* chunksOf(stdin: CliIo["stdin"]): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of stdin) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CouldNotRun("cli/not-readable", `cannot read standard input (${code})`);
  }
}

function readLine(bytes: Uint8Array | null, line: number, mostCharacters: number): InputLine {
  if (bytes === null) return { line, text: "", fault: "too-long" };
  let text = utf8Text(bytes);
  if (text === null) return { line, text: "", fault: "not-utf8" };
  if (line === 1 && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
  if (text.endsWith("\r")) text = text.slice(0, -1);
  return text.length > mostCharacters ? { line, text: "", fault: "too-long" } : { line, text };
}
