import type { Transform } from "node:stream";
import { Buffer, createGunzip, createZstdDecompress } from "../../runtime/index.js";
import { beginInput, blocksOf } from "./input-beginning.js";
import { InputFault } from "./input-fault.js";

/** Before so much has come out, nothing is a bomb. */
const LEAST_BOMB_BYTES = 1 << 26;
/** Bytes that may come out of one. Exports come to a tenth or a thirtieth; the most that gzip can is 1,030. */
const MOST_RATIO = 200;
/** Packed bytes that go in at once: at most 17 MB come of them. */
const PIECE_BYTES = 1 << 14;

type Unpacker = Transform & { readonly bytesWritten?: number };

interface Packing {
  readonly name: string;
  readonly magic: readonly number[];
  /** Unpacks; undefined where this version of Node can't. */
  readonly open?: () => Transform | undefined;
}

const PACKINGS: readonly Packing[] = [
  { name: "compressed with gzip", magic: [0x1f, 0x8b, 0x08], open: () => createGunzip() },
  {
    name: "compressed with zstd",
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    open: () => createZstdDecompress?.(),
  },
  { name: "compressed with bzip2", magic: [0x42, 0x5a, 0x68] },
  { name: "compressed with xz", magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: "a ZIP archive", magic: [0x50, 0x4b, 0x03, 0x04] },
];

/** A file's bytes, unpacked if they are gzip or zstd (where Node has it). Throws `InputFault` where that fails. */
export async function* unpacked(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { beginning, whole, giveUp } = await beginInput(input);
  const packing = packingOf(beginning);
  if (packing === undefined) return yield* whole;
  const stream = packing.open?.();
  if (stream !== undefined) return yield* unpackedBy(stream, whole, packing.name);
  await giveUp();
  throw new InputFault("source/not-text", `the file is ${packing.name}`);
}

/** POSIX's mark or GNU's with the NUL that ends it: a user of an export can have the letters there. */
const TAR_MARK = /^ustar(?: {2})?\0/;

export function isTar(beginning: Uint8Array): boolean {
  return TAR_MARK.test(new TextDecoder("latin1").decode(beginning.subarray(257, 265)));
}

function packingOf(beginning: Uint8Array): Packing | undefined {
  if (isTar(beginning)) return { name: "a tar archive", magic: [] };
  return PACKINGS.find(({ magic }) => magic.every((byte, at) => beginning[at] === byte));
}

/** One piece at a time: a stream that fails forgets what it holds, so what is read would depend on how the bytes arrive. */
async function* unpackedBy(
  stream: Unpacker,
  input: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const unpacking = new Unpacking(stream, name);
  try {
    for await (const piece of blocksOf(input, PIECE_BYTES)) {
      yield* await unpacking.add(piece);
      if (unpacking.fault !== undefined) throw unpacking.fault;
    }
    yield* await unpacking.end();
    if (unpacking.fault !== undefined) throw unpacking.fault;
  } finally {
    stream.destroy();
  }
}

/** A stream that unpacks, and what has gone into it and come out. */
class Unpacking {
  /** Why no more comes out. */
  fault: unknown;
  readonly #stream: Unpacker;
  readonly #name: string;
  #chunks: Uint8Array[] = [];
  #bytesIn = 0;
  #bytesOut = 0;
  /** The packed data has ended. */
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(stream: Unpacker, name: string) {
    this.#stream = stream;
    this.#name = name;
    stream.on("data", (chunk: Uint8Array) => this.#take(chunk));
    stream.on("error", (error) => this.#fail(faultOf(error, name)));
    stream.on("end", () => {
      this.#isEnded = true;
      this.#wake();
    });
  }

  /** What comes out when a piece goes in. */
  async add(piece: Uint8Array): Promise<readonly Uint8Array[]> {
    // Tapes and block devices are filled with NUL bytes; anything else may be a second export.
    const hasText = piece.some((byte) => byte !== 0);
    if (this.#isEnded) {
      if (hasText) this.#fail(this.#somethingFollows());
      return [];
    }
    this.#bytesIn += piece.length;
    await this.#until((done) => this.#stream.write(piece, done));
    // The stream has ended within the piece, and takes no more of it.
    if (this.#isEnded && piece.subarray(this.#left(piece)).some((byte) => byte !== 0)) {
      this.#fail(this.#somethingFollows());
    }
    return this.#taken();
  }

  async end(): Promise<readonly Uint8Array[]> {
    if (!this.#isEnded) await this.#until(() => this.#stream.end());
    return this.#taken();
  }

  #left({ length }: Uint8Array): number {
    return length - (this.#bytesIn - (this.#stream.bytesWritten ?? this.#bytesIn));
  }

  #until(act: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      act(resolve);
    });
  }

  #take(chunk: Uint8Array): void {
    this.#bytesOut += chunk.length;
    if (this.#bytesOut <= LEAST_BOMB_BYTES || this.#bytesOut <= this.#bytesIn * MOST_RATIO) {
      this.#chunks.push(chunk);
      return;
    }
    const message = `the file is ${this.#name}, and each byte of it comes to more than ${MOST_RATIO}`;
    this.#fail(new InputFault("source/not-text", message));
    this.#stream.destroy();
  }

  #taken(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  #fail(fault: unknown): void {
    this.fault ??= fault;
    this.#wake();
  }

  #somethingFollows(): InputFault {
    const message = `the file is ${this.#name}, and something follows the end of the compressed data`;
    return new InputFault("source/damaged-copy", message);
  }
}

/** What the stream says of the data; another error is the input's own. */
function faultOf(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^(?:Z_|ZSTD_)/.test(code)) return error;
  const isCutOff = code === "Z_BUF_ERROR";
  const what = isCutOff ? "and it ends before the compressed data does" : "and it is damaged from here on";
  return new InputFault("source/damaged-copy", `the file is ${name}, ${what}`);
}

/** Never part of UTF-8: in place of what is not a character in UTF-16, so that its record is refused. */
const NOT_A_CHARACTER = Uint8Array.of(0xff);

/** A text's bytes in UTF-8: UTF-16 is decoded by its byte order mark, and no encoding is guessed. */
export async function* inUtf8(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { beginning, whole } = await beginInput(input);
  const order = byteOrderOf(beginning);
  if (order === undefined) return yield* whole;
  let rest = new Uint8Array(0);
  let isFirst = true;
  for await (const chunk of whole) {
    const bytes = Buffer.concat([rest, chunk]);
    const length = wholeCharacters(bytes, order);
    const from = isFirst && length > 0 ? 2 : 0;
    // Its byte order mark tells who reads on that no program of a database has written it so.
    if (from > 0) yield MARK;
    if (length > 0) isFirst = false;
    rest = new Uint8Array(bytes.subarray(length));
    yield* utf8Of(bytes.subarray(from, length), order);
  }
  if (rest.length > 0) yield NOT_A_CHARACTER;
}

const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

type ByteOrder = "little" | "big";

/** UTF-32 with the lower byte first begins like UTF-16, with two NUL bytes after it; it is not decoded. */
function byteOrderOf([first, second, third, fourth]: Uint8Array): ByteOrder | undefined {
  if (first === 0xfe && second === 0xff) return "big";
  if (first !== 0xff || second !== 0xfe) return undefined;
  return third === 0 && fourth === 0 ? undefined : "little";
}

/** The length without half a character at the end. */
function wholeCharacters(bytes: Uint8Array, order: ByteOrder): number {
  const length = bytes.length - (bytes.length % 2);
  const upper = bytes[length - (order === "little" ? 1 : 2)];
  const isHalf = upper !== undefined && upper >= 0xd8 && upper <= 0xdb;
  return isHalf ? length - 2 : length;
}

function* utf8Of(bytes: Buffer, order: ByteOrder): Generator<Uint8Array> {
  if (order === "big") bytes.swap16();
  const pieces = bytes.toString("utf16le").split(/\p{Cs}/u);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) yield NOT_A_CHARACTER;
    yield Buffer.from(piece);
  }
}
