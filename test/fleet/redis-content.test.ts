import bcrypt from "bcryptjs";
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { createImportClient } from "../../src/client/index.js";
import { cancelFleet } from "../../src/fleet/index.js";
import { makeUsers } from "../import/user-records.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { appendOnlyFileOf, contentOf, textsFoundIn } from "./redis-content.js";
import { REDIS, TestRedis } from "./redis-server.js";
import { useFleet, watchedService } from "./use-fleet.js";

const PASSWORD = "correct horse battery";
const KNOWN = 6;

/** What must not pass through Redis; a number also without the sign before it. */
function secretsOf(users: ReturnType<typeof makeUsers>): string[] {
  return users.flatMap(({ externalUserId, email, phoneNumber, passwordHash, thirdParty, totp }) =>
    [
      ...[externalUserId, email, phoneNumber?.slice(1), passwordHash],
      ...thirdParty.map(({ thirdPartyUserId }) => thirdPartyUserId),
      ...totp.map(({ secretKey }) => secretKey),
    ].filter((text) => text !== undefined && text.length > 4),
  ) as string[];
}

REDIS.describe("what passes through Redis", () => {
  const fleet = useFleet();

  it("is nothing of any user, at any time of a run that is proven, imported and tried again", async () => {
    const passwordHash = bcrypt.hashSync(PASSWORD, 4);
    const users = makeUsers(300).map((user, at) => (at === KNOWN ? { ...user, passwordHash } : user));
    const known = [{ email: `user-${KNOWN}@example.com`, password: PASSWORD }];
    const moments = new Map<string, string>();
    const look = async (moment: string) => {
      const commands = await appendOnlyFileOf(fleet.place("."));
      moments.set(moment, `${await contentOf(fleet.redis().url)}\n${commands}`);
    };
    const only = new Map(users.map(({ externalUserId }, record) => [record, externalUserId]));
    await fleet.planFor(users, { isToProve: true, only });
    await look("the plan");
    const { target, administration } = watchedService(async (request) => {
      if ([1, 3, 60, 400].includes(request)) await look(`request ${request}`);
    });
    const proof = { known, administration };
    const checked = await fleet.work();
    expect(checked.ok).toBe(true);
    await look("the check");
    await Promise.all([fleet.work({ ...target, proof }), fleet.work(target)]);
    expect((await fleet.report("shared")).import?.imported).toBe(300);
    await look("the end");

    expect([...moments.keys()].sort()).toEqual(
      ["the plan", "the check", "request 1", "request 3", "request 60", "request 400", "the end"].sort(),
    );
    const secrets = [...secretsOf(users), PASSWORD];
    for (const [moment, content] of moments) {
      expect(content.length, moment).toBeGreaterThan(1000);
      expect(textsFoundIn(content, secrets), moment).toEqual([]);
    }
  });

  it("is nothing of the text of an error", async () => {
    const users = makeUsers(300);
    await fleet.planFor(users);
    const { target } = watchedService();
    const fetch = async () => Response.json({ status: "OK" });
    const failing = createImportClient({ baseUrl: "http://localhost", apiKey: "test", fetch });
    const client = new Proxy(failing, {
      get: (real, name) => {
        if (name === "service") return real.service;
        throw new RangeError(`a text with ${users[0]?.email} in it`);
      },
    });
    const working = fleet.work({ ...target, client });
    const failed = async () => (await contentOf(fleet.redis().url)).includes("failedReason");
    await expect.poll(failed).toBe(true);
    const content = await contentOf(fleet.redis().url);
    expect(content).toContain("RangeError");
    expect(textsFoundIn(content, [users[0]?.email ?? "", "a text with"])).toEqual([]);
    await cancelFleet({ runFile: fleet.runFile() });
    await working;
  });
});

REDIS.describe("a look through Redis", () => {
  const folder = useTemporaryFolder();
  const SECRET = "ada.lovelace@example.com";

  it.each<[string, (redis: Redis, text: string | Buffer) => Promise<unknown>]>([
    ["a name", (redis, text) => redis.set(text, 1)],
    ["a text", (redis, text) => redis.set("x", text)],
    ["a hash", (redis, text) => redis.hset("x", "field", text)],
    ["a field", (redis, text) => redis.hset("x", new Map([[text, 1]]))],
    ["a list", (redis, text) => redis.rpush("x", text)],
    ["a set", (redis, text) => redis.sadd("x", text)],
    ["a sorted set", (redis, text) => redis.zadd("x", 1, text)],
    ["a stream", (redis, text) => redis.xadd("x", "*", "field", text)],
  ])("finds a text in %s, however it is spelled", async (_, put) => {
    const server = await TestRedis.start(folder.path());
    const redis = new Redis(server.url);
    try {
      const inside = (before: string) => Buffer.from(`${before}${SECRET}, and more`);
      const spelled = ["", "a", "ab"].flatMap((before) =>
        (["base64", "base64url", "hex", "latin1"] as const).map((way) => inside(before).toString(way)),
      );
      for (const text of spelled) {
        await redis.flushall();
        await put(redis, text);
        expect(textsFoundIn(await contentOf(server.url), [SECRET]), text).toEqual([SECRET]);
      }
      expect(textsFoundIn(await appendOnlyFileOf(folder.path()), [SECRET])).toEqual([SECRET]);
      expect(textsFoundIn(await contentOf(server.url), ["grace@example.com"])).toEqual([]);
    } finally {
      redis.disconnect();
      await server.kill();
    }
  });
});
