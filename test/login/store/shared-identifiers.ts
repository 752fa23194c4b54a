import { expect, it } from "vitest";
import type { KvStore } from "../../../src/login/store/kv.js";

type Store = Pick<KvStore, "addressesOf" | "findLegacyUser" | "forgetUser">;

/** A store of these users, loaded in this order: a system's name and its users. */
type Open = (systems: readonly (readonly [system: string, users: readonly object[]])[]) => Promise<Store>;

const ADDRESS = "ann@example.com";
const ann = (emailVerified: boolean) => ({
  externalUserId: "1",
  identifiers: [ADDRESS, "ann"],
  email: "Ann@example.com",
  emailVerified,
  passwordHash: "$P$ann",
});
/** Chose Ann's address as a user name. */
const bob = {
  externalUserId: "1",
  identifiers: ["bob@example.com", "ANN@example.com"],
  email: "bob@example.com",
  emailVerified: true,
  passwordHash: "$P$bob",
};
const twin = { ...bob, identifiers: [ADDRESS, "twin"], email: ADDRESS };

/** What every store answers where several users have one identifier. */
export function itSharesIdentifiers(open: Open): void {
  const idOf = async (store: Store, identifier: string) => (await store.findLegacyUser(identifier))?.id ?? null;

  /** A namespace keeps no address of a forgotten user who logged in with nothing else. */
  const spelt = (addresses: readonly string[]) => addresses.map((one) => one.toLowerCase());

  it.each([
    ["after", [["shop", [ann(true)]] as const, ["forum", [bob]] as const]],
    ["before", [["forum", [bob]] as const, ["shop", [ann(true)]] as const]],
  ])("gives a verified address to its user, of whom another one with that name comes %s", async (_, systems) => {
    const store = await open(systems);
    expect(await idOf(store, ADDRESS)).toBe("shop:1");
    expect(await idOf(store, "bob@example.com")).toBe("forum:1");
    expect(await store.addressesOf(ADDRESS)).toEqual(["Ann@example.com"]);
    const other = await store.findLegacyUser("bob@example.com");
    if (other !== null) await store.forgetUser(other);
    expect(await idOf(store, "bob@example.com")).toBeNull();
    expect(await idOf(store, ADDRESS)).toBe("shop:1");
    expect(await store.addressesOf(ADDRESS)).toEqual(["Ann@example.com"]);
    const owner = await store.findLegacyUser(ADDRESS);
    if (owner !== null) await store.forgetUser(owner);
    expect(await idOf(store, ADDRESS)).toBeNull();
    expect(spelt(await store.addressesOf(ADDRESS))).toEqual([ADDRESS]);
    expect(await store.addressesOf("ann")).toEqual(["Ann@example.com"]);
  });

  it("keeps the address of a user who was forgotten first from the other one", async () => {
    const store = await open([
      ["shop", [ann(true)]],
      ["forum", [bob]],
    ]);
    const owner = await store.findLegacyUser(ADDRESS);
    if (owner !== null) await store.forgetUser(owner);
    expect(await idOf(store, ADDRESS)).toBeNull();
    expect(spelt(await store.addressesOf(ADDRESS))).toEqual([ADDRESS]);
    expect(await idOf(store, "bob@example.com")).toBe("forum:1");
  });

  it.each([
    ["not verified", ann(false), bob],
    ["verified for both", ann(true), twin],
  ])("gives an address to nobody that is %s", async (_, one, other) => {
    const store = await open([
      ["shop", [one]],
      ["forum", [other]],
    ]);
    expect(await idOf(store, ADDRESS)).toBeNull();
    expect(await store.addressesOf(ADDRESS)).toEqual([ADDRESS]);
    expect(await idOf(store, "ann")).toBe("shop:1");
  });
}

/** The same where a system is loaded again. */
function itSharesIdentifiersAgain(
  open: Open,
  load: (system: string, lines: readonly string[]) => Promise<unknown>,
): void {
  it("takes an address from a user that is no longer verified, and gives it back", async () => {
    const store = await open([
      ["shop", [ann(true)]],
      ["forum", [bob]],
    ]);
    for (const isVerified of [false, true]) {
      await load("shop", [JSON.stringify(ann(isVerified))]);
      await load("forum", [JSON.stringify(bob)]);
      expect((await store.findLegacyUser(ADDRESS))?.id).toBe(isVerified ? "shop:1" : undefined);
    }
  });
}

/** What a user logs in with may be another in a later export. */
function itTakesLaterExports(opened: () => Store & Pick<KvStore, "load">): void {
  it("takes what a later export says a user logs in with, and brings no forgotten one back", async () => {
    const store = opened();
    const line = (externalUserId: string, email: string, ...names: readonly string[]) =>
      JSON.stringify({ externalUserId, identifiers: [email, ...names], email, passwordHash: "$P$B" });
    await store.load("shop", [
      line("1", "ann@example.com", "ann"),
      line("2", "bob@example.com"),
      line("3", "cem@example.com", "shared"),
      line("4", "dan@example.com", "shared"),
    ]);
    const forgotten = await store.findLegacyUser("bob@example.com");
    if (forgotten !== null) await store.forgetUser(forgotten);
    const later = [
      line("1", "ann@new.example", "ann"),
      line("2", "bob@new.example"),
      line("3", "cem@example.com"),
      line("4", "ann@example.com"),
    ];
    await expect(store.load("shop", later)).rejects.toThrow("isLater");
    await store.load("shop", later, { isLater: true });
    const found = {
      ...{ ann: "shop:1", "ann@new.example": "shop:1", "ann@example.com": "shop:4", "bob@new.example": null },
      ...{ "cem@example.com": "shop:3", "dan@example.com": null },
    };
    for (const [identifier, id] of Object.entries(found)) {
      expect([identifier, (await store.findLegacyUser(identifier))?.id ?? null]).toEqual([identifier, id]);
    }
    expect(await store.addressesOf("ann")).toEqual(["ann@new.example"]);
  });
}

/** The same of a store that users are loaded into, one system after the other. */
export function itSharesLoadedIdentifiers(store: () => Store & Pick<KvStore, "load">): void {
  const open: Open = async (systems) => {
    for (const [system, users] of systems) {
      const lines = users.map((user) => JSON.stringify(user));
      await store().load(system, lines);
    }
    return store();
  };
  itSharesIdentifiers(open);
  itTakesLaterExports(store);
  itSharesIdentifiersAgain(open, (system, lines) => store().load(system, lines));
}
