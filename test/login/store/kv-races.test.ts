import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAdministrationClient, createImportClient } from "../../../src/client/index.js";
import { bcrypt, createImportService, createLoginFallback } from "../../../src/login/index.js";
import { type KvNamespace, openKvStore } from "../../../src/login/store/kv.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";

// Known answer of hashcat's examples, of the password hashcat.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const EMAIL = "ann@example.com";
const LINE = JSON.stringify({ externalUserId: "7", identifiers: [EMAIL], email: EMAIL, passwordHash: PHPASS });

function namespaceOver(texts: Map<string, string>): KvNamespace {
  return {
    get: async (key) => texts.get(key) ?? null,
    put: async (key, text) => texts.set(key, text),
    delete: async (key) => texts.delete(key),
  };
}

/** A gate at which a call waits until it is opened. */
function gate() {
  let open = (): void => undefined;
  let arrive = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { open: () => open(), reached, pass };
}

/** A service, and isolates over one namespace. */
async function isolates() {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
  const headers = { "api-key": "k", "content-type": "application/json; charset=utf-8" };
  const asked = async (path: string, method: string, body: object) => {
    const reply = await rehearsal.fetch(`http://localhost${path}`, { method, headers, body: JSON.stringify(body) });
    return ((await reply.json()) as { status: string }).status;
  };
  const texts = new Map<string, string>();
  await openKvStore(namespaceOver(texts)).load("shop", [LINE]);
  const isolate = (hold: { readonly pass: () => Promise<void> } | undefined, after = false) => {
    const connection = {
      baseUrl: "http://localhost",
      apiKey: "k",
      service: "supertokens" as const,
      fetch: async (input: string | URL | Request, init?: RequestInit) => {
        const isHeld = String(input).includes("passwordhash/import");
        if (isHeld && !after) await hold?.pass();
        const reply = await rehearsal.fetch(input, init);
        if (isHeld && after) await hold?.pass();
        return reply;
      },
    };
    const store = openKvStore(namespaceOver(texts));
    const service = createImportService({
      client: createImportClient(connection),
      administration: createAdministrationClient(connection),
      store,
      write: bcrypt({ cost: 4 }),
    });
    return createLoginFallback({ store, service });
  };
  return {
    isolate,
    opens: async (password: string) => (await asked("/rehearsal/signin", "POST", { email: EMAIL, password })) === "OK",
    set: (password: string) => async () => {
      const recipeUserId = rehearsal.state().users[0]?.id;
      return (await asked("/recipe/user", "PUT", { recipeUserId, password })) === "OK";
    },
  };
}

describe("a login in another isolate", () => {
  it("leaves no account open to the old password that it wrote over one that was set meanwhile", async () => {
    const { isolate, opens, set } = await isolates();
    const held = gate();
    const [door, login] = [isolate(undefined), isolate(held)];
    expect((await door.onPasswordReset(EMAIL)).kind).toBe("migrated");
    const loggedIn = login.logIn(EMAIL, "hashcat");
    await held.reached;
    expect((await door.onPasswordSet([EMAIL], set("Brandnew1"))).kind).toBe("forgotten");
    expect(await opens("Brandnew1")).toBe(true);
    held.open();
    expect(await loggedIn).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/migrated-meanwhile", message: expect.stringContaining("does not open") }],
    });
    expect(await opens("hashcat")).toBe(false);
    // The person asks for a link once more.
    expect((await door.onPasswordSet([EMAIL], set("Brandnew2"))).kind).toBe("no-legacy-user");
    expect(await opens("Brandnew2")).toBe(true);
  });

  it("leaves a new password alone that was set after it had written the old one", async () => {
    const { isolate, opens, set } = await isolates();
    const held = gate();
    const [door, login] = [isolate(undefined), isolate(held, true)];
    expect((await door.onPasswordReset(EMAIL)).kind).toBe("migrated");
    const loggedIn = login.logIn(EMAIL, "hashcat");
    await held.reached;
    expect((await door.onPasswordSet([EMAIL], set("Brandnew1"))).kind).toBe("forgotten");
    held.open();
    expect(await loggedIn).toMatchObject({ kind: "busy", problems: [{ code: "login/migrated-meanwhile" }] });
    expect([await opens("hashcat"), await opens("Brandnew1")]).toEqual([false, true]);
  });

  it("lets its user in where another login brought them over at the same time", async () => {
    const { isolate, opens } = await isolates();
    const held = gate();
    const [one, other] = [isolate(held), isolate(undefined)];
    const loggedIn = one.logIn(EMAIL, "hashcat");
    await held.reached;
    expect((await other.logIn(EMAIL, "hashcat")).kind).toBe("migrated");
    held.open();
    expect((await loggedIn).kind).toBe("migrated");
    expect(await opens("hashcat")).toBe(true);
  });

  it("says that the old password may open the account where the service can't withdraw it", async () => {
    const store = openKvStore(namespaceOver(new Map()));
    await store.load("shop", [LINE]);
    const fallback = createLoginFallback({
      store,
      service: {
        signIn: async () => null,
        importWithHash: async () => true,
        importWithPassword: async (user) => store.forgetUser(user),
      },
    });
    expect(await fallback.logIn(EMAIL, "hashcat")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/migrated-meanwhile", message: expect.stringContaining("may open the account") }],
    });
  });
});

/** The calls of two parties, each of which waits for its turn. */
function inTurns() {
  const waiting: (() => void)[][] = [[], []];
  const party = (which: number, namespace: KvNamespace): KvNamespace => {
    const turn = () => new Promise<void>((go) => waiting[which]?.push(go));
    return {
      get: async (key) => turn().then(() => namespace.get(key)),
      put: async (key, text) => turn().then(() => namespace.put(key, text)),
      delete: async (key) => turn().then(() => namespace.delete(key)),
    };
  };
  /** Lets a party make so many calls, or all that it has. */
  const go = async (which: number, calls: number) => {
    for (let call = 0; call < calls; call++) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = waiting[which]?.shift();
      if (next === undefined) return;
      next();
    }
  };
  return { party, go };
}

it("a door and a login that take a user out at once are not both told that they were alone", async () => {
  const all = 40;
  const ends = new Set<string>();
  for (const [first, second] of [[0, 1] as const, [1, 0] as const]) {
    for (let calls = 0; calls < 14; calls++) {
      for (let others = 0; others < 14; others++) {
        const texts = new Map<string, string>();
        const namespace = namespaceOver(texts);
        await openKvStore(namespace).load("shop", [LINE]);
        const user = await openKvStore(namespace).findLegacyUser(EMAIL);
        if (user === null) throw new Error("not there");
        const { party, go } = inTurns();
        const door = openKvStore(party(0, namespace)).forgetUser(user);
        const login = openKvStore(party(1, namespace)).forgetImported(user);
        await go(first, calls);
        await go(second, others);
        await go(first, all);
        await go(second, all);
        ends.add(`${await door} ${await login}`);
        expect([...texts.values()].filter((text) => text.includes(PHPASS))).toEqual([]);
      }
    }
  }
  expect([...ends].sort()).toEqual(["false false", "false true", "true false"]);
});

it("a door that failed long ago does not withdraw what a login imports", async () => {
  const texts = new Map<string, string>();
  const namespace = namespaceOver(texts);
  await openKvStore(namespace).load("shop", [LINE]);
  const user = await openKvStore(namespace).findLegacyUser(EMAIL);
  if (user === null) throw new Error("not there");
  const failing = { ...namespace, put: async () => Promise.reject(new Error("429")) };
  let puts = 0;
  const once = {
    ...namespace,
    put: async (key: string, text: string) => (puts++ === 0 ? namespace : failing).put(key, text),
  };
  await expect(openKvStore(once).forgetUser(user)).rejects.toThrow("429");
  expect(await openKvStore(namespace).forgetImported(user)).toBe(false);
  vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await openKvStore(namespace).forgetImported(user)).toBe(true);
});
