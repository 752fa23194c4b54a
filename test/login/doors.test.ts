import type { AddressInfo } from "node:net";
// @ts-expect-error: its types are a package of their own
import express from "express";
import fastify from "fastify";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Doors } from "../../src/login/doors/create-doors.js";
import { expressDoors } from "../../src/login/doors/express.js";
import { fastifyDoors } from "../../src/login/doors/fastify.js";
import { webDoors } from "../../src/login/doors/web.js";
import {
  createLoginFallback,
  type DoorOptions,
  type LegacyUser,
  type LoginParts,
  type LoginServer,
} from "../../src/login/index.js";

// Known answer of crypt_blowfish, for U*U.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

/** What the app does behind the doors, in the order in which it happened. */
interface App {
  readonly fallback: LoginServer<LegacyUser, { userId: string }>;
  readonly did: string[];
  readonly options: DoorOptions;
  /** What the app's own function ends with. */
  status: number;
}

/** What the app has at each of its addresses. */
function routesOf<Context, Answer, Handler>(
  doors: Doors<Context, Answer, Handler, LegacyUser, { userId: string }>,
  end: (what: string) => (context: Context) => Answer | Promise<Answer>,
  app: App,
  mail: Mail,
  told: (account: unknown) => Answer = (account) => ({ account }) as Answer,
): Readonly<Record<string, Handler>> {
  const from = "ann@example.com";
  return {
    "/login": doors.logIn((_, who) => told("account" in who ? who.account : null)),
    "/signup": doors.signUp(end("sign up")),
    "/reset": doors.passwordReset(linksOf(app, mail)),
    "/password": doors.passwordSet(end("set"), () => [from]),
    "/email": doors.emailChange(end("change"), () => ({ from, to: "new@example.com" })),
    "/email-of-bob": doors.emailChange(end("change"), () => ({ from, to: "bob@example.com" })),
    "/delete": doors.deletion(end("delete"), () => [from, "other@example.com"]),
  };
}

type Send = (path: string, body: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function app(given: { forgetUser?: () => Promise<boolean>; importWithoutPassword?: () => Promise<true> } = {}): App {
  const did: string[] = [];
  const left = new Map<string, LegacyUser>(
    ["ann", "bob"].map((name) => [`${name}@example.com`, { id: name, passwordHash: BCRYPT }]),
  );
  left.set("dan@example.com", { id: "dan", passwordHash: BCRYPT, disabled: true });
  left.set("eve@example.com", { id: "eve", passwordHash: "$2a$05$cut" });
  const fallback = createLoginFallback<LegacyUser, { userId: string }>({
    store: {
      findLegacyUser: async (identifier) => left.get(identifier) ?? null,
      forgetUser: async ({ id }: LegacyUser) => {
        did.push(`forget ${id}`);
        return left.delete(`${id}@example.com`);
      },
      ...("forgetUser" in given ? { forgetUser: given.forgetUser as () => Promise<boolean> } : {}),
    },
    service: {
      signIn: async () => null,
      importWithHash: async ({ id }: LegacyUser) => ({ ok: true, value: { userId: `new-${id}` } }),
      ...("importWithoutPassword" in given ? { importWithoutPassword: given.importWithoutPassword } : {}),
    } as never,
    hashes: { commonHash: CHEAP },
  });
  const onProblems: DoorOptions["onProblems"] = ([first], user) =>
    did.push(`problem ${first?.code} ${user?.id ?? ""}`.trim());
  return { fallback, did, options: { onProblems } as DoorOptions, status: 200 };
}

const JSON_TYPE = { "content-type": "application/json" };

type Mail = { readonly waitUntil: (rest: Promise<void>) => void };

/** The six doors of each framework, over one app. */
const FRAMEWORKS: Readonly<Record<string, (app: App, mail: Mail) => Promise<Send>>> = {
  async web(app, mail) {
    const doors = webDoors(app.fallback, app.options);
    const end = (what: string) => async (request: Request) => {
      // The body is the app's to read.
      app.did.push(`${what} ${request.bodyUsed ? "read" : ""}`.trim());
      return Response.json({ done: what }, { status: app.status });
    };
    const handlers = routesOf(doors, end, app, mail, (account) => Response.json({ account }));
    return async (path, body) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const request = new Request(`https://app.example${path}`, { method: "POST", headers: JSON_TYPE, body: text });
      const response = await (handlers[path] as (request: Request) => Promise<Response>)(request);
      return { status: response.status, body: await response.json() };
    };
  },
  async express(app, mail) {
    const doors = expressDoors(app.fallback, app.options);
    const end =
      (what: string) =>
      ({ response }: { response: { statusCode: number } }) => {
        app.did.push(what);
        response.statusCode = app.status;
        return { done: what };
      };
    const server = express();
    server.use(express.json());
    for (const [path, handler] of Object.entries(routesOf(doors, end, app, mail))) server.post(path, handler as never);
    const listening = server.listen(0, "127.0.0.1");
    closing.push(() => {
      listening.closeAllConnections();
      return new Promise((resolve) => listening.close(resolve));
    });
    await new Promise((resolve) => listening.once("listening", resolve));
    return over(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  },
  async fastify(app, mail) {
    const doors = fastifyDoors(app.fallback, app.options);
    const end =
      (what: string) =>
      ({ reply }: { reply: { code: (status: number) => unknown } }) => {
        app.did.push(what);
        reply.code(app.status);
        return { done: what };
      };
    const server = fastify();
    for (const [path, handler] of Object.entries(routesOf(doors, end, app, mail))) server.post(path, handler as never);
    closing.push(() => server.close());
    return over(await server.listen({ port: 0, host: "127.0.0.1" }));
  },
};

function linksOf({ did }: App, { waitUntil }: Mail) {
  return {
    sendLink: (identifier: string) => did.push(`link to ${identifier}`),
    sendOwnLink: ({ id }: LegacyUser) => did.push(`own link to ${id}`),
    waitUntil,
  };
}

function over(url: string): Send {
  return async (path, body) => {
    const headers = { "content-type": "application/json" };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: text });
    return { status: response.status, body: await response.json() };
  };
}

describe.each(Object.entries(FRAMEWORKS))("the doors for %s", (_, open) => {
  const ended: Promise<void>[] = [];
  const opened = async (given: Parameters<typeof app>[0] = {}) => {
    const parts = app(given);
    return { ...parts, app: parts, send: await open(parts, { waitUntil: (rest) => void ended.push(rest) }) };
  };
  const ANN = { email: "ann@example.com", password: "U*U" };

  it("let in whoever has the right password, and refuse all others alike", async () => {
    const { send, did } = await opened();
    const wrong = await send("/login", { ...ANN, password: "U*V" });
    expect(wrong).toEqual({ status: 401, body: { error: expect.any(String), reset: false } });
    expect(await send("/login", { email: "nobody@example.com", password: "U*U" })).toEqual(wrong);
    expect(await send("/login", { email: "eve@example.com", password: "U*U" })).toEqual(wrong);
    expect(did).toEqual(["problem bcrypt/truncated eve"]);
    expect(await send("/login", ANN)).toEqual({ status: 200, body: { account: { userId: "new-ann" } } });
    expect((await send("/login", { email: "dan@example.com", password: "U*U" })).status).toBe(403);
    expect((await send("/login", { email: ["ann@example.com"], password: "U*U" })).status).toBe(400);
    expect((await send("/login", { email: "ann@example.com" })).status).toBe(400);
  });

  it("make no second account of a user of the old side", async () => {
    const { send, did } = await opened();
    expect((await send("/signup", ANN)).status).toBe(409);
    expect(await send("/signup", { email: "new@example.com" })).toEqual({
      status: 200,
      body: { done: "sign up" },
    });
    expect(did).toEqual(["sign up"]);
  });

  it("answer a reset before anything is done, and everybody alike", async () => {
    const { send, did } = await opened({ importWithoutPassword: async () => true });
    const known = await send("/reset", { email: "ann@example.com" });
    expect(known.status).toBe(202);
    expect(await send("/reset", { email: "nobody@example.com" })).toEqual(known);
    expect(await send("/reset", { email: "dan@example.com" })).toEqual(known);
    await Promise.all(ended);
    expect(did.toSorted()).toEqual(["link to ann@example.com", "link to nobody@example.com"]);
  });

  it("send a link of the app's own where the service has no account without a password", async () => {
    const { send, did } = await opened();
    await send("/reset", { email: "ann@example.com" });
    await Promise.all(ended);
    expect(did).toEqual(["own link to ann"]);
  });

  it("forget the old password once a new one is set, and not where that failed", async () => {
    const { send, did, app } = await opened();
    app.status = 403;
    expect((await send("/password", {})).status).toBe(403);
    expect(did).toEqual(["set"]);
    app.status = 200;
    expect((await send("/password", {})).status).toBe(200);
    expect(did).toEqual(["set", "set", "forget ann"]);
  });

  it("change an address nobody has, after the old one is forgotten", async () => {
    const { send, did } = await opened();
    expect((await send("/email-of-bob", {})).status).toBe(409);
    expect(did).toEqual([]);
    expect((await send("/email", {})).status).toBe(200);
    expect(did).toEqual(["forget ann", "change"]);
  });

  it("delete an account once the old side has forgotten it, and not before", async () => {
    const { send, did } = await opened();
    expect((await send("/delete", {})).status).toBe(200);
    expect(did).toEqual(["forget ann", "delete"]);
    const stuck = await opened({
      forgetUser: vi.fn(async () => Promise.reject(new Error("the disk is full"))),
    });
    expect((await stuck.send("/delete", {})).status).toBe(503);
    expect(stuck.did).toEqual(["problem login/forget-failed"]);
  });
});

/** What a forged body, or an app's session without an address, has in the place of an identifier. */
const NO_IDENTIFIERS: readonly unknown[] = [["bob@example.com"], [], {}, "", " ", 7, null, undefined, "x".repeat(1001)];

describe("what is not text in the place of an identifier", () => {
  const opened = () => {
    const { did, ...parts } = app();
    const done = (what: string) => () => {
      did.push(what);
      return Response.json({});
    };
    const asked = { body: JSON.stringify({}), method: "POST", headers: { "content-type": "application/json" } };
    const post = (handler: (request: Request) => Promise<Response>, body: object = {}) =>
      handler(new Request("https://app.example/", { ...asked, body: JSON.stringify(body) }));
    return { doors: webDoors(parts.fallback), did, done, post };
  };

  it.each(NO_IDENTIFIERS)("%j: 400 at each door, and nothing is called", async (email) => {
    const { doors, did, done, post } = opened();
    const [list, one] = [[email] as string[], email as string];
    const links = { sendLink: done("link"), sendOwnLink: done("own link") };
    const answers = [
      await post(doors.logIn(done("open")), { email, password: "U*U" }),
      await post(doors.signUp(done("sign up")), { email }),
      await post(doors.passwordReset(links), { email }),
      await post(doors.passwordSet(done("set"), () => list)),
      await post(doors.deletion(done("delete"), () => list)),
      await post(doors.deletion(done("delete"), () => ["ann@example.com", ...list])),
      await post(doors.emailChange(done("change"), () => ({ from: "ann@example.com", to: one }))),
      await post(doors.emailChange(done("change"), () => ({ from: one, to: "new@example.com" }))),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(did).toEqual([]);
  });

  it.each<string[]>([[], new Array(1)])("%j in the place of the list: 400, and nothing is called", async (...list) => {
    const { doors, did, done, post } = opened();
    expect((await post(doors.passwordSet(done("set"), () => list))).status).toBe(400);
    expect((await post(doors.deletion(done("delete"), () => list))).status).toBe(400);
    expect(did).toEqual([]);
  });

  it.each<unknown>(["ann@example.com", undefined, null, { 0: "ann@example.com", length: 1 }])(
    "%j in the place of the list is the app's fault and not the visitor's: the log is told, and it is thrown",
    async (list) => {
      const { fallback, did } = app();
      const told: unknown[] = [];
      const doors = webDoors(fallback, { onProblems: ([first]) => told.push([first?.code, first?.message]) });
      const asked = () => new Request("https://app.example/", { method: "POST" });
      const never = () => {
        did.push("called");
        return Response.json({});
      };
      const faults = [
        [
          doors.passwordSet(never, () => list as string[]),
          "identifiersOf of passwordSet must give a list of addresses",
        ],
        [doors.deletion(never, () => list as string[]), "identifiersOf of deletion must give a list of addresses"],
        [doors.emailChange(never, () => list as never), "addressesOf of emailChange must give { from, to }"],
        [
          doors.emailChange(never, () => ["a@example.com"] as never),
          "addressesOf of emailChange must give { from, to }",
        ],
      ] as const;
      for (const [door, words] of faults) await expect(door(asked())).rejects.toThrow(new TypeError(words));
      expect(told).toEqual(faults.map(([, words]) => ["login/identifier-unusable", words]));
      expect(did).toEqual([]);
    },
  );

  it("refuses handlers as a framework has them, which would fail once a user is in the service", () => {
    const { fallback } = app();
    const three = ((_: unknown, __: unknown, ___: unknown) => undefined) as never;
    const two = ((_: unknown, __: unknown) => undefined) as never;
    for (const [doors, own] of [
      [expressDoors(fallback), "{ request, response }"],
      [fastifyDoors(fallback), "{ request, reply }"],
    ] as const) {
      expect(() => doors.logIn(three)).toThrow(
        new TypeError(`open of logIn gets (${own}, { account }): the first is one object`),
      );
      expect(() => doors.signUp(two)).toThrow(new TypeError(`signUp of signUp gets (${own}): the first is one object`));
      expect(() => doors.passwordSet(two, () => [])).toThrow(`set of passwordSet gets (${own})`);
      expect(() => doors.deletion(() => null, two)).toThrow(`identifiersOf of deletion gets (${own})`);
      expect(() => doors.emailChange(two, () => ({ from: "", to: "" }))).toThrow(`change of emailChange gets (${own})`);
      expect(() => doors.logIn(two)).not.toThrow();
    }
    // A route of Next has a second one.
    expect(() => webDoors(fallback).signUp(two)).not.toThrow();
  });

  it("tells the log of a list without an address, for the visitor can do nothing about it", async () => {
    const { fallback, did, options } = app();
    const door = webDoors(fallback, options).deletion(
      () => Response.json({}),
      () => [],
    );
    expect((await door(new Request("https://app.example/", { method: "POST" }))).status).toBe(400);
    expect(did).toEqual(["problem login/identifier-unusable"]);
  });

  // As each framework throws one: Next's redirect(), Remix' and SvelteKit's.
  it.each([
    ["Next", Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/done;307;" }), true],
    ["Remix", new Response(null, { status: 302 }), true],
    ["SvelteKit", { status: 303, location: "/done" }, true],
    ["nobody, for it is an error", new Error("the password is too short"), false],
    ["nobody, for it is a refusal", new Response(null, { status: 400 }), false],
    ["nobody, for it is nothing", null, false],
  ])("forgets the old password where the new one is set by a redirect that is thrown: %s", async (_, thrown, isSet) => {
    const { doors, did, post } = opened();
    const set = () => {
      did.push("set");
      throw thrown;
    };
    const ended = await post(doors.passwordSet(set, () => ["ann@example.com"])).catch((error: unknown) => error);
    expect(ended).toBe(thrown);
    expect(did).toEqual(isSet ? ["set", "forget ann"] : ["set"]);
  });

  it.each<[unknown, boolean]>([
    [{ status: "FIELD_ERROR", formFields: [] }, false],
    [{ ok: false, problems: [] }, false],
    [{ success: false }, false],
    [{ error: "too short" }, false],
    [false, false],
    [{ status: "OK" }, true],
    [{ message: "Your password is set.", user: { id: "1", verified: false, error: "x" } }, true],
  ])("forgets the old password where the answer does not say that it failed: %j", async (answer, isSet) => {
    const { doors, did, post } = opened();
    expect(
      (
        await post(
          doors.passwordSet(
            () => Response.json(answer),
            () => ["ann@example.com"],
          ),
        )
      ).status,
    ).toBe(200);
    expect(did).toEqual(isSet ? ["forget ann"] : []);
    const { fallback, did: done } = app();
    const response = { statusCode: 200, headersSent: false, once: () => undefined, json: () => undefined };
    const handler = expressDoors(fallback).passwordSet(
      () => answer,
      () => ["ann@example.com"],
    );
    await handler({ headers: {} } as never, response as never, () => undefined);
    expect(done).toEqual(did);
  });

  it("asks for the identifiers before the password is set, and leaves the body to both", async () => {
    const { doors, did, post } = opened();
    const set = async (request: Request) => {
      did.push(`set ${((await request.json()) as { to: string }).to}`);
      return Response.json({});
    };
    const fails = doors.passwordSet(set, () => Promise.reject(new Error("the sessions are down")));
    await expect(post(fails, { to: "new" })).rejects.toThrow("the sessions are down");
    expect(did).toEqual([]);
    const reads = doors.passwordSet(set, async (request) => [((await request.json()) as { of: string }).of]);
    expect((await post(reads, { of: "ann@example.com", to: "new" })).status).toBe(200);
    expect(did).toEqual(["set new", "forget ann"]);
  });
});

describe("what a door can't do", () => {
  const post = (body: object = {}) =>
    new Request("https://app.example/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const SMTP = new Error("the mail server is down");
  const failing = () => Promise.reject(SMTP);

  it.each([
    ["rejects", failing],
    [
      "throws",
      () => {
        throw SMTP;
      },
    ],
  ])("a link that %s: the log is told, and what waits for it rejects", async (_, sendLink) => {
    const { fallback, did, options } = app();
    const onError = vi.fn();
    const waitUntil = vi.fn<(rest: Promise<void>) => void>();
    const handler = webDoors(fallback, { ...options, onError }).passwordReset({ sendLink, waitUntil });
    expect((await handler(post({ email: "nobody@example.com" }))).status).toBe(202);
    await expect(waitUntil.mock.calls[0]?.[0]).rejects.toBe(SMTP);
    expect(onError).toHaveBeenCalledExactlyOnceWith(SMTP, "sendLink");
    expect(did).toEqual(["problem login/link-not-sent"]);
  });

  it("a link that fails where nothing waits or listens does not end the process", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const sendLink = vi.fn(failing);
    const handler = webDoors(app().fallback).passwordReset({ sendLink });
    expect((await handler(post({ email: "nobody@example.com" }))).status).toBe(202);
    await vi.waitFor(() => expect(sendLink).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("no way to send a link to a user of the old side: the log is told", async () => {
    const { fallback, did, options } = app();
    const onError = vi.fn();
    const waitUntil = vi.fn<(rest: Promise<void>) => void>();
    const links = { sendLink: () => did.push("link"), waitUntil };
    const handler = webDoors(fallback, { ...options, onError }).passwordReset(links);
    expect((await handler(post({ email: "ann@example.com" }))).status).toBe(202);
    await expect(waitUntil.mock.calls[0]?.[0]).rejects.toThrow(TypeError);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError), "sendOwnLink");
    expect(did).toEqual(["problem login/link-not-sent ann"]);
  });

  it("a user who must choose a password and gets no link is told of none, and the log is", async () => {
    const { did, options } = app();
    const record = { id: "ann", passwordHash: BCRYPT, mustReset: true, noReset: true };
    const fallback = createLoginFallback({
      store: { findLegacyUser: async () => record, forgetUser: async () => true },
      service: { signIn: async () => null, importWithHash: async () => true, importWithoutPassword: async () => true },
    });
    const links = { sendLink: () => did.push("link"), sendOwnLink: () => did.push("link") };
    const handler = webDoors(fallback, options).logIn(() => Response.json({}), links);
    const answer = await handler(post({ email: "ann@example.com", password: "U*U" }));
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: "Please choose a new password.", reset: true },
    ]);
    expect(did).toEqual(["problem login/link-not-sent ann"]);
  });

  it("the log says that a right old password meets an account of the service, and the answer does not", async () => {
    const problems: string[] = [];
    const fallback = createLoginFallback({
      store: { findLegacyUser: async () => ({ id: "ann", passwordHash: BCRYPT }), forgetUser: async () => true },
      service: { signIn: async () => null, importWithHash: async () => ({ refused: "conflict" as const }) },
      hashes: { commonHash: CHEAP },
    });
    const handler = webDoors(fallback, { onProblems: ([first]) => problems.push(String(first?.code)) });
    const answers = ["U*U", "wrong"].map(async (password) => {
      const answer = await handler.logIn(() => Response.json({}))(post({ email: "ann", password }));
      return [answer.status, await answer.text()];
    });
    const [right, wrong] = await Promise.all(answers);
    expect(right).toEqual(wrong);
    expect(problems).toEqual(["login/account-exists"]);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("the log is full"))],
    [
      "throws at once",
      () => {
        throw new Error("the log is full");
      },
    ],
  ])("a log that %s: the answer is the one of any other login", async (_, onProblems) => {
    const handler = webDoors(app().fallback, { onProblems }).logIn(() => Response.json({}));
    const answers = await Promise.all(
      ["eve@example.com", "nobody@example.com"].map((email) => handler(post({ email, password: "U*U" }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  /** A store of one user; its service overwrites the password of an account that is there, as it must not. */
  const overwriting = () => {
    const passwords = new Map<string, string>();
    const problems: string[] = [];
    let [begin, release, isGone] = [(): void => {}, (): void => {}, false];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = (store: Partial<LoginParts["store"]> = {}) =>
      createLoginFallback({
        store: {
          findLegacyUser: async () => (isGone ? null : { id: "ann", passwordHash: BCRYPT }),
          forgetUser: async () => (isGone = true),
          ...store,
        },
        service: {
          signIn: async () => null,
          importWithHash: async () => {
            begin();
            await released;
            passwords.set("ann", "the old one");
            return true;
          },
        },
        hashes: { commonHash: CHEAP },
      });
    const doorsOf = (fallback: ReturnType<typeof server>) =>
      webDoors(fallback, { onProblems: ([first]) => problems.push(String(first?.code)) });
    const login = (fallback: ReturnType<typeof server>) =>
      doorsOf(fallback).logIn(() => Response.json({}))(post({ email: "ann", password: "U*U" }));
    const setting = (fallback: ReturnType<typeof server>, meanwhile: () => unknown) =>
      doorsOf(fallback).passwordSet(
        async () => {
          passwords.set("ann", "the new one");
          await meanwhile();
          return Response.json({});
        },
        () => ["ann", "somebody else"],
      );
    return { passwords, problems, begun, release: () => release(), server, login, setting };
  };

  it("a new password before a login that began earlier is over: it waits for that", async () => {
    const { passwords, problems, begun, release, server, login, setting } = overwriting();
    const fallback = server();
    const loggedIn = login(fallback);
    await begun;
    const set = setting(fallback, () => undefined)(post());
    setTimeout(release, 20);
    expect([(await loggedIn).status, (await set).status]).toEqual([200, 200]);
    expect([passwords.get("ann"), problems]).toEqual(["the new one", []]);
  });

  it("a login while a new password is set: it finds a user whom the old side has no more", async () => {
    const { passwords, problems, release, server, login, setting } = overwriting();
    release();
    const fallback = server();
    let loggedIn: Promise<Response> | undefined;
    const set = await setting(fallback, async () => {
      loggedIn = login(fallback);
      await new Promise((resolve) => setTimeout(resolve, 50));
    })(post());
    expect([set.status, (await loggedIn)?.status]).toEqual([200, 401]);
    expect([passwords.get("ann"), problems]).toEqual(["the new one", []]);
  });

  it("a login of another server while a new password is set: it waits for the claim", async () => {
    const { passwords, problems, release, server, login, setting } = overwriting();
    release();
    let isClaimed = false;
    const claimUser = async () => {
      if (isClaimed) return null;
      isClaimed = true;
      return async () => (isClaimed = false);
    };
    let loggedIn: Promise<Response> | undefined;
    const set = await setting(server({ claimUser }), async () => {
      loggedIn = login(server({ claimUser }));
      await new Promise((resolve) => setTimeout(resolve, 120));
    })(post());
    expect([set.status, (await loggedIn)?.status]).toEqual([200, 401]);
    expect([passwords.get("ann"), problems]).toEqual(["the new one", []]);
  });

  it("a login of another server without claims while a new password is set: 503, and the log is told", async () => {
    const { passwords, problems, release, server, login, setting } = overwriting();
    release();
    const set = setting(server(), () => login(server()));
    expect((await set(post())).status).toBe(503);
    expect([passwords.get("ann"), problems]).toEqual(["the old one", ["login/migrated-meanwhile"]]);
    expect((await setting(server(), () => undefined)(post())).status).toBe(200);
    expect(passwords.get("ann")).toBe("the new one");
  });

  it("a store that can't forget for a moment once the password is set: it is set once, and forgotten later", async () => {
    const { passwords, problems, server, setting } = overwriting();
    const forgetUser = vi.fn(async () => true as const);
    forgetUser.mockRejectedValueOnce(new Error("the database restarts"));
    const meanwhile = vi.fn();
    const set = await setting(server({ forgetUser }), meanwhile)(post());
    expect([set.status, meanwhile.mock.calls.length, forgetUser.mock.calls.length]).toEqual([200, 1, 2]);
    expect([passwords.get("ann"), problems]).toEqual(["the new one", []]);
  });

  describe("who must choose a new password", () => {
    const loginOf = async (links?: Parameters<ReturnType<typeof webDoors>["logIn"]>[1]) => {
      const fallback = createLoginFallback({
        store: {
          findLegacyUser: async () => ({ id: "ann", passwordHash: BCRYPT, mustReset: true }),
          forgetUser: async () => true,
        },
        service: { signIn: async () => null, importWithHash: async () => true },
        hashes: { commonHash: CHEAP },
      });
      const handler = webDoors(fallback).logIn(() => Response.json({}), links);
      const response = await handler(post({ email: "ann", password: "U*U" }));
      return { status: response.status, body: await response.json() };
    };

    it("is told of a link once it was sent", async () => {
      const sendOwnLink = vi.fn();
      const { status, body } = await loginOf({ sendLink: failing, sendOwnLink });
      expect(status).toBe(403);
      expect(body).toEqual({ error: expect.stringContaining("We have sent you a link."), reset: true });
      expect(sendOwnLink).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "ann" }));
    });

    it("is told of none where none was sent", async () => {
      const asked = { status: 403, body: { error: "Please choose a new password.", reset: true } };
      expect(await loginOf()).toEqual(asked);
      expect(await loginOf({ sendLink: vi.fn() })).toEqual(asked);
      expect((await loginOf({ sendLink: failing, sendOwnLink: failing })).status).toBe(503);
    });
  });
});

it("a body for the web that another site's form could send is not read", async () => {
  const { fallback } = app();
  const body = JSON.stringify({ email: "ann@example.com", password: "U*U" });
  const statusOf = async (headers: Record<string, string>, sent: RequestInit["body"] = body) => {
    const request = new Request("https://app.example/", { method: "POST", headers, body: sent as string });
    return (await webDoors(fallback).logIn(() => Response.json({}))(request)).status;
  };
  const forms = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/plain; application/json",
    "application/jsonp",
  ];
  for (const type of forms) expect(await statusOf({ "content-type": type })).toBe(415);
  expect(await statusOf({}, new TextEncoder().encode(body))).toBe(415);
  expect(await statusOf({ "content-type": "Application/JSON; charset=utf-8" })).toBe(200);
});

it("a form of another site is not read where the framework has parsed it either", async () => {
  const body = { email: "ann@example.com", password: "U*U" };
  const statusOf = async (type: string) => {
    const request = { body, headers: { "content-type": type } };
    const reply = { statusCode: 200, headersSent: true, json: () => undefined, once: () => undefined };
    const express = expressDoors(app().fallback).logIn(() => undefined);
    await (express as (...args: unknown[]) => Promise<void>)(request, reply, (error: unknown) =>
      expect(error).toBeUndefined(),
    );
    const sent = { statusCode: 200, raw: { once: () => undefined } };
    await (fastifyDoors(app().fallback).logIn(() => undefined) as (...args: unknown[]) => Promise<unknown>)(
      request,
      sent,
    );
    return [reply.statusCode, sent.statusCode];
  };
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]) {
    expect(await statusOf(type)).toEqual([415, 415]);
  }
  expect(await statusOf("application/json; charset=utf-8")).toEqual([200, 200]);
});

it.each([
  ["doors", { onProblem: () => undefined }],
  ["fields", { fields: { email: "name" } }],
  ["taken", { taken: { status: 409, txt: "" } }],
])("a misspelt option of %s is refused when the doors are made", (what, options) => {
  const wrong = new RegExp(`^${what} has no option`);
  expect(() => webDoors(app().fallback, options as never)).toThrow(wrong);
});

it("a body for the web is read to its bound alone", async () => {
  const { fallback } = app();
  const handler = webDoors(fallback).logIn(() => Response.json({}));
  const post = (body: string) =>
    handler(new Request("https://app.example/", { method: "POST", headers: JSON_TYPE, body }));
  expect((await post("x".repeat(20_000))).status).toBe(400);
  expect((await post("{")).status).toBe(400);
  expect((await handler(new Request("https://app.example/"))).status).toBe(400);
});

it("says that a middleware has read the body before a door could", async () => {
  const handler = webDoors(app().fallback).logIn(() => Response.json({}));
  const headers = { "content-type": "application/json" };
  const request = new Request("https://app.example/login", { method: "POST", headers, body: "{}" });
  await request.json();
  await expect(handler(request)).rejects.toThrow("has read the request's body before webDoors");
});

it.each<[string, (response: { json(body: unknown): unknown; headersSent: boolean }) => unknown]>([
  ["answers itself", (response) => void response.json({ ok: true })],
  ["gives the response back", (response) => response.json({ ok: true })],
  ["answers later, as render does", (response) => void setTimeout(() => response.json({ ok: true }), 10)],
  ["gives its answer back", () => ({ ok: true })],
])("a function of Express that %s is answered once", async (_, open) => {
  const server = express();
  const errors: unknown[] = [];
  const doors = expressDoors(app().fallback);
  server.post(
    "/login",
    express.json(),
    doors.logIn(({ response }) => open(response)),
  );
  server.use((error: Error, _request: unknown, _response: unknown, next: (error: unknown) => void) => {
    errors.push(error);
    next(error);
  });
  const listening = server.listen(0);
  closing.push(() => listening.close());
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/login`;
  const body = JSON.stringify({ email: "ann@example.com", password: "U*U" });
  const answer = await fetch(url, { method: "POST", headers: JSON_TYPE, body });
  expect([answer.status, await answer.json(), errors]).toEqual([200, { ok: true }, []]);
});

it("a form of another site changes no password or address and deletes no account", async () => {
  const yours = vi.fn(() => Response.json({}));
  const { fallback } = app();
  const doors = webDoors(fallback);
  const handlers = [
    doors.passwordSet(yours, () => ["ann@example.com"]),
    doors.emailChange(yours, () => ({ from: "ann@example.com", to: "new@example.com" })),
    doors.deletion(yours, () => ["ann@example.com"]),
  ];
  for (const handler of handlers) {
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]) {
      const init = { method: "POST", headers: { "content-type": type }, body: "a=b" };
      expect((await handler(new Request("https://app.example/", init))).status).toBe(415);
    }
  }
  expect(yours).not.toHaveBeenCalled();
  expect((await fallback.onSignUp("ann@example.com")).kind).toBe("taken");
});

it("a body that Express has not parsed is the program's fault; a body that no parser reads is the visitor's", async () => {
  const server = express();
  server.post(
    "/login",
    expressDoors(app().fallback).logIn(() => ({})),
  );
  const errors: unknown[] = [];
  server.use((error: Error, _request: unknown, response: { status(code: number): { end(): void } }, _next: unknown) => {
    errors.push(error.message);
    response.status(500).end();
  });
  const listening = server.listen(0);
  closing.push(() => listening.close());
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/login`;
  const body = JSON.stringify({ email: "ann@example.com", password: "U*U" });
  const post = async (type: string, text?: string) => {
    const { status } = await fetch(url, { method: "POST", headers: { "content-type": type }, body: text ?? null });
    return status;
  };
  expect(await post("application/json; charset=utf-8", body)).toBe(500);
  expect(errors).toEqual(["expressDoors: request.body is undefined: put app.use(express.json()) before the doors"]);
  expect(await post("application/json")).toBe(400);
  expect(await post("application/problem+json", body)).toBe(400);
  expect(await post("text/plain", body)).toBe(415);
  expect(errors).toHaveLength(1);
});
