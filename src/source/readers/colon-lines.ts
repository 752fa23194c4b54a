import { counted } from "../../lib/plural.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";
import { detached, utf8Text } from "./text/byte-text.js";
import { endFault, ItemCounter, withoutLineEnd } from "./text/item-list.js";
import { afterComments, textLines } from "./text/text-lines.js";

/** What the fields of a line are. */
export interface ColonLinesOptions {
  /** In their order. The last one has all that is left, colons included; those that a line lacks are not in its record. */
  readonly columns: readonly [string, string, ...string[]];
  /** Fewer fields than these are a damaged line. Default 2. */
  readonly least?: number | undefined;
}

/**
 * A reader of files with one user a line and colons between the fields: htpasswd, the passwd-files of Dovecot,
 * shadow. Blank lines and those that begin with `#` are passed over.
 *
 * A line that can't be read is a fault, and the next one is read: `source/record-damaged`,
 * `source/record-not-utf8`; `source/end-missing` for a last one without its end.
 *
 * @see https://httpd.apache.org/docs/2.4/programs/htpasswd.html
 * @see https://doc.dovecot.org/main/core/config/auth/databases/passwd_file.html
 *
 * @example
 * ```ts
 * import { colonLines } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("# staff\nada:$2y$05$x:1000:Ada: of Example\nbob\n");
 * }
 * const items = [];
 * for await (const item of colonLines({ columns: ["user", "hash", "uid", "rest"] }).read(file())) {
 *   items.push(item.kind === "record" ? item.value : item.problem.code);
 * }
 * items; // => [{ user: "ada", hash: "$2y$05$x", uid: "1000", rest: "Ada: of Example" }, "source/record-damaged"]
 * ```
 */
export function colonLines(options: ColonLinesOptions): RecordReader {
  return { format: "lines with colons", fits: looksLikeColonLines, read: (input) => colonItems(input, options) };
}

function looksLikeColonLines(beginning: Uint8Array): boolean {
  const text = new TextDecoder().decode(beginning);
  return /^(?!dn:)[^\s:,;"'{}[\]<>]{1,256}:[^\s:,"]/i.test(text.slice(afterComments(text)));
}

async function* colonItems(
  input: AsyncIterable<Uint8Array>,
  { columns, least = 2 }: ColonLinesOptions,
): AsyncGenerator<ReaderItem> {
  const counter = new ItemCounter();
  for await (const found of textLines(input)) {
    if (found.kind === "end-fault") {
      yield found;
      return;
    }
    const { line, text, isOpen } = found;
    const lines = { line, lastLine: line };
    if (text === undefined) yield counter.fault("source/record-damaged", lines, tooLong);
    else if (text.trim() !== "" && !text.startsWith("#")) yield itemOf(text);

    function itemOf(bytes: string): ReaderItem {
      const whole = utf8Text(bytes);
      if (whole === undefined) return counter.fault("source/record-not-utf8", lines, notUtf8);
      const fields = fieldsOf(whole, columns.length);
      if (fields.length < least) return counter.fault("source/record-damaged", lines, tooFew(fields.length, least));
      const record = counter.record(Object.fromEntries(fields.map((field, place) => [columns[place], field])), lines);
      return isOpen ? withoutLineEnd(record, fields.at(-1) ?? "") : record;
    }
  }
  if (!counter.hasItems) yield endFault(1, ["source/no-users", "the file has no lines with users"]);
}

/** The parts between colons, at most so many: the last one keeps its colons. */
function fieldsOf(line: string, most: number): readonly (string | null)[] {
  const parts = line.split(":");
  return detached(parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join(":")]);
}

const tooLong = (lines: string) => `${lines} is longer than 1 MiB`;
const notUtf8 = (lines: string) => `${lines} has bytes that are not UTF-8`;
const tooFew = (fields: number, least: number) => (lines: string) =>
  `${lines} has ${counted(fields, "field")}; a user has ${counted(least, "field")} or more, with colons between them`;
