import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { namesSuccess } from "../../src/lib/named-success.js";
import { createLoginFallback, type LegacyUser, type LoginFallbackOptions } from "../../src/login/index.js";
import { success } from "../../src/result.js";
import { jsonLines, readExport } from "../../src/source/index.js";
import { handlerFor, USERS } from "../serve/call.js";
import { bytesOf, collect } from "../source/read-users.js";

// Known answers: crypt_blowfish, hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ANN: LegacyUser = { id: "1", passwordHash: BCRYPT };
const BOB: LegacyUser = { id: "2", passwordHash: PHPASS };

class SdkUser {
  readonly id = "user_2";
  readonly emailAddresses = [];
}

const user = { id: "7", email: "ann@example.com" };
const axios = (status: number, data: unknown) => ({ status, statusText: "", headers: {}, config: {}, data });
const failing = (message: string, more: object) => Object.assign(new Error(message), more);

/** Its names for statuses are there whatever the status is. */
function superagent(status: number, body: object) {
  const error = { error: false, clientError: false, serverError: false, badRequest: false, notFound: false };
  const others = { created: status === 201, accepted: status === 202, noContent: status === 204, redirect: false };
  const sent = { text: JSON.stringify(body), body, header: {}, headers: {}, type: "application/json", redirects: [] };
  return { ...{ ok: true, status, statusCode: status, statusType: 2, info: false }, ...error, ...others, ...sent };
}

/** What clients in use give for a user who was made. */
const SUCCESSES: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["true", true],
  ["credport/client: a result that is ok", success({ userId: "7" })],
  ["fetch, node-fetch, ky: 201", new Response("{}", { status: 201 })],
  ["fetch: 204", new Response(null, { status: 204 })],
  ["fetch: 200 without a body", new Response(null)],
  ["axios: 201", axios(201, user)],
  ["axios: 204", axios(204, "")],
  ["axios with the core of SuperTokens: OK", axios(200, { status: "OK", user })],
  ["supertokens-node: OK", { status: "OK", user, recipeUserId: "7" }],
  ["supabase-js, an insert", { data: null, error: null, count: null, status: 201, statusText: "Created" }],
  ["superagent: 200", superagent(200, { status: "OK", user })],
  ["superagent: 201", superagent(201, user)],
  ["superagent: 204", superagent(204, {})],
  ["got", { ok: true, statusCode: 201, body: JSON.stringify(user) }],
  ["undici's request", { statusCode: 200, headers: {}, body: {} }],
  ["got: a text that says nothing more", { ok: true, statusCode: 201, body: "Created" }],
  ["axios: a code of 0 and an empty message of an error", axios(200, { code: 0, errorMessage: "", data: user })],
  ["axios: a code that repeats the status", axios(201, { code: 201, errors: [], isError: false })],
  ["axios: a list of users", axios(201, [user])],
  ["got: bytes of JSON", { statusCode: 201, body: Buffer.from(JSON.stringify(user)) }],
  ["axios: an envelope", axios(200, { success: true, data: { ...user, status: "active", type: "user" } })],
  ["openapi-fetch, with the response", { ok: true, data: user, response: new Response("{}") }],
  ["axios: a user who is not deleted", axios(200, { ...user, deleted: false, state: "active" })],
  ["a result with a user who has a text of their own", { ok: true, value: { ...user, text: "Hello", json: "x" } }],
  ["supertest", { ok: true, status: 200, text: JSON.stringify(user), body: user }],
  ["Auth0's management SDK 4", { data: { user_id: "auth0|7" }, status: 201, statusText: "Created", headers: {} }],
];

/** What they give for one who was not made, and what does not say whether one was. */
const OTHERS: readonly (readonly [string, unknown, ("conflict" | "policy")?])[] = [
  ["superagent: an error in the body", superagent(200, { status: "ERROR" })],
  ["superagent: 202", superagent(202, user)],
  ["an envelope of a service that has made nothing", { status: 200, header: {}, created: false }],
  ["superagent: not made, as the body says", superagent(200, { created: false })],
  ["null", null],
  ["false", false],
  ["0", 0],
  ["1", 1],
  ["no text", ""],
  ["a word", "EMAIL_ALREADY_EXISTS_ERROR"],
  ["OK as a text", "OK"],
  ["an ID", "7"],
  ["an empty list", []],
  ["a list of rows", [user]],
  ["a function", () => true],
  ["an object that says nothing", {}],
  ["an error that was not thrown", new Error("no")],
  ["an error with the status of a success", failing("no", { status: 200 })],
  ["credport/client: a result that is not ok", { ok: false, problems: [{ code: "client/refused" }] }],
  ["ok as a number, MongoDB's", { ok: 1, n: 1 }],
  ["ok as a text", { ok: "true" }],
  ["ok beside an error", { ok: true, error: "invalid_auth" }],
  ["ok beside problems", { ok: true, problems: [{ code: "x" }] }],
  ["ok beside a status of 500", { ok: true, status: 500 }],
  ["problems alone", { problems: [{ code: "x" }] }],
  [
    "fetch, node-fetch, ky: 200, with a body that was not read",
    new Response('{"status":"EMAIL_ALREADY_EXISTS_ERROR"}'),
  ],
  ["undici's request: a body that was not read", { statusCode: 200, headers: {}, body: Readable.from(["{}"]) }],
  ["axios: a stream", axios(200, new Response("{}").body)],
  ["fetch: a page to which the service led", Object.defineProperty(new Response(null), "redirected", { value: true })],
  ["supertest: a text that says it failed", { status: 200, text: '{"error":"x"}' }],
  ["light-my-request: a payload that says it failed", { statusCode: 200, payload: '{"error":"x"}' }],
  ["a result whose value did not succeed", { ok: true, value: { isSuccess: false } }],
  ["a result whose outcome is a failure", { ok: true, value: { outcome: "failed" } }],
  ["a result whose state is an error", { ok: true, value: { state: "error" } }],
  ["an error's number of the system", { ok: true, errno: 13 }],
  ["axios: a conflict", axios(200, { conflict: true })],
  ["axios: MongoDB did not acknowledge it", axios(200, { acknowledged: false })],
  ["Node's http: a message that was not read", Object.assign(Readable.from(["{}"]), { statusCode: 200 })],
  ["ofetch: a body that says it failed", Object.assign(new Response(null), { _data: { status: "ERROR" } })],
  ["axios: false", axios(200, false)],
  ["axios: a status of false", axios(200, { status: false })],
  ["axios: what was not updated", axios(200, { updated: false })],
  ["axios: a user who is not there", axios(200, { status: "not_found" })],
  ["fetch: several answers in one", new Response(null, { status: 207 })],
  ["fetch: 409", new Response("", { status: 409 })],
  ["fetch: an error of the network", Response.error()],
  ["fetch: a redirect that was not followed", new Response(null, { status: 302 })],
  ["axios: a redirect to a page of a proxy", axios(302, "")],
  ["axios: 202, which promises an account", axios(202, { id: "7" })],
  ["a status of a redirect", { status: 302 }],
  ["a status of 202", { statusCode: 202 }],
  ["ok beside a status of 202", { ok: true, status: 202 }],
  ["axios: 500, by validateStatus", axios(500, "")],
  ["axios: 200 and GraphQL's errors", axios(200, { data: null, errors: [{ message: "exists" }] })],
  ["axios: 200 and success: false", axios(200, { success: false })],
  ["axios: the core of SuperTokens has the user", axios(200, { status: "EMAIL_ALREADY_EXISTS_ERROR" }), "conflict"],
  ["axios: 200 and NestJS' error", axios(200, { statusCode: 500, message: "Internal server error" })],
  ["axios: 200 and a code of an error", axios(200, { code: 409, message: "exists" })],
  ["axios: 200 and a code that is not known", axios(200, { code: 20001, msg: "exists" })],
  ["axios: 200 and a status as a text", axios(200, { status: "409" })],
  ["axios: 200 and a JSON text of an error", axios(200, '{"error":"x"}')],
  ["axios: 200 and a JSON text in a JSON text", axios(200, '"{\\"error\\":\\"x\\"}"')],
  ["axios: 200 and JSON that is cut off", axios(200, '{"id":"7"')],
  ["axios: 200 and a page of a proxy", axios(200, "<html><body>Sign in</body></html>")],
  ["axios: 200 and a sentence", axios(200, "this address is taken")],
  ["axios: 200 and a status alone as text", axios(200, "EMAIL_ALREADY_EXISTS_ERROR"), "conflict"],
  ["axios: 200 and an error in an envelope", axios(200, { data: { data: { error: "exists" } } })],
  ["axios: 200 and a list with a failure", axios(200, [user, { status: "failed" }])],
  ["axios: 200 and a code of an error beside no error", axios(200, { errorCode: "E11000" })],
  ["axios: 200 and a message of an error", axios(200, { error_description: "exists" })],
  ["axios: 200 and a flag", axios(200, { isError: true })],
  ["axios: 200 and a count of failures", axios(200, { successCount: 0, failureCount: 1 })],
  ["axios: 200 and RFC 9457's problem", axios(200, { type: "about:blank", title: "Conflict", status: 409 })],
  ["axios: 200 and Auth0's error", axios(200, { type: "error", message: "exists" })],
  [
    "got: the core of SuperTokens has the user",
    { ok: true, statusCode: 200, body: '{"status":"EMAIL_ALREADY_EXISTS_ERROR"}' },
    "conflict",
  ],
  ["got: bytes of an error", { ok: true, statusCode: 200, body: Buffer.from('{"error":"x"}') }],
  ["a result whose value is a failure", { ok: true, value: { status: "FAILED" } }],
  ["a code beside ok", { ok: true, code: "ERR" }],
  ["a code of an error beside a status", { status: 200, code: 500 }],
  ["an error's message beside ok", { ok: true, errorMessage: "exists" }],
  ["axios: an error without a response", failing("timeout", { isAxiosError: true, code: "ECONNABORTED" })],
  ["got: 500, by throwHttpErrors", { ok: false, statusCode: 500, body: "" }],
  ["a status code of 500 alone", { statusCode: 500 }],
  ["a status of 100", { status: 100 }],
  ["a status of 400", { status: 400 }],
  ["supabase-js: an error", { data: { user: null }, error: { name: "AuthApiError", status: 422 } }],
  // Also what it gives for an address that has an account already, so that nobody learns of it.
  ["supabase-js: a user and no error", { data: { user: { ...user, identities: [] }, session: null }, error: null }],
  ["supabase-js: an insert that failed", { data: null, error: { code: "23505" }, status: 409 }],
  ["supertokens-node: the address has an account", { status: "EMAIL_ALREADY_EXISTS_ERROR" }, "conflict"],
  ["supertokens-node: a weak password", { status: "PASSWORD_POLICY_VIOLATED_ERROR" }, "policy"],
  ["supertokens-node: not allowed", { status: "SIGN_UP_NOT_ALLOWED", reason: "…" }],
  ["supertokens-node: linking failed", { status: "LINKING_TO_SESSION_USER_FAILED", reason: "…" }],
  ["a status that is a word for failure", { status: "ERROR" }],
  ["a user whose status is another thing", { ...user, status: "active" }],
  ["better-auth's client: an error", { data: null, error: { code: "USER_ALREADY_EXISTS", status: 422 } }],
  ["better-auth's client: a user and no error", { data: { token: null, user }, error: null }],
  ["better-auth's server", { token: null, user }],
  ["Prisma: the row", { ...user, createdAt: new Date(0) }],
  ["Prisma: of many", { count: 0 }],
  ["pg: a row that was there already", { command: "INSERT", rowCount: 0, oid: 0, rows: [], fields: [] }],
  ["pg: one row", { command: "INSERT", rowCount: 1, oid: 0, rows: [], fields: [] }],
  ["MongoDB", { acknowledged: true, insertedId: "7" }],
  ["firebase-admin: a record", { uid: "7", emailVerified: false, providerData: [] }],
  ["firebase-admin: an import that failed", { successCount: 0, failureCount: 1, errors: [{ index: 0 }] }],
  ["Clerk: a user", new SdkUser()],
  ["Clerk's error, given back", failing("taken", { clerkError: true, status: 422, errors: [{}] })],
  ["Auth0's error, given back", failing("exists", { name: "ManagementApiError", statusCode: 409 })],
  ["a service's success as a flag", { success: true }],
  ["a service's failure as a flag", { success: false }],
  ["an error as a text", { error: "no" }],
  ["a refusal that is not one of ours", { refused: "no" }],
  [
    "an answer that can't be read",
    Object.defineProperty({}, "ok", {
      get: () => {
        throw new Error("closed");
      },
    }),
  ],
];

const KIND_OF_REFUSAL: Readonly<Record<string, string>> = {
  conflict: "already-migrated",
  policy: "must-reset",
};

const STEPS = [
  ["importUser", ANN, "U*U"],
  ["signUp", BOB, "hashcat"],
] as const;

function fallbackWith(found: LegacyUser, given: { readonly [name: string]: unknown; readonly hashes?: object }) {
  const forgetUser = vi.fn(async () => undefined);
  const onError = vi.fn();
  const options: LoginFallbackOptions<LegacyUser> = {
    findLegacyUser: async (identifier) => (identifier === "it" ? found : null),
    importUser: async () => undefined,
    forgetUser,
    onError,
    commonHash: CHEAP,
    ...given,
  };
  return { fallback: createLoginFallback(options), forgetUser, onError };
}

describe.each(STEPS)("what %s answers", (step, found, password) => {
  it.each(SUCCESSES)("is a success that is named: %s", async (_, answer) => {
    const { fallback, forgetUser, onError } = fallbackWith(found, { [step]: async () => answer });
    expect(await fallback.attempt("it", password)).toMatchObject({ kind: "migrated", problems: [] });
    expect(forgetUser).toHaveBeenCalledOnce();
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(OTHERS)("is a failure, and nothing is forgotten: %s", async (_, answer, refused) => {
    const { fallback, forgetUser, onError } = fallbackWith(found, { [step]: async () => answer });
    const outcome = await fallback.attempt("it", password);
    const kind = refused === undefined ? "busy" : KIND_OF_REFUSAL[String(refused)];
    expect(outcome).toMatchObject({ kind, loggedIn: false });
    if (refused === undefined) expect(outcome).toMatchObject({ problems: [{ code: "login/function-failed" }] });
    if (refused === undefined && answer !== false) {
      expect(onError).toHaveBeenCalledExactlyOnceWith(expect.anything(), step);
    }
    expect(forgetUser).not.toHaveBeenCalled();
  });
});

describe("what createUser answers", () => {
  it("makes an account only where it says so", async () => {
    for (const [name, answer] of SUCCESSES) {
      const { fallback } = fallbackWith(ANN, { createUser: async () => answer });
      expect((await fallback.onPasswordReset("it")).kind, name).toBe("migrated");
    }
    for (const [name, answer, refused] of OTHERS) {
      const { fallback } = fallbackWith(ANN, { createUser: async () => answer });
      const kind = refused === "conflict" ? "already-migrated" : "busy";
      expect((await fallback.onPasswordReset("it")).kind, name).toBe(kind);
    }
  });
});

describe("what forgetUser answers", () => {
  it("takes a user out of the old side only where it says so", async () => {
    for (const [name, answer] of SUCCESSES) {
      const { fallback } = fallbackWith(ANN, { forgetUser: async () => answer });
      expect((await fallback.onDelete("it")).kind, name).toBe("forgotten");
    }
    for (const [name, answer] of OTHERS) {
      const { fallback } = fallbackWith(ANN, { forgetUser: async () => answer });
      const left = { problems: [{ code: "login/forget-failed" }] };
      expect(await fallback.onDelete("it"), name).toMatchObject({ kind: "busy", ...left });
      expect(await fallback.onPasswordSet("it"), name).toMatchObject({ kind: "busy", ...left });
      expect(await fallback.onEmailChange("it", "other"), name).toMatchObject({ kind: "busy", ...left });
      // They are in the service by then: they are let in, and the outcome says that the old hash is still there.
      expect(await fallback.attempt("it", "U*U"), name).toMatchObject({
        kind: "migrated",
        loggedIn: true,
        ...left,
      });
    }
  });

  it("says so after a success where it throws, or does not answer", async () => {
    const throwing = fallbackWith(ANN, { forgetUser: () => Promise.reject(new Error("the disk")) });
    expect(await throwing.fallback.attempt("it", "U*U")).toMatchObject({
      kind: "migrated",
      problems: [{ code: "login/forget-failed" }],
    });
    const hanging = fallbackWith(ANN, {
      forgetUser: () => new Promise(() => undefined),
      timeoutMs: 20,
    });
    expect(await hanging.fallback.attempt("it", "U*U")).toMatchObject({
      kind: "migrated",
      problems: [{ code: "login/timed-out" }],
    });
  });

  it("is believed where it says that there is no such user, once a look-up finds none", async () => {
    const old = new Map([["it", ANN]]);
    const findLegacyUser = async (identifier: string) => old.get(identifier) ?? null;
    const forgetUser = async () => {
      old.clear();
      return false;
    };
    const { fallback } = fallbackWith(ANN, { findLegacyUser, forgetUser });
    expect((await fallback.onDelete("it")).kind).toBe("forgotten");
  });
});

describe("what findLegacyUser answers", () => {
  const unusable: readonly (readonly [string, unknown])[] = [
    ["supabase-js: a row", { data: { id: "1", passwordHash: BCRYPT }, error: null }],
    ["supabase-js: no row", { data: null, error: null }],
    ["supabase-js: an error", { data: null, error: { message: "timeout" } }],
    ["pg: all of its result", { command: "SELECT", rowCount: 0, rows: [] }],
    ["mysql2: rows and fields", [[], []]],
    ["fetch", new Response("{}")],
    ["axios", axios(404, "")],
    ["an error", new Error("no")],
    ["a row under the database's names", { id: "1", password_hash: BCRYPT }],
    ["false", false],
    ["0", 0],
    ["no text", ""],
  ];

  it.each(unusable)("is neither a user nor nobody: %s", async (_, answer) => {
    const { fallback, onError } = fallbackWith(ANN, { findLegacyUser: async () => answer });
    const busy = { kind: "busy", problems: [{ code: "login/function-failed" }] };
    expect(await fallback.attempt("it", "U*U")).toMatchObject(busy);
    // Not free: the address may be a user's.
    expect(await fallback.onSignUp("it")).toMatchObject(busy);
    expect(await fallback.onDelete("it")).toMatchObject(busy);
    expect(onError).toHaveBeenCalledWith(expect.any(TypeError), "findLegacyUser");
  });

  it.each(unusable)("shows nobody to a service that looks users up: %s", async (_, answer) => {
    const { get, send } = handlerFor({ shape: "keycloak", findLegacyUser: async () => answer as never });
    expect((await get("/auth/ann%40example.com")).status).toBe(503);
    expect((await send({ password: "U*U" }, {}, "/auth/ann@example.com")).status).toBe(503);
  });

  it.each([{}, { oid: "1" }, ["1"], Symbol("1"), true, 1.5, () => "1"])(
    "has an ID that tells users apart, and not %o",
    async (id) => {
      const importUser = vi.fn(async () => undefined);
      const { fallback } = fallbackWith({ ...ANN, id: id as never }, { importUser });
      const outcomes = await Promise.all([1, 2].map(() => fallback.attempt("it", "U*U")));
      const problems = [{ code: "login/record-unusable", message: "id of the old system's record is not text" }];
      for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: "cannot-verify", problems });
      expect(importUser).not.toHaveBeenCalled();
      const users = [{ ...USERS[0], id } as never];
      const { send, get } = handlerFor({ shape: "keycloak" }, users);
      expect((await get("/auth/ann%40example.com")).status).toBe(503);
      expect((await send({ password: "U*U" }, {}, "/auth/ann@example.com")).status).toBe(401);
    },
  );
});

describe("what claimUser answers", () => {
  it("holds a user only where it gives the function that lets them go", async () => {
    for (const [name, answer] of [...SUCCESSES, ...OTHERS]) {
      if (answer === null || typeof answer === "function") continue;
      const importUser = vi.fn(async () => undefined);
      const { fallback, forgetUser } = fallbackWith(ANN, { claimUser: async () => answer, importUser });
      const left = { kind: "busy", problems: [{ code: "login/function-failed" }] };
      expect(await fallback.attempt("it", "U*U"), name).toMatchObject(left);
      expect(await fallback.onDelete("it"), name).toMatchObject(left);
      expect([importUser.mock.calls, forgetUser.mock.calls], name).toEqual([[], []]);
    }
  });
});

describe("what a verify of the caller's own answers", () => {
  it("is a match only in its own form", async () => {
    const no = { ok: true, value: { matches: false, scheme: "bcrypt", needsRehash: false, coverage: "whole" } };
    for (const [at, [name, answer]] of [...SUCCESSES, ...OTHERS].entries()) {
      // Where it is also unusable for nobody's hash, credport computes a usual one, which takes long: once is enough.
      const verify = async (_: unknown, hash: string) => (hash === CHEAP && at > 0 ? no : answer);
      const { fallback, forgetUser } = fallbackWith(ANN, { verify });
      const outcome = await fallback.attempt("it", "U*U");
      expect(["cannot-verify", "busy"], name).toContain(outcome.kind);
      expect(outcome.loggedIn, name).toBe(false);
      expect(forgetUser, name).not.toHaveBeenCalled();
    }
  });

  const match = { matches: true, scheme: "bcrypt", needsRehash: false, coverage: "whole" };
  it.each<[string, object]>([
    ["an error beside the match", { ok: true, value: match, error: new Error("no") }],
    ["problems beside the match", { ok: true, value: match, problems: [{ code: "x" }] }],
    ["an encoding that does not exist", { ok: true, value: { ...match, as: { encoding: "klingon" } } }],
    ["a form that does not exist", { ok: true, value: { ...match, as: { normalForm: "NFX" } } }],
    ["a pepper that does not exist", { ok: true, value: { ...match, as: { pepper: -1 } } }],
  ])("lets nobody in: %s", async (_, answer) => {
    const as = { encoding: "utf-8", normalForm: "as-typed", pepper: 0 };
    const { value, ...rest } = answer as { readonly value: { readonly as?: object } };
    const given = value.as === undefined ? value : { ...value, as: { ...as, ...value.as } };
    const { fallback } = fallbackWith(ANN, {
      verify: async () => ({ ...rest, value: given }),
    });
    expect(await fallback.attempt("it", "U*U")).toMatchObject({
      kind: "cannot-verify",
      problems: [{ code: "login/function-failed" }],
    });
  });

  it("imports no hash where it does not say in which of several encodings the password matched", async () => {
    const importUser = vi.fn(async () => undefined);
    const verify = async () => ({ ok: true, value: match, warnings: [] });
    const encodings = ["utf-8", "latin1"];
    const { fallback } = fallbackWith(ANN, {
      verify,
      encodings,
      importUser,
      signUp: async () => true,
    });
    expect(await fallback.attempt("it", "Grüße")).toMatchObject({ kind: "migrated", by: "password" });
    expect(importUser).not.toHaveBeenCalled();
  });
});

describe("what onMatch of the verify handler answers", () => {
  it("is a note only where it says so", async () => {
    const right = { identifier: "ann@example.com", password: "U*U" };
    for (const [isNoted, answers] of [
      [true, SUCCESSES],
      [false, OTHERS],
    ] as const) {
      for (const [name, answer] of answers) {
        const { send, reports } = handlerFor({ onMatch: () => answer as never });
        expect((await send(right)).status, name).toBe(200);
        const problems = isNoted ? [] : [expect.objectContaining({ code: "serve/match-not-noted" })];
        expect(reports[0]?.problems, name).toEqual(problems);
      }
    }
  });
});

describe("what toUser of the caller's own source answers", () => {
  const shop = (toUser: () => unknown) => ({
    ...{
      name: "shop",
      title: "our shop",
      origin: "ghost",
      readers: [jsonLines()],
      idField: "id",
      otherFields: "counted",
    },
    fields: [{ read: new Set(["id"]), notCarried: new Set<string>() }],
    toUser,
  });

  it("is a user only where it has all that a user has", async () => {
    for (const [name, answer] of [...SUCCESSES, ...OTHERS]) {
      const read = collect(readExport(bytesOf('{"id":"1"}\n'), { from: shop(() => answer) as never }));
      await expect(read, name).rejects.toThrow("toUser of the source shop gave no user");
    }
  });
});

describe("a profile of the caller's own", () => {
  it.each([[null], [undefined], ["x"], [7], [{ data: {}, error: null }]])("%j is not one", async (profile) => {
    const { send, reports } = handlerFor({ shape: "cognito", profile: () => profile as never });
    const body = { triggerSource: "UserMigration_Authentication", userName: "ann@example.com" };
    expect((await send({ ...body, request: { password: "U*U" } })).status).toBe(503);
    expect(reports[0]?.problems).toMatchObject([{ code: "serve/profile-unusable" }]);
  });
});

it("the table holds answers of both kinds, each once", () => {
  const names = [...SUCCESSES, ...OTHERS].map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(SUCCESSES.every(([, answer]) => namesSuccess(answer))).toBe(true);
  expect(OTHERS.some(([, answer]) => namesSuccess(answer))).toBe(false);
});
