import { createHmac, randomBytes } from "node:crypto";
import type { Job, Worker } from "bullmq";
import { checkRecords } from "../check/index.js";
import { fingerprintHashConfig, fingerprintReading } from "../import/index.js";
import { problem, refuse } from "../problems/fleet.js";
import { failure, type Problem, type Result, success } from "../result.js";
import { resolveServiceProfile } from "../service/profile.js";
import { type NamedOptions, neededForAll, sourceOf } from "../source/internal.js";
import { advance } from "./advance.js";
import { ChunkSource } from "./chunk-source.js";
import { connectRedis, type Engine, loadEngine } from "./engine.js";
import { BucketMatch, FingerprintSheet, readDuplicates } from "./fingerprints.js";
import { type FleetStatus, statusOf } from "./fleet-status.js";
import type { FleetTarget, FleetWorkOptions } from "./fleet-work-options.js";
import { importChunk } from "./import-chunk.js";
import { type ChunkPlace, Ledger, type Note, type Phase, type RunState } from "./ledger.js";
import { type JobData, MOST_TRIES, RunQueues } from "./queues.js";
import { rangeInput } from "./range-input.js";
import { requireRunFile, unknownRun } from "./require-run.js";
import type { RunFile } from "./run-file.js";
import { RunPace } from "./run-pace.js";
import { Store } from "./store.js";

const TICK_MS = 500;
/** Chunks whose fingerprints are asked for in one go. */
const AT_ONCE = 64;
const CLOSE_MS = 10_000;
const DEFAULT_STALLED_MS = 30_000;
const ANOTHER_DISK_MS = 3_000;
/** A job that was killed is taken up again, however often. */
const ANY_NUMBER = 2 ** 31 - 1;

/**
 * Does the work of a run until there is none left: any number of workers on any number of machines. Without a
 * `target` it looks for users who appear twice and checks everybody; with one it also imports, once all chunks are
 * checked. May be killed at any moment.
 *
 * @returns What the run has come to, or why it ended early: `fleet/…`, `import/…`, `source/…`, `client/…`.
 * @throws TypeError if `source.from` is `auto`.
 * @see docs/scale.md
 *
 * @example
 * ```ts
 * import { workFleet } from "credport/fleet";
 *
 * const ended = await workFleet({
 *   runFile: "/nowhere/users.fleet",
 *   folder: "/nowhere/users.fleet.d",
 *   source: { from: "firebase" },
 * });
 * ended.ok ? "" : ended.problems[0].code; // => "fleet/not-a-run-file"
 * ```
 */
export async function workFleet(options: FleetWorkOptions): Promise<Result<FleetStatus>> {
  const run = await requireRunFile(options.runFile);
  if (!run.ok) return run;
  const engine = await loadEngine();
  if (!engine.ok) return engine;
  const store = await Store.open(options.folder);
  if (!store.ok) return store;
  const redis = await connectRedis(engine.value, options.redis ?? run.value.redis);
  if (!redis.ok) return redis;
  const ledger = new Ledger(redis.value, run.value.id);
  try {
    const state = await ledger.state();
    const agreed = state === undefined ? unknownRun() : await agree(ledger, run.value, state, options);
    if (!agreed.ok) return agreed;
    const { source: given } = options;
    const source = new ChunkSource(rangeInput(run.value.input), await ledger.frame(), {
      ...given,
      from: requireNamed(given.from),
      now: agreed.value.startedAt,
    });
    const worker = new FleetWorker({
      engine: engine.value,
      ledger,
      run: run.value,
      store: store.value,
      source,
      options,
    });
    return await worker.run();
  } finally {
    redis.value.disconnect();
  }
}

function requireNamed(from: FleetWorkOptions["source"]["from"]): NamedOptions["from"] {
  if (from === "auto") throw new TypeError("source.from must name the system, as the plan does");
  return from;
}

/** Every worker has to read, and to send, as the first one does; only keyed digests of that are in Redis. */
async function agree(
  ledger: Ledger,
  { key, from }: RunFile,
  state: RunState,
  { source, target }: FleetWorkOptions,
): Promise<Result<RunState>> {
  if (state.isCancelled) return refuse("fleet/cancelled", "the run was cancelled");
  if (state.stopped !== undefined) return failure(stoppedProblem(state));
  const name = sourceOf(requireNamed(source.from)).name;
  if (name !== from) return refuse("fleet/other-options", `the run was planned for an export of ${from}`);
  const { hashConfig, service, decryptionKeys, now: _, from: __, ...rest } = source;
  const reading = {
    ...rest,
    reading: fingerprintReading(source),
    service: resolveServiceProfile(service).name,
    hashConfig: hashConfig === undefined ? null : fingerprintHashConfig(hashConfig),
    decryptionKeys: decryptionKeys?.length ?? 0,
  };
  const mac = digestOf(key, reading);
  if ((await ledger.agreeOn("reading", mac)) !== mac) {
    return refuse("fleet/other-options", "another worker of the run reads the export with other options");
  }
  if (target === undefined) return success(state);
  const { binding, existing, without } = target;
  const aim = digestOf(key, { ...binding, existing: existing?.policy ?? null, without: without ?? null });
  return (await ledger.agreeOn("target", aim)) === aim
    ? success(state)
    : refuse(
        "fleet/other-options",
        "another worker of the run imports to another service, or with other options",
      );
}

function digestOf(key: string, value: object): string {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
  return createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest("base64url");
}

function stoppedProblem({ stopped }: RunState): Problem {
  const line = stopped?.line === undefined ? "" : `, line ${stopped.line}`;
  return problem("fleet/stopped", `the run was stopped: ${stopped?.code}${line}`);
}

interface WorkerParts {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly run: RunFile;
  readonly store: Store;
  readonly source: ChunkSource;
  readonly options: FleetWorkOptions;
}

/** A reason that holds for all chunks. */
class StopRun extends Error {
  readonly problem: Problem;

  constructor(reason: Problem) {
    super(reason.code);
    this.problem = reason;
  }
}

class FleetWorker {
  readonly #parts: WorkerParts;
  readonly #queues: RunQueues;
  readonly #pace: RunPace | undefined;
  readonly #id = randomBytes(4).toString("hex");
  /** Fires when what is being done is to end in order. */
  readonly #ending = new AbortController();
  #workers: readonly Worker<JobData>[] = [];
  #reason: Problem | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    const { engine, ledger, options } = parts;
    this.#queues = new RunQueues(engine, ledger);
    this.#pace =
      options.target === undefined ? undefined : new RunPace(engine, ledger, options.target.callsPerSecond);
  }

  async run(): Promise<Result<FleetStatus>> {
    const { ledger, options } = this.#parts;
    const onAbort = () => this.#ending.abort();
    options.signal?.addEventListener("abort", onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    try {
      this.#workers = ["work", ...(options.target === undefined ? [] : ["import"])].map((name) =>
        this.#worker(name),
      );
      for (;;) {
        const isOver = await this.#tick();
        if (isOver || this.#ending.signal.aborted) break;
        await sleep(TICK_MS, this.#ending.signal);
      }
      await this.#close();
      if (this.#reason !== undefined) return failure(this.#reason);
      if (options.signal?.aborted) return success(await statusOf(ledger));
      const state = await ledger.state();
      if (state === undefined) return unknownRun();
      if (state.isCancelled) return refuse("fleet/cancelled", "the run was cancelled");
      if (state.stopped !== undefined) return failure(stoppedProblem(state));
      return success(await statusOf(ledger));
    } finally {
      options.signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Whether there is nothing left for this worker. Waits while Redis is away. */
  async #tick(): Promise<boolean> {
    const { ledger, options, store } = this.#parts;
    const work = (async () => {
      const state = await ledger.state();
      if (state === undefined || state.isCancelled || state.stopped !== undefined) return true;
      const reason = await advance(ledger, this.#queues, state, options.target !== undefined);
      if (reason !== undefined) await this.#stop(reason);
      if (state.phase === "import") await this.#pace?.open();
      await ledger.redis.zadd(ledger.key("workers"), Date.now(), `${this.#id} ${store.id}`);
      options.onTick?.(state.phase);
      return isOver(state.phase, options.target);
    })();
    return orAborted(work, this.#ending.signal);
  }

  #worker(name: string): Worker<JobData> {
    const { engine, ledger, options } = this.#parts;
    const { stalledMs = DEFAULT_STALLED_MS } = options;
    const process = (job: Job<JobData>, token?: string) => this.#process(job, token ?? "");
    const worker = new engine.bullmq.Worker<JobData>(name, process, {
      connection: ledger.redis,
      prefix: ledger.queuePrefix,
      concurrency: 1,
      lockDuration: stalledMs,
      stalledInterval: stalledMs,
      maxStalledCount: ANY_NUMBER,
      drainDelay: 1,
    });
    // A lost lock, or a Redis that is away: the journal decides who may send.
    worker.on("error", () => undefined);
    return worker;
  }

  async #process(job: Job<JobData>, token: string): Promise<void> {
    const { ledger } = this.#parts;
    const state = await ledger.state();
    const isOurs = state !== undefined && job.id === `${state.plan}-${job.name}-${job.data.at}`;
    if (!isOurs || state.phase !== job.name || this.#ending.signal.aborted)
      return this.#orLater(job, token, isOurs);
    try {
      const again = await this.#work(state, job.data.at);
      if (again !== undefined) return await this.#later(job, token, again);
    } catch (error) {
      if (error instanceof this.#parts.engine.bullmq.DelayedError) throw error;
      if (!(error instanceof StopRun)) {
        if (job.attemptsMade + 1 < MOST_TRIES) throw error;
        const { name } = error instanceof Error ? error : { name: "unknown reason" };
        await this.#stop(
          problem("fleet/chunk-failed", `chunk ${job.data.at} failed ${MOST_TRIES} times (${name})`),
        );
        throw error;
      }
      const isPassing = error.problem.code === "fleet/input-unreadable" && job.attemptsMade + 1 < MOST_TRIES;
      if (!isPassing) await this.#stop(error.problem);
      throw error;
    }
  }

  /** A job of a phase that is over is done; one that comes while this worker ends is for another one. */
  async #orLater(job: Job<JobData>, token: string, isOurs: boolean): Promise<void> {
    if (isOurs && this.#ending.signal.aborted) await this.#later(job, token, 1);
  }

  async #later(job: Job<JobData>, token: string, delayMs: number): Promise<void> {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new this.#parts.engine.bullmq.DelayedError();
  }

  /** Milliseconds after which it is to be tried again, where nothing is wrong but that it can't be done now. */
  async #work(state: RunState, at: number): Promise<number | undefined> {
    const { ledger } = this.#parts;
    const phase = state.phase as keyof typeof DONE;
    if (await ledger.has(DONE[phase], at)) return undefined;
    if (phase === "match") return this.#match(state, at);
    const place = await ledger.chunk(at);
    if (place === undefined)
      throw new StopRun(problem("fleet/run-unknown", "Redis knows nothing of a chunk"));
    if (phase === "scan") return this.#scan(state, at, place);
    return phase === "check" ? this.#check(state, at, place) : this.#import(state, at, place);
  }

  async #scan(state: RunState, at: number, place: ChunkPlace): Promise<undefined> {
    const { ledger, run, source } = this.#parts;
    const chunk = orStop(await source.read(place));
    const sheet = new FingerprintSheet(Buffer.from(run.key, "base64url"), state.buckets);
    let records = 0;
    for await (const record of source.identifiers(chunk)) {
      if (record.kind === "unreadable")
        throw new StopRun({ ...record.problem, field: `line ${record.line}` });
      const needed = neededForAll(record);
      if (needed !== undefined) throw new StopRun(needed);
      records++;
      sheet.add(record.index, record.line - place.line, record.identifiers);
    }
    await ledger.commit(state, [
      ...sheet.groups().map(([bucket, value]): Note => ({ hash: `prints:${at}`, field: bucket, value })),
      { hash: "scanned", field: at, value: JSON.stringify({ records, entries: sheet.entries }) },
    ]);
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

  async #check(state: RunState, at: number, place: ChunkPlace): Promise<undefined> {
    const { ledger, source, store } = this.#parts;
    const chunk = orStop(await source.read(place));
    const report = await checkRecords(source.records(chunk, await this.#duplicatesOf(at)));
    const { records, importable, refused } = orStop(report);
    await store.write(at, "check.json", [JSON.stringify(orStop(report))]);
    const value = JSON.stringify({ records, importable, refused });
    await ledger.commit(state, [{ hash: "checked", field: at, value }]);
  }

  async #import(state: RunState, at: number, place: ChunkPlace): Promise<number | undefined> {
    const { ledger, run, source, store, options } = this.#parts;
    const target = options.target as FleetTarget;
    // Whose disk the journal of this chunk is on, before the first call.
    await ledger.redis.hsetnx(ledger.key("stores"), String(at), store.id);
    if ((await ledger.redis.hget(ledger.key("stores"), String(at))) !== store.id) return ANOTHER_DISK_MS;
    const chunk = orStop(await source.read(place));
    const worked = new Set(await ledger.redis.smembers(ledger.key("worked")));
    const pace = this.#pace as RunPace;
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
        turn: (signal) => pace.turn(signal),
        observe: (event) => pace.observe(event),
        worked,
        onWorked: (kind) => void ledger.redis.sadd(ledger.key("worked"), kind).catch(() => undefined),
      },
      signal: this.#ending.signal,
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

  async #stop(reason: Problem): Promise<void> {
    this.#reason ??= reason;
    const { code, field = "" } = reason;
    const [, line] = /^line (\d+)$/.exec(field) ?? [];
    await this.#parts.ledger.stop(line === undefined ? { code } : { code, line: Number(line) });
    this.#ending.abort();
  }

  /** Lets what is being done end in order; a Redis that is away must not keep the process. */
  async #close(): Promise<void> {
    this.#ending.abort();
    const closing = Promise.allSettled([
      ...this.#workers.map((worker) => worker.close()),
      this.#pace?.close(),
    ]);
    await Promise.race([closing.then(() => this.#queues.close()), sleep(CLOSE_MS)]);
  }
}

const DONE = { scan: "scanned", match: "matched", check: "checked", import: "imported" } as const;

function isOver(phase: Phase, target: FleetTarget | undefined): boolean {
  return phase === "done" || (target === undefined && (phase === "ready" || phase === "import"));
}

function orStop<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new StopRun(result.problems[0] as Problem);
}

/** True where the signal fires first. */
function orAborted(work: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(true);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
