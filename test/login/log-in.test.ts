import { describe, expect, it, vi } from "vitest";
import {
  bcrypt,
  createLoginFallback,
  createPasswordHasher,
  type LegacyUser,
  type LoginParts,
  type LoginService,
  type LoginStore,
} from "../../src/login/index.js";
import { problem } from "../../src/problems/verify.js";
import type { Verification } from "../../src/verify/index.js";

// Known answer of crypt_blowfish, for U*U.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const EMAIL = "ann@example.com";
const ANN: LegacyUser = { id: "1", passwordHash: BCRYPT };

interface Account {
  readonly userId: string;
}

/** A store and a service in memory: the service knows an address once it has been imported. */
class Store implements LoginStore {
  readonly left = new Map([["ann", ANN]]);
  async findLegacyUser(identifier: string) {
    return this.left.get(identifier) ?? null;
  }
  async addressesOf(identifier: string): Promise<readonly string[]> {
    return identifier === "ann" ? ["old@example.com", EMAIL] : [identifier];
  }
  async forgetUser() {
    return this.left.delete("ann");
  }
}

class Service implements LoginService<LegacyUser, Account> {
  readonly accounts = new Map<string, string>();
  readonly asked: string[] = [];
  async signIn(email: string, password: string): ReturnType<LoginService<LegacyUser, Account>["signIn"]> {
    this.asked.push(email);
    return this.accounts.get(email) === password ? { ok: true, value: { userId: "u1" } } : null;
  }
  async importWithHash() {
    this.accounts.set(EMAIL, "U*U");
    return { ok: true, value: { userId: "u1" } } as const;
  }
}

function server(given: Partial<LoginParts<LegacyUser, Account>> = {}) {
  const store = new Store();
  const service = new Service();
  const onError = vi.fn();
  const hashes = { commonHash: CHEAP };
  const fallback = createLoginFallback<LegacyUser, Account>({ store, service, hashes, onError, ...given });
  return { fallback, store, service, onError };
}

describe("a password that the old system takes in several spellings", () => {
  /** A service that makes its own hash of what it is given. */
  const started = (passwordHash: string, hashes: object) => {
    const { store, service } = server();
    store.left.set("ann", { id: "1", passwordHash });
    const importWithPassword = async (_: LegacyUser, password: string) => {
      service.accounts.set(EMAIL, password);
      return { ok: true, value: { userId: "u1" } } as const;
    };
    const both = Object.assign(service, { importWithPassword });
    const { fallback } = server({ store, service: both, hashes: { commonHash: CHEAP, ...hashes } });
    return { fallback, service };
  };

  it.each([
    ["WordPress took a blank off", "wordpress", " hashcat ", "hashcat"],
    ["Drupal took a line feed off", "drupal", "hashcat\n", "hashcat"],
  ] as const)("stays what the user knows, where %s", async (_, source, typed, password) => {
    const { fallback, service } = started("$P$984478476IagS59wHZvyQMArzfx58u.", { source });
    expect(await fallback.logIn("ann", typed)).toMatchObject({ kind: "migrated", by: "password" });
    expect(service.accounts.get(EMAIL)).toBe(password);
    expect(await fallback.logIn("ann", password)).toMatchObject({ kind: "signed-in" });
    expect(await fallback.logIn("ann", typed)).toMatchObject({ kind: "signed-in" });
    expect(await fallback.logIn("ann", `${password}x`)).toMatchObject({ loggedIn: false });
  });

  it("signs in as it was typed first, where the old hash is over another normal form", async () => {
    const [typed, composed] = ["cafe\u0301", "caf\u00e9"];
    const made = await createPasswordHasher({ write: bcrypt({ cost: 4 }) }).hash(composed);
    if (!made.ok) throw new Error(made.problems[0].code);
    const { fallback, service } = started(made.value, { normalForms: ["as-typed", "NFC"] });
    expect(await fallback.logIn("ann", typed)).toMatchObject({ kind: "migrated", by: "password" });
    expect(service.accounts.get(EMAIL)).toBe(composed);
    for (const text of [typed, composed]) {
      expect(await fallback.logIn("ann", text)).toMatchObject({ kind: "signed-in" });
    }
  });
});

describe("a whole login", () => {
  it("brings a user over with the account that the import gave, and is let in by the service after that", async () => {
    const { fallback, service, store } = server();
    const first = await fallback.logIn("ann", "U*U");
    expect(first).toMatchObject({ kind: "migrated", loggedIn: true, account: { userId: "u1" } });
    expect(store.left.size).toBe(0);
    service.asked.length = 0;
    expect(await fallback.logIn("ann", "U*U")).toEqual({
      kind: "signed-in",
      loggedIn: true,
      account: { userId: "u1" },
    });
    expect(service.asked).toEqual(["old@example.com", EMAIL]);
  });

  it("refuses a wrong password and an unknown user, and asks the service once for each address", async () => {
    const { fallback, service } = server();
    expect((await fallback.logIn("ann", "U*V")).kind).toBe("wrong-password");
    expect((await fallback.logIn("nobody", "U*U")).kind).toBe("unknown-user");
    expect(service.asked).toEqual(["old@example.com", EMAIL, "nobody"]);
  });

  it("asks the service again where another server has brought the user over meanwhile", async () => {
    const [store, service] = [new Store(), new Service()];
    const { signIn } = Service.prototype;
    let calls = 0;
    service.signIn = async (email, password) => {
      const answer = await signIn.call(service, email, password);
      // Another server, right after the service has refused the password.
      if (++calls === 2) {
        await service.importWithHash();
        await store.forgetUser();
      }
      return answer;
    };
    const { fallback } = server({ store, service });
    expect(await fallback.logIn("ann", "U*U")).toMatchObject({
      kind: "signed-in",
      account: { userId: "u1" },
    });
    expect(service.asked).toEqual(["old@example.com", EMAIL, "old@example.com", EMAIL]);
  });

  it("tells nobody that a user is migrated whose password the service refuses", async () => {
    const { fallback, store, service } = server();
    store.left.set("ann", { ...ANN, migrated: true });
    expect(await fallback.logIn("ann", "U*U")).toMatchObject({ kind: "wrong-password", loggedIn: false });
    expect(service.asked).toHaveLength(2);
  });

  it.each([12345, null, {}])("asks nobody about a password that is %o", async (password) => {
    const { fallback, service } = server();
    expect((await fallback.logIn("ann", password as never)).kind).toBe("wrong-password");
    expect((await fallback.logIn({ length: 1 } as never, "U*U")).kind).toBe("unknown-user");
    expect(service.asked).toEqual([]);
  });
});

/** As databases, services and libraries make them. */
const IDS = [
  ...["u1", "7", "550e8400-e29b-41d4-a716-446655440000", "507f1f77bcf86cd799439011", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
  ...["auth0|5f7c8ec7c33c6c004bbafe82", "V-StGXRkZpjHi-BmyTabc", "VXNlcjoxMjM0NTY=", "urn:user:7", "ann@example.com"],
];
/** What a service may say of a wrong password, and what a program makes of an account that is not there. */
const NO_IDS = [
  ...["Unauthorized", "wrong password", "INVALID_CREDENTIALS", "invalid_login_credentials", "userNotFoundInDatabase"],
  ...["<html>401</html>", '{"authenticated":false}', "duplicate", "pending", "error401", "email-already-in-use"],
  ...["null", "undefined", "false", "NaN", "[]", "/login?failed=1", "ok", " u1"],
];

const VERDICT: Omit<Verification, "matches"> = { scheme: "argon2", needsRehash: false, coverage: "whole" };

describe("what signIn answers", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["false", false],
    ["a result without an account", { ok: true, value: null }],
    ["SuperTokens' word", { status: "WRONG_CREDENTIALS_ERROR" }],
    ["a result with SuperTokens' word", { ok: true, value: "WRONG_CREDENTIALS_ERROR" }],
    ["a reply of fetch", new Response("", { status: 401 })],
    ["what verifyPassword says of a wrong password", { ok: true, value: { ...VERDICT, matches: false } }],
    ["a row of MySQL with its verdict", { ok: true, value: { id: "7", matches: 0 } }],
    ["axios: 200 and SuperTokens' word", { status: 200, data: { status: "WRONG_CREDENTIALS_ERROR" } }],
  ])("%s: the fallback is asked", async (_, answer) => {
    const service = Object.assign(new Service(), { signIn: async () => answer as never });
    const { fallback, onError } = server({ service });
    expect((await fallback.logIn("ann", "U*U")).kind).toBe("migrated");
    expect(onError).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a row", { id: "7" }],
    ["data and an error", { data: null, error: new Error("no") }],
    ["a problem", { ok: false, problems: [problem("verify/aborted", "x")] }],
    ["a reply that the service is down", new Response("", { status: 503 })],
    ["a success beside an error", { ok: true, value: {}, error: new Error("no") }],
    ["a search that found nobody", { ok: true, value: [{ id: 1 }].find(() => false) }],
    ["a comparison that failed", { ok: true, value: false }],
    ["a count of none", { ok: true, value: 0 }],
    ["an ID that is empty", { ok: true, value: "" }],
    ["a list of none", { ok: true, value: [] }],
    ["a list", { ok: true, value: [{ id: 1 }] }],
    ["a verdict of another library", { ok: true, value: { isMatch: false, algorithm: "argon2id" } }],
    ["a verdict beside the account", { ok: true, value: { id: "7", passwordMatches: false } }],
    ["a verdict of MySQL", { ok: true, value: { id: "7", is_valid: 0 } }],
    ["a verdict on a user in it", { ok: true, value: { user: { id: 7, ok: false } } }],
    ["a verdict as text", { ok: true, value: { id: "7", passwordCorrect: "f" } }],
    ["no verdict on a password that is null", { ok: true, value: { id: "7", same: null } }],
    ["a session that was not begun", { ok: true, value: { email: EMAIL, is_signed_in: false } }],
    ["a message", { ok: true, value: { message: "wrong password", name: "", valid: false } }],
    ["a record without a user", { ok: true, value: { user: null } }],
    ["an empty record", { ok: true, value: {} }],
    ["pg's answer with no row", { ok: true, value: { command: "SELECT", rowCount: 0, rows: [] } }],
    ["a result without a value", { ok: true }],
    ["OK and no user, as services say of their health", { status: "OK" }],
    ["OK and an empty user", { status: "OK", user: {} }],
    ["axios: OK and no user", { status: 200, data: { status: "OK" } }],
    ["OK in one answer, and a user in another", { status: 200, user: { id: "7" }, data: { status: "OK" } }],
    ["a reply of fetch that was not read", new Response('{"status":"WRONG_CREDENTIALS_ERROR"}')],
    ["axios: 200 and a message", { status: 200, data: { message: "Invalid credentials" } }],
    ["axios: 200 and a page", { status: 200, data: "<html></html>" }],
    ["axios: 204", { status: 204, data: "" }],
    ["got: 200", { ok: true, statusCode: 200, body: "{}" }],
  ])("%s: nothing is known, and nobody is brought over", async (_, answer) => {
    const service = Object.assign(new Service(), { signIn: async () => answer as never });
    const { fallback, onError } = server({ service });
    expect(await fallback.logIn("ann", "U*U")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/service-unavailable" }],
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.anything(), "signIn");
    expect(service.accounts.size).toBe(0);
  });

  it("a problem of the client: it is named, and the log has an error", async () => {
    const down = { ok: false, problems: [{ code: "client/unreachable", message: "no connection" }] };
    const service = Object.assign(new Service(), { signIn: async () => down as never });
    const { fallback, onError } = server({ service });
    expect(await fallback.logIn("ann", "U*U")).toMatchObject({
      problems: [{ message: "the service could not be asked about the password (client/unreachable)" }],
    });
    const [[error] = []] = onError.mock.calls;
    expect([String(error), (error as Error).cause]).toEqual(["Error: signIn: client/unreachable: no connection", down]);
  });

  it.each(["u1", 7, { userId: "u1" }])("of %j, which says nothing, the log gets a sentence", async (answer) => {
    const service = Object.assign(new Service(), { signIn: async () => answer as never });
    const { fallback, onError } = server({ service });
    expect((await fallback.logIn("ann", "U*U")).kind).toBe("busy");
    const message = "signIn gave neither { ok: true, value } with an account nor null";
    const error = new TypeError(message, { cause: answer });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, "signIn");
  });

  it.each(NO_IDS)("the text %j as value may be no ID: the log is told what to give", async (value) => {
    const answer = { ok: true, value };
    const service = Object.assign(new Service(), { signIn: async () => answer as never });
    const { fallback, onError } = server({ service });
    expect((await fallback.logIn("ann", "U*U")).kind).toBe("busy");
    const message = "signIn gave a value that is a text and may be no ID: give { userId } as the value";
    expect(onError).toHaveBeenCalledExactlyOnceWith(new TypeError(message, { cause: answer }), "signIn");
  });

  it.each(IDS)("the text %s as value is an ID", async (value) => {
    const service = Object.assign(new Service(), { signIn: async () => ({ ok: true, value }) as never });
    const outcome = { kind: "signed-in", loggedIn: true, account: value };
    expect(await server({ service }).fallback.logIn("ann", "x")).toEqual(outcome);
  });

  it("an SDK's own success has all of it as the account", async () => {
    const signed = { status: "OK", user: { id: "u9" } };
    const service = Object.assign(new Service(), { signIn: async () => signed as never });
    expect(await server({ service }).fallback.logIn("ann", "x")).toEqual({
      kind: "signed-in",
      loggedIn: true,
      account: signed,
    });
  });

  it.each<[string, unknown, unknown]>([
    ["an ID", { ok: true, value: 7 }, 7],
    ["a record", { ok: true, value: { user: null, id: "7" } }, { user: null, id: "7" }],
    ["true", true, undefined],
    ["what verifyPassword says of the right password", { ok: true, value: { ...VERDICT, matches: true } }, undefined],
    ["a session", { ok: true, value: { access_token: "t", expires_in: 60 } }, { access_token: "t", expires_in: 60 }],
    ["OK and a user's ID", { status: "OK", user: "7" }, { status: "OK", user: "7" }],
  ])("%s is a success", async (_, answer, account) => {
    const service = Object.assign(new Service(), { signIn: async () => answer as never });
    const outcome = { kind: "signed-in", loggedIn: true, account };
    expect(await server({ service }).fallback.logIn("ann", "x")).toEqual(outcome);
  });

  it("a search that may find nobody, and a reply of HTTP, do not compile", () => {
    const users = [{ email: EMAIL }];
    const store = new Store();
    const { importWithHash } = new Service();
    const signInBySearch = async () => ({ ok: true, value: users.find(({ email }) => email === "x") }) as const;
    const signInByFetch = async () => new Response();
    // @ts-expect-error undefined is no account
    createLoginFallback({ store, service: { importWithHash, signIn: signInBySearch } });
    // @ts-expect-error a status of HTTP says nothing of the password
    createLoginFallback({ store, service: { importWithHash, signIn: signInByFetch } });
  });

  it("nothing within its time is busy, as is a store that gives no addresses", async () => {
    const service = Object.assign(new Service(), { signIn: () => new Promise<never>(() => undefined) });
    const slow = server({ service, limits: { timeoutMs: 20 } });
    expect(await slow.fallback.logIn("ann", "U*U")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/timed-out" }],
    });
    const store = Object.assign(new Store(), { addressesOf: async () => "ann" as never });
    expect(await server({ store }).fallback.logIn("ann", "U*U")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed" }],
    });
  });
});

describe("the addresses that what was typed leads to", () => {
  it("are what was typed where the old side has none", async () => {
    const store = Object.assign(new Store(), { addressesOf: async () => [] });
    const { fallback, service } = server({ store });
    service.accounts.set("new@example.com", "right");
    expect(await fallback.logIn("new@example.com", "right")).toMatchObject({ kind: "signed-in" });
    expect(await fallback.onPasswordReset("new@example.com")).toMatchObject({ addresses: ["new@example.com"] });
  });

  it.each([[[null]], [[undefined]], [[""]], [[{ email: EMAIL }]], [{ rows: [] }]])(
    "are not %j: nothing is known",
    async (given) => {
      const store = Object.assign(new Store(), { addressesOf: async () => given as never });
      const { fallback, service } = server({ store });
      const problems = [{ code: "login/function-failed", message: "addressesOf did not give a list of addresses" }];
      expect(await fallback.logIn(EMAIL, "U*U")).toMatchObject({ kind: "busy", problems });
      expect(service.asked).toEqual([EMAIL]);
    },
  );
});

describe("while the store can't be asked", () => {
  const down = (error: () => Promise<never>, given: Partial<LoginParts<LegacyUser, Account>> = {}) => {
    const store = Object.assign(new Store(), { findLegacyUser: error, addressesOf: error });
    const parts = server({ store, ...given });
    parts.service.accounts.set(EMAIL, "U*U");
    return parts;
  };
  const refused = () => Promise.reject(new Error("ECONNREFUSED"));

  it("the service lets in who types their address, and a wrong password is busy", async () => {
    const { fallback, service } = down(refused);
    expect(await fallback.logIn(EMAIL, "U*U")).toMatchObject({ kind: "signed-in", account: { userId: "u1" } });
    const busy = { kind: "busy", problems: [{ code: "login/function-failed", message: "addressesOf failed" }] };
    expect(await fallback.logIn(EMAIL, "U*V")).toMatchObject(busy);
    expect(service.asked).toEqual([EMAIL, EMAIL]);
    expect(await fallback.logIn("ann", "U*U")).toMatchObject(busy);
    expect(service.asked).toHaveLength(2);
  });

  it("a store that hangs leaves the service time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { fallback } = down(() => new Promise<never>(() => undefined));
      const login = fallback.logIn(EMAIL, "U*U");
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await login).kind).toBe("signed-in");
      const wrong = fallback.logIn(EMAIL, "U*V");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await wrong).toMatchObject({ kind: "busy", problems: [{ code: "login/timed-out" }] });
    } finally {
      vi.useRealTimers();
    }
  });

  it("an address that too many have, or that leads to another, is not asked for", async () => {
    const { fallback, service } = down(() => Promise.reject(new Error("many", { cause: "login/identifier-shared" })));
    const outcome = await fallback.logIn(EMAIL, "U*U");
    expect(outcome).toMatchObject({ kind: "busy", problems: [{ code: "login/identifier-shared" }] });
    expect(service.asked).toEqual([]);
    const store = Object.assign(new Store(), { addressesOf: async () => ["other@example.com"] });
    const other = server({ store });
    other.service.accounts.set(EMAIL, "U*U");
    expect((await other.fallback.logIn(EMAIL, "U*U")).kind).toBe("unknown-user");
    expect(other.service.asked).toEqual(["other@example.com"]);
  });
});

describe("what the import gave back", () => {
  it.each<[string, unknown, unknown]>([
    ["the value of a result", { ok: true, value: { userId: "u2" } }, { userId: "u2" }],
    ["an SDK's answer", { status: "OK", user: 1 }, { status: "OK", user: 1 }],
    ["nothing of true", true, undefined],
    ...IDS.map((id) => [`the ID ${id}`, { ok: true, value: id }, id] as [string, unknown, unknown]),
  ])("is the account: %s", async (_, answer, account) => {
    const service = Object.assign(new Service(), { importWithHash: async () => answer as never });
    expect(await server({ service }).fallback.attempt("ann", "U*U")).toMatchObject({
      kind: "migrated",
      account,
    });
  });
});

describe("a text that may be no ID", () => {
  it.each(NO_IDS.filter((text) => !["null", "false", "[]", "ok", '{"authenticated":false}'].includes(text)))(
    "does not say that the import has succeeded: %j",
    async (value) => {
      const service = Object.assign(new Service(), { importWithHash: async () => ({ ok: true, value }) as never });
      const { fallback, store } = server({ service });
      expect((await fallback.attempt("ann", "U*U")).kind).toBe("busy");
      expect(store.left.size).toBe(1);
    },
  );
});

describe("options of a caller's bug", () => {
  const store = new Store();
  const service = new Service();
  it.each<[string, object]>([
    ["a store without forgetUser", { store: { findLegacyUser: async () => null }, service }],
    ["a service without signIn", { store, service: { importWithHash: async () => true } }],
    ["no service", { store }],
    ["a store that is null", { store: null, service }],
    ["an option of no group", { store, service, source: "wordpress" }],
    ["a name that is not of the group", { store, service, hashes: { sauce: "wordpress" } }],
    ["a limit that does not exist", { store, service, limits: { attempts: 5 } }],
    ["a least time that is no number", { store, service, limits: { answerAtLeastMs: 0.5 } }],
  ])("throw: %s", (_, options) => {
    expect(() => createLoginFallback(options as never)).toThrow(TypeError);
  });
});

describe("a least time", () => {
  it("is waited for by every answer, and not by whoever has gone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { fallback } = server({ limits: { answerAtLeastMs: 1000, answerWithinMs: 5000 } });
      const answered: string[] = [];
      const login = fallback.logIn("nobody", "U*U").then(({ kind }) => answered.push(kind));
      const gone = new AbortController();
      const left = fallback.attempt("ann", "wrong", { signal: gone.signal });
      gone.abort();
      expect((await left).kind).toBe("busy");
      await vi.advanceTimersByTimeAsync(999);
      expect(answered).toEqual([]);
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(1);
        expect(answered).toEqual(["unknown-user"]);
      });
      await login;
    } finally {
      vi.useRealTimers();
    }
  });
});
