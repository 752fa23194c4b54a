import { realpath } from "node:fs/promises";
import type { Redis } from "ioredis";
import { type OptionNames, requireOptions } from "../lib/require-names.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";
import type { ReadExportOptions } from "../source/index.js";
import { type ChunkPlan, planChunks, resolveSource } from "../source/internal.js";
import { connectRedis, loadEngine, publicAddress } from "./engine.js";
import { Ledger } from "./ledger.js";
import { notePlan } from "./note-plan.js";
import { isAddress, isOpenToNetwork, RangeUnreadable, rangeInput, wholeOf } from "./range-input.js";
import { newRun, type RunFile, readRunFile, writeRunFile } from "./run-file.js";

/** What is divided among the machines, and where the run is kept. */
export interface FleetPlanOptions {
  /** Path on a disk that every worker has, or an HTTP(S) address that serves ranges. */
  readonly input: string;
  /** As for `readExport`. */
  readonly from: ReadExportOptions["from"];
  /** Address of Redis: `redis://host:6379`. */
  readonly redis: string;
  /** Where the private file of the run is written, which every worker is given. */
  readonly runFile: string;
  /** Bytes of a chunk, about; from 64 KiB to 256 MiB. Default 32 MiB. */
  readonly chunkBytes?: number | undefined;
  /** Read an address in plain HTTP from another machine, which shows hashes to the network. Default false. */
  readonly allowPlainHttp?: boolean | undefined;
  /** Records to import by their number, each with the user ID that it had when it was named, or null; default all. */
  readonly only?: ReadonlyMap<number, string | null> | undefined;
  /** Records that the export must have; with another number no user is checked or sent. */
  readonly expectedRecords?: number | undefined;
  /** Send no user before a worker with known users has signed them in. Default: where a worker begins with some. */
  readonly isToProve?: boolean | undefined;
  /** Called with the number of bytes read. */
  readonly onProgress?: ((bytes: number, size: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const KNOWN: OptionNames<FleetPlanOptions> = {
  ...{ input: true, from: true, redis: true, runFile: true, chunkBytes: true, allowPlainHttp: true, only: true },
  ...{ expectedRecords: true, isToProve: true, onProgress: true, signal: true },
};

/** A run that workers can begin with. */
export interface FleetPlan {
  readonly runFile: string;
  readonly input: string;
  readonly from: string;
  readonly bytes: number;
  readonly chunks: number;
  /** Whether the run file was there before, so that journals of an earlier start are taken up. */
  readonly isAgain: boolean;
  /** Whether Redis keeps what it knows over a restart. */
  readonly isPersistent: boolean;
}

const DEFAULT_CHUNK_BYTES = 1 << 25;
const LEAST_CHUNK_BYTES = 1 << 16;
const MOST_CHUNK_BYTES = 1 << 28;

/**
 * Divides an export among any number of machines: reads it once, notes the chunks in Redis and writes the private
 * file that each worker is given (mode 0600). With the run file of an earlier plan of the same file, the run begins
 * again from its journals. Memory does not grow with the file, but for 200 bytes a chunk.
 *
 * @returns The plan, or `source/not-divisible`, `source/…` where the system can't be told, `fleet/engine-missing`,
 * `fleet/redis-unreachable`, `fleet/redis-forgets`, `fleet/input-unreadable`, `fleet/of-other-export`, `fleet/plain-http`,
 * `fleet/planned-twice`, `fleet/path-unusable`.
 * @throws TypeError for a `chunkBytes` that can't be meant.
 * @see docs/scale.md
 *
 * @example
 * ```ts
 * import { planFleet } from "credport/fleet";
 *
 * const plan = await planFleet({
 *   input: "/nowhere/users.json",
 *   from: "firebase",
 *   redis: "redis://127.0.0.1:1",
 *   runFile: "/nowhere/users.fleet",
 * });
 * plan.ok; // => false
 * ```
 */
export async function planFleet(options: FleetPlanOptions): Promise<Result<FleetPlan>> {
  requireOptions("planFleet", options, KNOWN);
  const { chunkBytes = DEFAULT_CHUNK_BYTES, redis: address } = options;
  if (!(chunkBytes >= LEAST_CHUNK_BYTES && chunkBytes <= MOST_CHUNK_BYTES)) {
    throw new TypeError(`chunkBytes must be from ${LEAST_CHUNK_BYTES} to ${MOST_CHUNK_BYTES}`);
  }
  if (options.allowPlainHttp !== true && isOpenToNetwork(options.input)) {
    return refuse("fleet/plain-http", "the export's address is plain http to another machine");
  }
  const before = await readRunFile(options.runFile);
  if (before?.ok === false) return before;
  const engine = await loadEngine();
  if (!engine.ok) return engine;
  const redis = await connectRedis(engine.value, address);
  if (!redis.ok) return redis;
  try {
    const server = await serverFacts(redis.value);
    if (!server.ok) return server;
    const divided = await divide(options, chunkBytes, before?.value);
    if (!divided.ok) return divided;
    const { plan, run } = divided.value;
    const written = await writeRunFile(options.runFile, run, before === undefined);
    if (!written.ok) return written;
    const noted = await notePlan(new Ledger(redis.value, run.id), run, plan, options);
    if (!noted.ok) return noted;
    const { input, from, bytes } = run;
    const about = { runFile: options.runFile, input, from, bytes, chunks: plan.chunks.length };
    return success({ ...about, isAgain: before !== undefined, ...server.value });
  } finally {
    redis.value.disconnect();
  }
}

async function serverFacts(redis: Redis): Promise<Result<Pick<FleetPlan, "isPersistent">>> {
  const [memory, persistence] = [await redis.info("memory"), await redis.info("persistence")];
  const [, policy = "noeviction"] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  if (policy !== "noeviction") {
    return refuse("fleet/redis-forgets", `Redis is set to throw keys away when it is full (${policy})`);
  }
  return success({ isPersistent: /^aof_enabled:1/m.test(persistence) });
}

async function divide(
  { input: given, from, redis, onProgress, signal }: FleetPlanOptions,
  chunkBytes: number,
  before: RunFile | undefined,
): Promise<Result<{ readonly plan: ChunkPlan; readonly run: RunFile }>> {
  // A worker may be started in another folder.
  const location = isAddress(given) ? given : await realpath(given).catch(() => given);
  const input = rangeInput(location);
  const size = await input.size();
  if (!size.ok) return size;
  let read = 0;
  async function* watched() {
    for await (const block of wholeOf(input)) {
      signal?.throwIfAborted();
      read += block.length;
      onProgress?.(read, size.ok ? size.value : 0);
      yield block;
    }
  }
  try {
    const resolved = await resolveSource(() => wholeOf(input), { from });
    if (!("options" in resolved)) return resolved;
    const plan = await planChunks(watched(), resolved.options, chunkBytes);
    if (!plan.ok) return plan;
    const { bytes, sha256 } = plan.value;
    if (before !== undefined && before.sha256 !== sha256) {
      return refuse("fleet/of-other-export", "the run file belongs to a file with other content");
    }
    const name = resolved.options.from.name;
    const address = publicAddress(redis) ?? redis;
    const run = { ...(before ?? newRun()), redis: address, input: location, from: name, bytes, sha256 };
    return success({ plan: plan.value, run });
  } catch (error) {
    if (error instanceof RangeUnreadable) return error.result;
    throw error;
  }
}
