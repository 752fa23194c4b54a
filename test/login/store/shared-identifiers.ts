import { expect, it } from "vitest";
import { createAdministrationClient, createImportClient } from "../../../src/client/index.js";
import { bcrypt, createImportService, createLoginFallback, type DatabaseStore } from "../../../src/login/index.js";
import type { KvStore } from "../../../src/login/store/kv.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";

type Store = Pick<KvStore, "addressesOf" | "findLegacyUser" | "forgetUser" | "hasBegun" | "noteBegun" | "usersSharing">;

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

const nameless = { externalUserId: "1", identifiers: ["bob", ADDRESS], passwordHash: "$P$bob" };

/** Registered with Ann's address. */
const stranger = {
  ...{ externalUserId: "2", identifiers: [ADDRESS, "eve"], email: ADDRESS, emailVerified: false },
  ...{ passwordHash: "$P$eve", phoneNumber: "+15555550100" },
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "666", email: "eve@example.com", isVerified: true }],
  totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
};

/** What every store answers where several users have one identifier. */
export function itSharesIdentifiers(open: Open): void {
  const idOf = async (store: Store, identifier: string) => (await store.findLegacyUser(identifier))?.id ?? null;
  const sharing = async (store: Store, identifier: string) =>
    (await store.usersSharing(identifier)).map(({ id, passwordHash }) => `${id} ${passwordHash}`);

  /** Two users may have it in two spellings. */
  const spelt = (addresses: readonly string[]) => addresses.map((one) => one.toLowerCase());

  it.each([
    ["a verified", "after", [["shop", [ann(true)]] as const, ["forum", [bob]] as const]],
    ["a verified", "before", [["forum", [bob]] as const, ["shop", [ann(true)]] as const]],
    ["an unverified", "after", [["shop", [ann(false)]] as const, ["forum", [bob]] as const]],
    ["an unverified", "before", [["forum", [bob]] as const, ["shop", [ann(false)]] as const]],
  ])("gives %s address to its user, of whom another one with that name comes %s", async (_, __, systems) => {
    const store = await open(systems);
    expect(await idOf(store, ADDRESS)).toBe("shop:1");
    expect(await sharing(store, ADDRESS)).toEqual([]);
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
    expect(await store.addressesOf(ADDRESS)).toEqual(["Ann@example.com"]);
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
    expect(await sharing(store, ADDRESS)).toEqual([]);
    expect(await store.addressesOf(ADDRESS)).toEqual(["Ann@example.com"]);
    expect(await idOf(store, "bob@example.com")).toBe("forum:1");
  });

  it.each([
    ["not verified", ann(false), { ...twin, emailVerified: false }, ["forum:1 $P$bob", "shop:1 $P$ann"]],
    ["an address of one and a name of a user without one", ann(false), nameless, ["shop:1 $P$ann", "forum:1 $P$bob"]],
    ["verified for both", ann(true), twin, ["forum:1 $P$bob", "shop:1 $P$ann"]],
  ])("leaves to the password what is %s", async (_, one, other, users) => {
    const store = await open([
      ["forum", [other]],
      ["shop", [one]],
    ]);
    expect(await idOf(store, ADDRESS)).toBeNull();
    expect(await sharing(store, ` ${ADDRESS.toUpperCase()}`)).toEqual(users);
    expect(new Set(spelt(await store.addressesOf(ADDRESS)))).toEqual(new Set([ADDRESS]));
    expect(await idOf(store, "ann")).toBe("shop:1");
    expect(await sharing(store, "ann")).toEqual([]);
    const [first] = await store.usersSharing(ADDRESS);
    if (first !== undefined) await store.forgetUser(first);
    expect(await idOf(store, ADDRESS)).toBeNull();
    expect(await sharing(store, ADDRESS)).toEqual(users.slice(1));
    const [second] = await store.usersSharing(ADDRESS);
    if (second !== undefined) await store.forgetUser(second);
    expect(await sharing(store, ADDRESS)).toEqual([]);
    expect(new Set(spelt(await store.addressesOf(ADDRESS)))).toEqual(new Set([ADDRESS]));
  });

  it("leaves out who has not verified an address that two others have, also once those are forgotten", async () => {
    const store = await open([
      ["blog", [stranger]],
      ["forum", [twin]],
      ["shop", [ann(true)]],
    ]);
    for (const left of [["forum:1 $P$bob", "shop:1 $P$ann"], ["shop:1 $P$ann"], []]) {
      expect(await sharing(store, ADDRESS)).toEqual(left);
      const [user] = await store.usersSharing(ADDRESS);
      if (user !== undefined) await store.forgetUser(user);
    }
    expect(await idOf(store, ADDRESS)).toBeNull();
  });

  it.each([
    ["before its owner", [stranger, ann(true)], "shop:1"],
    ["after its owner", [ann(true), stranger], "shop:1"],
    ["alone", [stranger], "shop:2"],
  ])(
    "gives nothing of a stranger who wrote an address down %s to an account that a reset makes",
    async (_, users, id) => {
      const store = await open([["shop", users]]);
      const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
      const connection = {
        baseUrl: "http://localhost",
        apiKey: "k",
        service: "supertokens",
        fetch: rehearsal.fetch,
      } as const;
      const [client, administration] = [createImportClient(connection), createAdministrationClient(connection)];
      const service = createImportService({ client, administration, store, write: bcrypt({ cost: 4 }) });
      const fallback = createLoginFallback({ store, service });
      expect(await fallback.onPasswordReset(ADDRESS)).toMatchObject({ kind: "migrated", user: { id } });
      const { users: accounts, counts } = rehearsal.state();
      const methods = accounts.flatMap(({ loginMethods }) => loginMethods.map((one) => `${one.recipeId} ${one.email}`));
      expect(methods).toEqual([`emailpassword ${ADDRESS}`]);
      expect(counts).toMatchObject({ devices: 0 });
    },
  );

  itTellsNamesApart(open);

  it("lets the password tell whose address it is, in a fallback over it", async () => {
    // crypt_blowfish's known answer, and hashcat's example.
    const hashes = {
      "U*U": "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      hashcat: "$P$984478476IagS59wHZvyQMArzfx58u.",
    };
    const store = await open([
      ["shop", [{ ...ann(false), passwordHash: hashes["U*U"] }]],
      ["forum", [{ ...twin, emailVerified: false, passwordHash: hashes.hashcat }]],
    ]);
    const made: string[] = [];
    const add = async ({ id }: { readonly id: string }) => {
      made.push(id);
      return made.length === 1 || { refused: "conflict" as const };
    };
    const service = { signIn: async () => null, importWithHash: add, importWithPassword: add };
    const fallback = createLoginFallback({ store, service });
    expect((await fallback.onPasswordReset(ADDRESS)).kind).toBe("on-old-side");
    expect((await fallback.onSignUp(ADDRESS)).kind).toBe("taken");
    expect((await fallback.attempt(ADDRESS, "neither")).kind).toBe("wrong-password");
    expect((await fallback.attempt(ADDRESS, "hashcat")).kind).toBe("migrated");
    expect((await fallback.attempt(ADDRESS, "hashcat")).kind).toBe("wrong-password");
    expect((await fallback.attempt(ADDRESS, "U*U")).kind).toBe("already-migrated");
    expect(made).toEqual(["forum:1", "shop:1"]);
    expect((await fallback.onEmailChange("new@example.com", ADDRESS)).kind).toBe("taken");
    expect((await fallback.onDelete(ADDRESS)).kind).toBe("forgotten");
    expect((await fallback.onSignUp(ADDRESS)).kind).toBe("free");
  });

  it.each([
    ["a verified address", [ann(true)]],
    ["a verified address of two", [ann(true), { ...ann(true), externalUserId: "9" }]],
    ["an address", [ann(false)]],
  ])("finds the owners of %s, whatever many others of their system or another have as a name", async (_, owners) => {
    const inCapitals = (at: number) =>
      [...ADDRESS].map((one, index) => (index === at ? one.toUpperCase() : one)).join("");
    const others = Array.from({ length: 12 }, (_, at) => ({
      ...{ externalUserId: `eve${at}`, identifiers: [inCapitals(at)], passwordHash: "$P$eve" },
      ...(at % 2 === 0 ? {} : { email: `eve${at}@example.com`, emailVerified: true }),
    }));
    const store = await open([
      ["forum", others],
      ["shop", [...others.slice(0, 9), ...owners, ...others.slice(9)]],
      ["wiki", others],
    ]);
    const ids = owners.map(({ externalUserId }) => `shop:${externalUserId}`);
    for (const left of ids.map((_, at) => ids.slice(at))) {
      const [sharing, found] = [await store.usersSharing(ADDRESS), await store.findLegacyUser(ADDRESS)];
      expect(sharing.map(({ id }) => id)).toEqual(ids.length === 1 ? [] : left);
      expect(found?.id).toBe(ids.length === 1 ? ids[0] : undefined);
      const user = sharing[0] ?? found;
      if (user !== null) await store.forgetUser(user);
    }
    expect([await store.findLegacyUser(ADDRESS), await store.usersSharing(ADDRESS)]).toEqual([null, []]);
    expect(spelt(await store.addressesOf(ADDRESS))).toContain(ADDRESS);
  });

  it("gives all addresses of a user name that several have, also of those who are forgotten", async () => {
    const sam = (name: string) => ({ ...bob, identifiers: ["sam"], email: `${name}@example.com` });
    const store = await open([
      ["blog", [sam("one")]],
      ["forum", [sam("two")]],
    ]);
    const [first] = await store.usersSharing("sam");
    expect(first?.id).toBe("blog:1");
    if (first !== undefined) await store.forgetUser(first);
    expect(await sharing(store, "sam")).toEqual(["forum:1 $P$bob"]);
    expect(await store.addressesOf("sam")).toEqual(["one@example.com", "two@example.com"]);
    expect(await sharing(store, "unknown")).toEqual([]);
  });

  it.each([
    [8, "gives"],
    [9, "refuses"],
  ])("of %i users with one identifier it %s all", async (count) => {
    const users = Array.from({ length: count }, (_, at) => ({ ...bob, externalUserId: `${at}`, identifiers: ["sam"] }));
    const store = await open([["forum", users]]);
    if (count === 8) expect(await store.usersSharing("sam")).toHaveLength(8);
    else await expect(store.usersSharing("sam")).rejects.toThrow("more than 8 users");
    expect(await idOf(store, "sam")).toBeNull();
  });
}

/** Old systems tell such names apart. */
const FORMS = [
  "bob ",
  " bob",
  "bob\u00a0",
  "\u3000bob",
  "bob\ufeff",
  "bob\u2003",
  "\u2009bob",
  "bob\u2028",
  "bob\t",
  "bob\t\t",
];

/** What every store answers of user names that differ by white space or Unicode form. */
function itTellsNamesApart(open: Open): void {
  const named = (externalUserId: string, name: string, more: object = {}) => ({
    ...{ externalUserId, identifiers: [name], passwordHash: `$P$${externalUserId}`, ...more },
  });
  const addressed = (at: number) => ({ email: `m${at}@example.com`, identifiers: [FORMS[at], `m${at}@example.com`] });
  const idOf = async (store: Store, name: string) => (await store.findLegacyUser(name))?.id ?? null;
  const bob = named("bob", "bob", { email: ADDRESS, identifiers: ["bob", ADDRESS] });

  it.each([1, 4, 8, 9, 10])(
    "finds the user whose name it is to the letter, of %i others with blanks as well",
    async (count) => {
      const strangers = FORMS.slice(0, count).map((name, at) => named(`m${at}`, name, addressed(at)));
      const half = Math.ceil(count / 2);
      const store = await open([
        ["forum", strangers.slice(0, half)],
        ["shop", [...strangers.slice(half), bob]],
      ]);
      for (const left of ["shop:bob", null]) {
        expect(await idOf(store, "bob")).toBe(left);
        expect(await store.usersSharing("bob")).toEqual([]);
        expect(await store.addressesOf("bob")).toEqual([ADDRESS]);
        // One that no user has to the letter, as any person types by accident.
        expect(await idOf(store, "  bob")).toBe(left);
        const own = await store.findLegacyUser("bob ");
        expect(own?.id).toBe("forum:m0");
        expect(await store.addressesOf("bob ")).toEqual(["m0@example.com"]);
        const user = await store.findLegacyUser("bob");
        if (user !== null) await store.forgetUser(user);
      }
      const own = await store.findLegacyUser("bob ");
      if (own !== null) await store.forgetUser(own);
      expect(await idOf(store, "bob ")).toBeNull();
      expect(await store.addressesOf("bob ")).toEqual(["m0@example.com"]);
    },
  );

  it.each([
    ["a blank too many", "bob", ["bob ", "\u00a0bob"]],
    ["a blank less", "bob ", ["bob", "  bob"]],
    ["another form of Unicode", "re\u0301my", ["r\u00e9my", " r\u00e9my "]],
    ["another form of Unicode than the export's", "r\u00e9my", ["re\u0301my"]],
  ])("finds a user who is alone by their name with %s", async (_, name, typed) => {
    const store = await open([["shop", [named("1", name)]]]);
    for (const text of [name, ...typed]) expect(await idOf(store, text)).toBe("shop:1");
    const user = await store.findLegacyUser(name);
    if (user !== null) await store.forgetUser(user);
    for (const text of [name, ...typed]) expect(await idOf(store, text)).toBeNull();
  });

  it.each([
    " forgotten shop:7",
    " owner bob",
    " sharing bob",
    " account shop:7",
    " verified bob",
    " @bob",
    " @@ bob",
    "@ bob",
  ])("takes the user name %j for no note of its own, and for no other name", async (name) => {
    const users = [named("m", name), named("7", "bob"), named("8", "= bob")];
    for (const all of [users, users.toReversed()]) {
      const store = await open([["shop", all]]);
      expect(await idOf(store, name)).toBe("shop:m");
      expect([await idOf(store, "bob"), await idOf(store, "= bob")]).toEqual(["shop:7", "shop:8"]);
      expect(await store.usersSharing("bob")).toEqual([]);
    }
  });

  it("leaves to the password whose name with other blanks it is, and an address in another case as it was", async () => {
    const users = [named("1", "bob ", { email: "Ann@Example.com" }), named("2", " bob"), named("3", "Cem@example.com")];
    const store = await open([["shop", users]]);
    expect((await store.usersSharing("bob")).map(({ id }) => id)).toEqual(["shop:1", "shop:2"]);
    expect(await idOf(store, " cem@EXAMPLE.com")).toBe("shop:3");
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
      ["forum", [stranger]],
    ]);
    for (const isVerified of [false, true]) {
      await load("shop", [JSON.stringify(ann(isVerified))]);
      await load("forum", [JSON.stringify(stranger)]);
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

  it.each([
    ["one user's alone once the other has left it", { ...twin, identifiers: ["twin"], email: "twin@example.com" }],
    ["both users' once neither has it verified", { ...twin, emailVerified: false }],
  ])("an address that two had verified is %s", async (_, later) => {
    const store = opened();
    const own = ann(later.email !== ADDRESS);
    for (const users of [
      [ann(true), twin],
      [own, later],
    ]) {
      for (const [at, system] of ["shop", "forum"].entries()) {
        await store.load(system, [JSON.stringify(users[at])], { isLater: true });
      }
    }
    const sharing = (await store.usersSharing(ADDRESS)).map(({ id }) => id);
    const found = (await store.findLegacyUser(ADDRESS))?.id;
    expect([found, sharing]).toEqual(later.email === ADDRESS ? [undefined, ["forum:1", "shop:1"]] : ["shop:1", []]);
  });

  it("leads by an address that its verified user has left to the one who only wrote it down, with no old hash", async () => {
    const store = opened();
    await store.load("shop", [JSON.stringify(stranger), JSON.stringify(ann(true))]);
    const moved = { ...ann(true), identifiers: ["new@example.com"], email: "new@example.com", passwordHash: "$P$new" };
    await store.load("shop", [JSON.stringify(stranger), JSON.stringify(moved)], { isLater: true });
    expect(await store.findLegacyUser(ADDRESS)).toMatchObject({ id: "shop:2", passwordHash: "$P$eve" });
    expect(await store.findLegacyUser("new@example.com")).toMatchObject({ id: "shop:1", passwordHash: "$P$new" });
  });
}

/** Any person can sign up with any text as a user name, in some systems. */
function itLoadsAllOthers(opened: () => Store & Pick<KvStore, "load">): void {
  const LONG = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join("");
  // In NFC each of these is three characters.
  const GROWING = Array.from({ length: 490 }, (_, at) => (at % 7 < 3 ? "\u{1d160}" : "\u{1d161}")).join("");
  it.each([
    ["has a NUL", "a\0b"],
    ["has half of a character", "a\ud800b"],
    ["is very long", LONG],
    ["gets very long in NFC", GROWING],
    ["is white space", "\u3000"],
  ])("takes in all users beside one whose name %s, and that one by what else they have", async (_, name) => {
    const store = opened();
    const user = (externalUserId: string, ...identifiers: readonly string[]) =>
      JSON.stringify({ externalUserId, identifiers, passwordHash: "$P$B" });
    const social = [{ thirdPartyId: "google", thirdPartyUserId: "a\0b", email: ADDRESS, isVerified: true }];
    const named = { ...JSON.parse(user("1", "ann", name)), email: ADDRESS, thirdParty: social };
    const lines = (later: string) => [
      JSON.stringify(named),
      user("2", name),
      user("3", `bob${later}`),
      user("4\0", "cem"),
    ];
    for (const later of ["", "2"]) {
      const loaded = store.load("shop", lines(later), { isLater: later !== "" });
      await expect(loaded).rejects.toThrow(/^2 of 4 users not taken in, .*: shop:2, shop:4\\u0000$/s);
      expect((await store.findLegacyUser(`bob${later}`))?.id).toBe("shop:3");
      expect((await store.findLegacyUser("ann"))?.id).toBe("shop:1");
      expect(await store.findLegacyUser("cem")).toBeNull();
      if ("left" in store) expect(await (store as Pick<DatabaseStore, "left">).left()).toBe(2);
    }
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
  itLoadsAllOthers(store);
  itSharesIdentifiersAgain(open, (system, lines) => store().load(system, lines));
}
