import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createLoginFallback, type DatabaseStore, type DatabaseStoreOptions } from "../../../src/login/index.js";
import { openPostgresStore } from "../../../src/login/store/postgres.js";
import { openRedisStore } from "../../../src/login/store/redis.js";
import { byDay } from "../../by-day.js";
import { itAnswersAsLoadedOnce } from "./later-loads.js";
import { itSharesLoadedIdentifiers } from "./shared-identifiers.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const load = (path: string) => import(pathToFileURL(path).href);
// Known answers: crypt_blowfish, hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

interface Database {
  readonly open: (options?: DatabaseStoreOptions) => Promise<DatabaseStore>;
  /** Takes away all that is in it. */
  readonly empty: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Servers of this machine, as in the run over all stores; null where one is not installed. */
const DATABASES: Readonly<Record<string, () => Promise<Database | null>>> = {
  async PostgreSQL() {
    const { startPostgresql } = await load(join(ROOT, "bench/fallback-run/servers.mjs"));
    const server = await startPostgresql();
    if (server === null) return null;
    const pool = server.connect();
    return {
      open: (options) => openPostgresStore(pool, options),
      empty: () => pool.query("DROP TABLE IF EXISTS fallback_identifiers, fallback_users, fallback_migrations"),
      close: async () => {
        await pool.end();
        await server.stop();
      },
    };
  },
  async Redis() {
    const { startRedis } = await load(join(ROOT, "bench/fallback-run/servers.mjs"));
    const server = await startRedis();
    if (server === null) return null;
    const redis = server.connect();
    return {
      open: async (options) => openRedisStore(redis, options),
      empty: () => redis.flushall(),
      close: async () => {
        redis.disconnect();
        await server.stop();
      },
    };
  },
};

const line = (externalUserId: string, email: string, passwordHash = BCRYPT, names: readonly string[] = []) =>
  JSON.stringify({ externalUserId, identifiers: [email, ...names], email, passwordHash });

describe.each(Object.entries(DATABASES))("the store in %s", (name, start) => {
  let database: Database | null = null;
  let store: DatabaseStore;
  let folder: string;
  beforeAll(async () => {
    database = await start();
    folder = await mkdtemp(join(tmpdir(), "credport-stores-"));
  }, 600_000);
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async ({ skip }) => {
    if (database === null) return skip(`needs ${name}`);
    await database.empty();
    store = await database.open();
  });
  const hashOf = async (identifier: string) => (await store.findLegacyUser(identifier))?.passwordHash;

  // Less than a piece of the file, so that readline has read it all before anybody waits; and many of them.
  it.each([1, 3, 2500])("takes in all of a file of %i users that readline reads", async (count) => {
    const users = Array.from({ length: count }, (_, at) => line(`${at}`, `u${at}@example.com`));
    const path = join(folder, "users.ndjson");
    await writeFile(path, `${users.join("\n")}\n`);
    expect(await store.load("shop", createInterface({ input: createReadStream(path) }))).toEqual({
      users: count,
      shared: 0,
    });
    expect(await store.left()).toBe(count);
    expect(await hashOf(`u${count - 1}@example.com`)).toBe(BCRYPT);
  });

  it("asks for the lines before it waits for anything: readline keeps none for later", async () => {
    let isAsked = false;
    async function* lines() {
      isAsked = true;
      yield line("1", "ann@example.com");
    }
    const loading = store.load("shop", lines());
    expect(isAsked).toBe(true);
    expect(await loading).toEqual({ users: 1, shared: 0 });
  });

  it("does not take lines for loaded that nobody gives any more", async () => {
    const path = join(folder, "none.ndjson");
    await writeFile(path, "\n");
    const lines = createInterface({ input: createReadStream(path) });
    await expect(store.load("shop", lines)).rejects.toThrow("no users");
    await expect(store.load("shop", [])).rejects.toThrow("no users");
  });

  it("keeps the users of two systems with one ID apart", async () => {
    await store.load("shop", [line("7", "ann@example.com", BCRYPT)]);
    await store.load("forum", [line("7", "bob@example.com", PHPASS)]);
    expect(await store.findLegacyUser("ann@example.com")).toMatchObject({
      id: "shop:7",
      externalUserId: "7",
      passwordHash: BCRYPT,
    });
    expect(await store.findLegacyUser("bob@example.com")).toMatchObject({
      id: "forum:7",
      passwordHash: PHPASS,
    });
    expect(await store.forgetUser({ id: "forum:7" })).toBe(true);
    expect(await hashOf("bob@example.com")).toBeUndefined();
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
    await expect(store.load("a:b", [line("7", "x@example.com")])).rejects.toThrow(TypeError);
    await expect(store.load([line("7", "x@example.com")] as never, [])).rejects.toThrow(TypeError);
  });

  it("refuses another user under an ID that is there, and takes in the others", async () => {
    await store.load("shop", [line("7", "ann@example.com", BCRYPT)]);
    const other = [line("8", "eve@example.com"), line("7", "bob@example.com", PHPASS)];
    await expect(store.load("shop", other)).rejects.toThrow(/1 of 2 users .*: shop:7$/);
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
    expect(await hashOf("bob@example.com")).toBeUndefined();
    expect(await hashOf("eve@example.com")).toBe(BCRYPT);
  });

  it("refuses the second line of a file with one ID", async () => {
    const same = [line("7", "ann@example.com", BCRYPT), line("7", "ann@example.com", PHPASS)];
    await expect(store.load("shop", same)).rejects.toThrow(/shop:7$/);
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
  });

  it("takes a newer hash of the same user, and brings nobody back who was forgotten", async () => {
    await store.load("shop", [line("7", "ann@example.com", BCRYPT), line("8", "bob@example.com")]);
    await store.forgetUser({ id: "shop:8" });
    await store.load("shop", [line("7", "Ann@example.com", PHPASS), line("8", "bob@example.com")]);
    expect(await hashOf("ann@example.com")).toBe(PHPASS);
    expect(await hashOf("bob@example.com")).toBeUndefined();
    expect(await store.left()).toBe(1);
  });

  it("keeps the identifiers of users who can't log in: they are taken, and nobody waits for them", async () => {
    const [disabled, damaged] = ["ann@example.com", "bob@example.com"];
    const lines = [
      { externalUserId: "1", identifiers: [disabled], passwordHash: BCRYPT, disabled: true },
      { externalUserId: "2", identifiers: [damaged] },
      { externalUserId: "3", identifiers: ["cyd@example.com"], passwordHash: BCRYPT, disabled: false },
    ];
    await store.load(
      "shop",
      lines.map((user) => JSON.stringify(user)),
    );
    expect(await store.findLegacyUser(disabled)).toMatchObject({ passwordHash: BCRYPT, disabled: true });
    expect(await store.findLegacyUser(damaged)).toMatchObject({ id: "shop:2", passwordHash: null });
    expect(await store.left()).toBe(1);
    const done = async () => ({ ok: true });
    const { findLegacyUser } = store;
    const fallback = createLoginFallback({ findLegacyUser, importUser: done, signUp: done });
    expect((await fallback.attempt(disabled, "U*U")).kind).toBe("disabled");
    expect((await fallback.attempt(damaged, "U*U")).kind).toBe("cannot-verify");
    for (const identifier of [disabled, damaged]) {
      expect((await fallback.onSignUp(identifier)).kind).toBe("taken");
    }
  });

  it("finds nobody by what two users have", async () => {
    await store.load("shop", [line("1", "ann@example.com", BCRYPT, ["sam"])]);
    const bob = line("1", "bob@example.com", PHPASS, ["sam"]);
    expect(await store.load("forum", [bob])).toEqual({ users: 1, shared: 1 });
    expect(await store.load("forum", [bob])).toEqual({ users: 1, shared: 1 });
    expect(await hashOf("sam")).toBeUndefined();
    expect(await store.addressesOf("sam")).toEqual(["bob@example.com", "ann@example.com"]);
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
  });

  it("knows the address of a user name, after the user is forgotten too", async () => {
    await store.load("shop", [line("1", "ann@example.com", BCRYPT, ["ann", "old@example.com"])]);
    for (const isForgotten of [false, true]) {
      if (isForgotten) await store.forgetUser({ id: "shop:1" });
      expect(await store.addressesOf("ann")).toEqual(["ann@example.com"]);
      expect(await store.addressesOf("ANN@example.com")).toEqual(["ann@example.com"]);
      // Perhaps a newer account's own address, so that it is tried first.
      expect(await store.addressesOf("old@example.com")).toEqual(["old@example.com", "ann@example.com"]);
      expect(await store.addressesOf("nobody")).toEqual(["nobody"]);
    }
  });

  it("notes whose account is begun, for all servers and until it is forgotten", async () => {
    await store.load("shop", [line("1", "ann@example.com"), line("2", "bob@example.com")]);
    const other = await database?.open();
    expect(await other?.hasBegun({ id: "shop:1" })).toBe(false);
    await store.noteBegun({ id: "shop:1" });
    await store.noteBegun({ id: "shop:1" });
    expect(await other?.hasBegun({ id: "shop:1" })).toBe(true);
    expect(await other?.hasBegun({ id: "shop:2" })).toBe(false);
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
  });

  it("keeps a user for one server, until it lets them go or its time is over", async () => {
    await store.load("shop", [line("1", "ann@example.com")]);
    const other = (await database?.open({ claimMs: 30 })) as DatabaseStore;
    const release = await store.claimUser({ id: "shop:1" });
    expect(await other.claimUser({ id: "shop:1" })).toBeNull();
    await release?.();
    const late = await other.claimUser({ id: "shop:1" });
    expect(late).not.toBeNull();
    await new Promise((wait) => setTimeout(wait, 60));
    expect(await store.claimUser({ id: "shop:1" })).not.toBeNull();
    // Of a claim that has ended: it is another server's by now.
    await late?.();
    expect(await other.claimUser({ id: "shop:1" })).toBeNull();
  });

  it("takes in all others where lines are damaged, and says which, after a mark of UTF-8 too", async () => {
    const lines = [`\u{feff}${line("31", "dee@example.com")}`, "{broken", "", line("32", "eli@example.com"), "[]"];
    await expect(store.load("damaged", lines)).rejects.toThrow(
      "2 lines of the file can't be read as a user of the fallback: 2, 5",
    );
    for (const [id, name] of [
      ["31", "dee"],
      ["32", "eli"],
    ]) {
      expect(await store.findLegacyUser(`${name}@example.com`)).toMatchObject({ id: `damaged:${id}` });
    }
  });

  it("rejects while it has no users, and once it was emptied: no address is free then", async () => {
    await database?.empty();
    const emptied = await (database as Database).open();
    await expect(emptied.findLegacyUser("ann@example.com")).rejects.toThrow("no users were loaded");
    await emptied.load("shop", [line("1", "ann@example.com")]);
    expect(await emptied.findLegacyUser("eve@example.com")).toBeNull();
    await database?.empty();
    const again = await (database as Database).open();
    await expect(again.usersSharing("ann@example.com")).rejects.toThrow("no users were loaded");
  });

  it("gives a pepper by its name, and refuses a look-up without its value", async () => {
    const peppered = {
      externalUserId: "1",
      identifiers: ["ann"],
      passwordHash: BCRYPT,
      pepper: "OLD_PEPPER",
    };
    await store.load("shop", [JSON.stringify(peppered)]);
    const other = await database?.open({ peppers: { OLD_PEPPER: "salted" } });
    expect(await other?.findLegacyUser("ann")).toMatchObject({ pepper: "salted" });
    await expect(store.findLegacyUser("ann")).rejects.toThrow("OLD_PEPPER");
  });

  it("is opened by several servers at the same time", async () => {
    await database?.empty();
    const opened = await Promise.all([1, 2, 3, 4].map(() => (database as Database).open()));
    await opened[0]?.load("shop", [line("1", "ann@example.com")]);
    expect(await opened[3]?.findLegacyUser("ann@example.com")).toMatchObject({ id: "shop:1" });
  });

  itSharesLoadedIdentifiers(() => store);
  const empty = async () => {
    await database?.empty();
    return (database as Database).open();
  };
  itAnswersAsLoadedOnce(empty, { numRuns: byDay(30) });
});

describe("the keys in Redis", () => {
  const started = async () => {
    const { startRedis } = await load(join(ROOT, "bench/fallback-run/servers.mjs"));
    const server = await startRedis();
    if (server === null) return null;
    onTestFinished(() => server.stop());
    return (options: object = {}) => {
      const redis = server.connect(options);
      onTestFinished(() => redis.disconnect());
      return redis;
    };
  };
  const USERS = [line("1", "ann@example.com"), line("2", "bob@example.com")];

  it("may begin with anything, but not by the connection's own hand", async ({ skip }) => {
    const connect = await started();
    if (connect === null) return skip("needs Redis");
    for (const prefix of ["app[1]", "a*b", "a\\b", "^a?"]) {
      const store = openRedisStore(connect(), { prefix });
      expect(await store.load("shop", USERS)).toEqual({ users: 2, shared: 0 });
      expect(await store.findLegacyUser("ann@example.com")).toMatchObject({ id: "shop:1" });
      expect(await store.left()).toBe(2);
    }
    expect(() => openRedisStore(connect({ keyPrefix: "app:" }))).toThrow('{ prefix: "app:fallback" }');
  });

  it("are counted where the connection gives numbers as text", async ({ skip }) => {
    const connect = await started();
    if (connect === null) return skip("needs Redis");
    const store = openRedisStore(connect({ stringNumbers: true }));
    await expect(store.load("shop", [...USERS, line("1", "cem@example.com")])).rejects.toThrow("shop:1");
    const bob = { id: "shop:2" };
    await store.noteBegun?.(bob);
    expect([await store.hasBegun?.(bob), await store.forgetUser(bob as never), await store.left()]).toEqual([
      true,
      true,
      1,
    ]);
  });

  it("are not loaded where Redis may throw them away", async ({ skip }) => {
    const connect = await started();
    if (connect === null) return skip("needs Redis");
    const redis = connect();
    await redis.config("SET", "maxmemory-policy", "allkeys-lru");
    expect(await openRedisStore(redis).load("shop", USERS)).toMatchObject({ users: 2 });
    await redis.config("SET", "maxmemory", "100mb");
    await expect(openRedisStore(redis).load("shop", USERS)).rejects.toThrow("allkeys-lru");
  });
});

describe("the tables in PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof start>> = null;
  const start = async () => {
    const { startPostgresql } = await load(join(ROOT, "bench/fallback-run/servers.mjs"));
    const server = await startPostgresql();
    return server === null ? null : { server, pool: server.connect() };
  };
  beforeAll(async () => {
    database = await start();
  }, 600_000);
  afterAll(async () => {
    await database?.pool.end();
    await database?.server.stop();
  });

  it("of an older release are brought up to date with their users, and those of a newer one refused", async ({
    skip,
  }) => {
    if (database === null) return skip("this database is not installed here");
    const { pool } = database;
    const first = await openPostgresStore(pool);
    const ann = { ...JSON.parse(line("1", "ann@example.com")), emailVerified: true };
    await first.load("shop", [JSON.stringify(ann)]);
    // As the first release has them.
    const newer = ["begun_at", "email_verified"].map((column) => `DROP COLUMN ${column}`);
    await pool.query(
      `ALTER TABLE fallback_users ${newer.join(", ")}; ALTER TABLE fallback_identifiers DROP COLUMN rank;
      DELETE FROM fallback_migrations`,
    );
    const store = await openPostgresStore(pool);
    const { rows } = await pool.query("SELECT rank FROM fallback_identifiers");
    expect(rows).toEqual([{ rank: 0 }]);
    await store.noteBegun({ id: "shop:1" });
    expect(await store.hasBegun({ id: "shop:1" })).toBe(true);
    await store.load("forum", [line("1", "bob@example.com", BCRYPT, ["ann@example.com"])]);
    expect(await store.findLegacyUser("ann@example.com")).toMatchObject({ id: "shop:1" });
    await pool.query("INSERT INTO fallback_migrations (version) VALUES (99)");
    await expect(openPostgresStore(pool)).rejects.toThrow("newer release");
  });
});
