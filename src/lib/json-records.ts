/**
 * Finds the records of a JSON document while it streams in: the elements of the
 * array under one key of the top-level object, of a top-level array, or the objects
 * of newline-delimited JSON. Each record is then parsed by itself, so that a damaged
 * one does not hide the next, and memory holds one record at a time.
 */

/** One record, or what stands where a record should. */
export interface JsonRecord {
  readonly kind: "record";
  /** From 0. */
  readonly index: number;
  /** Line of its first byte, from 1. */
  readonly line: number;
  readonly value: unknown;
  /** Why there is no value. */
  readonly fault?: "not-json" | "not-utf8" | "too-long";
}

/** The document can't be read further. Always the last item. */
export interface JsonStop {
  readonly kind: "stop";
  readonly reason: JsonStopReason;
  readonly line: number;
}

export type JsonStopReason =
  | "empty"
  | "utf-16"
  | "gzip"
  | "csv"
  | "not-json"
  | "cut-off"
  | "no-records"
  | "trailing";

export interface JsonRecordOptions {
  /** Key of the top-level object under which the records stand; other keys are passed over. */
  readonly key?: string;
  /** Longest record in bytes; a longer one is passed over and reported. Default 1 MiB. */
  readonly maxRecordBytes?: number;
}

const DEFAULT_MAX_RECORD_BYTES = 1 << 20;
const MAX_KEY_BYTES = 256;
/** How far a line without JSON is searched for what divides columns. */
const MAX_FOREIGN_BYTES = 2048;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

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
  /** Between two records. */
  | "between"
  | "in-record"
  /** After the top-level value. */
  | "after"
  /** In a first line that is no JSON, to see whether it is a row of columns. */
  | "foreign-line";

/** Yields each record as it completes. Never throws on any bytes. */
export async function* jsonRecords(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions = {},
): AsyncGenerator<JsonRecord | JsonStop> {
  const splitter = new Splitter(options);
  for await (const chunk of input) {
    yield* splitter.push(chunk);
    if (splitter.stopped) return;
  }
  yield* splitter.end();
}

class Splitter {
  stopped = false;
  readonly #key: string | undefined;
  readonly #maxRecordBytes: number;
  #state: State = "start";
  /** Newline-delimited: the records are the top-level values themselves. */
  #delimited = false;
  #rootClosing = 0;
  #line = 1;
  #index = 0;
  #markBytes = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #keyBytes: number[] = [];
  #wanted = false;
  #sawRecords = false;
  #recordLine = 1;
  #recordBytes = 0;
  #pieces: Uint8Array[] = [];

  constructor({ key, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES }: JsonRecordOptions) {
    this.#key = key;
    this.#maxRecordBytes = maxRecordBytes;
  }

  *push(chunk: Uint8Array): Generator<JsonRecord | JsonStop> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) this.#line++;
      const end = this.#isInRecord() ? this.#within(byte) : "outside";
      if (end === null) continue;
      if (end !== "outside") {
        this.#keep(chunk.subarray(from, end === "after" ? at + 1 : at));
        yield this.#record();
        // A bare value ends before the byte that follows it, which is yet to be looked at.
        if (end === "after") continue;
      }
      const reason = this.#outside(byte);
      if (reason !== null) return yield this.#stop(reason);
      from = at;
    }
    if (this.#isInRecord()) this.#keep(chunk.subarray(from));
  }

  *end(): Generator<JsonRecord | JsonStop> {
    if (this.#state === "start") {
      yield this.#stop("empty");
      return;
    }
    if (this.#delimited && this.#state === "between") return;
    if (this.#state === "after") {
      if (!this.#sawRecords) yield this.#stop("no-records");
      return;
    }
    yield this.#stop(this.#state === "foreign-line" ? "not-json" : "cut-off");
  }

  #stop(reason: JsonStopReason): JsonStop {
    this.stopped = true;
    const isOfRecord = this.#state === "in-record" || this.#state === "foreign-line";
    return { kind: "stop", reason, line: isOfRecord ? this.#recordLine : this.#line };
  }

  #isInRecord(): boolean {
    return this.#state === "in-record";
  }

  /** One byte in a record: null while it goes on. */
  #within(byte: number): "before" | "after" | null {
    if (this.#inText) {
      this.#readText(byte);
      return !this.#inText && this.#depth === 0 ? "after" : null;
    }
    if (byte === QUOTE) {
      this.#inText = true;
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

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inText = false;
  }

  #outside(byte: number): JsonStopReason | null {
    if (this.#state === "in-key") return this.#inKey(byte);
    if (this.#state === "passing-over") return this.#passOver(byte);
    if (this.#state === "foreign-line") return this.#inForeignLine(byte);
    if (isWhiteSpace(byte)) return null;
    if (byte === 0) return "utf-16";
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
      case "between":
        return this.#between(byte);
      default:
        return this.#sawRecords ? "trailing" : "no-records";
    }
  }

  #begin(byte: number): JsonStopReason | null {
    if (byte === BYTE_ORDER_MARK[this.#markBytes]) {
      this.#markBytes++;
      return null;
    }
    if (byte === 0xff || byte === 0xfe) return "utf-16";
    if (byte === 0x1f) return "gzip";
    if (byte === OPENING_BRACKET) {
      this.#rootClosing = CLOSING_BRACKET;
      this.#sawRecords = true;
      this.#state = "between";
      return null;
    }
    if (byte !== OPENING_BRACE) {
      this.#state = "foreign-line";
      this.#recordLine = this.#line;
      this.#recordBytes = 0;
      return this.#inForeignLine(byte);
    }
    if (this.#key === undefined) {
      this.#delimited = true;
      this.#sawRecords = true;
      this.#startRecord(byte);
    } else {
      this.#state = "before-key";
    }
    return null;
  }

  /** A line of text that has commas, semicolons or tabs where a JSON document begins. */
  #inForeignLine(byte: number): JsonStopReason | null {
    if (byte === 0) return "utf-16";
    if (byte === COMMA || byte === TAB || byte === SEMICOLON) return "csv";
    return byte === LINE_FEED || ++this.#recordBytes > MAX_FOREIGN_BYTES ? "not-json" : null;
  }

  #beforeKey(byte: number): JsonStopReason | null {
    if (byte === COMMA) return null;
    if (byte === CLOSING_BRACE) {
      this.#state = "after";
      return null;
    }
    if (byte !== QUOTE) return "not-json";
    this.#keyBytes = [];
    this.#state = "in-key";
    return null;
  }

  #inKey(byte: number): JsonStopReason | null {
    if (byte === QUOTE && !this.#escaped) {
      this.#wanted = new TextDecoder().decode(Uint8Array.from(this.#keyBytes)) === this.#key;
      this.#state = "before-colon";
      return null;
    }
    this.#escaped = byte === BACKSLASH && !this.#escaped;
    // A key that long is not the one looked for; what it says does not matter.
    if (this.#keyBytes.length < MAX_KEY_BYTES) this.#keyBytes.push(byte);
    return null;
  }

  #beforeValue(byte: number): JsonStopReason | null {
    if (this.#wanted && byte === OPENING_BRACKET) {
      this.#sawRecords = true;
      this.#state = "between";
      return null;
    }
    this.#depth = 0;
    this.#inText = false;
    this.#state = "passing-over";
    return this.#passOver(byte);
  }

  #passOver(byte: number): JsonStopReason | null {
    const end = this.#within(byte);
    if (end === null) return null;
    this.#state = "before-key";
    return end === "before" && !isWhiteSpace(byte) ? this.#beforeKey(byte) : null;
  }

  #between(byte: number): JsonStopReason | null {
    if (byte === COMMA && !this.#delimited) return null;
    if (byte === CLOSING_BRACKET && !this.#delimited) {
      this.#state = this.#rootClosing === CLOSING_BRACKET ? "after" : "before-key";
      return null;
    }
    if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) return "not-json";
    this.#startRecord(byte);
    return null;
  }

  #startRecord(byte: number): void {
    this.#state = "in-record";
    this.#recordLine = this.#line;
    this.#recordBytes = 0;
    this.#pieces = [];
    this.#depth = byte === OPENING_BRACE || byte === OPENING_BRACKET ? 1 : 0;
    this.#inText = byte === QUOTE;
    this.#escaped = false;
  }

  /** Keeps a piece of the record unless it has grown too long already. */
  #keep(piece: Uint8Array): void {
    this.#recordBytes += piece.length;
    if (this.#recordBytes > this.#maxRecordBytes) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #record(): JsonRecord {
    const place = { kind: "record", index: this.#index++, line: this.#recordLine } as const;
    this.#state = "between";
    if (this.#recordBytes > this.#maxRecordBytes) return { ...place, value: undefined, fault: "too-long" };
    const text = decodeUtf8(this.#pieces);
    this.#pieces = [];
    if (text === null) return { ...place, value: undefined, fault: "not-utf8" };
    try {
      return { ...place, value: JSON.parse(text) };
    } catch {
      return { ...place, value: undefined, fault: "not-json" };
    }
  }
}

function isWhiteSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

const STRICT_UTF8 = { fatal: true, ignoreBOM: true } as const;

function decodeUtf8(pieces: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder("utf-8", STRICT_UTF8);
  try {
    let text = "";
    for (const piece of pieces) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  } catch {
    return null;
  }
}
