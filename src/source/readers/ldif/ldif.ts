import { base64Bytes } from "../../../lib/base64.js";
import { problem, type SourceProblemCode } from "../../../problems/source.js";
import { Buffer } from "../../../runtime/index.js";
import type { ReaderItem, RecordReader } from "../record-reader.js";
import { binaryText, utf8Text } from "../text/byte-text.js";
import { endFault, type FaultMessage, heldBack, ItemCounter } from "../text/item-list.js";
import { afterComments, type TextLine, textLines } from "../text/text-lines.js";

/**
 * A reader of LDIF (RFC 2849), the form in which directories are exported: `slapcat`, `ldapsearch -LLL`, `db2ldif`.
 *
 * A record is `{ dn, <attribute>: [value, …] }` with the attributes' names in lower case, options such as
 * `;lang-de` and `;binary` included. Folded lines are put together, base64 is decoded: a value that is not UTF-8, or
 * has control characters, becomes `\x` and hexadecimal digits.
 *
 * An entry that can't be read is a fault, and the next one is read: `source/record-damaged`, `source/record-not-utf8`,
 * `source/entry-incomplete` for changes other than additions and for values that are in other files; `source/end-missing` for a last one without a blank line after it. A search that the
 * directory ended early is `source/cut-off`, and so is a file whose last line has no end, or which lacks a search's.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2849
 *
 * @example
 * ```ts
 * import { ldif } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("version: 1\n\ndn: uid=a,dc=example,dc=com\nuid: a\ncn:: w4RubmE=\nmail: a@exam\n ple.com\n\n");
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
    if (line.isOpen) return yield endFault(line.line, ["source/cut-off", "the file ends within this line"]);
    for (const whole of unfolded.push(line)) {
      const item = entries.push(whole);
      if (item !== undefined) yield item;
      if (item?.kind === "end-fault") return;
    }
  }
  yield* lastItems(entries, unfolded, counter);
}

function* lastItems(entries: LdifEntries, unfolded: Unfolded, counter: ItemCounter): Generator<ReaderItem> {
  for (const whole of unfolded.end()) {
    const item = entries.push(whole);
    if (item !== undefined) yield item;
    if (item?.kind === "end-fault") return;
  }
  if (unfolded.isInSearch) {
    return yield endFault(unfolded.line, ["source/cut-off", "the file lacks the last lines that ldapsearch writes"]);
  }
  const last = entries.last();
  if (last !== undefined) yield last;
  if (!counter.hasItems) yield endFault(1, ["source/no-users", "the file has no entries"]);
}

/** Longest line with all that is folded: what is longer is a damaged entry. */
const MOST_UNFOLDED = 1 << 20;

/** Puts lines that were folded together again, and leaves out comments. */
class Unfolded {
  line = 1;
  /** `ldapsearch` has said what it searches, and not yet how much it found. */
  isInSearch = false;
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
    if (text?.startsWith("#") !== true) return [whole];
    if (/^# LDAPv\d$/.test(text)) this.isInSearch = true;
    else if (text.startsWith("# numResponses: ")) this.isInSearch = false;
    return [];
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

/** A whole line of an entry, folded ones put together; without its text where it is too long. */
type EntryLine =
  | { readonly kind: "blank"; readonly line: number }
  | {
      readonly kind: "text";
      readonly line: number;
      readonly lastLine: number;
      readonly text: string | undefined;
    };

const MOST_ENTRY = 1 << 20;
/** What `ldapsearch` writes beside entries. */
const SEARCH_LINES: ReadonlySet<string> = new Set([
  ...["search", "result", "matcheddn", "text", "ref", "control", "pagedresults"],
]);

/** Makes entries of lines: one ends at a blank line, and at the next `dn`. */
class LdifEntries {
  readonly #counter: ItemCounter;
  #line = 0;
  #lastLine = 0;
  #length = 0;
  #dn: string | undefined;
  #attributes = new Map<string, string[]>();
  #fault: keyof typeof FAULTS | undefined;
  #isOpen = false;
  /** It is what a directory says of a search, not an entry. */
  #isOfSearch = false;
  #isBadlySeparated = false;
  #isFirst = true;

  constructor(counter: ItemCounter) {
    this.#counter = counter;
  }

  /** What is whole, now that this line follows. */
  push(line: EntryLine): ReaderItem | undefined {
    if (line.kind === "blank") return this.#end();
    const found = line.text === undefined ? TOO_LONG : attributeOf(line.text);
    if (this.#isFirst && found === "no attribute") {
      return endFault(line.line, ["source/malformed", "the file is not LDIF"]);
    }
    this.#isFirst = false;
    if (isValue(found) && found.name === "version" && !this.#isOpen) return undefined;
    const isNext = isValue(found) && found.name === "dn" && this.#isOpen;
    const item = isNext ? this.#end() : undefined;
    if (isNext) this.#isBadlySeparated = item?.kind === "record";
    return item?.kind === "end-fault" ? item : (this.#add(line, found) ?? item);
  }

  /** The entry that no blank line ends. */
  last(): ReaderItem | undefined {
    const item = this.#end();
    return item?.kind === "record" ? heldBack(item, noBlankLine) : item;
  }

  #add(line: Extract<EntryLine, { kind: "text" }>, found: AttributeValue | NoAttribute): ReaderItem | undefined {
    if (!this.#isOpen) this.#begin(line.line, found);
    this.#lastLine = line.lastLine;
    this.#length += line.text?.length ?? 0;
    if (!isValue(found)) this.#fault ??= found;
    else if (this.#length > MOST_ENTRY) this.#fault = TOO_LONG;
    else if (this.#isOfSearch) return this.#searchLine(found, line.line);
    else this.#attribute(found);
    if (this.#fault !== undefined) this.#attributes.clear();
    return undefined;
  }

  #begin(line: number, found: AttributeValue | NoAttribute): void {
    this.#isOpen = true;
    this.#line = line;
    this.#isOfSearch = isValue(found) && SEARCH_LINES.has(found.name);
    if (!this.#isOfSearch && !(isValue(found) && found.name === "dn")) this.#fault = "no attribute";
  }

  #attribute({ name, value }: AttributeValue): void {
    if (name === "dn") this.#dn = value;
    else if (name === "changetype") {
      if (value.toLowerCase() !== "add") this.#fault = "a change";
    } else if (name !== "control") {
      const values = this.#attributes.get(name);
      if (values === undefined) this.#attributes.set(name, [value]);
      else values.push(value);
    }
  }

  /** A search that the directory ended early has not given all entries. */
  #searchLine({ name, value }: AttributeValue, line: number): ReaderItem | undefined {
    if (name !== "result" || /^0(?:\s|$)/.test(value)) return undefined;
    const code = /^\d{1,3}(?= |$)/.exec(value)?.[0] ?? "";
    const message = `the directory ended the search early, with result ${code}, so entries are missing`;
    return endFault(line, ["source/cut-off", message]);
  }

  #end(): ReaderItem | undefined {
    const item = this.#isOpen && !this.#isOfSearch ? this.#item() : undefined;
    this.#isOpen = false;
    this.#isOfSearch = false;
    this.#isBadlySeparated = false;
    this.#fault = undefined;
    this.#dn = undefined;
    this.#length = 0;
    this.#attributes = new Map();
    return item;
  }

  #item(): ReaderItem {
    const lines = { line: this.#line, lastLine: this.#lastLine };
    if (this.#fault !== undefined) {
      const [code, said, of = "entry"] = FAULTS[this.#fault];
      return this.#counter.fault(code, lines, (where) => `the ${of} on ${where} ${said}`);
    }
    const value = Object.fromEntries([["dn", this.#dn], ...this.#attributes]);
    if (!this.#isBadlySeparated) return this.#counter.record(value, lines);
    const message = "the blank line in front of this entry is missing";
    return this.#counter.record(value, lines, problem("source/separator-damaged", message));
  }
}

const noBlankLine: FaultMessage = (lines) =>
  `the entry on ${lines} is the last one and has no blank line after it, so some of it may be missing`;

const TOO_LONG = "too long";

/** What is said of an entry, or of what is in its place. */
const FAULTS: Readonly<Record<NoAttribute | "a change", readonly [SourceProblemCode, said: string, of?: string]>> = {
  "no attribute": ["source/record-damaged", "can't be read: it has a line that is not an attribute, or no dn"],
  "not base64": ["source/record-damaged", "can't be read: a value is not sound base64"],
  "not utf8": ["source/record-not-utf8", "has bytes that are not UTF-8"],
  "a url": ["source/entry-incomplete", "has a value that is in another file"],
  "too long": ["source/record-damaged", "is longer than 1 MiB"],
  "a change": ["source/entry-incomplete", "changes an entry and does not have one", "record"],
};

interface AttributeValue {
  /** In lower case, with its options. */
  readonly name: string;
  readonly value: string;
}

/** Why a line has none. */
type NoAttribute = "no attribute" | "not base64" | "not utf8" | "a url" | "too long";

const LINE = /^([A-Za-z0-9][\w.-]{0,255}(?:;[\w-]{1,64}){0,16}):([:<]?) *([\s\S]*)$/;

/** The value on a line, which has one character for each byte. */
function attributeOf(line: string): AttributeValue | NoAttribute {
  const [, name, mark, rest = ""] = LINE.exec(line) ?? [];
  if (name === undefined) return "no attribute";
  if (mark === "<") return "a url";
  const bytes = mark === ":" ? base64Bytes(rest.trimEnd()) : undefined;
  if (bytes === null) return "not base64";
  const value = bytes === undefined ? utf8Text(rest) : binaryText(Buffer.from(bytes).toString("latin1"));
  return value === undefined ? "not utf8" : { name: name.toLowerCase(), value };
}

function isValue(found: AttributeValue | NoAttribute): found is AttributeValue {
  return typeof found === "object";
}
