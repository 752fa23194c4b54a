import type { Redis } from "ioredis";
import { defined } from "../lib/defined.js";
import type { ChunkPlan } from "../source/internal.js";
import type { Phase, StopNote } from "./phase.js";

/** What Redis knows of a run as a whole. */
export interface RunState {
  /** Changes when the run is planned again: what an older plan's workers bring is refused. */
  readonly plan: string;
  readonly phase: Phase;
  readonly frame: PlanFrame;
  readonly buckets: number;
  readonly isPaused: boolean;
  readonly isCancelled: boolean;
  readonly stopped?: StopNote;
  /** Whether known users have to sign in at the service before other users are sent. */
  readonly isToProve: boolean;
  /** Whether the service that the users are for has calls to mark addresses as verified, and whether the import makes them. */
  readonly canMark: boolean;
  readonly setsMarks: boolean;
  /** Who has chosen the records that are imported; absent: all are. */
  readonly only?: "plan" | "resume";
  /** Records that the file must have. */
  readonly expected?: number;
  /** Calls a second at most; absent: as many as the service takes. */
  readonly ceiling?: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt?: number;
}

const ONLY = ["plan", "resume"] as const;

/** A plan as it is kept: the chunks are apart. */
export type PlanFrame = Omit<ChunkPlan, "chunks" | "sha256"> & { readonly chunks: number };

/** A place of a chunk in the file. */
export interface ChunkPlace {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly sha256: string;
}

/** One field of one of the run's hashes. */
export interface Note {
  readonly hash: string;
  readonly field: string | number;
  readonly value: string | Buffer;
}

/** Notes only what belongs to the plan and phase that the run is in: a worker that was too slow changes nothing. */
const COMMIT = `
if redis.call('HGET', KEYS[1], 'plan') ~= ARGV[1] or redis.call('HGET', KEYS[1], 'phase') ~= ARGV[2] then return 0 end
local at = 3
while at < #ARGV do
  redis.call('HSET', KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 2])
  at = at + 3
end
return 1`;

/** From `ready` on, by way of the proof where one is wanted: asked and moved in one step, so that none comes in between. */
const BEGIN = `
if redis.call('HGET', KEYS[1], 'plan') ~= ARGV[1] or redis.call('HGET', KEYS[1], 'phase') ~= 'ready' then return 0 end
local isToProve = redis.call('HGET', KEYS[1], 'proof') == 'wanted'
redis.call('HSET', KEYS[1], 'phase', isToProve and 'prove' or 'import')
return 1`;

/** Wants a proof, unless others may be on their way to the service by now. */
const WANT_PROOF = `
if redis.call('HGET', KEYS[1], 'proof') == 'wanted' then return 1 end
local phase = redis.call('HGET', KEYS[1], 'phase')
if phase == 'import' or phase == 'done' then return 0 end
redis.call('HSET', KEYS[1], 'proof', 'wanted')
return 1`;

/** Only of a run that is over: one that was resumed meanwhile keeps its keys. */
const EXPIRE = `
local isDone = redis.call('HGET', KEYS[1], 'phase') == 'done'
if not isDone and redis.call('HGET', KEYS[1], 'cancelled') ~= '1' then return 0 end
for at = 2, #KEYS do redis.call('PEXPIREAT', KEYS[at], ARGV[2]) end
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return 1`;

/** How long Redis keeps a run that is over. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A run whose state is there has all the rest. */
const REST_LATER_MS = 24 * 3_600_000;

/** The run's own keys in Redis, beside those of BullMQ: places, keyed fingerprints, counts and states. */
export class Ledger {
  readonly redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, run: string) {
    this.redis = redis;
    this.#prefix = `credport:{${run}}`;
  }

  /** Before the names of BullMQ's keys. */
  get queuePrefix(): string {
    return `${this.#prefix}:queue`;
  }

  key(name: string): string {
    return `${this.#prefix}:${name}`;
  }

  /** Undefined where Redis knows no such run. */
  async state(): Promise<RunState | undefined> {
    const all = await this.redis.hgetall(this.key("state"));
    if (all.plan === undefined || all.phase === undefined || all.frame === undefined) return undefined;
    return {
      plan: all.plan,
      phase: all.phase as Phase,
      frame: JSON.parse(all.frame) as PlanFrame,
      buckets: Number(all.buckets),
      isPaused: all.paused === "1",
      isCancelled: all.cancelled === "1",
      isToProve: all.proof === "wanted",
      canMark: all.canMark === "1",
      setsMarks: all.marks === "1",
      startedAt: Number(all.startedAt),
      ...defined({
        only: ONLY.find((who) => who === all.only),
        expected: numberIn(all.expected),
        ceiling: Number(all.ceiling) > 0 ? Number(all.ceiling) : undefined,
        finishedAt: numberIn(all.finishedAt),
        stopped: all.stopped === undefined ? undefined : (JSON.parse(all.stopped) as StopNote),
      }),
    };
  }

  async setState(fields: Readonly<Record<string, string | number>>): Promise<void> {
    await this.redis.hset(this.key("state"), fields);
  }

  async clearState(...fields: string[]): Promise<void> {
    await this.redis.hdel(this.key("state"), ...fields);
  }

  /** Ends the run for all workers. The first reason counts. */
  async stop(note: StopNote): Promise<void> {
    await this.redis.hsetnx(this.key("state"), "stopped", JSON.stringify(note));
  }

  /** The value that the first worker has noted: this one's, where it is the first. */
  async agreeOn(field: string, value: string): Promise<string> {
    await this.redis.hsetnx(this.key("state"), field, value);
    return (await this.redis.hget(this.key("state"), field)) ?? value;
  }

  async chunk(chunk: number): Promise<ChunkPlace | undefined> {
    const text = await this.redis.hget(this.key("chunks"), String(chunk));
    return text === null ? undefined : (JSON.parse(text) as ChunkPlace);
  }

  /** Whether all of it was noted: not where the run is in another phase by now, or was planned again. */
  async commit({ plan, phase }: Pick<RunState, "plan" | "phase">, notes: readonly Note[]): Promise<boolean> {
    const hashes = [...new Set(notes.map(({ hash }) => hash))];
    const keys = [this.key("state"), ...hashes.map((hash) => this.key(hash))];
    const values = notes.flatMap(({ hash, field, value }) => [hashes.indexOf(hash) + 2, field, value]);
    const done = await this.redis.eval(COMMIT, keys.length, ...keys, plan, phase, ...values);
    return done === 1;
  }

  /** Whether this call has moved the run from one phase to the next. */
  async move(from: Pick<RunState, "plan" | "phase">, to: Phase, also: Readonly<Record<string, number>> = {}) {
    const fields = Object.entries({ ...also, phase: to });
    return this.commit(
      from,
      fields.map(([field, value]) => ({ hash: "state", field, value: String(value) })),
    );
  }

  /** Begins the import, or the proof before it. */
  async begin({ plan }: Pick<RunState, "plan">): Promise<void> {
    await this.redis.eval(BEGIN, 1, this.key("state"), plan);
  }

  /** Whether known users have to sign in before others are sent; not where the import has begun without that. */
  async wantProof(): Promise<boolean> {
    return (await this.redis.eval(WANT_PROOF, 1, this.key("state"))) === 1;
  }

  /** The notes of a hash by their field, read in steps. */
  async *notes(hash: string): AsyncGenerator<readonly [string, string]> {
    let cursor = "0";
    const seen = new Set<string>();
    do {
      const [next, pairs] = await this.redis.hscan(this.key(hash), cursor, "COUNT", 500);
      for (let at = 0; at < pairs.length; at += 2) {
        const field = pairs[at] as string;
        // A scan may give a field twice.
        if (!seen.has(field)) yield [field, pairs[at + 1] as string];
        seen.add(field);
      }
      cursor = next;
    } while (cursor !== "0");
  }

  async count(hash: string): Promise<number> {
    return this.redis.hlen(this.key(hash));
  }

  async has(hash: string, field: number): Promise<boolean> {
    return (await this.redis.hexists(this.key(hash), String(field))) === 1;
  }

  /** Takes away what belongs to the run, BullMQ's keys included. */
  async remove(pattern = "*"): Promise<void> {
    for await (const keys of this.keys(pattern)) await this.redis.unlink(...keys);
  }

  /** Lets the keys of a run that is over expire after 30 days. */
  async expire(): Promise<void> {
    const state = this.key("state");
    const until = Date.now() + KEPT_MS;
    for await (const keys of this.keys()) {
      const others = keys.filter((key) => key !== state);
      await this.redis.eval(EXPIRE, others.length + 1, state, ...others, until, until + REST_LATER_MS);
    }
  }

  /** Keeps the keys of a run that is resumed; its state last. */
  async keep(): Promise<void> {
    for await (const keys of this.keys()) {
      for (const key of keys) await this.redis.persist(key);
    }
    await this.redis.persist(this.key("state"));
  }

  /** Names of the run's keys, some at a time. */
  async *keys(pattern = "*"): AsyncGenerator<readonly string[]> {
    const match = `${escaped(this.#prefix)}:${pattern}`;
    let cursor = "0";
    do {
      const [next, keys] = await this.redis.scan(cursor, "MATCH", match, "COUNT", 500);
      if (keys.length > 0) yield keys;
      cursor = next;
    } while (cursor !== "0");
  }
}

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** In a pattern of SCAN, brackets mean something. */
const escaped = (text: string): string => text.replace(/[[\]*?\\]/g, "\\$&");
