import type { Redis } from "ioredis";
import { sleepFor } from "../client/internal.js";
import { words } from "../lib/words.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";

/** What is used of the optional packages by which machines share the work. */
export interface Engine {
  readonly bullmq: Pick<typeof import("bullmq"), "DelayedError" | "Queue" | "Worker">;
  readonly ioredis: Pick<typeof import("ioredis"), "Redis">;
}

type Loaders = { readonly [Name in keyof Engine]: () => Promise<Engine[Name] | undefined> };

/** Each import in a `try`: a bundler stops where it does not find a package that is imported otherwise. */
const INSTALLED: Loaders = {
  async bullmq() {
    try {
      return await import("bullmq");
    } catch {
      return undefined;
    }
  },
  async ioredis() {
    try {
      return await import("ioredis");
    } catch {
      return undefined;
    }
  },
};

/** Loads the packages; `fleet/engine-missing` where one is not there. */
export async function loadEngine(load: Loaders = INSTALLED): Promise<Result<Engine>> {
  const bullmq = await load.bullmq();
  const ioredis = await load.ioredis();
  if (bullmq !== undefined && ioredis !== undefined) return success({ bullmq, ioredis });
  const name = bullmq === undefined ? "bullmq" : "ioredis";
  return refuse("fleet/engine-missing", `the optional package ${name} is not installed or can't be loaded`);
}

const FIRST_TRY_MS = 5_000;
const LONGEST_RETRY_MS = 2_000;

/** Between two tries of the first connection. */
const PAUSE_MS = 200;

/** Errors of a Redis that is away, as opposed to one that refuses the connection. */
const AWAY = words("ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT EAI_AGAIN");

/** How long to wait for a first connection. */
export interface RedisPatience {
  /** Milliseconds for a Redis that is away; default 5,000. */
  readonly forMs?: number;
  /** Told once when that takes longer than five seconds. */
  readonly onAway?: (() => void) | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A connection that waits while Redis is away, once it has been there: what is asked meanwhile is answered when it
 * is back. `fleet/redis-unreachable` where it is not there in time: a Redis that is started again may close a
 * connection, or take none, for a moment.
 */
export async function connectRedis(
  engine: Engine,
  url: string,
  { forMs = FIRST_TRY_MS, onAway, signal }: RedisPatience = {},
): Promise<Result<Redis>> {
  const startedAt = performance.now();
  let isTold = false;
  for (;;) {
    const tried = await tryRedis(engine, url);
    if ("redis" in tried) return success(tried.redis);
    const passed = performance.now() + PAUSE_MS - startedAt;
    const isLate = passed > (AWAY.includes(tried.code) ? forMs : FIRST_TRY_MS);
    if (isLate || signal?.aborted) {
      return refuse("fleet/redis-unreachable", `Redis can't be reached (${tried.code})`);
    }
    if (passed > FIRST_TRY_MS && !isTold) {
      isTold = true;
      onAway?.();
    }
    await sleepFor(PAUSE_MS, signal);
  }
}

async function tryRedis({ ioredis }: Engine, url: string): Promise<{ redis: Redis } | { code: string }> {
  let hasConnected = false;
  const redis = new ioredis.Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: FIRST_TRY_MS,
    retryStrategy: (times) => (hasConnected ? Math.min(times * 100, LONGEST_RETRY_MS) : null),
  });
  let lost: unknown;
  // Without a listener a lost connection would end the process. What is thrown then says only that it is closed.
  redis.on("error", (error) => {
    lost = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    hasConnected = true;
    return { redis };
  } catch (error) {
    redis.disconnect();
    const { code = "no answer" } = (lost ?? error) as NodeJS.ErrnoException;
    return { code };
  }
}

/** The address without what lets one in, as it may be shown and kept. */
export function publicAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (address.protocol !== "redis:" && address.protocol !== "rediss:") return undefined;
  address.username = "";
  address.password = "";
  return address.href;
}
