import { styleText } from "node:util";
import type { TextStyle } from "../conformance/index.js";
import { type CliIo, type OutputStream, variable } from "./cli-io.js";

/** Marks of meaning, in colour where the stream shows colours. */
export interface Style extends TextStyle {
  /** Those of a terminal. */
  readonly columns?: number | undefined;
}

const plain = (text: string) => text;
const PLAIN: Style = { strong: plain, faint: plain, good: plain, bad: plain, warn: plain };
const COLOURED: Style = {
  strong: coloured("bold"),
  faint: coloured("dim"),
  good: coloured("green"),
  bad: coloured("red"),
  warn: coloured("yellow"),
};

function coloured(format: Parameters<typeof styleText>[0]) {
  // Node would ask process.stdout once more, which may not be the stream in question.
  return (text: string) => styleText(format, text, { validateStream: false });
}

export function styleFor(stream: OutputStream, env: CliIo["env"]): Style {
  return { ...(showsColours(stream, env) ? COLOURED : PLAIN), columns: stream.columns };
}

/** Colours on a terminal unless NO_COLOR is set (https://no-color.org); FORCE_COLOR wins in a pipe. */
export function showsColours(stream: OutputStream, env: CliIo["env"]): boolean {
  if (variable(env, "NO_COLOR") !== undefined) return false;
  if ((variable(env, "FORCE_COLOR") ?? "0") !== "0") return true;
  return stream.isTTY === true && variable(env, "TERM") !== "dumb";
}
