import { problem, type SourceProblemCode } from "../../../problems/source.js";
import type { ReaderItem } from "../record-reader.js";
import type { ItemCounter } from "../text/item-list.js";
import { type AttributeValue, attributeOf, isValue, type NoAttribute } from "./attribute-line.js";

/** A whole line of an entry, folded ones put together; without its text where it is too long. */
export type EntryLine =
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

/** What keeps an entry from being read. */
type EntryFault = { readonly code: SourceProblemCode; readonly message: (lines: string) => string };

/** Makes entries of lines: one ends at a blank line, and at the next `dn`. */
export class LdifEntries {
  readonly #counter: ItemCounter;
  #line = 0;
  #lastLine = 0;
  #length = 0;
  #dn: string | undefined;
  #attributes = new Map<string, string[]>();
  #fault: EntryFault | undefined;
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
    if (this.#isFirst && found === "no attribute") return this.#notLdif(line.line);
    this.#isFirst = false;
    if (isValue(found) && found.name === "version" && !this.#isOpen) return undefined;
    const isNext = isValue(found) && found.name === "dn" && this.#isOpen;
    const item = isNext ? this.#end() : undefined;
    if (isNext) this.#isBadlySeparated = item?.kind === "record";
    return item?.kind === "end-fault" ? item : (this.#add(line, found) ?? item);
  }

  #notLdif(line: number): ReaderItem {
    return this.#counter.end("source/not-ldif", line, "the file is not LDIF");
  }

  #add(
    line: Extract<EntryLine, { kind: "text" }>,
    found: AttributeValue | NoAttribute,
  ): ReaderItem | undefined {
    if (!this.#isOpen) this.#begin(line.line, found);
    this.#lastLine = line.lastLine;
    this.#length += line.text?.length ?? 0;
    if (!isValue(found)) this.#fault ??= FAULTS[found];
    else if (this.#length > MOST_ENTRY) this.#fault = FAULTS[TOO_LONG];
    else if (this.#isOfSearch) return this.#searchLine(found, line.line);
    else this.#attribute(found);
    if (this.#fault !== undefined) this.#attributes.clear();
    return undefined;
  }

  #begin(line: number, found: AttributeValue | NoAttribute): void {
    this.#isOpen = true;
    this.#line = line;
    this.#isOfSearch = isValue(found) && SEARCH_LINES.has(found.name);
    if (!this.#isOfSearch && !(isValue(found) && found.name === "dn")) this.#fault = FAULTS["no attribute"];
  }

  #attribute({ name, value }: AttributeValue): void {
    if (name === "dn") this.#dn = value;
    else if (name === "changetype") {
      if (value.toLowerCase() !== "add") this.#fault = FAULTS["a change"];
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
    return this.#counter.end("source/cut-off", line, message);
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
    if (this.#fault !== undefined) return this.#counter.fault(this.#fault.code, lines, this.#fault.message);
    const value = Object.fromEntries([["dn", this.#dn], ...this.#attributes]);
    if (!this.#isBadlySeparated) return this.#counter.record(value, lines);
    const message = "the blank line in front of this entry is missing";
    return this.#counter.record(value, lines, problem("source/separator-damaged", message));
  }
}

const TOO_LONG = "too long";

const FAULTS: Readonly<Record<NoAttribute | "a change", EntryFault>> = {
  "no attribute": {
    code: "source/entry-damaged",
    message: (lines) =>
      `the entry on ${lines} can't be read: it has a line that is not an attribute, or no dn`,
  },
  "not base64": {
    code: "source/entry-damaged",
    message: (lines) => `the entry on ${lines} can't be read: a value is not sound base64`,
  },
  "not utf8": {
    code: "source/record-not-utf8",
    message: (lines) => `the entry on ${lines} has bytes that are not UTF-8`,
  },
  "a url": {
    code: "source/value-elsewhere",
    message: (lines) => `the entry on ${lines} has a value that is in another file`,
  },
  "too long": {
    code: "source/record-too-long",
    message: (lines) => `the entry on ${lines} is longer than 1 MiB`,
  },
  "a change": {
    code: "source/change-record",
    message: (lines) => `the record on ${lines} changes an entry and does not have one`,
  },
};
