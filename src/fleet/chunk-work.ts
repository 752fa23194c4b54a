import { CheckCounter } from "../check/internal.js";
import { neededForAll } from "../source/internal.js";
import { ChunkImports, type ChunkWorkParts } from "./chunk-imports.js";
import type { ChunkRecords } from "./chunk-starts.js";
import { BucketMatch, FingerprintSheet } from "./fingerprints.js";
import type { ChunkPlace, Note, RunState } from "./ledger.js";
import { proveKnown } from "./prove-known.js";
import { doneHash, type WorkingPhase } from "./queues.js";
import { verifiedSelection } from "./selected-records.js";
import { orStop, StopRun } from "./stop-run.js";
import { writeWhole } from "./store.js";

/** Chunks whose fingerprints are asked for in one go. */
const AT_ONCE = 64;
/** By another worker: this one ends. */
const AT_ONCE_MS = 1;

/**
 * What is done with one chunk, or with one group of fingerprints, in each phase. All of it can be done twice, or by two
 * workers: what is noted is the same, and noted only while the run is in this phase.
 */
export class ChunkWork {
  readonly #parts: ChunkWorkParts;
  readonly #imports: ChunkImports;

  constructor(parts: ChunkWorkParts) {
    this.#parts = parts;
    this.#imports = new ChunkImports(parts);
  }

  /** @returns Milliseconds after which to try again, where nothing is wrong but that it can't be done now. */
  async do(state: RunState, phase: WorkingPhase, at: number): Promise<number | undefined> {
    const { ledger } = this.#parts;
    if (await ledger.has(doneHash(phase), at)) return undefined;
    if (phase === "match") return this.#match(state, at);
    if (phase === "import") return this.#import(state, at);
    if (phase === "prove") return proveKnown(this.#parts, this.#imports, state);
    const place = await this.#imports.place(at);
    return phase === "scan" ? this.#scan(state, at, place) : this.#check(state, at, place);
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
    const match = new BucketMatch();
    try {
      const starts = await this.#imports.starts(state);
      await this.#collect(starts, bucket, match);
      await this.#parts.ledger.commit(state, [
        ...(await match.duplicates(starts)).map(([at, value]): Note => ({ hash: `twice:${at}`, field: bucket, value })),
        { hash: "matched", field: bucket, value: String(match.entries) },
      ]);
    } finally {
      await match.close();
    }
  }

  /** Takes in the fingerprints of a group, of some chunks at a time. */
  async #collect(starts: readonly ChunkRecords[], bucket: number, match: BucketMatch): Promise<void> {
    const { ledger } = this.#parts;
    for (let first = 0; first < starts.length; first += AT_ONCE) {
      const some = starts.slice(first, first + AT_ONCE);
      const found = await Promise.all(
        some.map(async (start, index) => {
          const at = first + index;
          const bytes = await ledger.redis.hgetBuffer(ledger.key(`prints:${at}`), String(bucket));
          return { start, bytes, line: (await ledger.chunk(at))?.line ?? 1 };
        }),
      );
      for (const { start, bytes, line } of found) if (bytes !== null) await match.add(start, line, bytes);
    }
  }

  async #check(state: RunState, at: number, place: ChunkPlace): Promise<number | undefined> {
    const { ledger, run, source, store, signal } = this.#parts;
    const read = await this.#imports.records(at, orStop(await source.read(place)));
    const selection = await this.#imports.selection(state, at);
    const verified = selection === undefined ? read : verifiedSelection(read, selection, run.key);
    const counter = new CheckCounter({}, true);
    for await (const record of verified) {
      if (signal.aborted) return AT_ONCE_MS;
      if (record.kind === "unreadable") throw new StopRun({ ...record.problem, field: `line ${record.line}` });
      counter.count(record);
    }
    const part = counter.part();
    await writeWhole(store.path(at, "check.json"), [JSON.stringify(part)]);
    const value = JSON.stringify(part.account, ["records", "importable", "refused"]);
    await ledger.commit(state, [{ hash: "checked", field: at, value }]);
    return undefined;
  }

  async #import(state: RunState, at: number): Promise<number | undefined> {
    const ended = await this.#imports.import(state, at);
    if ("delayMs" in ended) return ended.delayMs;
    await this.#parts.ledger.commit(state, [{ hash: "imported", field: at, value: ended.counts }]);
    return undefined;
  }
}
