import { beforeEach, describe, expect, it } from "vitest";
import { createLoginFallback } from "../../../src/login/index.js";
import { type KvNamespace, type KvStore, openKvStore } from "../../../src/login/store/kv.js";
import type { StoredUser } from "../../../src/login/store/stored-user.js";
import { itAnswersAsLoadedOnce } from "./later-loads.js";
import { itSharesLoadedIdentifiers } from "./shared-identifiers.js";

// Known answers: crypt_blowfish, hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

const line = (externalUserId: string, email: string, passwordHash = BCRYPT, names: readonly string[] = []) =>
  JSON.stringify({ externalUserId, identifiers: [email, ...names], email, passwordHash });

describe("the store in a KV namespace", () => {
  let texts: Map<string, string>;
  let store: KvStore;
  const open = () => {
    texts = new Map();
    /** As Cloudflare's. */
    const sound = (key: string) => {
      if (["", ".", ".."].includes(key) || Buffer.byteLength(key) > 512) throw new Error("not a key");
      return key;
    };
    const namespace: KvNamespace = {
      get: async (key) => texts.get(sound(key)) ?? null,
      put: async (key, text) => texts.set(sound(key), text),
      delete: async (key) => texts.delete(sound(key)),
    };
    return openKvStore(namespace, { peppers: { OLD_PEPPER: "salted" } });
  };
  beforeEach(() => {
    store = open();
  });
  const hashOf = async (identifier: string) => (await store.findLegacyUser(identifier))?.passwordHash;
  const forget = async (identifier: string) => {
    const user = await store.findLegacyUser(identifier);
    return user !== null && store.forgetUser(user);
  };

  it("has the users of one system that were put there as lines", async () => {
    texts.set("ann@example.com", line("7", "ann@example.com"));
    texts.set("ann", line("7", "ann@example.com", BCRYPT, ["ann"]));
    expect(await store.findLegacyUser("ANN@example.com")).toMatchObject({ id: "7", passwordHash: BCRYPT });
    await forget("ann");
    expect(await store.findLegacyUser("ann")).toBeNull();
    expect(await store.addressesOf("ann")).toEqual(["ann@example.com"]);
  });

  it("keeps all users of loads that are begun at once", async () => {
    const slowly = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));
    texts = new Map();
    const namespace: KvNamespace = {
      get: (key) => slowly(texts.get(key) ?? null),
      put: (key, text) => slowly(texts.set(key, text)),
      delete: (key) => slowly(texts.delete(key)),
    };
    const lines = (passwordHash: string) =>
      ["1", "2", "3"].map((id) => line(id, `user${id}@example.com`, passwordHash));
    const loads = [
      openKvStore(namespace).load("shop", lines(BCRYPT)),
      openKvStore(namespace).load("broken", ["no line"]),
      openKvStore(namespace).load("forum", lines(PHPASS)),
    ];
    expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    for (const id of ["1", "2", "3"]) {
      const owners = await openKvStore(namespace).usersSharing(`user${id}@example.com`);
      expect(owners.map((one) => one.id).sort()).toEqual([`forum:${id}`, `shop:${id}`]);
    }
  });

  it("keeps the users of two systems with one ID apart", async () => {
    await store.load("shop", [line("7", "ann@example.com")]);
    await store.load("forum", [line("7", "bob@example.com", PHPASS)]);
    expect(await store.findLegacyUser("ann@example.com")).toMatchObject({
      id: "shop:7",
      externalUserId: "7",
      passwordHash: BCRYPT,
    });
    expect(await store.findLegacyUser("bob@example.com")).toMatchObject({ id: "forum:7", passwordHash: PHPASS });
    await store.noteBegun({ id: "shop:7" });
    expect(await store.hasBegun({ id: "forum:7" })).toBe(false);
    expect(await forget("bob@example.com")).toBe(true);
    expect(await hashOf("bob@example.com")).toBeUndefined();
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
    await expect(store.load("a:b", [line("7", "x@example.com")])).rejects.toThrow(TypeError);
    await expect(store.load("shop", [])).rejects.toThrow("no users");
  });

  it("lets a user of each system in with their own password, once", async () => {
    await store.load("shop", [line("7", "ann@example.com")]);
    await store.load("forum", [line("7", "bob@example.com", PHPASS)]);
    const imported: unknown[] = [];
    const importUser = async (user: StoredUser) => {
      imported.push(user.id);
      await store.forgetUser(user);
      return { ok: true };
    };
    const { findLegacyUser } = store;
    const fallback = createLoginFallback({ findLegacyUser, importUser, signUp: importUser });
    expect((await fallback.attempt("bob@example.com", "U*U")).kind).toBe("wrong-password");
    expect((await fallback.attempt("bob@example.com", "hashcat")).kind).toBe("migrated");
    expect((await fallback.attempt("ann@example.com", "U*U")).kind).toBe("migrated");
    expect((await fallback.attempt("ann@example.com", "U*U")).kind).toBe("unknown-user");
    expect(imported).toEqual(["forum:7", "shop:7"]);
  });

  it("refuses another user under an ID that is there, and takes in the others", async () => {
    await store.load("shop", [line("7", "ann@example.com")]);
    const other = [line("8", "eve@example.com"), line("7", "bob@example.com", PHPASS)];
    await expect(store.load("shop", other)).rejects.toThrow(/1 of 2 users .*: shop:7$/);
    const same = [line("9", "cyd@example.com"), line("9", "cyd@example.com", PHPASS)];
    await expect(store.load("shop", same)).rejects.toThrow(/shop:9$/);
    expect(await hashOf("ann@example.com")).toBe(BCRYPT);
    expect(await hashOf("bob@example.com")).toBeUndefined();
    expect(await hashOf("eve@example.com")).toBe(BCRYPT);
    expect(await hashOf("cyd@example.com")).toBe(BCRYPT);
  });

  it("takes a newer hash of the same user, and brings nobody back who was forgotten", async () => {
    await store.load("shop", [line("7", "ann@example.com"), line("8", "bob@example.com", BCRYPT, ["bob"])]);
    await forget("bob");
    await store.load("shop", [line("7", "ann@example.com", PHPASS), line("8", "bob@example.com", BCRYPT, ["bob"])]);
    expect(await hashOf("ann@example.com")).toBe(PHPASS);
    expect(await hashOf("bob")).toBeUndefined();
    expect([...texts.values()].filter((text) => text.includes(BCRYPT))).toEqual([]);
    expect(await store.addressesOf("bob")).toEqual(["bob@example.com"]);
  });

  it.each([false, true])(
    "finds nobody by what two users have, the first of them forgotten: %s",
    async (isForgotten) => {
      await store.load("shop", [line("1", "ann@example.com", BCRYPT, ["sam"])]);
      if (isForgotten) await forget("ann@example.com");
      const bob = line("1", "bob@example.com", PHPASS, ["sam"]);
      expect(await store.load("forum", [bob])).toEqual({ users: 1, shared: 1 });
      expect(await store.load("forum", [bob])).toEqual({ users: 1, shared: 1 });
      expect(await hashOf("sam")).toBeUndefined();
      expect(await store.addressesOf("sam")).toEqual(["bob@example.com", "ann@example.com"]);
      expect(await hashOf("bob@example.com")).toBe(PHPASS);
      expect(await hashOf("ann@example.com")).toBe(isForgotten ? undefined : BCRYPT);
    },
  );

  it.each([".", "..", "x".repeat(503), "x".repeat(512)])(
    "takes in all users beside one with the name %s",
    async (name) => {
      const lines = [line("1", "ann@example.com", BCRYPT, [name]), line("2", "bob@example.com")];
      expect(await store.load("shop", lines)).toEqual({ users: 2, shared: 0 });
      expect(await store.findLegacyUser(name)).toBeNull();
      expect(await store.addressesOf(name)).toEqual([name]);
      for (const one of ["ann", "bob"]) expect(await hashOf(`${one}@example.com`)).toBe(BCRYPT);
      const alone = JSON.stringify({ externalUserId: "3", identifiers: [name], passwordHash: BCRYPT });
      await expect(store.load("shop", [alone, ...lines])).rejects.toThrow(/^1 of 3 users .*: shop:3$/);
    },
  );

  it("gives a pepper by its name", async () => {
    const peppered = { externalUserId: "1", identifiers: ["ann"], passwordHash: BCRYPT, pepper: "OLD_PEPPER" };
    await store.load("shop", [JSON.stringify(peppered)]);
    expect(await store.findLegacyUser("ann")).toMatchObject({ id: "shop:1", pepper: "salted" });
  });

  itSharesLoadedIdentifiers(() => store);
  itAnswersAsLoadedOnce(async () => open());
});
