import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createVerifyHandler, type VerifyHandlerOptions } from "../../../src/serve/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { BCRYPT, CHEAP, handlerFor, SECRET, seen, type TestUser } from "../call.js";

const RIGHT = { identifier: "ann@example.com", password: "U*U" };
const MATCH = [200, { status: "password_match" }];
const REFUSED = [403, {}];

/** As an ORM may give one: fields that are getters over private ones. */
class PrivateRecord implements TestUser {
  readonly #hash: string;
  readonly #id: string;
  readonly email = "ann@example.com";
  reads = 0;
  constructor(hash: string, id = "1") {
    this.#hash = hash;
    this.#id = id;
  }
  get id() {
    return this.#id;
  }
  get passwordHash() {
    this.reads++;
    return this.#hash;
  }
}

describe("a record with private fields", () => {
  it("is checked like any other, and its hash is read once", async () => {
    const user = new PrivateRecord(BCRYPT);
    const onMatch = vi.fn(() => true);
    const { send } = handlerFor({ findLegacyUser: async () => user, onMatch });
    expect(await seen(send(RIGHT))).toEqual(MATCH);
    expect(user.reads).toBe(1);
    expect(onMatch).toHaveBeenCalledExactlyOnceWith(user);
    expect(await seen(send({ ...RIGHT, password: "U*V" }))).toEqual(REFUSED);
  });

  it("is named by its own ID where it is at fault", async () => {
    const { send, reports } = handlerFor({
      findLegacyUser: async () => new PrivateRecord("$2a$05$cut", "77"),
    });
    expect(await seen(send(RIGHT))).toEqual(REFUSED);
    expect(reports[0]).toMatchObject({ userId: "77" });
  });
});

describe("an answer", () => {
  it("is none to a password with a blank that the old system takes off: the service would keep it", async () => {
    const user = { id: "1", email: "ann@example.com", passwordHash: "$P$984478476IagS59wHZvyQMArzfx58u." };
    const onMatch = vi.fn(() => true);
    const { send } = handlerFor({ findLegacyUser: async () => user, hashes: { source: "wordpress" }, onMatch });
    expect(await seen(send({ ...RIGHT, password: "hashcat " }))).toEqual(REFUSED);
    expect(onMatch).not.toHaveBeenCalled();
    expect(await seen(send({ ...RIGHT, password: "hashcat" }))).toEqual(MATCH);
  });

  it("says that a password is right, and nothing else of those that are not", async () => {
    const { send, reports } = handlerFor();
    expect(await seen(send(RIGHT))).toEqual(MATCH);
    expect(await seen(send({ identifier: "bob@example.com", password: "hashcat" }))).toEqual(MATCH);
    for (const [identifier, password] of [
      ["ann@example.com", "U*V"],
      ["nobody@example.com", "U*U"],
      ["eve@example.com", "U*U"],
      ["disabled@example.com", "U*U"],
      ["gone@example.com", "U*U"],
      ["none@example.com", ""],
    ]) {
      expect(await seen(send({ identifier, password })), identifier).toEqual(REFUSED);
    }
    expect(reports.map(({ answer, userId }) => [answer, userId])).toEqual([
      ["match", null],
      ["match", null],
      ["refused", null],
      ["refused", null],
      ["refused", "3"],
      ["blocked", null],
      ["refused", null],
      ["refused", "6"],
    ]);
  });

  it("does not let in what only begins like the password", async () => {
    // 72 bytes are all that bcrypt sees: whatever comes after them would become part of the new password.
    const hash = "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui";
    const whole = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored";
    const verified = await verifyPassword(whole, hash);
    expect(verified.ok && verified.value.matches).toBe(true);
    const users: TestUser[] = [{ id: "1", email: "ann@example.com", passwordHash: hash }];
    const { send, reports } = handlerFor({}, users);
    expect(await seen(send({ identifier: "ann@example.com", password: whole }))).toEqual(REFUSED);
    expect(reports[0]).toMatchObject({
      answer: "must-reset",
      problems: [{ code: "login/password-not-covered" }],
    });
  });

  it("does not have a service hash a password that its own hash would cut", async () => {
    for (const [bytes, expected] of [
      [72, MATCH],
      [73, REFUSED],
    ] as const) {
      const password = "p".repeat(bytes);
      const passwordHash = `{SHA}${createHash("sha1").update(password).digest("base64")}`;
      const users: TestUser[] = [{ id: "1", email: "ann@example.com", passwordHash }];
      const { send } = handlerFor({ newHashBytes: 72 }, users);
      expect(await seen(send({ identifier: "ann@example.com", password }))).toEqual(expected);
    }
  });

  it("matches each of many logins of one user at the same time", async () => {
    const { send } = handlerFor();
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(RIGHT)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it("does the same work for unknown users, damaged hashes and those who are gone", async () => {
    const verify = vi.fn(verifyPassword);
    const { send, reports } = handlerFor({
      hashes: { verify, commonHash: "$2b$10$KJHgsdf8723hsdGFJH2kjOeYh5bDqVnxZc1v0mTgq0uXkUjf9Q8Qu" },
    });
    for (const name of ["nobody", "eve", "gone"]) {
      await send({ identifier: `${name}@example.com`, password: "x" });
    }
    // bcrypt with cost 10 takes tens of milliseconds on any machine; a reply without work takes none.
    expect(Math.min(...reports.map(({ milliseconds }) => milliseconds))).toBeGreaterThan(10);
  });

  it("is busy, not wrong, where the old system can't be asked or the queue is full", async () => {
    const onError = vi.fn();
    const broken = handlerFor({
      onError,
      findLegacyUser: () => Promise.reject(new Error("the disk")),
    });
    const [status, body] = await seen(broken.send(RIGHT));
    expect([status, body]).toEqual([503, {}]);
    expect(onError).toHaveBeenCalledOnce();
    const full = handlerFor({ limits: { verification: { queueLength: 0, concurrency: 1 } } });
    const replies = await Promise.all(Array.from({ length: 8 }, () => full.send(RIGHT)));
    const statuses = replies.map((reply) => reply.status);
    expect(statuses).toContain(503);
    expect(statuses.filter((one) => one !== 503 && one !== 200)).toEqual([]);
  });

  it("is noted once a password is right, and stays what it is where the note fails or hangs", async () => {
    const onMatch = vi.fn();
    const { send } = handlerFor({ onMatch });
    await send({ ...RIGHT, password: "U*V" });
    await send({ identifier: "disabled@example.com", password: "U*U" });
    expect(onMatch).not.toHaveBeenCalled();
    expect(await seen(send(RIGHT))).toEqual(MATCH);
    expect(onMatch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "1" }));
    for (const failing of [
      () => Promise.reject<never>(new Error("the disk")),
      () => new Promise<never>(() => undefined),
    ]) {
      const { send: ask, reports } = handlerFor({ onMatch: failing, limits: { answerWithinMs: 500 } });
      expect(await seen(ask(RIGHT))).toEqual(MATCH);
      expect(reports[0]).toMatchObject({ userId: "1", problems: [{ code: "serve/match-not-noted" }] });
    }
  });

  it.each([
    ["ory", RIGHT, 10_000],
    ["ory", RIGHT, 20, { answerWithinMs: 20 }],
    [
      "okta",
      {
        eventType: "com.okta.user.credential.password.import",
        data: { context: { credential: { username: "ann@example.com", password: "U*U" } } },
      },
      3_000,
    ],
    [
      "cognito",
      {
        triggerSource: "UserMigration_Authentication",
        userName: "ann@example.com",
        request: { password: "U*U" },
      },
      5_000,
    ],
  ] as const)(
    "tells %s to come again before it has given up, where the old system hangs",
    async (shape, call, milliseconds, limits?: object) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      let asked = () => {};
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const findLegacyUser = () => {
        asked();
        return new Promise<never>(() => undefined);
      };
      let status = 0;
      const reply = handlerFor({ shape, findLegacyUser, ...(limits && { limits }) })
        .send(call)
        .then((response) => {
          status = response.status;
        });
      await isAsked;
      await vi.advanceTimersByTimeAsync(milliseconds - 1);
      expect(status).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      await reply;
      expect(status).toBe(503);
    },
  );

  it("ends with the request", async () => {
    const gone = new AbortController();
    const { send } = handlerFor({ findLegacyUser: () => new Promise(() => undefined) });
    const reply = send(RIGHT, { signal: gone.signal });
    gone.abort();
    expect((await reply).status).toBe(503);
  });

  it("is the same where the log fails, or a profile is not there", async () => {
    const { send } = handlerFor({
      onReply: () => {
        throw new Error("the log");
      },
    });
    expect(await seen(send(RIGHT))).toEqual(MATCH);
    const { send: withoutProfile, reports } = handlerFor({
      shape: "cognito",
      profile: () => Promise.reject(new Error("the directory")),
    });
    const event = {
      triggerSource: "UserMigration_Authentication",
      userName: "ann@example.com",
      request: { password: "U*U" },
    };
    expect(await seen(withoutProfile(event))).toEqual([503, {}]);
    expect(reports[0]).toMatchObject({ userId: "1", problems: [{ code: "serve/profile-unusable" }] });
  });
});

describe("a caller", () => {
  const attempt = async (caller: VerifyHandlerOptions<TestUser>["caller"], headers: Record<string, string>) => {
    const findLegacyUser = vi.fn(async () => ({ id: "1", email: "ann@example.com", passwordHash: BCRYPT }));
    const { send } = handlerFor({ caller, findLegacyUser });
    const { status } = await send(RIGHT, { headers: { "content-type": "application/json", ...headers } });
    return [status, findLegacyUser.mock.calls.length];
  };
  const basic = `Basic ${Buffer.from("okta:a long password").toString("base64")}`;

  it.each([
    [{ bearer: SECRET }, { authorization: `Bearer ${SECRET}` }],
    [{ bearer: ["the one that is to come", SECRET] }, { authorization: `Bearer ${SECRET}` }],
    [{ basic: "okta:a long password" }, { authorization: basic }],
    [{ header: "X-Hook-Secret", secret: SECRET }, { "x-hook-secret": SECRET }],
    ["in-front" as const, {}],
    [async ({ headers }: { headers: Headers }) => headers.has("x-proven"), { "x-proven": "1" }],
  ])("gets in with %j", async (caller, headers) => {
    expect(await attempt(caller as never, headers as never)).toEqual([200, 1]);
  });

  it.each([
    [{ bearer: SECRET }, {}],
    [{ bearer: SECRET }, { authorization: `Bearer ${SECRET}x` }],
    [{ bearer: SECRET }, { authorization: SECRET }],
    [{ bearer: SECRET }, { authorization: `Bearer ${SECRET.slice(0, -1)}` }],
    [{ bearer: SECRET }, { authorization: `Bearer ${"x".repeat(9000)}` }],
    [{ basic: "okta:a long password" }, { authorization: `Bearer ${SECRET}` }],
    [{ header: "X-Hook-Secret", secret: SECRET }, { authorization: `Bearer ${SECRET}` }],
    [() => "yes" as never, {}],
    [() => Promise.reject(new Error("no keys")), {}],
  ])("is refused before anything is read or looked up: %j, %j", async (caller, headers) => {
    expect(await attempt(caller as never, headers as never)).toEqual([401, 0]);
  });

  it("is refused where a check of one's own hangs", async () => {
    const { send } = handlerFor({
      caller: () => new Promise(() => undefined),
      limits: { answerWithinMs: 20 },
    });
    expect((await send(RIGHT)).status).toBe(401);
  });

  it("does not have its body read", async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(1)));
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const { handler } = handlerFor();
    const request = new Request("http://127.0.0.1/", { method: "POST", body, duplex: "half" } as RequestInit);
    expect((await handler(request)).status).toBe(401);
    expect(pull).not.toHaveBeenCalled();
  });

  it.each([
    { bearer: "short" },
    { bearer: [] },
    { bearer: [SECRET, "short"] },
    { bearer: ` ${SECRET}` },
    { bearer: "über sechzehn Zeichen lang" },
    { basic: "no colon in this one" },
    { header: "not a name", secret: SECRET },
    {},
  ])("can't be told by %j", (caller) => {
    expect(() => handlerFor({ caller: caller as never })).toThrow(TypeError);
  });
});

describe("a call that is not one", () => {
  const codes = async (reply: Promise<Response>) => {
    const [status, body] = await seen(reply);
    return [status, (body as { error: { code: string } }).error.code];
  };
  const headers = { authorization: `Bearer ${SECRET}`, "content-type": "application/json" };

  it.each<[number, string, unknown, RequestInit]>([
    [405, "serve/method-not-allowed", RIGHT, { method: "PUT" }],
    [415, "serve/content-type", RIGHT, { headers: { ...headers, "content-type": "text/plain" } }],
    [
      415,
      "serve/content-type",
      RIGHT,
      { headers: { ...headers, "content-type": "application/json; charset=utf-16le" } },
    ],
    [415, "serve/content-type", RIGHT, { headers: { authorization: `Bearer ${SECRET}` } }],
    [413, "serve/body-too-large", { ...RIGHT, password: "x".repeat(70_000) }, {}],
    [400, "serve/body-malformed", "{", {}],
    [400, "serve/body-malformed", "[]", {}],
    [400, "serve/body-malformed", "null", {}],
    [400, "serve/body-malformed", "", {}],
    [400, "serve/body-malformed", `${"[".repeat(60_000)}`, {}],
    [400, "serve/body-malformed", { password: "x" }, {}],
    [400, "serve/body-malformed", { identifier: "", password: "x" }, {}],
    [400, "serve/body-malformed", { identifier: "ann@example.com" }, {}],
    [400, "serve/body-malformed", { identifier: ["ann@example.com"], password: "x" }, {}],
    [400, "serve/body-malformed", { identifier: "ann@example.com", password: 1 }, {}],
    [400, "serve/body-malformed", '{"__proto__":{"identifier":"ann@example.com","password":"U*U"}}', {}],
  ])("is %d %s", async (status, code, body, init) => {
    const { send } = handlerFor();
    expect(await codes(send(body, init))).toEqual([status, code]);
  });

  it("is refused for bytes that are no text, and for a body that says it is larger than allowed", async () => {
    const { handler } = handlerFor();
    const request = (body: Buffer, more = {}) =>
      new Request("http://127.0.0.1/", { method: "POST", headers: { ...headers, ...more }, body });
    const text = Buffer.from(JSON.stringify({ ...RIGHT, password: "ü" }), "latin1");
    expect(await codes(handler(request(text)))).toEqual([400, "serve/body-malformed"]);
    const lying = { headers: new Headers({ ...headers, "content-length": "999999999" }) };
    const fake = { ...lying, method: "POST", url: "http://127.0.0.1/", body: null } as unknown as Request;
    Object.assign(fake, { signal: new AbortController().signal });
    expect(await codes(handler(fake))).toEqual([413, "serve/body-too-large"]);
  });

  it("is ended where its body has no end, comes too slowly, or breaks off", async () => {
    // Time enough for the check of the caller, on a busy machine as well.
    const { handler } = handlerFor({ limits: { answerWithinMs: 1_000 } });
    const withBody = (source: ConstructorParameters<typeof ReadableStream>[0]) =>
      handler(
        new Request("http://127.0.0.1/", {
          method: "POST",
          headers,
          body: new ReadableStream(source),
          duplex: "half",
        } as RequestInit),
      );
    const cancel = vi.fn();
    const endless = {
      pull: (to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(9000)),
      cancel,
    };
    expect(await codes(withBody(endless))).toEqual([413, "serve/body-too-large"]);
    expect(cancel).toHaveBeenCalled();
    expect(await codes(withBody({}))).toEqual([408, "serve/body-incomplete"]);
    const broken = { pull: (to: ReadableStreamDefaultController) => to.error(new Error("reset")) };
    expect(await codes(withBody(broken))).toEqual([408, "serve/body-incomplete"]);
  });

  it("is read, and held to the same limits, where a request has no stream of its body, as in Firefox", async () => {
    const { handler } = handlerFor();
    const request = (body: unknown, more: object = {}) => {
      const made = new Request("http://127.0.0.1/", { method: "POST", headers, body: JSON.stringify(body) });
      return Object.defineProperties(made, { body: { value: undefined }, ...more });
    };
    expect(await seen(handler(request(RIGHT)))).toEqual(MATCH);
    expect(await seen(handler(request({ ...RIGHT, password: "another" })))).toEqual(REFUSED);
    const long = { ...RIGHT, password: "x".repeat(70_000) };
    expect(await codes(handler(request(long)))).toEqual([413, "serve/body-too-large"]);
    const broken = { arrayBuffer: { value: () => Promise.reject(new Error("reset")) } };
    expect(await codes(handler(request(RIGHT, broken)))).toEqual([408, "serve/body-incomplete"]);
  });

  it("leaves places to others where one user's password is guessed by many calls at once", async () => {
    const waiting: ((user: null) => void)[] = [];
    const findLegacyUser = () => new Promise<null>((resolve) => waiting.push(resolve));
    const { send, reports } = handlerFor({ limits: { attemptsPerIdentifier: 3 }, findLegacyUser });
    const spellings = ["ann@example.com", "Ann@Example.com", " ann@example.com"];
    const flood = Array.from({ length: 9 }, (_, at) => send({ ...RIGHT, identifier: spellings[at % 3] }));
    await vi.waitFor(() => expect(reports).toHaveLength(6));
    const other = send({ ...RIGHT, identifier: "bob@example.com" });
    await vi.waitFor(() => expect(waiting).toHaveLength(4));
    for (const found of waiting) found(null);
    const statuses = (await Promise.all([...flood, other])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(6);
    expect(statuses.filter((status) => status === 403)).toHaveLength(4);
    const full = reports.filter(({ answer }) => answer === "busy").flatMap(({ problems }) => problems);
    expect(full.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => "login/attempts-full"));
    const { send: sendUnsaid, reports: unsaid } = handlerFor({ findLegacyUser });
    void Array.from({ length: 21 }, () => sendUnsaid(RIGHT));
    await vi.waitFor(() => expect(unsaid).toHaveLength(1));
    for (const found of waiting) found(null);
  });

  it("is told to come again where too many are being answered, until one of them is", async () => {
    const waiting: ((user: null) => void)[] = [];
    const findLegacyUser = () => new Promise<null>((resolve) => waiting.push(resolve));
    const { send } = handlerFor({ limits: { calls: 1 }, findLegacyUser });
    const first = send(RIGHT);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const second = await send(RIGHT);
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, "1"]);
    waiting[0]?.(null);
    expect((await first).status).toBe(403);
    const third = send(RIGHT);
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(null);
    expect((await third).status).toBe(403);
  });

  it("is a reply of JSON that nobody keeps, whatever was sent, and holds nothing of it", async () => {
    const { send, reports } = handlerFor();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string({ minLength: 8 }), async (value, secret) => {
        const body = { identifier: "ann@example.com", password: secret, ...(value as object) };
        const reply = await send(fc.sample(fc.boolean(), 1)[0] ? body : value);
        expect([200, 400, 403]).toContain(reply.status);
        expect(reply.headers.get("cache-control")).toBe("no-store");
        expect(await reply.text()).not.toContain(secret);
        expect(JSON.stringify(reports.at(-1))).not.toContain(secret);
      }),
      { numRuns: 60 },
    );
  });
});

describe("options", () => {
  const options = {
    shape: "ory",
    caller: { bearer: SECRET },
    findLegacyUser: async () => null,
    hashes: { commonHash: CHEAP },
  };
  it.each([
    { shape: "toString" },
    { shape: "entra" },
    { privateKey: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----" },
    { shape: "entra", privateKey: "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----" },
    { limits: { bodyBytes: 0 } },
    { limits: { calls: 1.5 } },
    { limits: { answerWithinMs: 2 ** 31 } },
    { limits: { timeoutMs: 0 } },
    { hashes: { commonHash: "nonsense" } },
    { commonHash: CHEAP },
  ])("throw a TypeError for %j", (given) => {
    expect(() => createVerifyHandler({ ...options, ...given } as never)).toThrow(TypeError);
  });

  it.each<[string, unknown]>([
    ["importUser", async () => undefined],
    ["signUp", async () => undefined],
    ["createUser", async () => undefined],
    ["forgetUser", async () => true],
    ["partialMatch", "let-in"],
    ["service", "default"],
  ])("throw a TypeError for %s, which brings users over or decides about partial checks", (name, value) => {
    const make = (given: object) => () => createVerifyHandler({ ...options, ...given } as never);
    expect(make({ [name]: value })).toThrow(new RegExp(`^${name} is for a login-time fallback`));
    expect(make({ [name]: value })).toThrow(TypeError);
    expect(make({ [name]: undefined })).not.toThrow();
  });
});
