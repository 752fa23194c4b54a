import { afterEach, expect, it } from "vitest";
import { connectRedis, loadEngine } from "../../src/fleet/engine.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { REDIS, TestRedis } from "./redis-server.js";

REDIS.describe("a first connection", () => {
  const folder = useTemporaryFolder();
  let redis: TestRedis | undefined;
  afterEach(() => redis?.kill());

  async function connect(url: string) {
    const engine = await loadEngine();
    if (!engine.ok) throw new Error(engine.problems[0].message);
    return connectRedis(engine.value, url);
  }

  it("waits for a Redis that is just started again", async () => {
    redis = await TestRedis.start(folder.path());
    await redis.kill();
    const connecting = connect(redis.url);
    await redis.start();
    const connected = await connecting;
    expect(connected.ok && (await connected.value.ping())).toBe("PONG");
    if (connected.ok) connected.value.disconnect();
  });

  it("waits as long as it is told to for one that is away, and says so", async () => {
    redis = await TestRedis.start(folder.path());
    await redis.kill();
    const { url } = redis;
    const engine = await loadEngine();
    if (!engine.ok) throw new Error(engine.problems[0].message);
    let connecting: ReturnType<typeof connectRedis> | undefined;
    await new Promise<void>((onAway) => {
      connecting = connectRedis(engine.value, url, { forMs: 120_000, onAway });
    });
    await redis.start();
    const connected = await connecting;
    expect(connected?.ok && (await connected.value.ping())).toBe("PONG");
    if (connected?.ok) connected.value.disconnect();
  });

  it("ends the wait when it is told to", async () => {
    redis = await TestRedis.start(folder.path());
    await redis.kill();
    const engine = await loadEngine();
    if (!engine.ok) throw new Error(engine.problems[0].message);
    const ending = new AbortController();
    const patience = { forMs: 120_000, onAway: () => ending.abort(), signal: ending.signal };
    const connected = await connectRedis(engine.value, redis.url, patience);
    expect(connected.ok || connected.problems[0].code).toBe("fleet/redis-unreachable");
  });

  it("gives up where there is none", async () => {
    redis = await TestRedis.start(folder.path());
    await redis.kill();
    const connected = await connect(redis.url);
    expect(connected.ok || connected.problems[0]).toMatchObject({
      code: "fleet/redis-unreachable",
      message: "Redis can't be reached (ECONNREFUSED)",
    });
  });
});

it.each(["bullmq", "ioredis"] as const)("names %s where it is not installed", async (name) => {
  const missing = await loadEngine({
    bullmq: () => import("bullmq"),
    ioredis: () => import("ioredis"),
    [name]: async () => undefined,
  });
  expect(missing.ok ? "" : missing.problems[0]).toMatchObject({
    code: "fleet/engine-missing",
    message: `the optional package ${name} is not installed or can't be loaded`,
    remedy: expect.stringContaining("npm install bullmq ioredis"),
  });
});
