import { randomBytes } from "node:crypto";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";
import type { ChunkPlan } from "../source/internal.js";
import { bucketsFor } from "./fingerprints.js";
import type { Ledger } from "./ledger.js";
import type { FleetPlanOptions } from "./plan-fleet.js";
import type { RunFile } from "./run-file.js";
import { selectionRows } from "./selected-records.js";

/** Chunks, or records, that are noted at once. */
const BATCH = 1000;

/** What the plan says of the run beside its chunks. */
type PlannedRun = Pick<FleetPlanOptions, "only" | "expectedRecords" | "isToProve">;

/**
 * Notes a plan in Redis. Nothing of an earlier one is left: its workers are told apart by the plan's name. Of two that
 * plan a run at the same time, the one that began last is heard.
 *
 * @returns `fleet/planned-twice` where another one has begun meanwhile.
 */
export async function notePlan(
  ledger: Ledger,
  { key }: RunFile,
  { chunks, sha256: _, ...frame }: ChunkPlan,
  { only, expectedRecords, isToProve }: PlannedRun,
): Promise<Result<undefined>> {
  const planner = new Planner(ledger);
  await planner.begin();
  const isWhole =
    (await planner.clear()) &&
    (await planner.write(
      "HSET",
      "chunks",
      chunks.map((chunk, at) => [at, JSON.stringify(chunk)]),
    )) &&
    (only === undefined || (await planner.write("ZADD", "only", selectionRows(key, only)))) &&
    (await planner.write("HSET", "state", [
      ...(only === undefined ? [] : [["only", "plan"] as const]),
      ...(expectedRecords === undefined ? [] : [["expected", expectedRecords] as const]),
      ...(isToProve === true ? [["proof", "wanted"] as const] : []),
      ["frame", JSON.stringify({ ...frame, chunks: chunks.length })],
      ["plan", randomBytes(8).toString("hex")],
      ["phase", "scan"],
      ["buckets", bucketsFor(frame.bytes)],
      ["startedAt", Date.now()],
    ]));
  if (isWhole) return success(undefined);
  return refuse("fleet/planned-twice", "the run was planned again while this plan was noted");
}

/** A command that only the planner that began last may run. */
const AS_LAST = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call(ARGV[2], KEYS[2], unpack(ARGV, 3))
return 1`;

type Row = readonly [string | number, string | number];

/** Writes as long as no other planner has begun to. */
class Planner {
  readonly #ledger: Ledger;
  readonly #token = randomBytes(8).toString("hex");

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async begin(): Promise<void> {
    await this.#ledger.redis.set(this.#own, this.#token);
  }

  /** Takes away what an earlier plan has left, its state first. */
  async clear(): Promise<boolean> {
    if (!(await this.#asLast("UNLINK", this.#ledger.key("state"), []))) return false;
    for await (const keys of this.#ledger.keys()) {
      const [first, ...others] = keys.filter((key) => key !== this.#own);
      if (first !== undefined && !(await this.#asLast("UNLINK", first, others))) return false;
    }
    return true;
  }

  async write(command: "HSET" | "ZADD", name: string, rows: readonly Row[]): Promise<boolean> {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).flat();
      if (!(await this.#asLast(command, this.#ledger.key(name), batch))) return false;
    }
    return true;
  }

  get #own(): string {
    return this.#ledger.key("planner");
  }

  async #asLast(command: string, key: string, args: readonly (string | number)[]): Promise<boolean> {
    const { redis } = this.#ledger;
    return (await redis.eval(AS_LAST, 2, this.#own, key, this.#token, command, ...args)) === 1;
  }
}
