import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenInput } from "../input/pinned-input.js";
import { namingFaults } from "../input/temporary-files.js";

/** A copy of an input that can be read only once; `close` must follow. */
export interface SpooledInput {
  readonly open: OpenInput;
  readonly close: () => Promise<void>;
}

/** Copies an input to a file in a private temporary folder, so that it can be read again. */
export async function spoolInput(input: AsyncIterable<Uint8Array>): Promise<SpooledInput> {
  const folder = await namingFaults(() => mkdtemp(join(tmpdir(), "credport-")));
  const close = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "export");
  try {
    const file = await namingFaults(() => open(path, "wx", 0o600));
    try {
      for await (const chunk of input) await namingFaults(() => file.writeFile(chunk));
    } finally {
      await file.close();
    }
    return { open: () => createReadStream(path), close };
  } catch (error) {
    await close();
    throw error;
  }
}
