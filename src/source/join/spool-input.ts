import { type FileHandle, join, mkdtemp, open, rm, tmpdir } from "../../runtime/index.js";
import type { OpenInput } from "../input/pinned-input.js";
import { requireBytes } from "../input/require-bytes.js";
import { namingFaults } from "../input/temporary-files.js";

const PIECE_BYTES = 1 << 16;

/** A copy of an input that can be read only once; `close` must follow. */
export interface SpooledInput {
  readonly open: OpenInput;
  readonly close: () => Promise<void>;
}

/** Copies an input to a file in a private temporary folder, so that it can be read again. */
export async function spoolInput(input: AsyncIterable<Uint8Array>): Promise<SpooledInput> {
  const folder = await namingFaults(() => mkdtemp(join(tmpdir(), "credport-")));
  let file: FileHandle | undefined;
  const close = async () => {
    await file?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const copy = await namingFaults(() => open(join(folder, "export"), "wx+", 0o600));
    file = copy;
    for await (const chunk of input) {
      requireBytes(chunk);
      await namingFaults(() => copy.appendFile(chunk));
    }
    return { open: () => bytesOf(copy), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
