import { pipeline, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { beginInput } from "./input-beginning.js";
import { InputFault } from "./input-fault.js";

/** Before so much has come out, nothing is a bomb. */
const LEAST_BOMB_BYTES = 1 << 26;
/** Bytes that may come out of one. Exports come to a tenth or a thirtieth; the most that gzip can is 1,030. */
const MOST_RATIO = 200;

/** How a file may be packed, told by its first bytes. */
interface Packing {
  readonly name: string;
  readonly magic: readonly number[];
  /** Where the magic bytes are, if not at the beginning. */
  readonly at?: number;
  /** Unpacks; undefined where this version of Node can't. */
  readonly open?: () => Transform | undefined;
  /** Why it is not unpacked, where that is not the same for all. */
  readonly code?: "source/zstd";
}

/** Only newer versions of Node have it. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

const PACKINGS: readonly Packing[] = [
  { name: "compressed with gzip", magic: [0x1f, 0x8b, 0x08], open: () => zlib.createGunzip() },
  {
    name: "compressed with zstd",
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    open: () => createZstdDecompress?.(),
    code: "source/zstd",
  },
  { name: "compressed with bzip2", magic: [0x42, 0x5a, 0x68] },
  { name: "compressed with xz", magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: "a ZIP archive", magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: "a tar archive", magic: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257 },
];

/**
 * The bytes of a file as they were before it was compressed: gzip, and zstd where Node has it, unpacked on the
 * way. Other bytes are handed on as they are.
 *
 * @throws InputFault from the place on where the stream is damaged, cut off or followed by something else,
 * where it expands without bounds, and for what is not unpacked here.
 */
export async function* unpacked(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { beginning, whole, giveUp } = await beginInput(input);
  const packing = packingOf(beginning);
  if (packing === undefined) return yield* whole;
  const stream = packing.open?.();
  if (stream !== undefined) return yield* unpackedBy(stream, whole, packing.name);
  await giveUp();
  throw new InputFault(packing.code ?? "source/compressed", `the file is ${packing.name}`);
}

function packingOf(beginning: Uint8Array): Packing | undefined {
  return PACKINGS.find(({ magic, at = 0 }) => magic.every((byte, index) => beginning[at + index] === byte));
}

async function* unpackedBy(
  stream: Transform & { readonly bytesWritten?: number },
  input: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const fed = { bytes: 0, textBytes: 0 };
  // The reader of the stream gets the error.
  const isClosed = new Promise<void>((resolve) => pipeline(counting(input, fed), stream, () => resolve()));
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > LEAST_BOMB_BYTES && bytes > fed.bytes * MOST_RATIO) {
        const message = `the file is ${name}, and each byte of it comes to more than ${MOST_RATIO}`;
        throw new InputFault("source/expands-too-far", message);
      }
      yield chunk;
    }
  } catch (error) {
    throw faultOf(error, name);
  } finally {
    stream.destroy();
    await isClosed;
  }
  // Tapes and block devices are filled with NUL bytes; anything else may be a second export.
  if (fed.textBytes > (stream.bytesWritten ?? fed.textBytes)) {
    const message = `the file is ${name}, and something follows the end of the compressed data`;
    throw new InputFault("source/packed-damaged", message);
  }
}

/** Counts the bytes that were fed, and those up to the last one that is not NUL. */
async function* counting(input: AsyncIterable<Uint8Array>, fed: { bytes: number; textBytes: number }) {
  for await (const chunk of input) {
    const last = chunk.findLastIndex((byte) => byte !== 0);
    if (last >= 0) fed.textBytes = fed.bytes + last + 1;
    fed.bytes += chunk.length;
    yield chunk;
  }
}

/** What the stream says of the data; another error is the input's own. */
function faultOf(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^(?:Z_|ZSTD_)/.test(code)) return error;
  const isCutOff = code === "Z_BUF_ERROR";
  const what = isCutOff ? "and it ends before the compressed data does" : "and it is damaged from here on";
  return new InputFault("source/packed-damaged", `the file is ${name}, ${what}`);
}
