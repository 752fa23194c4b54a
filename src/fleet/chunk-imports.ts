import type { FirstUsers } from "../import/internal.js";
import { problem } from "../problems/fleet.js";
import type { SourceRecord } from "../source/index.js";
import type { ChunkBytes } from "../source/internal.js";
import type { ChunkSource } from "./chunk-source.js";
import { type ChunkRecords, chunkStarts } from "./chunk-starts.js";
import { readDuplicates } from "./fingerprints.js";
import type { FleetTarget } from "./fleet-work-options.js";
import { importChunk } from "./import-chunk.js";
import type { ChunkPlace, Ledger, RunState } from "./ledger.js";
import type { RunFile } from "./run-file.js";
import type { RunPace } from "./run-pace.js";
import { type ChunkSelection, selectionOf } from "./selected-records.js";
import { orStop, StopRun } from "./stop-run.js";
import type { Store } from "./store.js";

export interface ChunkWorkParts {
  readonly ledger: Ledger;
  readonly run: RunFile;
  readonly store: Store;
  readonly source: ChunkSource;
  /** Where users go, and the pace of the whole run; absent where no user is sent. */
  readonly aim?: { readonly target: FleetTarget; readonly pace: RunPace };
  /** Ends an import in order. */
  readonly signal: AbortSignal;
}

const ANOTHER_DISK_MS = 3_000;

/** What a chunk has come to, or the milliseconds after which to try again. */
type ImportedChunk = { readonly counts: string } | { readonly delayMs: number };

/** Imports chunks by their journals: all users of one, or the known ones alone. */
export class ChunkImports {
  readonly #parts: ChunkWorkParts;
  #starts: Promise<readonly ChunkRecords[]> | undefined;

  constructor(parts: ChunkWorkParts) {
    this.#parts = parts;
  }

  /** Where a chunk is in the file, or the end of the run. */
  async place(at: number): Promise<ChunkPlace> {
    const place = await this.#parts.ledger.chunk(at);
    if (place !== undefined) return place;
    throw new StopRun(problem("fleet/run-gone", "Redis knows nothing of a chunk"));
  }

  /** The records of a chunk, refused where others have the same identifiers. */
  async records(at: number, chunk: ChunkBytes): Promise<AsyncIterable<SourceRecord>> {
    const { ledger, source } = this.#parts;
    const groups = await ledger.redis.hgetallBuffer(ledger.key(`twice:${at}`));
    return source.records(chunk, readDuplicates(Object.values(groups)));
  }

  /** The selected records of a chunk; undefined where all are imported. */
  async selection(state: RunState, at: number): Promise<ChunkSelection | undefined> {
    if (state.only === undefined) return undefined;
    const records = (await this.starts(state))[at];
    return records === undefined ? new Map() : selectionOf(this.#parts.ledger, records);
  }

  /** Where the records of each chunk begin, once all are scanned. */
  starts({ frame }: RunState): Promise<readonly ChunkRecords[]> {
    this.#starts ??= chunkStarts(this.#parts.ledger, frame.chunks);
    return this.#starts;
  }

  /** @param first Known users, while no other user is sent yet. */
  async import(state: RunState, at: number, first?: FirstUsers): Promise<ImportedChunk> {
    const { ledger, run, source, store, aim, signal } = this.#parts;
    if (aim === undefined) return { delayMs: ANOTHER_DISK_MS };
    const { target } = aim;
    // Whose disk the journal of this chunk is on, before the first call.
    await ledger.redis.hsetnx(ledger.key("stores"), String(at), store.id);
    if ((await ledger.redis.hget(ledger.key("stores"), String(at))) !== store.id) return { delayMs: ANOTHER_DISK_MS };
    const place = await this.place(at);
    const chunk = orStop(await source.read(place));
    const ended = await importChunk({
      ...{ at, store, target, signal, first },
      records: await this.records(at, chunk),
      selection: await this.selection(state, at),
      isReopened: await ledger.has("reopened", at),
      binding: { ...target.binding, source: run.from, input: { bytes: place.to - place.from, sha256: place.sha256 } },
      shared: await this.#shared(aim.pace),
      onProgress: (counts) => void ledger.redis.hset(ledger.key("running"), String(at), counts).catch(() => undefined),
    });
    if (ended.kind === "stop") throw new StopRun(ended.problem);
    return ended.kind === "later" ? { delayMs: ended.delayMs } : { counts: ended.counts };
  }

  /** What all chunks have in common: the pace, and what the service is known to take. */
  async #shared(pace: RunPace) {
    const { redis } = this.#parts.ledger;
    const worked = this.#parts.ledger.key("worked");
    return {
      turn: (ending: AbortSignal) => pace.turn(ending),
      observe: (event: Parameters<RunPace["observe"]>[0]) => pace.observe(event),
      worked: new Set(await redis.smembers(worked)),
      onWorked: (kind: string) => void redis.sadd(worked, kind).catch(() => undefined),
    };
  }
}
