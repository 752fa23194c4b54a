import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { CheckReport } from "../check/index.js";
import { type ImportReport, type OutcomeLine, readOutcomes } from "../import/index.js";
import { type RefusedRow, replayAccount } from "../import/internal.js";
import { counted } from "../lib/plural.js";
import { problem } from "../problems/fleet.js";
import { failure, type Problem, type Result, success } from "../result.js";
import type { FleetRunOptions } from "./control-fleet.js";
import type { FleetStatus } from "./fleet-status.js";
import type { Ledger } from "./ledger.js";
import { MergedCheckReport } from "./merge-check-reports.js";
import { statusOf } from "./status-of.js";
import { type ChunkFile, chunkPath } from "./store.js";
import { withLedger } from "./with-ledger.js";

/** Which run, and where its workers keep their journals. */
export interface FleetReportOptions extends FleetRunOptions {
  /** Of all workers: one, where they share a disk. */
  readonly folders: readonly string[];
}

/** What a run has come to, by what is written down on disk. */
export interface FleetReport {
  readonly status: FleetStatus;
  /** Of the chunks that are checked. */
  readonly check: CheckReport;
  /** Present once the import has begun. Numbers of calls are in nobody's journal. */
  readonly import?: Omit<ImportReport, "calls">;
  /** The last word on each record, with its number in the file; as of `readOutcomes`. */
  readonly outcomes: () => AsyncIterable<OutcomeLine>;
  /** Records that were never sent. */
  readonly refused: () => AsyncIterable<RefusedUser>;
}

/** A record that was never sent. */
export interface RefusedUser {
  /** Number of the record in the file, from 0. */
  readonly record: number;
  readonly line: number;
  readonly userId: string | null;
  readonly problems: readonly Pick<Problem, "code" | "message" | "field" | "remedy">[];
}

/**
 * The one account of a run, in the words of one machine: from the journals on disk, so that it is whole whichever
 * workers were killed. Memory holds half a byte for each record of one chunk.
 *
 * @returns The report, with the warning `fleet/journals-missing` where something of a chunk that is done is in none of
 * the folders; or a `fleet/…` problem.
 *
 * @example
 * ```ts
 * import { fleetReport } from "credport/fleet";
 *
 * const report = await fleetReport({ runFile: "/nowhere/users.fleet", folders: ["/nowhere/users.fleet.d"] });
 * report.ok ? "" : report.problems[0].code; // => "fleet/not-a-run-file"
 * ```
 */
export async function fleetReport(options: FleetReportOptions): Promise<Result<FleetReport>> {
  return withLedger(options, async (ledger) => {
    const status = await statusOf(ledger);
    const chunks = await chunksOf(ledger, status.chunks);
    const files = new ReportFiles(options.folders, chunks);
    const check = await files.checks();
    const hasBegun = status.phase === "import" || status.phase === "done";
    const { outcomes, refused } = files;
    const facts = {
      records: status.users.records,
      notCarried: check.notCarried,
      elapsedMs: status.elapsedMs,
    };
    const damaged = await files.firstFault();
    if (damaged !== undefined) return damaged;
    const account = hasBegun ? await replayAccount(outcomes(), refused(), facts) : undefined;
    const report: FleetReport = {
      status,
      check,
      ...(account === undefined ? {} : { import: withoutCalls(account) }),
      outcomes,
      refused,
    };
    const missing = files.missing;
    if (missing === 0) return success(report);
    const message = `journals or reports of ${counted(missing, "chunk")} are in none of the folders`;
    return success(report, [problem("fleet/journals-missing", message)]);
  });
}

function withoutCalls({ calls: _, ...report }: ImportReport): Omit<ImportReport, "calls"> {
  return report;
}

/** A chunk as far as its files are concerned. */
interface ReportedChunk {
  readonly at: number;
  /** Number of its first record in the file. */
  readonly first: number;
  readonly isChecked: boolean;
  readonly isImported: boolean;
}

async function chunksOf(ledger: Ledger, count: number): Promise<readonly ReportedChunk[]> {
  const records = new Map<number, number>();
  for await (const [at, note] of ledger.notes("scanned")) {
    records.set(Number(at), (JSON.parse(note) as { readonly records: number }).records);
  }
  const checked = new Set(await ledger.redis.hkeys(ledger.key("checked")));
  const imported = new Set(await ledger.redis.hkeys(ledger.key("imported")));
  let first = 0;
  return Array.from({ length: count }, (_, at) => {
    const name = String(at);
    const chunk = { at, first, isChecked: checked.has(name), isImported: imported.has(name) };
    first += records.get(at) ?? 0;
    return chunk;
  });
}

/** What the workers have left of each chunk, in whichever folder. */
class ReportFiles {
  readonly #folders: readonly string[];
  readonly #chunks: readonly ReportedChunk[];

  constructor(folders: readonly string[], chunks: readonly ReportedChunk[]) {
    this.#folders = folders;
    this.#chunks = chunks;
  }

  /** Chunks that are done and of which a file is nowhere. */
  get missing(): number {
    const lacks = (at: number, what: ChunkFile) => this.#find(at, what) === undefined;
    return this.#chunks.filter(({ at, isChecked, isImported }) => {
      if (isImported && (lacks(at, "journal") || lacks(at, "refused.ndjson"))) return true;
      return isChecked && lacks(at, "check.json");
    }).length;
  }

  async checks(): Promise<CheckReport> {
    const merged = new MergedCheckReport();
    for (const { at, isChecked } of this.#chunks) {
      const path = isChecked ? this.#find(at, "check.json") : undefined;
      if (path !== undefined) merged.add(JSON.parse(await readFile(path, "utf8")) as CheckReport);
    }
    return merged.report();
  }

  /** Why a journal can't be read. */
  async firstFault() {
    for (const { at } of this.#chunks) {
      const path = this.#find(at, "journal");
      const read = path === undefined ? undefined : await readOutcomes(path);
      if (read?.ok === false) return failure(read.problems[0]);
      // Its file is closed by its end, which one that was never begun does not come to.
      for await (const _ of read?.value ?? []) break;
    }
    return undefined;
  }

  readonly outcomes = async function* (this: ReportFiles): AsyncGenerator<OutcomeLine> {
    for (const { at, first } of this.#chunks) {
      const path = this.#find(at, "journal");
      if (path === undefined) continue;
      const read = await readOutcomes(path);
      if (!read.ok) continue;
      for await (const row of read.value) yield { ...row, record: row.record + first };
    }
  }.bind(this);

  readonly refused = async function* (this: ReportFiles): AsyncGenerator<RefusedUser> {
    for (const { at, first } of this.#chunks) {
      const path = this.#find(at, "refused.ndjson");
      if (path === undefined) continue;
      for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
        const row = JSON.parse(line) as RefusedRow;
        yield { ...row, record: row.record + first };
      }
    }
  }.bind(this);

  #find(at: number, what: ChunkFile): string | undefined {
    return this.#folders.map((folder) => chunkPath(folder, at, what)).find((path) => existsSync(path));
  }
}
