import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createImportClient, type ImportClientOptions } from "../../../src/client/index.js";
import { findUserId } from "../../../src/client/replies/user-id.js";
import { BCRYPT, CODE_REPLY } from "../samples.js";

const SCRYPT_ERROR = "java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null";

function clientAnswering(body: string, init: ResponseInit = {}, options: Partial<ImportClientOptions> = {}) {
  return createImportClient({
    baseUrl: "https://auth.example.com",
    apiKey: "the-api-key-0123456789",
    fetch: async () => new Response(body, init),
    retry: { attempts: 1 },
    ...options,
  });
}

const hashRequest = { email: "a@example.com", passwordHash: BCRYPT };

describe("replies", () => {
  it("gives back the fields that the interface promises for a code, and keeps the others", async () => {
    const client = clientAnswering(JSON.stringify({ ...CODE_REPLY, somethingNew: [1] }));
    const reply = await client.createPasswordlessCode({ email: "a@example.com" });
    expect(reply).toMatchObject({ ok: true, value: { ...CODE_REPLY, body: { somethingNew: [1] } } });
  });

  it.each(Object.keys(CODE_REPLY).filter((name) => name !== "status"))("refuses a code without %s", async (name) => {
    const { [name as keyof typeof CODE_REPLY]: _, ...rest } = CODE_REPLY;
    const reply = await clientAnswering(JSON.stringify(rest)).createPasswordlessCode({
      email: "a@example.com",
    });
    expect(reply).toMatchObject({
      ok: false,
      problems: [{ code: "client/reply-unexpected", field: name }],
    });
  });

  it("does not print a code", async () => {
    const reply = await clientAnswering(JSON.stringify(CODE_REPLY)).createPasswordlessCode({
      email: "a@example.com",
    });
    expect(reply.ok && reply.value.linkCode).toBe("link-1");
    expect(inspect(reply, { depth: 9 })).not.toMatch(/link-1|123456|device-1/);
  });

  it.each([
    ["importPasswordHash", { status: "OK", user: { id: "u-1" }, didUserAlreadyExist: true }, "u-1", true],
    ["importPasswordHash", { status: "OK", user: { id: "u-1" }, didUserAlreadyExist: false }, "u-1", false],
    ["importPasswordHash", { status: "OK", userId: "u-2" }, "u-2", undefined],
    ["importPasswordHash", { status: "OK" }, undefined, undefined],
  ] as const)("%s finds the user in %j", async (name, body, userId, alreadyThere) => {
    const reply = await clientAnswering(JSON.stringify(body))[name](hashRequest);
    expect(reply.ok && [reply.value.userId, reply.value.alreadyThere]).toEqual([userId, alreadyThere]);
  });

  it.each([
    ["HTTP 202", { status: "OK", queued: true }, 202, "importPasswordHash"],
    ["HTTP 299", { status: "OK", user: { id: "u-1" } }, 299, "importPasswordHash"],
    ["HTTP 201 to a link", { status: "OK" }, 201, "linkAccounts"],
  ] as const)("does not take %s for success, which may be the word of a queue", async (_, body, status, call) => {
    const requests = { importPasswordHash: hashRequest, linkAccounts: { primaryUserId: "a", recipeUserId: "b" } };
    const client = clientAnswering(JSON.stringify(body), { status });
    const reply = await (client[call] as (request: unknown) => Promise<unknown>)(requests[call]);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/reply-unexpected", httpStatus: status }] });
  });

  const withAddress = (user: object) => JSON.stringify({ status: "OK", user: { id: "u-1", ...user } });

  it.each([
    ["loginMethods", { loginMethods: [{ recipeId: "emailpassword", email: "someone-else@example.org" }] }],
    ["emails", { emails: ["b@example.com", "c@example.com"] }],
    ["email", { email: "b@example.com" }],
  ])("refuses a reply that is about another address (%s), and quotes neither", async (_, user) => {
    const reply = await clientAnswering(withAddress(user)).importPasswordHash(hashRequest);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/reply-unexpected", field: "user" }] });
    expect(JSON.stringify(reply)).not.toMatch(/example/);
  });

  it.each([
    ["in another spelling", { loginMethods: [{ recipeId: "emailpassword", email: "A@Example.com" }] }],
    ["among others", { emails: ["b@example.com", "a@example.com"], loginMethods: [{ email: "b@example.com" }] }],
    ["nowhere", { emails: [], loginMethods: [{ phoneNumber: "+15555550100" }, null] }],
    ["in a form of its own", { email: { id: "b@example.com" }, emails: "b@example.com" }],
  ])("takes a reply in which the address that was sent is %s", async (_, user) => {
    expect((await clientAnswering(withAddress(user)).importPasswordHash(hashRequest)).ok).toBe(true);
  });

  it("takes no text for an ID that is far longer than one", async () => {
    const body = { status: "OK", user: { id: "x".repeat(70_000) } };
    expect(findUserId(body, "importPasswordHash")).toBeUndefined();
    const extractUserId = () => "x".repeat(70_000);
    const client = clientAnswering(JSON.stringify(body), {}, { extractUserId });
    const reply = await client.importPasswordHash(hashRequest);
    expect(reply.ok && reply.value.userId).toBeUndefined();
  });

  it("takes a consumed code to be about the passwordless user, also when it is linked", () => {
    const user = {
      id: "primary-1",
      loginMethods: [
        { recipeId: "emailpassword", recipeUserId: "primary-1" },
        { recipeId: "passwordless", recipeUserId: "p-1" },
      ],
    };
    expect(findUserId({ status: "OK", user, recipeUserId: "p-1" }, "consumePasswordlessCode")).toBe("p-1");
    expect(findUserId({ status: "OK", user }, "consumePasswordlessCode")).toBe("p-1");
    expect(findUserId({ status: "OK", user: { id: "flat-1" } }, "consumePasswordlessCode")).toBe("flat-1");
    const twice = {
      ...user,
      loginMethods: [...user.loginMethods, { recipeId: "passwordless", recipeUserId: "p-2" }],
    };
    expect(findUserId({ status: "OK", user: twice }, "consumePasswordlessCode")).toBeUndefined();
    expect(findUserId({ status: "OK", user }, "importPasswordHash")).toBe("primary-1");
  });

  it("lets the caller find the user elsewhere", async () => {
    const client = clientAnswering(
      '{"status":"OK","data":{"uid":"x-9"}}',
      {},
      {
        extractUserId: (body) => (body.data as { uid: string }).uid,
      },
    );
    const reply = await client.importPasswordHash(hashRequest);
    expect(reply.ok && reply.value.userId).toBe("x-9");
  });

  it("is not misled by prototype names", () => {
    expect(
      findUserId(JSON.parse('{"status":"OK","__proto__":{"userId":"evil"}}'), "importPasswordHash"),
    ).toBeUndefined();
  });
});

describe("answers that are not OK", () => {
  it.each(["DEVICE_ALREADY_EXISTS_ERROR", "INPUT_USER_IS_NOT_A_PRIMARY_USER", "SOMETHING_NEW"])(
    "makes the status %s a problem that carries it",
    async (status) => {
      const reply = await clientAnswering(JSON.stringify({ status })).importPasswordHash(hashRequest);
      expect(reply).toMatchObject({
        ok: false,
        problems: [{ code: "client/service-refused", status, httpStatus: 200 }],
      });
    },
  );

  it.each([
    [400, "Field name 'recipeUserId' is invalid in JSON input\n", "client/bad-request"],
    [401, "Invalid API key\n", "client/api-key-refused"],
    [402, "MFA feature is not enabled.\n", "client/feature-not-licensed"],
    [403, "Passwordless login not enabled for tenant\n", "client/forbidden"],
    [404, "Not found\n", "client/path-not-found"],
    [405, "Method not supported\n", "client/path-not-found"],
    [413, "too large", "client/unexpected-http-status"],
    [429, "slow down", "client/rate-limited"],
    [500, SCRYPT_ERROR, "client/signer-key-missing"],
    [500, "java.lang.NullPointerException", "client/service-error"],
    [503, "<html>Service unavailable</html>", "client/service-error"],
  ])("maps HTTP %i %j to %s", async (status, body, code) => {
    const reply = await clientAnswering(body, { status }).importPasswordHash(hashRequest);
    expect(reply).toMatchObject({ ok: false, problems: [{ code, httpStatus: status }] });
  });

  it("says the service's words where they are harmless", async () => {
    const reply = await clientAnswering("Unknown user ID provided\n", { status: 400 }).makePrimaryUser({
      recipeUserId: "u",
    });
    expect(reply.ok === false && reply.problems[0].message).toBe(
      "the service answered HTTP 400: Unknown user ID provided",
    );
  });

  it.each(["", "rubbish", "[]", "null", '"OK"', "<html>OK</html>", '{"status":"OK"'])(
    "does not take %j with status 200 for success",
    async (body) => {
      const reply = await clientAnswering(body).importPasswordHash(hashRequest);
      expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/reply-not-json" }] });
    },
  );

  it.each(["{}", '{"status":200}', '{"__proto__":{"status":"OK"}}'])("does not take %j for success", async (body) => {
    const reply = await clientAnswering(body).importPasswordHash(hashRequest);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/reply-unexpected" }] });
  });

  it("does not take bytes that are not UTF-8 for success", async () => {
    const client = clientAnswering(
      "",
      {},
      {
        fetch: async () => new Response(Buffer.from('{"status":"OK","x":"\xff"}', "latin1")),
      },
    );
    expect(await client.importPasswordHash(hashRequest)).toMatchObject({
      ok: false,
      problems: [{ code: "client/reply-not-json" }],
    });
  });

  it("never shows what was sent, even when the service quotes it", async () => {
    const [, , , rest = ""] = BCRYPT.split("$");
    for (const body of [`bad hash ${BCRYPT} for key the-api-key-0123456789`, `bad part ${rest}`, `"${rest}"`]) {
      for (const status of [400, 500]) {
        const reply = await clientAnswering(body, { status }).importPasswordHash(hashRequest);
        const shown = inspect(reply, { depth: 9 });
        expect(shown).not.toContain(rest);
        expect(shown).not.toContain("the-api-key");
      }
    }
    const quoted = await clientAnswering(JSON.stringify({ status: BCRYPT })).importPasswordHash(hashRequest);
    expect(inspect(quoted, { depth: 9 })).not.toContain(BCRYPT);
  });
});
