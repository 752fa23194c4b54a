import type { EndFault, ReaderItem, RecordReader } from "../record-reader.js";
import { afterComments } from "../text/after-comments.js";
import { ItemCounter } from "../text/item-list.js";
import { type TextLine, textLines } from "../text/text-lines.js";
import { type EntryLine, LdifEntries } from "./ldif-entries.js";

/**
 * A reader of LDIF (RFC 2849), the form in which directories are exported: `slapcat`, `ldapsearch -LLL`, `db2ldif`.
 *
 * A record is `{ dn, <attribute>: [value, …] }` with the attributes' names in lower case, options such as
 * `;lang-de` and `;binary` included. Folded lines are put together, base64 is decoded: a value that is not UTF-8, or
 * has control characters, becomes `\x` and hexadecimal digits.
 *
 * An entry that can't be read is a fault, and the next one is read: `source/entry-damaged`, `source/record-not-utf8`,
 * `source/record-too-long`, `source/change-record` for changes other than additions, `source/value-elsewhere` for
 * values that are in other files. A search that the directory ended early is `source/cut-off`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2849
 *
 * @example
 * ```ts
 * import { ldif } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("version: 1\n\ndn: uid=a,dc=example,dc=com\nuid: a\ncn:: w4RubmE=\nmail: a@exam\n ple.com\n");
 * }
 * const entries = [];
 * for await (const item of ldif().read(file())) if (item.kind === "record") entries.push(item.value);
 * entries; // => [{ dn: "uid=a,dc=example,dc=com", uid: ["a"], cn: ["Änna"], mail: ["a@example.com"] }]
 * ```
 */
export function ldif(): RecordReader {
  return { format: "LDIF", fits: looksLikeLdif, read: ldifItems };
}

function looksLikeLdif(beginning: Uint8Array): boolean {
  const text = new TextDecoder().decode(beginning);
  return /^(?:version: ?\d|dn:)/i.test(text.slice(afterComments(text)));
}

async function* ldifItems(input: AsyncIterable<Uint8Array>): AsyncGenerator<ReaderItem> {
  const counter = new ItemCounter();
  const entries = new LdifEntries(counter);
  const unfolded = new Unfolded();
  for await (const line of textLines(input)) {
    if (line.kind === "end-fault") {
      yield line;
      return;
    }
    for (const whole of unfolded.push(line)) {
      const item = entries.push(whole);
      if (item !== undefined) yield item;
      if (item?.kind === "end-fault") return;
    }
  }
  yield* lastItems(entries, unfolded, counter);
}

function* lastItems(entries: LdifEntries, unfolded: Unfolded, counter: ItemCounter): Generator<ReaderItem> {
  for (const whole of [...unfolded.end(), { kind: "blank", line: unfolded.line } as const]) {
    const item = entries.push(whole);
    if (item !== undefined) yield item;
    if (item?.kind === "end-fault") return;
  }
  if (!counter.hasItems) yield noEntries(counter);
}

function noEntries(counter: ItemCounter): EndFault {
  return counter.end("source/no-users", 1, "the file has no entries");
}

/** Longest line with all that is folded: what is longer is a damaged entry. */
const MOST_UNFOLDED = 1 << 20;

/** Puts lines that were folded together again, and leaves out comments. */
class Unfolded {
  line = 1;
  #parts: string[] = [];
  #length = 0;
  #from = 0;
  #to = 0;
  #isTooLong = false;

  /** What is whole, now that this line follows. */
  push({ line, text }: TextLine): readonly EntryLine[] {
    this.line = line;
    if (this.#isOpen && text?.startsWith(" ") === true) {
      this.#to = line;
      this.#add(text.slice(1));
      return [];
    }
    const whole = this.end();
    if (text === "") return [...whole, { kind: "blank", line }];
    this.#from = line;
    this.#to = line;
    this.#add(text);
    return whole;
  }

  end(): readonly EntryLine[] {
    if (!this.#isOpen) return [];
    const text = this.#isTooLong ? undefined : this.#parts.join("");
    const whole = { kind: "text", line: this.#from, lastLine: this.#to, text } as const;
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
    return text?.startsWith("#") === true ? [] : [whole];
  }

  get #isOpen(): boolean {
    return this.#parts.length > 0 || this.#isTooLong;
  }

  #add(text: string | undefined): void {
    this.#length += text?.length ?? 0;
    if (text === undefined || this.#length > MOST_UNFOLDED) {
      this.#isTooLong = true;
      this.#parts = [];
    } else if (!this.#isTooLong) this.#parts.push(text);
  }
}
