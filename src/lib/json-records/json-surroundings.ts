import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  isWhiteSpace,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  SEMICOLON,
  TAB,
} from "./json-bytes.js";

/** Why a document can't be read further. */
export type JsonStopReason =
  | "empty"
  | "utf-16"
  | "nul-bytes"
  | "gzip"
  | "zip"
  | "csv"
  | "not-json"
  | "cut-off"
  | "no-records"
  | "trailing";

/** What a byte begins: the list of records, or the first line of newline-delimited JSON. */
export type JsonBeginning = "list" | "line" | "line-after-damaged-one";

const MAX_KEY_BYTES = 256;
/** How far a line without JSON is searched for what divides columns. */
const MAX_FOREIGN_BYTES = 2048;
/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];

type State =
  /** Before the first value. */
  | "start"
  /** In the top-level object, before a key or its end. */
  | "before-key"
  | "in-key"
  | "before-colon"
  | "before-value"
  /** In the value of another key. */
  | "passing-over"
  /** After the top-level value. */
  | "after"
  /** In a first line that is not JSON, to see whether it is a row of columns. */
  | "foreign-line"
  /** After such a line, where objects may follow it. */
  | "after-foreign-line";

/** What is before and after the list of records, byte by byte. */
export class JsonSurroundings {
  /** What ends the top-level value. */
  rootClosing = 0;
  sawRecords = false;
  /** There was a key or text since the list ended. */
  sawText = false;
  readonly #keys: readonly string[] | undefined;
  readonly #maxLineBytes: number;
  #state: State = "start";
  #markBytes = 0;
  #keyBytes: number[] = [];
  #wanted = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #foreignBytes = 0;
  #zipBytes = 0;
  #foreignReason: "csv" | "not-json" = "not-json";

  /** @param keys Keys that the list may be under; without them, the records are in a top-level array or one a line. */
  constructor(keys: readonly string[] | undefined, maxLineBytes: number) {
    this.#keys = keys;
    this.#maxLineBytes = maxLineBytes;
  }

  get isBehindDocument(): boolean {
    return this.#state === "after";
  }

  /** The list has ended, and its closing bracket was passed. */
  endList(): void {
    this.sawText = false;
    this.#state = this.rootClosing === CLOSING_BRACKET ? "after" : "before-key";
  }

  /** Why the document can't end here; null where it can. */
  get reasonAtEnd(): JsonStopReason | null {
    if (this.#state === "start") return "empty";
    if (this.#state === "after") return this.sawRecords ? null : "no-records";
    return this.#isForeign() ? this.#foreignReason : "cut-off";
  }

  /** The fault is that of the first line, whichever line is being read. */
  #isForeign(): boolean {
    return this.#state === "foreign-line" || this.#state === "after-foreign-line";
  }

  /** Takes one byte. */
  next(byte: number): JsonStopReason | JsonBeginning | null {
    if (this.#state === "in-key") return this.#inKey(byte);
    if (this.#state === "passing-over") return this.#passOver(byte);
    if (this.#state === "foreign-line") return this.#inForeignLine(byte);
    if (isWhiteSpace(byte)) return null;
    if (byte === 0) return this.sawRecords ? "nul-bytes" : "utf-16";
    switch (this.#state) {
      case "start":
        return this.#begin(byte);
      case "before-key":
        return this.#beforeKey(byte);
      case "before-colon":
        this.#state = "before-value";
        return byte === COLON ? null : "not-json";
      case "before-value":
        return this.#beforeValue(byte);
      case "after-foreign-line":
        return byte === OPENING_BRACE ? "line-after-damaged-one" : this.#foreignReason;
      default:
        return this.sawRecords ? "trailing" : "no-records";
    }
  }

  #begin(byte: number): JsonStopReason | JsonBeginning | null {
    if (byte === BYTE_ORDER_MARK[this.#markBytes]) {
      this.#markBytes++;
      return null;
    }
    if (byte === 0xff || byte === 0xfe) return "utf-16";
    if (byte === 0x1f) return "gzip";
    if (byte === OPENING_BRACKET) return this.#beginList(CLOSING_BRACKET);
    if (byte !== OPENING_BRACE) {
      this.#state = "foreign-line";
      return this.#inForeignLine(byte);
    }
    if (this.#keys === undefined) return "line";
    this.rootClosing = CLOSING_BRACE;
    this.#state = "before-key";
    return null;
  }

  #beginList(rootClosing: number): "list" {
    this.rootClosing = rootClosing;
    this.sawRecords = true;
    return "list";
  }

  /**
   * A line of text that has commas, semicolons or tabs where a JSON document begins.
   * Where records appear one a line, it may be a damaged one: what follows it tells.
   */
  #inForeignLine(byte: number): JsonStopReason | null {
    const isInZipStart = this.#zipBytes === this.#foreignBytes && byte === ZIP_START[this.#zipBytes];
    this.#foreignBytes++;
    if (isInZipStart) return ++this.#zipBytes === ZIP_START.length ? "zip" : null;
    if (byte === 0) return "utf-16";
    const isInLines = this.#keys === undefined;
    if (byte === COMMA || byte === TAB || byte === SEMICOLON) {
      if (!isInLines) return "csv";
      this.#foreignReason = "csv";
    }
    if (this.#foreignBytes > (isInLines ? this.#maxLineBytes : MAX_FOREIGN_BYTES)) return this.#foreignReason;
    if (byte !== LINE_FEED) return null;
    this.#state = "after-foreign-line";
    return isInLines ? null : "not-json";
  }

  #beforeKey(byte: number): JsonStopReason | null {
    if (byte === COMMA) return null;
    if (byte === CLOSING_BRACE) {
      this.#state = "after";
      return null;
    }
    if (byte !== QUOTE) return "not-json";
    this.#keyBytes = [];
    this.#isEscaped = false;
    this.sawText = true;
    this.#state = "in-key";
    return null;
  }

  #inKey(byte: number): JsonStopReason | null {
    if (byte === QUOTE && !this.#isEscaped) {
      this.#wanted = this.#keys?.includes(new TextDecoder().decode(Uint8Array.from(this.#keyBytes))) ?? false;
      this.#state = "before-colon";
      return null;
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
    // A key that long is not the one looked for; what it says does not matter.
    if (this.#keyBytes.length < MAX_KEY_BYTES) this.#keyBytes.push(byte);
    return null;
  }

  #beforeValue(byte: number): JsonStopReason | JsonBeginning | null {
    if (this.#wanted && byte === OPENING_BRACKET) return this.#beginList(CLOSING_BRACE);
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#state = "passing-over";
    return this.#passOver(byte);
  }

  #passOver(byte: number): JsonStopReason | null {
    const end = this.#isInText ? this.#inText(byte) : this.#inValue(byte);
    if (end === null) return null;
    this.#state = "before-key";
    return end === "before" && !isWhiteSpace(byte) ? this.#beforeKey(byte) : null;
  }

  /** One byte in a text of another key's value: null while the value continues. */
  #inText(byte: number): "after" | null {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInText = false;
    return !this.#isInText && this.#depth === 0 ? "after" : null;
  }

  #inValue(byte: number): "before" | "after" | null {
    if (byte === QUOTE) {
      this.#isInText = true;
      return null;
    }
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      this.#depth++;
      return null;
    }
    if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      if (this.#depth === 0) return "before";
      this.#depth--;
      return this.#depth === 0 ? "after" : null;
    }
    return this.#depth === 0 && (byte === COMMA || isWhiteSpace(byte)) ? "before" : null;
  }
}
