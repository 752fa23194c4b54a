import { open } from "node:fs/promises";
import { problem, refuse } from "../problems/fleet.js";
import { failure, type Result, success } from "../result.js";

/** A file of which every machine can read any part: a path on a shared disk, or an address that serves ranges. */
export interface RangeInput {
  size(): Promise<Result<number>>;
  read(from: number, to: number): Promise<Result<Uint8Array>>;
}

/** What a failed read is thrown as where a stream can't give it back. */
export class RangeUnreadable extends Error {
  readonly result: Extract<Result<never>, { readonly ok: false }>;

  constructor(result: Extract<Result<never>, { readonly ok: false }>) {
    super("a part of the input can't be read");
    this.result = result;
  }
}

/** The input that a path or an address names. */
export function rangeInput(location: string): RangeInput {
  return isAddress(location) ? webRanges(location) : fileRanges(location);
}

export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Whether reading it shows the export to the network. */
export function isOpenToNetwork(location: string): boolean {
  if (!URL.canParse(location)) return false;
  const { protocol, hostname } = new URL(location);
  return protocol === "http:" && !/^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);
}

const BLOCK_BYTES = 1 << 22;

/** The whole file in blocks; throws `RangeUnreadable`. */
export async function* wholeOf(input: RangeInput): AsyncGenerator<Uint8Array> {
  const size = await input.size();
  if (!size.ok) throw new RangeUnreadable(size);
  for (let at = 0; at < size.value; at += BLOCK_BYTES) {
    const block = await input.read(at, Math.min(at + BLOCK_BYTES, size.value));
    if (!block.ok) throw new RangeUnreadable(block);
    yield block.value;
  }
}

function fileRanges(path: string): RangeInput {
  const attempt = async <T>(work: (file: Awaited<ReturnType<typeof open>>) => Promise<Result<T>>) => {
    try {
      const file = await open(path, "r");
      try {
        return await work(file);
      } finally {
        await file.close();
      }
    } catch (error) {
      const { code = "unknown reason" } = error as NodeJS.ErrnoException;
      return unreadable(`the input file can't be read (${code})`);
    }
  };
  return {
    size: () => attempt(async (file) => success((await file.stat()).size)),
    read: (from, to) =>
      attempt(async (file) => {
        const bytes = new Uint8Array(to - from);
        for (let at = 0; at < bytes.length; ) {
          const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
          if (bytesRead === 0) return failure(problem("fleet/of-other-export", "the file has become shorter"));
          at += bytesRead;
        }
        return success(bytes);
      }),
  };
}

const LONGEST_READ_MS = 120_000;

function webRanges(address: string): RangeInput {
  return {
    size: async () => {
      const first = await fetchRange(address, 0, 1);
      return first.ok ? success(first.value.size) : first;
    },
    read: async (from, to) => {
      if (from === to) return success(new Uint8Array(0));
      const found = await fetchRange(address, from, to);
      if (!found.ok) return found;
      if (found.value.bytes.length === to - from) return success(found.value.bytes);
      return refuse("fleet/of-other-export", "the file has become shorter");
    },
  };
}

async function fetchRange(
  address: string,
  from: number,
  to: number,
): Promise<Result<{ readonly bytes: Uint8Array; readonly size: number }>> {
  try {
    const response = await fetch(address, {
      headers: { range: `bytes=${from}-${to - 1}`, "accept-encoding": "identity" },
      signal: AbortSignal.timeout(LONGEST_READ_MS),
    });
    const [, size] = /^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    if (response.status !== 206 || size === undefined) {
      await response.body?.cancel();
      return unreadable(`the web server answers a request for a range with HTTP ${response.status}`);
    }
    return success({ bytes: new Uint8Array(await response.arrayBuffer()), size: Number(size) });
  } catch {
    // The error's text could hold the address, which may let its reader in.
    return unreadable("the web server does not answer, or not to the end");
  }
}

const unreadable = (message: string) => refuse("fleet/input-unreadable", message);
