import { getHeapStatistics } from "node:v8";
import { type NormalizedUser, type PinnedInput, type ReadExportOptions, readExport } from "../../source/index.js";
import { sourceOf } from "../../source/internal.js";
import type { CliIo } from "../cli-io.js";

/** What the embedded service keeps of a login or a device, at most (docs/scale.md has the measurement). */
const BYTES_A_LOGIN = 1024;
/** Less needs no plan. */
const WORTH_TELLING_BYTES = 128 * 2 ** 20;
/** An export of this size has fewer users than that, packed or not. */
const SMALL_BYTES = 2 ** 20;
const LEAST_BYTES_OF_A_USER = 200;
/** Enough to know how much of this export a user takes. */
const SAMPLE = 5_000;
/** The rest of the heap is for all that is not kept. */
const MOST_OF_THE_HEAP = 0.75;

type SizedInput = Pick<PinnedInput, "open"> & { readonly size: number };

/**
 * Logins and devices of an export, by its first users; undefined where it can't be read.
 */
async function guessLogins({ open, size }: SizedInput, source: ReadExportOptions): Promise<number | undefined> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open()) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  let records = 0;
  let logins = 0;
  for await (const record of readExport(counted(), source)) {
    if (record.kind === "unreadable") return undefined;
    if (record.kind === "user" && record.result.ok) logins += loginsOf(record.result.value.user);
    if (++records === SAMPLE) return Math.ceil((logins / bytes) * size);
  }
  return logins;
}

function loginsOf({ passwordHash, phoneNumber, thirdParty, totp }: NormalizedUser): number {
  const named = (passwordHash === undefined ? 0 : 1) + (phoneNumber === undefined ? 0 : 1) + thirdParty.length;
  return Math.max(1, named) + totp.length;
}

/** Says on stderr what a rehearsal of a large export needs, before its first user. */
export async function tellMemory(input: SizedInput, source: ReadExportOptions, io: CliIo): Promise<void> {
  if (input.size < SMALL_BYTES) return;
  // In tables a user is known after the last row only: 200 bytes is little for one.
  const isOfTables = source.from !== "auto" && (await sourceOf(source.from)).roleOf !== undefined;
  const logins = isOfTables ? Math.ceil(input.size / LEAST_BYTES_OF_A_USER) : await guessLogins(input, source);
  const notice = logins === undefined ? undefined : memoryNotice(logins);
  if (notice !== undefined) io.stderr.write(`${notice}\n`);
}

/** What a rehearsal with so many logins needs, in words; undefined where it needs little. */
function memoryNotice(logins: number): string | undefined {
  const needed = logins * BYTES_A_LOGIN;
  if (needed < WORTH_TELLING_BYTES) return undefined;
  const need = `the rehearsal keeps all users in memory: it needs up to ${megabytes(needed)} for this export`;
  const heapLimitBytes = getHeapStatistics().heap_size_limit;
  if (needed <= heapLimitBytes * MOST_OF_THE_HEAP) return need;
  const wanted = Math.ceil(needed / MOST_OF_THE_HEAP / 2 ** 20);
  return `${need}, and Node.js allows ${megabytes(heapLimitBytes)}: set NODE_OPTIONS=--max-old-space-size=${wanted}, or rehearse with a part of the export`;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString("en-US")} MiB`;
