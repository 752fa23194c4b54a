import { anyBase64Bytes } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import { WINDOWS_1252 } from "../../lib/windows-1252.js";
import { type Conversion, type Expression, partsOf, stepsOf } from "./expression.js";

/**
 * The bytes that stored text stands for, or null where it is of another kind. Blanks at its end are those of a column of
 * fixed width, and SQL Server shows bytes as `0x…`.
 */
export const DECODERS = {
  unhex: (text: string): Uint8Array | null => {
    const digits = text.trimEnd().replace(/^0x/i, "");
    return digits === "" ? new Uint8Array(0) : hexBytes(digits);
  },
  unbase64: (text: string): Uint8Array | null => anyBase64Bytes(text.trimEnd()),
} as const satisfies Partial<Record<Conversion, unknown>>;

const WINDOWS_1252_TEXT = /* @__PURE__ */ new RegExp(`^[\0-\x7f\xa0-\xff${WINDOWS_1252}]*$`);

type Columns = Readonly<Record<string, string>>;

/** What can't read some texts, and what these are not. */
const READERS: Partial<Record<Conversion, readonly [reads: (text: string) => boolean, kind: string]>> = {
  unhex: [(text) => DECODERS.unhex(text) !== null, "hexadecimal"],
  unbase64: [(text) => DECODERS.unbase64(text) !== null, "base64"],
  latin1: [(text) => /^[\0-\xff]*$/.test(text), "Latin-1"],
  windows1252: [(text) => WINDOWS_1252_TEXT.test(text), "Windows-1252"],
};

/** The first step that can't read what the columns have, so that no password would match: its column, and what that is not. */
export function undecodableColumn(
  root: Expression,
  columns: Columns,
): readonly [column: string, kind: string] | undefined {
  for (const step of stepsOf(root)) {
    const [reads, kind] = (step.kind === "convert" && READERS[step.to]) || [];
    const text = kind === undefined ? undefined : storedText(step, columns);
    if (text !== undefined && !reads?.(text)) return [namesIn(step)[0] ?? "a text in the expression", kind as string];
  }
  return undefined;
}

/** The columns that a step is over, each once. */
export function namesIn(root: Expression): readonly string[] {
  return [...new Set(stepsOf(root).flatMap((step) => (step.kind === "column" ? [step.name] : [])))];
}

/** What the step's own input is, where columns and texts alone make it. */
function storedText(step: Expression, columns: Columns): string | undefined {
  const [input, ...others] = partsOf(step);
  if (input === undefined || others.length > 0) return undefined;
  if (input.kind === "column") return columns[input.name];
  if (input.kind === "text") return input.text;
  // The digits of hexadecimal mean the same in either case, and base64 of another case has as many.
  const isCased = input.kind === "convert" && (input.to === "upper" || input.to === "lower");
  return isCased ? storedText(input, columns) : undefined;
}
