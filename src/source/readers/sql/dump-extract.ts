import { Buffer } from "../../../runtime/index.js";

/** Bytes of a dump, unpacked, that are looked through for its tables. */
export const EXTRACT_FROM_BYTES = 1 << 30;
const MOST_BYTES = 2 << 20;
const MOST_OF_TABLE = 1 << 12;
const MOST_OF_CREATE = 1 << 14;
const MOST_OF_LINE = 1 << 13;
/** Within so much of a line are the words of its statement and the table's name. */
const MOST_OF_BEGINNING = 1 << 8;
/** Lines at the very beginning say which program wrote the dump. */
const HEAD_BYTES = 1 << 10;
const LINE_FEED = 0x0a;

type Inside = "nothing" | "create" | "insert" | "copy";

/** The definition and the first rows of each table of a dump. */
interface DumpExtract {
  /** A dump of its own, at most 2 MiB long. */
  readonly bytes: Uint8Array;
  /** Whether more of the dump follows what was looked through. */
  readonly isCut: boolean;
}

/** A dump with each table's first rows only, cut by lines without parsing: a wrong cut is one row more or less to judge by. */
export async function extractDump(input: AsyncIterable<Uint8Array>): Promise<DumpExtract> {
  const extract = new Extract();
  let seen = 0;
  for await (const chunk of input) {
    seen += chunk.length;
    extract.push(chunk);
    if (seen > EXTRACT_FROM_BYTES || extract.isFull) return { bytes: extract.bytes(), isCut: true };
  }
  extract.end();
  return { bytes: extract.bytes(), isCut: false };
}

const STATEMENT =
  /^(?:(create) table (?:if not exists )?|insert (?:ignore )?(?:into )?|replace into |(copy) )([^\s(]{1,200})/i;

class Extract {
  readonly #kept: Buffer[] = [];
  #bytes = 0;
  /** Bytes that were kept of each table's rows. */
  readonly #tables = new Map<string, number>();
  #inside: Inside = "nothing";
  #table = "";
  /** The statement that is being read, as far as it is kept. */
  #statement: string[] = [];
  #size = 0;
  /** The line so far, and whether it is longer. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  #seen = 0;

  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      this.#add(bytes.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(bytes.subarray(from));
  }

  end(): void {
    this.#endLine();
    this.#conclude();
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  #add(part: Buffer): void {
    const room = MOST_OF_LINE - this.#lineBytes;
    // A copy: the caller may use its buffer again.
    if (room > 0) this.#line.push(Buffer.from(part.subarray(0, room)));
    this.#lineBytes += part.length;
    this.#seen += part.length;
  }

  #endLine(): void {
    // Each byte is a character, so that what is cut within one stays as it is.
    const line = Buffer.concat(this.#line).toString("latin1").trimEnd();
    const isWhole = this.#lineBytes <= MOST_OF_LINE;
    this.#line = [];
    this.#lineBytes = 0;
    if (this.#inside === "copy") this.#copied(line);
    else this.#stated(line, isWhole);
  }

  #stated(line: string, isWhole: boolean): void {
    const [, create, copy, table] =
      STATEMENT.exec(
        line
          .slice(0, MOST_OF_BEGINNING)
          .trimStart()
          .replace(/\s{1,8}/g, " "),
      ) ?? [];
    if (table !== undefined) {
      this.#conclude();
      this.#table = table.toLowerCase();
      this.#inside = create !== undefined ? "create" : copy !== undefined ? "copy" : "insert";
    }
    this.#continued(line, isWhole);
  }

  #continued(line: string, isWhole: boolean): void {
    if (this.#inside === "nothing") {
      if (this.#seen <= HEAD_BYTES && isWhole) this.#keep(line);
      return;
    }
    const most = this.#inside === "create" ? MOST_OF_CREATE : MOST_OF_TABLE * 2;
    if (this.#size < most) {
      this.#statement.push(line);
      this.#size += line.length;
    }
    if (this.#inside === "copy") return;
    if (!isWhole || line.endsWith(";")) this.#conclude();
  }

  #copied(line: string): void {
    if (line === "\\.") {
      this.#statement.push(line);
      this.#conclude();
    } else if (this.#size < MOST_OF_TABLE) {
      this.#statement.push(line);
      this.#size += line.length;
    }
  }

  /** Keeps the statement, unless its table has rows enough. */
  #conclude(): void {
    const text = this.#inside === "insert" ? withEnd(this.#statement.join("\n")) : this.#statement.join("\n");
    const inside = this.#inside;
    const had = this.#tables.get(this.#table) ?? 0;
    this.#inside = "nothing";
    this.#statement = [];
    this.#size = 0;
    if (inside === "nothing" || text === "") return;
    if (inside !== "create") {
      if (had >= MOST_OF_TABLE) return;
      this.#tables.set(this.#table, had + text.length);
    }
    this.#keep(text);
  }

  #keep(text: string): void {
    if (this.isFull) return;
    const bytes = Buffer.from(`${text}\n`, "latin1");
    this.#kept.push(bytes);
    this.#bytes += bytes.length;
  }
}

/** A statement that was cut ends after its last whole row, as far as that can be told without parsing it. */
function withEnd(text: string): string {
  if (/;$/.test(text)) return text;
  if (/\)$/.test(text)) return `${text};`;
  const end = /\),$/.test(text) ? text.length - 2 : Math.max(text.lastIndexOf("),("), text.lastIndexOf("),\n("));
  return end < 0 ? "" : `${text.slice(0, end)});`;
}
