import { afterEach, describe, expect, it } from "vitest";
import { connectRedis, loadEngine } from "../../src/fleet/engine.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { TestRedis, whyNoRedis } from "./redis-server.js";

const reason = whyNoRedis();

describe.skipIf(reason !== undefined)(
  `a first connection${reason === undefined ? "" : ` (${reason})`}`,
  () => {
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

    it("gives up where there is none", async () => {
      redis = await TestRedis.start(folder.path());
      await redis.kill();
      const connected = await connect(redis.url);
      expect(connected.ok || connected.problems[0]).toMatchObject({
        code: "fleet/redis-unreachable",
        message: "Redis can't be reached (ECONNREFUSED)",
      });
    });
  },
);
