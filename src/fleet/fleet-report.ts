import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { CheckReport } from "../check/index.js";
import { CheckCounter, type CheckPart } from "../check/internal.js";
import { type ImportReport, type KnownSignIns, type OutcomeLine, readOutcomes } from "../import/index.js";
import { type RefusedRow, type ReplayFacts, replayAccount } from "../import/internal.js";
import { defined } from "../lib/defined.js";
import { counted } from "../lib/plural.js";
import { problem } from "../problems/fleet.js";
import { failure, type Problem, type Result, success } from "../result.js";
import { VERIFICATION_LEFT_OUT } from "../source/internal.js";
import { chunkStarts } from "./chunk-starts.js";
import type { FleetRunOptions } from "./control-fleet.js";
import type { FleetStatus } from "./fleet-status.js";
import type { Ledger } from "./ledger.js";
import { SharedUsers } from "./shared-users.js";
import { statusOf } from "./status-of.js";
import { type ChunkFile, chunkPath, type ProofFile, proofPath } from "./store.js";
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
  /** Present once the import has begun. No journal has the numbers of calls and of verified marks. */
  readonly import?: FleetImportReport;
  /** How the known users fared, where they were signed in before all others. */
  readonly signIns?: KnownSignIns;
  /** The last word on each record, with its number in the file; as of `readOutcomes`. */
  readonly outcomes: () => AsyncIterable<OutcomeLine>;
  /** Records that were never sent. */
  readonly refused: () => AsyncIterable<RefusedUser>;
}

/** The account of an import by what its journals say. */
export type FleetImportReport = Omit<ImportReport, "calls" | "verifiedAddresses">;

/** A record that was never sent. */
export type RefusedUser = RefusedRow;

/**
 * The one account of a run, in the words of one machine: from the journals on disk, so that it is whole whichever
 * workers were killed. Memory holds half a byte for each record of one chunk.
 *
 * @returns The report, with the warnings `fleet/journals-missing` where something of a chunk that is done is in none of
 * the folders, and `import/user-shared` where records of different chunks are one user on the service; or a `fleet/…`
 * problem.
 *
 * @example
 * ```ts
 * import { fleetReport } from "credport/fleet";
 *
 * const report = await fleetReport({ runFile: "/nowhere/users.fleet", folders: ["/nowhere/users.fleet.d"] });
 * report.ok ? "" : report.problems[0].code; // => "fleet/path-unusable"
 * ```
 */
export async function fleetReport(options: FleetReportOptions): Promise<Result<FleetReport>> {
  return withLedger(options, async ({ ledger, state }) => {
    const status = await statusOf(ledger);
    const chunks = await chunksOf(ledger, status.chunks);
    const files = new ReportFiles(options.folders, chunks);
    const checks = await files.checks();
    const checked = checks.report();
    const check = withMarks(checked, state.canMark);
    const hasBegun = ["prove", "import", "done"].includes(status.phase) || status.imported > 0;
    const { outcomes, refused } = files;
    const counted = { ...checks.part().account, notCarried: checked.notCarried };
    const { notCarried, ...users } = withMarks(counted, state.setsMarks);
    const facts: ReplayFacts = { users, notCarried, records: status.users.records, elapsedMs: status.elapsedMs };
    const damaged = await files.firstFault();
    if (damaged !== undefined) return damaged;
    const { account, shared } = hasBegun ? await accountOf(files, facts) : {};
    const signIns = state.isToProve ? await files.signIns(state.plan) : undefined;
    const leftOut = account === undefined || state.only === undefined ? 0 : await files.leftOut();
    const further = defined({ import: account && importReport(account, leftOut), signIns });
    const warnings = [missingFiles(files.missing), shared].filter((warning) => warning !== undefined);
    return success<FleetReport>({ status, check, ...further, outcomes, refused }, warnings);
  });
}

/** Chunks are counted before it is known whether marks of verification are set: as left out, which they are not if so. */
function withMarks<Of extends Pick<CheckReport, "contents" | "notCarried">>(counted: Of, areSet: boolean): Of {
  if (!areSet) return counted;
  const { contents, notCarried } = counted;
  const { carried, leftOut, ...verified } = contents.verifiedAddresses;
  return {
    ...counted,
    contents: { ...contents, verifiedAddresses: { ...verified, carried: carried + leftOut, leftOut: 0 } },
    notCarried: notCarried.filter(({ name }) => name !== VERIFICATION_LEFT_OUT),
  };
}

/** The account by the files on disk, and which records are one user of the service. */
async function accountOf(files: ReportFiles, facts: ReplayFacts) {
  const users = new SharedUsers();
  try {
    const account = await replayAccount(users.watch(files.outcomes()), files.refused(), facts);
    return { account, shared: await users.finding(files.outcomes()) };
  } finally {
    await users.close();
  }
}

function missingFiles(chunks: number): Problem | undefined {
  if (chunks === 0) return undefined;
  const message = `journals or reports of ${counted(chunks, "chunk")} are in none of the folders`;
  return problem("fleet/journals-missing", message);
}

function importReport(account: ImportReport, leftOut: number): FleetImportReport {
  const { calls: _, verifiedAddresses: __, unfinished, ...report } = account;
  return { ...report, leftOut, unfinished: unfinished - leftOut };
}

/** A chunk as far as its files are concerned. */
interface ReportedChunk {
  readonly at: number;
  /** Number of its first record in the file. */
  readonly first: number;
  readonly records: number;
  readonly isChecked: boolean;
  readonly isImported: boolean;
}

async function chunksOf(ledger: Ledger, count: number): Promise<readonly ReportedChunk[]> {
  const checked = new Set(await ledger.redis.hkeys(ledger.key("checked")));
  const imported = new Set(await ledger.redis.hkeys(ledger.key("imported")));
  const starts = await chunkStarts(ledger, count);
  return starts.map((place, at) => {
    const name = String(at);
    return { at, ...place, isChecked: checked.has(name), isImported: imported.has(name) };
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

  /** Of the proof of this plan. */
  async signIns(plan: string): Promise<KnownSignIns | undefined> {
    for (const folder of this.#folders) {
      const text = await readFile(proofPath(folder), "utf8").catch(() => undefined);
      const proof = text === undefined ? undefined : (JSON.parse(text) as ProofFile);
      if (proof?.plan === plan) return proof.signIns;
    }
    return undefined;
  }

  /** Records of chunks that are done, of which nothing is written: they were not selected. */
  async leftOut(): Promise<number> {
    let records = 0;
    for (const chunk of this.#chunks.filter(({ isImported }) => isImported)) {
      records += chunk.records;
      for await (const _ of this.#outcomesOf(chunk)) records--;
      for await (const _ of this.#refusedOf(chunk)) records--;
    }
    return records;
  }

  async checks(): Promise<CheckCounter> {
    const counter = new CheckCounter({});
    for (const { at, isChecked } of this.#chunks) {
      const path = isChecked ? this.#find(at, "check.json") : undefined;
      if (path !== undefined) counter.addPart(JSON.parse(await readFile(path, "utf8")) as CheckPart);
    }
    return counter;
  }

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
    for (const chunk of this.#chunks) yield* this.#outcomesOf(chunk);
  }.bind(this);

  readonly refused = async function* (this: ReportFiles): AsyncGenerator<RefusedUser> {
    for (const chunk of this.#chunks) yield* this.#refusedOf(chunk);
  }.bind(this);

  async *#outcomesOf({ at, first }: ReportedChunk): AsyncGenerator<OutcomeLine> {
    const path = this.#find(at, "journal");
    const read = path === undefined ? undefined : await readOutcomes(path);
    if (read?.ok !== true) return;
    for await (const row of read.value) yield { ...row, record: row.record + first };
  }

  async *#refusedOf({ at, first }: ReportedChunk): AsyncGenerator<RefusedUser> {
    const path = this.#find(at, "refused.ndjson");
    if (path === undefined) return;
    for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
      const row = JSON.parse(line) as RefusedRow;
      yield { ...row, record: row.record + first };
    }
  }

  #find(at: number, what: ChunkFile): string | undefined {
    return this.#folders.map((folder) => chunkPath(folder, at, what)).find((path) => existsSync(path));
  }
}
