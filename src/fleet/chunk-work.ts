import { checkRecords } from "../check/index.js";
import { problem } from "../problems/fleet.js";
import { neededForAll } from "../source/internal.js";
import type { ChunkSource } from "./chunk-source.js";
import { BucketMatch, FingerprintSheet, readDuplicates } from "./fingerprints.js";
import type { FleetTarget } from "./fleet-work-options.js";
import { importChunk } from "./import-chunk.js";
import type { ChunkPlace, Ledger, Note, RunState } from "./ledger.js";
import { doneHash, type WorkingPhase } from "./queues.js";
import type { RunFile } from "./run-file.js";
import type { RunPace } from "./run-pace.js";
import { orStop, StopRun } from "./stop-run.js";
import type { Store } from "./store.js";

/** Chunks whose fingerprints are asked for in one go. */
const AT_ONCE = 64;
const ANOTHER_DISK_MS = 3_000;
/** By another worker: this one ends. */
const AT_ONCE_MS = 1;

/** What the work on chunks needs. */
export interface ChunkWorkParts {
  readonly ledger: Ledger;
  readonly run: RunFile;
  readonly store: Store;
  readonly source: ChunkSource;
  /** Where users go, and the pace of the whole run; absent where nobody is sent. */
  readonly aim?: { readonly target: FleetTarget; readonly pace: RunPace };
  /** Ends an import in order. */
  readonly signal: AbortSignal;
}

/**
 * What is done with one chunk, or with one group of fingerprints, in each phase. All of it can be done twice, or by two
 * workers: what is noted is the same, and noted only while the run is in this phase.
 */
export class ChunkWork {
  readonly #parts: ChunkWorkParts;

  constructor(parts: ChunkWorkParts) {
    this.#parts = parts;
  }

  /** @returns Milliseconds after which to try again, where nothing is wrong but that it can't be done now. */
  async do(state: RunState, phase: WorkingPhase, at: number): Promise<number | undefined> {
    const { ledger } = this.#parts;
    if (await ledger.has(doneHash(phase), at)) return undefined;
    if (phase === "match") return this.#match(state, at);
    const place = await ledger.chunk(at);
    if (place === undefined)
      throw new StopRun(problem("fleet/run-unknown", "Redis knows nothing of a chunk"));
    if (phase === "scan") return this.#scan(state, at, place);
    return phase === "check" ? this.#check(state, at, place) : this.#import(state, at, place);
  }

  async #scan(state: RunState, at: number, place: ChunkPlace): Promise<number | undefined> {
    const { ledger, run, source, signal } = this.#parts;
    const chunk = orStop(await source.read(place));
    const sheet = new FingerprintSheet(Buffer.from(run.key, "base64url"), state.buckets);
    let records = 0;
    for await (const record of source.identifiers(chunk)) {
      if (signal.aborted) return AT_ONCE_MS;
      if (record.kind === "unreadable") {
        throw new StopRun({ ...record.problem, field: `line ${record.line}` });
      }
      const needed = neededForAll(record);
      if (needed !== undefined) throw new StopRun(needed);
      records++;
      sheet.add(record.index, record.line - place.line, record.identifiers);
    }
    await ledger.commit(state, [
      ...sheet.groups().map(([bucket, value]): Note => ({ hash: `prints:${at}`, field: bucket, value })),
      { hash: "scanned", field: at, value: JSON.stringify({ records, entries: sheet.entries }) },
    ]);
    return undefined;
  }

  async #match(state: RunState, bucket: number): Promise<undefined> {
    const { ledger } = this.#parts;
    const match = new BucketMatch();
    const { chunks } = await ledger.frame();
    for (let first = 0; first < chunks; first += AT_ONCE) {
      const all = Array.from({ length: Math.min(AT_ONCE, chunks - first) }, (_, index) => first + index);
      const places = await Promise.all(all.map((at) => ledger.chunk(at)));
      const prints = await Promise.all(
        all.map((at) => ledger.redis.hgetBuffer(ledger.key(`prints:${at}`), String(bucket))),
      );
      for (const [index, at] of all.entries()) {
        const bytes = prints[index];
        if (bytes != null) match.add(at, places[index]?.line ?? 1, bytes);
      }
    }
    await ledger.commit(state, [
      ...[...match.duplicates()].map(([at, value]): Note => ({ hash: `twice:${at}`, field: bucket, value })),
      { hash: "matched", field: bucket, value: String(match.entries) },
    ]);
  }

  async #check(state: RunState, at: number, place: ChunkPlace): Promise<number | undefined> {
    const { ledger, source, store, signal } = this.#parts;
    const chunk = orStop(await source.read(place));
    const read = source.records(chunk, await this.#duplicatesOf(at));
    const report = await checkRecords(read, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (report === undefined) return AT_ONCE_MS;
    const { records, importable, refused } = orStop(report);
    await store.write(at, "check.json", [JSON.stringify(orStop(report))]);
    const value = JSON.stringify({ records, importable, refused });
    await ledger.commit(state, [{ hash: "checked", field: at, value }]);
    return undefined;
  }

  async #import(state: RunState, at: number, place: ChunkPlace): Promise<number | undefined> {
    const { ledger, run, source, store, aim, signal } = this.#parts;
    if (aim === undefined) return ANOTHER_DISK_MS;
    const { target, pace } = aim;
    // Whose disk the journal of this chunk is on, before the first call.
    await ledger.redis.hsetnx(ledger.key("stores"), String(at), store.id);
    if ((await ledger.redis.hget(ledger.key("stores"), String(at))) !== store.id) return ANOTHER_DISK_MS;
    const chunk = orStop(await source.read(place));
    const worked = new Set(await ledger.redis.smembers(ledger.key("worked")));
    const ended = await importChunk({
      at,
      store,
      target,
      records: source.records(chunk, await this.#duplicatesOf(at)),
      binding: {
        ...target.binding,
        source: run.from,
        input: { bytes: place.to - place.from, sha256: place.sha256 },
      },
      shared: {
        turn: (ending) => pace.turn(ending),
        observe: (event) => pace.observe(event),
        worked,
        onWorked: (kind) => void ledger.redis.sadd(ledger.key("worked"), kind).catch(() => undefined),
      },
      signal,
      onProgress: (counts) =>
        void ledger.redis.hset(ledger.key("running"), String(at), counts).catch(() => undefined),
    });
    if (ended.kind === "later") return ended.delayMs;
    if (ended.kind === "stop") throw new StopRun(ended.problem);
    await ledger.commit(state, [{ hash: "imported", field: at, value: ended.counts }]);
    return undefined;
  }

  async #duplicatesOf(at: number) {
    const { ledger } = this.#parts;
    const groups = await ledger.redis.hgetallBuffer(ledger.key(`twice:${at}`));
    return readDuplicates(Object.values(groups));
  }
}
