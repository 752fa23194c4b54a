import { request as httpRequest } from "node:http";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createRehearsalService, type ListeningService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const CODE = "/recipe/signinup/code";
const EMAIL = { email: "a@example.com" };
const KEY = "abcdefghij0123456789";

let listening: ListeningService | undefined;

afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

describe("API keys", () => {
  it("are not asked for where none is configured", async () => {
    expect((await talk(createRehearsalService(), "POST", CODE, EMAIL)).status).toBe(200);
  });

  it.each([
    [{}, 401],
    [{ "api-key": "wrong" }, 401],
    [{ "api-key": `${KEY}x` }, 401],
    [{ "api-key": KEY }, 200],
    [{ "api-key": "second-key" }, 200],
    [{ authorization: KEY }, 200],
    [{ authorization: `Bearer ${KEY}` }, 200],
    [{ "api-key": "wrong", authorization: KEY }, 401],
  ])("with the headers %j the answer is %i", async (headers, status) => {
    const rehearsal = createRehearsalService({ apiKeys: [KEY, "second-key"] });
    const answer = await talk(rehearsal, "POST", CODE, EMAIL, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.text).toBe("Invalid API key\n");
  });

  it("come before everything else", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [KEY] });
    expect((await talk(rehearsal, "GET", CODE, undefined, { "cdi-version": "1" })).status).toBe(401);
  });

  it("are not asked for by /hello and by paths that do not exist", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: [KEY] });
    for (const [path, status] of [
      ["/hello", 200],
      ["/", 200],
      ["/nowhere", 404],
    ] as const) {
      expect((await talk(rehearsal, "GET", path)).status).toBe(status);
    }
  });
});

describe("the version header in the core's profile", () => {
  it.each([
    ["5.1", 200, undefined],
    ["2.7", 200, undefined],
    ["9.0", 400, "cdi-version 9.0 not supported\n"],
    ["2.6", 400, "cdi-version 2.6 not supported\n"],
    ["latest", 400, "cdi-version header is invalid\n"],
  ])("%s", async (version, status, text) => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const answer = await talk(rehearsal, "POST", CODE, EMAIL, { "cdi-version": version });
    expect(answer.status).toBe(status);
    if (text !== undefined) expect(answer.text).toBe(text);
  });

  it("does not matter in the interface's profile", async () => {
    const answer = await talk(createRehearsalService(), "POST", CODE, EMAIL, { "cdi-version": "latest" });
    expect(answer.status).toBe(200);
  });

  it("is the one that the client sends", () => {
    expect(createRehearsalService({ service: "supertokens" }).service.interfaceVersion).toBe("5.1");
  });
});

describe("paths", () => {
  it("keep applications and tenants apart", async () => {
    const rehearsal = createRehearsalService();
    const social = { thirdPartyId: "g", thirdPartyUserId: "1", email: { id: "a@b.c", isVerified: true } };
    for (const prefix of ["", "/public", "/t1", "/T1", "/appid-shop", "/appid-shop/t1", "/appid-public"]) {
      expect((await talk(rehearsal, "POST", `${prefix}/recipe/signinup`, social)).status).toBe(200);
    }
    const methods = rehearsal.state().users.map(({ appId, loginMethods }) => [appId, loginMethods[0]?.tenantId]);
    expect(methods).toEqual([
      ["public", "public"],
      ["public", "t1"],
      ["shop", "public"],
      ["shop", "t1"],
    ]);
  });

  it("refuse application-wide calls under a tenant", async () => {
    const rehearsal = createRehearsalService();
    const answer = await talk(rehearsal, "POST", "/t1/recipe/totp/device/import", {});
    expect([answer.status, answer.text]).toEqual([403, "Only public tenantId can call this app specific API\n"]);
    expect((await talk(rehearsal, "POST", "/public/recipe/totp/device/import", {})).status).toBe(400);
  });

  it("know only the tenants that exist, where they are named", async () => {
    const rehearsal = createRehearsalService({ tenants: ["T1", "appid-shop/t9"] });
    for (const prefix of ["", "/t1", "/appid-shop", "/appid-shop/t9"]) {
      expect((await talk(rehearsal, "POST", `${prefix}${CODE}`, EMAIL)).status).toBe(200);
    }
    for (const [prefix, pair] of [
      ["/t2", "public, t2"],
      ["/appid-shop/t1", "shop, t1"],
      ["/appid-other", "other, public"],
    ]) {
      const answer = await talk(rehearsal, "POST", `${prefix}${CODE}`, EMAIL);
      expect([answer.status, answer.text]).toEqual([
        400,
        `AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId combination not found: (, ${pair})\n`,
      ]);
    }
    const device = { userId: "u", secretKey: "GEZDGNBVGY3TQOJQ" };
    expect((await talk(rehearsal, "POST", "/t2/recipe/totp/device/import", device)).status).toBe(403);
    expect((await talk(rehearsal, "POST", "/appid-other/recipe/totp/device/import", device)).status).toBe(400);
  });

  it("describe tenants, and say which there are not", async () => {
    const rehearsal = createRehearsalService({ tenants: ["t1"], disabledRecipes: ["passwordless"] });
    const path = "/recipe/multitenancy/tenant/v2";
    expect((await talk(rehearsal, "GET", `/t1${path}`)).json).toEqual({
      status: "OK",
      tenantId: "t1",
      thirdParty: { providers: [] },
      firstFactors: ["emailpassword", "thirdparty"],
      coreConfig: {},
    });
    expect((await talk(rehearsal, "GET", `/t2${path}`)).json).toEqual({ status: "TENANT_NOT_FOUND_ERROR" });
  });

  it.each([
    ["GET", CODE, 405],
    ["DELETE", "/recipe/user", 405],
    ["POST", "/recipe/nothing", 404],
    ["POST", "/a/b/recipe/signinup/code", 404],
    ["POST", "//recipe/signinup/code", 404],
    ["GET", "/hello", 200],
    ["GET", "/", 200],
    ["GET", "/RECIPE/signinup/CODE", 405],
  ])("%s %s is answered with %i", async (method, path, status) => {
    const answer = await talk(createRehearsalService(), method, path);
    expect([answer.status, answer.type]).toEqual([status, "text/html; charset=UTF-8"]);
  });
});

describe("hostile input", () => {
  it.each(["", "[]", "null", '"x"', "{", "\u0000", "{}{}", "[".repeat(100_000)])(
    "%j is answered as invalid",
    async (body) => {
      const answer = await talk(createRehearsalService(), "POST", CODE, body);
      expect([answer.status, answer.text]).toEqual([400, "Invalid Json Input\n"]);
    },
  );

  it("cannot reach a prototype", async () => {
    const rehearsal = createRehearsalService();
    const inherited = await talk(rehearsal, "POST", CODE, '{"__proto__":{"email":"a@b.c"}}');
    expect(inherited.status).toBe(400);
    const named = await talk(rehearsal, "POST", "/recipe/signinup", {
      thirdPartyId: "__proto__",
      thirdPartyUserId: "constructor",
      email: { id: "__proto__", isVerified: true },
    });
    expect(named.json?.createdNewUser).toBe(true);
    expect((await talk(rehearsal, "GET", "/user/id?userId=__proto__")).json?.status).toBe("UNKNOWN_USER_ID_ERROR");
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });

  it("of more than a megabyte is not read", async () => {
    const body = JSON.stringify({ email: "a".repeat(1 << 20) });
    expect((await talk(createRehearsalService(), "POST", CODE, body)).status).toBe(413);
    const rehearsal = createRehearsalService();
    listening = await rehearsal.listen();
    const headers = { "content-type": "application/json" };
    const status = await new Promise((resolve, reject) => {
      const sending = httpRequest(`${listening?.url}${CODE}`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on("error", reject);
      sending.write("x".repeat((1 << 20) + 1));
    });
    expect(status).toBe(413);
    expect((await talk(rehearsal, "POST", CODE, EMAIL)).status).toBe(200);
  });

  it("never makes the calls beside the eight fail", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens", signerKey: "AAAA" });
    const call = fc.constantFrom(
      ...[
        "/recipe/signup",
        "/recipe/signin",
        "/recipe/totp/verify",
        "/recipe/totp/device/remove",
        "/user/remove",
        "/recipe/userid/map",
        "/recipe/userid/map/remove",
        "/recipe/user/email/verify",
        "/recipe/user/email/verify/token",
        "/recipe/session",
        "/recipe/session/refresh",
        "/recipe/session/regenerate",
        "/recipe/session/remove",
        "/bulk-import/users",
        "/bulk-import/users/remove",
        "/bulk-import/import",
      ].map((path) => ["POST", path] as const),
      ...(["/recipe/user", "/recipe/user/metadata", "/recipe/role", "/recipe/user/role"] as const).map(
        (path) => ["PUT", path] as const,
      ),
    );
    const names = fc.constantFrom(
      ...["email", "password", "userId", "recipeUserId", "totp", "deviceName", "method", "token", "role"],
      ...["superTokensUserId", "externalUserId", "refreshToken", "accessToken", "metadataUpdate", "ids"],
      ...["enableAntiCsrf", "userDataInJWT", "userDataInDatabase", "sessionHandles"],
      ...["loginMethods", "recipeId", "passwordHash", "hashingAlgorithm", "plainTextPassword", "tenantIds"],
      ...["totpDevices", "secretKey", "period", "skew", "userRoles", "thirdPartyId", "phoneNumber"],
      ...["timeJoinedInMSSinceEpoch", "isPrimary", "isVerified", "users", "__proto__"],
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("emailpassword", "thirdparty", "passwordless", "bcrypt", "$2a$10$x", true, false, 1e15),
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.integer(),
        fc.array(tie("any"), { maxLength: 3 }),
        tie("object"),
      ),
      object: fc.dictionary(names, tie("any"), { maxKeys: 8 }),
    }));
    await fc.assert(
      fc.asyncProperty(call, value.object, async ([method, path], body) => {
        expect([200, 400]).toContain((await talk(rehearsal, method, path, body)).status);
      }),
      { numRuns: 2000 },
    );
  });

  it("never makes it fail", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens", signerKey: "AAAA" });
    const paths = fc.constantFrom(
      "/recipe/totp/device/import",
      CODE,
      `${CODE}/consume`,
      "/recipe/user/passwordhash/import",
      "/recipe/signinup",
      "/recipe/accountlinking/user/link",
    );
    const names = ["userId", "email", "linkCode", "preAuthSessionId", "deviceId", "passwordHash", "thirdPartyId", "id"];
    const body = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(paths, body, async (path, value) => {
        expect([200, 400]).toContain((await talk(rehearsal, "POST", path, value)).status);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what it shows of itself", () => {
  it("has no hash, secret or code in it", async () => {
    const rehearsal = createRehearsalService({ apiKeys: [KEY], signerKey: "c2lnbmVyLWtleQ==" });
    const headers = { "api-key": KEY };
    const secretKey = "GEZDGNBVGY3TQOJQ";
    const passwordHash = "$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234";
    await talk(
      rehearsal,
      "POST",
      "/recipe/totp/device/import",
      { userId: "u", secretKey, skew: 1, period: 30 },
      headers,
    );
    await talk(rehearsal, "POST", "/recipe/user/passwordhash/import", { ...EMAIL, passwordHash }, headers);
    const code = await talk(rehearsal, "POST", CODE, EMAIL, headers);
    const list = await talk(rehearsal, "GET", "/recipe/totp/device/list?userId=u", undefined, headers);
    expect(rehearsal.state().counts).toMatchObject({ users: 1, devices: 1, codes: 1 });
    const shown = [
      JSON.stringify(rehearsal.state()),
      inspect(rehearsal, { depth: 9, showHidden: true }),
      list.text,
    ].join();
    for (const secret of [KEY, "c2lnbmVyLWtleQ", secretKey, "abcdefghijklmnopqrstuu", code.json?.linkCode]) {
      expect(shown).not.toContain(secret);
    }
  });
});

describe("over HTTP", () => {
  it("answers as it does in the process", async () => {
    const rehearsal = createRehearsalService({ now: () => 0 });
    listening = await rehearsal.listen();
    expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    for (const [method, path, body] of [
      ["GET", "/apiversion", undefined],
      ["POST", "/recipe/signinup/code/consume", '{"preAuthSessionId":"x"}'],
      ["PUT", "/nowhere", "{}"],
    ] as const) {
      const headers = { "content-type": "application/json" };
      const init = { method, headers, ...(body === undefined ? {} : { body }) };
      const [near, far] = [await rehearsal.fetch(`http://x${path}`, init), await fetch(listening.url + path, init)];
      expect([far.status, far.headers.get("content-type"), await far.text()]).toEqual([
        near.status,
        near.headers.get("content-type"),
        await near.text(),
      ]);
    }
  });

  it("can be closed with connections open, and its port used again", async () => {
    const rehearsal = createRehearsalService();
    const first = await rehearsal.listen();
    await fetch(`${first.url}/hello`);
    await first.close();
    const port = Number(new URL(first.url).port);
    listening = await rehearsal.listen(port);
    expect(listening.url).toBe(first.url);
    await expect(rehearsal.listen(port)).rejects.toThrow(/EADDRINUSE/);
  });
});
