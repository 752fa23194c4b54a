import { createSign, generateKeyPairSync } from "node:crypto";
import { CompactEncrypt, UnsecuredJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { identifierKey } from "../../src/login/index.js";
import { jweDecryption } from "../../src/serve/decrypt-jwe.js";
import { VERIFY_SHAPES } from "../../src/serve/internal.js";
import { BCRYPT, handlerFor, seen, type TestUser, USERS } from "./call.js";
import { RFC7516_KEY, RFC7516_TEXT } from "./rfc7516.js";

// The calls are those of the services' published samples, with our users in them.

it("knows six services", () => {
  expect(VERIFY_SHAPES).toEqual(["keycloak", "ory", "okta", "cognito", "auth0", "entra"]);
});

describe("a password that its user has to replace", () => {
  const users: readonly TestUser[] = [
    { id: "7", email: "new@example.com", passwordHash: BCRYPT, mustReset: true },
    { id: "8", email: "odd@example.com", passwordHash: BCRYPT, mustReset: 1 as never },
  ];

  it("is no match for a service whose call can't ask for another one", async () => {
    const { send } = handlerFor({ shape: "ory" }, users);
    expect((await send({ identifier: "new@example.com", password: "U*U" })).status).toBe(403);
    expect((await send({ identifier: "odd@example.com", password: "U*U" })).status).toBe(403);
  });

  it("is told to the script of Auth0", async () => {
    const { send } = handlerFor({ shape: "auth0" }, users);
    const login = { action: "login", identifier: "new@example.com", password: "U*U" };
    expect(await seen(send(login))).toEqual([403, { reason: "must-reset" }]);
  });
});

describe("Keycloak's user migration", () => {
  const { send, get } = handlerFor({ shape: "keycloak" });

  it("learns who a user is by GET, and whether the password is right by POST to the same address", async () => {
    expect(await seen(get("/auth/ann%40example.com"))).toEqual([
      200,
      { id: "1", username: "ann@example.com", email: "ann@example.com", enabled: true, emailVerified: true },
    ]);
    expect((await get("/auth/nobody%40example.com")).status).toBe(404);
    expect((await get("/auth/gone%40example.com")).status).toBe(404);
    expect((await send({ password: "U*U" }, {}, "/auth/ann@example.com")).status).toBe(200);
    expect((await send({ password: "U*V" }, {}, "/auth/ann@example.com")).status).toBe(401);
    expect((await send({ password: "U*U" }, {}, "/auth/nobody@example.com")).status).toBe(401);
    expect((await send({ password: "U*U" }, {}, "/auth/disabled@example.com")).status).toBe(401);
    expect(await seen(get("/auth/disabled@example.com"))).toMatchObject([200, { enabled: false }]);
  });

  it("finds a user by both forms of an international domain, and checks the password by both", async () => {
    const users = [{ id: "6", email: "carl@bücher.example", passwordHash: BCRYPT, emailVerified: true }] as const;
    const { send: ask, get: look } = handlerFor({ shape: "keycloak" }, users);
    for (const domain of ["b%C3%BCcher.example", "xn--bcher-kva.example"]) {
      expect(await seen(look(`/auth/carl@${domain}`))).toMatchObject([200, { id: "6", email: "carl@bücher.example" }]);
      expect((await ask({ password: "U*U" }, {}, `/auth/carl@${domain}`)).status).toBe(200);
    }
  });

  it("shows nobody as open, and lets nobody in, of whom a database says 1 for disabled or gone", async () => {
    const users = [
      { id: "4", email: "disabled@example.com", passwordHash: USERS[0]?.passwordHash, disabled: 1 },
      { id: "5", email: "gone@example.com", passwordHash: USERS[0]?.passwordHash, migrated: 1 },
    ] as never;
    const { send: ask, get: look } = handlerFor({ shape: "keycloak" }, users);
    expect(await seen(look("/auth/disabled@example.com"))).toMatchObject([200, { enabled: false }]);
    expect((await look("/auth/gone@example.com")).status).toBe(404);
    expect((await ask({ password: "U*U" }, {}, "/auth/disabled@example.com")).status).toBe(401);
    expect((await ask({ password: "U*U" }, {}, "/auth/gone@example.com")).status).toBe(401);
  });

  it("asks a user for another password who had to choose one at the next login of the old system", async () => {
    for (const mustReset of [true, 1] as never[]) {
      const users = [{ id: "7", email: "new@example.com", passwordHash: BCRYPT, mustReset }];
      const { get: look } = handlerFor({ shape: "keycloak" }, users);
      expect(await seen(look("/auth/new@example.com"))).toMatchObject([200, { requiredActions: ["UPDATE_PASSWORD"] }]);
    }
    const users = [{ id: "7", email: "new@example.com", passwordHash: BCRYPT, mustReset: true }];
    const { send: ask, reports } = handlerFor({ shape: "keycloak" }, users);
    expect((await ask({ password: "U*U" }, {}, "/auth/new@example.com")).status).toBe(200);
    expect((await ask({ password: "U*V" }, {}, "/auth/new@example.com")).status).toBe(401);
    expect(reports.map(({ problems }) => problems.map(({ code }) => code))).toEqual([["login/password-temporary"], []]);
  });

  it("gets all of a profile that it has a place for", async () => {
    const profile = {
      id: "12345678",
      username: "bob",
      email: "bob@company.com",
      emailVerified: true,
      givenName: "Bob",
      familyName: "Smith",
      attributes: { position: "developer", likes: ["cats", "dogs"] },
      roles: ["admin"],
      groups: ["migrated_users"],
      requiredActions: ["CONFIGURE_TOTP"],
    };
    const { get: ask } = handlerFor({ shape: "keycloak", profile: () => profile });
    expect(await seen(ask("/auth/bob@example.com"))).toEqual([
      200,
      {
        id: "12345678",
        username: "bob",
        email: "bob@company.com",
        firstName: "Bob",
        lastName: "Smith",
        enabled: true,
        emailVerified: true,
        attributes: { position: ["developer"], likes: ["cats", "dogs"] },
        roles: ["admin"],
        groups: ["migrated_users"],
        requiredActions: ["CONFIGURE_TOTP"],
      },
    ]);
  });

  // POST asks with the user name that the answer to GET has.
  it.each([
    ["ann", ["ann@example.com", "ann"], "ann"],
    ["ANN@example.com", ["ann@example.com", "ann"], "ann"],
    ["ann@example.com", ["Ann@Example.com", "+15555550100"], "ann@example.com"],
    ["Ann", ["ann@example.com", "Ann"], "ann@example.com"],
    ["ann@example.com", ["ann@example.com", "sam"], "ann@example.com"],
    ["+15555550100", ["+15555550100"], "+15555550100"],
  ])("asks with a user name of the record that finds it again: %s", async (typed, identifiers, expected) => {
    const [email] = identifiers.filter((one) => one.includes("@"));
    const ann = { id: "1", identifiers, email: email as string, passwordHash: BCRYPT };
    const findLegacyUser = async (identifier: string) =>
      // «sam» is what two users have.
      identifier !== "sam" && identifiers.some((one) => identifierKey(one) === identifierKey(identifier)) ? ann : null;
    const { send: ask, get: look } = handlerFor({ shape: "keycloak", findLegacyUser });
    const [status, body] = await seen(look(`/auth/${encodeURIComponent(typed)}`));
    expect([status, (body as { username: string }).username]).toEqual([200, expected]);
    expect((await ask({ password: "U*U" }, {}, `/auth/${encodeURIComponent(expected)}`)).status).toBe(200);
  });

  it("takes two records whose ID is null for two users", async () => {
    const users = [
      { id: null as never, email: "n@x.example", username: "bob", passwordHash: BCRYPT },
      { id: null as never, email: "bob@x.example", username: "bob", passwordHash: BCRYPT },
    ];
    const findLegacyUser = async (typed: string) =>
      typed === "bob" ? (users[1] ?? null) : (users.find(({ email }) => email === typed) ?? null);
    const { get: look } = handlerFor({ shape: "keycloak", findLegacyUser });
    expect(await seen(look("/auth/n@x.example"))).toMatchObject([200, { username: "n@x.example" }]);
  });

  it("gets no user name of what was typed where a database finds more than is written in it", async () => {
    const ann = { id: "1", email: "ann@example.com", passwordHash: BCRYPT, username: "ann" };
    const { get: look } = handlerFor({ shape: "keycloak", findLegacyUser: async () => ann });
    expect(await seen(look("/auth/%C3%A0nn"))).toMatchObject([200, { username: "ann" }]);
    const nameless = { id: "1", passwordHash: BCRYPT } as TestUser;
    const { get: ask, reports } = handlerFor({ shape: "keycloak", findLegacyUser: async () => nameless });
    expect((await ask("/auth/ann")).status).toBe(503);
    expect(reports[0]?.problems[0]?.message).toBe("the profile has no username in small letters");
  });

  it.each([
    ["/auth/ann+smith", "ann smith"],
    ["/auth/ann%20smith", "ann smith"],
    ["/auth/ann%2Bsmith", "ann+smith"],
    ["/auth/ann+shop@example.com", "ann+shop@example.com"],
    ["/auth/ann%2Bshop%40example.com", "ann+shop@example.com"],
    ["/auth/m%C3%BCller%2Fx", "müller/x"],
  ])("has the user's name in the path %s", async (path, expected) => {
    const asked: string[] = [];
    const { get: ask } = handlerFor({
      shape: "keycloak",
      findLegacyUser: async (identifier) => {
        asked.push(identifier);
        return null;
      },
    });
    await ask(path);
    expect(asked).toEqual([expected]);
  });

  it.each(["/auth/", "/auth/%ff", "/auth/%"])("is told that %s names nobody", async (path) => {
    expect(await seen(get(path))).toMatchObject([400, { error: { code: "serve/body-malformed" } }]);
  });
});

describe("a user with a second factor", () => {
  const device = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" };
  const withTotp = (totp: unknown) => [{ ...(USERS[0] as TestUser), totp }] as unknown as TestUser[];
  const cognito = (triggerSource: string, password?: string) => ({
    triggerSource,
    userName: "ann@example.com",
    request: { password },
  });
  const auth0 = (action: string) => ({ action, identifier: "ann@example.com", password: "U*U" });
  const okta = {
    eventType: "com.okta.user.credential.password.import",
    data: { context: { credential: { username: "ann@example.com", password: "U*U" } } },
  };

  it("takes it along to Keycloak, in the form that its extension makes a credential of", async () => {
    const { get } = handlerFor({ shape: "keycloak" }, withTotp([device, { ...device, period: 60 }]));
    const [, body] = await seen(get("/auth/ann@example.com"));
    const totp = { secret: device.secretKey, name: "phone", digits: 6, period: 30, algorithm: "HmacSHA1" };
    expect((body as { totps: unknown }).totps).toEqual([
      { ...totp, encoding: "BASE32" },
      { ...totp, period: 60, encoding: "BASE32" },
    ]);
    const { get: other } = handlerFor({ shape: "keycloak" }, withTotp([]));
    expect((await seen(other("/auth/ann@example.com")))[1]).not.toHaveProperty("totps");
  });

  it("takes it along to Auth0 at a login, where Auth0 can compute its codes", async () => {
    const { send } = handlerFor({ shape: "auth0" }, withTotp([device]));
    expect(await seen(send(auth0("login")))).toMatchObject([
      200,
      { user_id: "1", mfa_factors: [{ totp: { secret: device.secretKey } }] },
    ]);
    const { send: slow } = handlerFor({ shape: "auth0" }, withTotp([{ ...device, period: 60 }]));
    expect((await slow(auth0("login"))).status).toBe(403);
  });

  it.each([
    ["ory", { identifier: "ann@example.com", password: "U*U" }, 403],
    ["okta", okta, 200],
    ["cognito", cognito("UserMigration_Authentication", "U*U"), 401],
    ["cognito", cognito("UserMigration_ForgotPassword"), 503],
    ["auth0", auth0("get_user"), 503],
  ] as const)("is not let in by %s without it: %j", async (shape, call, expected) => {
    const onMatch = vi.fn();
    const { send, reports } = handlerFor({ shape, onMatch }, withTotp([device]));
    const [status, body] = await seen(send(call));
    expect([status, JSON.stringify(body)]).toEqual([expected, expect.not.stringMatching(/"VERIFIED"|CONFIRMED|GEZD/)]);
    expect(reports[0]).toMatchObject({ userId: "1", problems: [{ code: "serve/second-factor-lost" }] });
    expect(onMatch).not.toHaveBeenCalled();
    // Which is said to whoever has the password alone.
    expect(JSON.stringify(reports)).not.toContain("GEZD");
  });

  it.each([
    ["a database's own form", '[{"secret":"x"}]'],
    ["letters that are not base32", [{ ...device, secretKey: "not base32" }]],
    ["no period", [{ secretKey: device.secretKey }]],
  ])("is not let in with a factor in a form that would be another one's: %s", async (_, totp) => {
    const { get, reports } = handlerFor({ shape: "keycloak" }, withTotp(totp));
    expect((await get("/auth/ann@example.com")).status).toBe(503);
    expect(reports[0]?.problems[0]?.code).toBe("serve/second-factor-lost");
  });

  it("is let in where Keycloak is told to have them enrol a new one", async () => {
    const settings = { secondFactors: "require-enrolment" } as const;
    const { get } = handlerFor({ ...settings, shape: "keycloak" }, withTotp([device]));
    const [status, body] = await seen(get("/auth/ann@example.com"));
    expect([status, body]).toEqual([200, expect.objectContaining({ requiredActions: ["CONFIGURE_TOTP"] })]);
    expect(body).not.toHaveProperty("totps");
  });

  it.each(["ory", "okta", "cognito", "auth0"] as const)(
    "can't be told to enrol by %s, which has no word for it",
    (shape) => {
      expect(() => handlerFor({ secondFactors: "require-enrolment", shape })).toThrow(TypeError);
      expect(() => handlerFor({ secondFactors: "drop" as never, shape })).toThrow(TypeError);
    },
  );

  it("is let in with a stated loss, and keeps what the reply can bring over", async () => {
    const settings = { secondFactors: "accept-loss" } as const;
    const { send, reports } = handlerFor({ ...settings, shape: "ory" }, withTotp([device]));
    expect((await send({ identifier: "ann@example.com", password: "U*U" })).status).toBe(200);
    expect(reports).toMatchObject([{ answer: "match", userId: "1", problems: [{ code: "serve/second-factor-lost" }] }]);
    const { get } = handlerFor({ ...settings, shape: "keycloak" }, withTotp([device]));
    expect((await seen(get("/auth/ann@example.com")))[1]).toMatchObject({ totps: [{ name: "phone" }] });
  });

  it("has the factors that a profile gives", async () => {
    const profile = () => ({ username: "ann", totp: [device] });
    const { get } = handlerFor({ shape: "keycloak", profile });
    expect((await seen(get("/auth/ann@example.com")))[1]).toMatchObject({ totps: [{ name: "phone" }] });
  });
});

describe("Okta's password import hook", () => {
  const call = (username: string, password: string) => ({
    eventId: "3o9jBzq1SmOGmmsDsqyyeQ",
    eventTime: "2020-01-17T21:23:56.000Z",
    eventType: "com.okta.user.credential.password.import",
    eventTypeVersion: "1.0",
    contentType: "application/json",
    cloudEventVersion: "0.1",
    source: "https://example.okta.com/api/v1/inlineHooks/cal2xd5phv9fsPLcF0g7",
    data: {
      context: {
        request: { id: "XiIl6wn7005Rr@fjYqeC7AAABxw", method: "POST", url: { value: "/api/v1/authn" } },
        credential: { username, password },
      },
      action: { credential: "UNVERIFIED" },
    },
  });
  const update = (credential: string) => ({
    commands: [{ type: "com.okta.action.update", value: { credential } }],
  });
  const { send } = handlerFor({ shape: "okta" });

  it("is answered with a command", async () => {
    expect(await seen(send(call("ann@example.com", "U*U")))).toEqual([200, update("VERIFIED")]);
    expect(await seen(send(call("ann@example.com", "U*V")))).toEqual([200, update("UNVERIFIED")]);
    expect(await seen(send(call("nobody@example.com", "U*U")))).toEqual([200, update("UNVERIFIED")]);
    expect(await seen(send(call("disabled@example.com", "U*U")))).toEqual([200, update("UNVERIFIED")]);
  });

  it("is not any other of Okta's hooks", async () => {
    const other = { ...call("ann@example.com", "U*U"), eventType: "com.okta.import.transform" };
    expect((await send(other)).status).toBe(400);
  });
});

describe("Cognito's user migration trigger", () => {
  const event = (triggerSource: string, userName: string, password?: string) => ({
    version: "1",
    triggerSource,
    region: "eu-west-1",
    userPoolId: "eu-west-1_example",
    userName,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "example" },
    request: { password, validationData: null, userAttributes: null },
    response: { userAttributes: null, messageAction: null, finalUserStatus: null },
  });
  const signIn = (userName: string, password: string) => event("UserMigration_Authentication", userName, password);
  const forgot = (userName: string) => event("UserMigration_ForgotPassword", userName);
  const { send } = handlerFor({ shape: "cognito" });

  it("gets the attributes of an account whose password is right", async () => {
    expect(await seen(send(signIn("ann@example.com", "U*U")))).toEqual([
      200,
      {
        response: {
          userAttributes: { email: "ann@example.com", email_verified: "true" },
          finalUserStatus: "CONFIRMED",
          messageAction: "SUPPRESS",
        },
      },
    ]);
    for (const [name, password] of [
      ["ann@example.com", "U*V"],
      ["nobody@example.com", "U*U"],
      ["disabled@example.com", "U*U"],
    ] as const) {
      expect(await seen(send(signIn(name, password)))).toEqual([401, { reason: "wrong-password" }]);
    }
  });

  it("gets them without a password where it was forgotten, and only what was proven is", async () => {
    expect(await seen(send(forgot("bob@example.com")))).toEqual([
      200,
      {
        response: {
          userAttributes: { email: "bob@example.com", email_verified: "false" },
          messageAction: "SUPPRESS",
        },
      },
    ]);
    expect((await send(forgot("nobody@example.com"))).status).toBe(404);
    expect((await send(forgot("disabled@example.com"))).status).toBe(404);
    // Their second factor is not here: the account would be made without it.
    expect((await send(forgot("factor@example.com"))).status).toBe(503);
  });

  it("makes an account that needs a new password where the check did not see all of it", async () => {
    const hash = "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui";
    const typed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored";
    const users: TestUser[] = [{ id: "1", email: "ann@example.com", passwordHash: hash }];
    const { send: ask } = handlerFor({ shape: "cognito" }, users);
    const reply = await seen(ask(signIn("ann@example.com", typed)));
    expect(reply).toMatchObject([200, { response: { finalUserStatus: "RESET_REQUIRED" } }]);
    expect(JSON.stringify(reply)).not.toContain(typed);
  });

  it("gets texts only, and an account has to have something", async () => {
    const profile = {
      phoneNumber: "+4915112345678",
      phoneNumberVerified: true,
      givenName: "Ann",
      familyName: "A.",
      name: "Ann A.",
      attributes: { "custom:plan": "gold", "custom:tags": ["a", "b"] },
    };
    const { send: ask } = handlerFor({ shape: "cognito", profile: () => profile });
    expect(await seen(ask(signIn("ann@example.com", "U*U")))).toMatchObject([
      200,
      {
        response: {
          userAttributes: {
            phone_number: "+4915112345678",
            phone_number_verified: "true",
            given_name: "Ann",
            family_name: "A.",
            name: "Ann A.",
            "custom:plan": "gold",
            "custom:tags": "a,b",
          },
        },
      },
    ]);
    const { send: bare } = handlerFor({ shape: "cognito", profile: () => ({ id: "1" }) });
    expect((await bare(signIn("ann@example.com", "U*U"))).status).toBe(503);
  });

  it("is not any other of Cognito's triggers", async () => {
    expect((await send(event("PreSignUp_SignUp", "ann@example.com", "U*U"))).status).toBe(400);
    expect((await send(event("UserMigration_Authentication", "ann@example.com"))).status).toBe(400);
    expect((await send(forgot(""))).status).toBe(400);
  });
});

describe("Auth0's scripts", () => {
  const { send } = handlerFor({ shape: "auth0" });
  const login = (identifier: string, password: string) => send({ action: "login", identifier, password });

  it("get a profile, or a status for each of their errors", async () => {
    const ann = { user_id: "1", email: "ann@example.com", email_verified: true };
    expect(await seen(login("ann@example.com", "U*U"))).toEqual([200, ann]);
    expect(await seen(login("ann@example.com", "U*V"))).toEqual([401, { reason: "wrong-password" }]);
    expect(await seen(login("nobody@example.com", "U*V"))).toEqual([401, { reason: "wrong-password" }]);
    expect(await seen(login("disabled@example.com", "U*U"))).toEqual([403, { reason: "blocked" }]);
    expect(await seen(send({ action: "get_user", identifier: "ann@example.com" }))).toEqual([200, ann]);
    expect(await seen(send({ action: "get_user", identifier: "nobody@example.com" }))).toEqual([
      404,
      { reason: "unknown" },
    ]);
    // 404 would be an address that is free to sign up with.
    expect(await seen(send({ action: "get_user", identifier: "disabled@example.com" }))).toEqual([
      403,
      { reason: "blocked" },
    ]);
  });

  it("log nobody in without a password", async () => {
    expect((await send({ action: "login", identifier: "ann@example.com" })).status).toBe(400);
    expect((await send({ identifier: "ann@example.com" })).status).toBe(400);
  });
});

describe("Entra's password migration", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const otherPem = other.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const nonce = "3f0e8d2a-5b7c-4f7e-9a51-0c8a1b6f4d21";

  type Algorithms = { readonly alg: string; readonly enc: string };
  const ALGORITHMS: Algorithms = { alg: "RSA-OAEP-256", enc: "A256GCM" };

  /** By jose, which knows nothing of credport. */
  const encrypted = (
    claims: object,
    algorithms: object = ALGORITHMS,
    inner = new UnsecuredJWT({ ...claims }).encode(),
  ) =>
    new CompactEncrypt(new TextEncoder().encode(inner)).setProtectedHeader(algorithms as Algorithms).encrypt(publicKey);

  const call = (encryptedPasswordContext: unknown) => ({
    type: "microsoft.graph.authenticationEvent.passwordSubmit",
    source: "/tenants/aaaabbbb-0000-cccc-1111-dddd2222eeee/applications/00001111-aaaa-2222-bbbb-3333cccc4444",
    data: {
      "@odata.type": "microsoft.graph.onPasswordSubmitCalloutData",
      tenantId: "aaaabbbb-0000-cccc-1111-dddd2222eeee",
      encryptedPasswordContext,
      authenticationContext: {
        protocol: "OAUTH2.0",
        user: { id: "00aa00aa-bb11-cc22-dd33-44ee44ee44ee", mail: "ann@example.com" },
      },
    },
  });
  const claims = (password: string, username?: string) => ({ "user-password": password, username, nonce });
  const reply = (action: string) => [
    200,
    {
      data: {
        "@odata.type": "microsoft.graph.onPasswordSubmitResponseData",
        actions: [{ "@odata.type": `microsoft.graph.passwordSubmit.${action}` }],
        nonce,
      },
    },
  ];
  const { send } = handlerFor({ shape: "entra", privateKey: [otherPem, pem] });
  const ask = async (text: unknown) => seen(send(call(await text)));

  it("is answered with an action and the nonce", async () => {
    expect(await ask(encrypted(claims("U*U", "ann@example.com")))).toEqual(reply("MigratePassword"));
    expect(await ask(encrypted(claims("U*U")))).toEqual(reply("MigratePassword"));
    expect(await ask(encrypted(claims("U*V", "ann@example.com")))).toEqual(reply("Retry"));
    expect(await ask(encrypted(claims("U*U", "nobody@example.com")))).toEqual(reply("Retry"));
    expect(await ask(encrypted(claims("U*U", "disabled@example.com")))).toEqual(reply("Block"));
  });

  it("sends a user on to a new password where the check did not see all of the old one", async () => {
    const hash = "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui";
    const typed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored";
    const { send: sendTo } = handlerFor({ shape: "entra", privateKey: pem }, [
      { id: "1", email: "ann@example.com", passwordHash: hash },
    ]);
    const body = call(await encrypted(claims(typed, "ann@example.com")));
    expect(await seen(sendTo(body))).toEqual(reply("UpdatePassword"));
  });

  it.each(
    ["RSA-OAEP", "RSA-OAEP-256"].flatMap((alg) =>
      ["A128GCM", "A192GCM", "A256GCM", "A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512"].map(
        (enc) => [alg, enc] as const,
      ),
    ),
  )("is read where it is encrypted with %s and %s", async (alg, enc) => {
    const text = await encrypted(claims("U*U", "ann@example.com"), { alg, enc });
    expect(await ask(text)).toEqual(reply("MigratePassword"));
    // One bit of each part, and what was encrypted for it is not read any more.
    for (const index of [1, 2, 3, 4]) {
      const parts = text.split(".");
      const part = Buffer.from(parts[index] as string, "base64url");
      part[0] = (part[0] as number) ^ 1;
      parts[index] = part.toString("base64url");
      expect(await ask(parts.join("."))).toMatchObject([400, { error: { code: "serve/not-decrypted" } }]);
    }
  });

  it("takes claims without a token around them", async () => {
    const json = JSON.stringify(claims("U*U", "ann@example.com"));
    expect(await ask(encrypted({}, ALGORITHMS, json))).toEqual(reply("MigratePassword"));
  });

  it("does not take what is signed, cut, compressed, for another key, or of RSA 1.5", async () => {
    const signed = `${Buffer.from('{"alg":"RS256"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}`;
    const signature = createSign("sha256").update(signed).sign(privateKey).toString("base64url");
    const text = await encrypted(claims("U*U", "ann@example.com"));
    const foreign = await new CompactEncrypt(new TextEncoder().encode("{}"))
      .setProtectedHeader(ALGORITHMS)
      .encrypt(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey);
    for (const given of [
      encrypted({}, ALGORITHMS, `${signed}.${signature}`),
      encrypted({}, ALGORITHMS, "neither.a.token"),
      encrypted({}, { ...ALGORITHMS, zip: "DEF" }),
      encrypted({}, { alg: "RSA1_5", enc: "A256GCM" }),
      foreign,
      text.slice(0, -4),
      text.split(".").slice(0, 4).join("."),
      `${text}.AA`,
      "....",
      "",
    ]) {
      const [status, body] = await ask(given);
      expect([status, (body as { error: { code: string } }).error.code]).toEqual([400, "serve/not-decrypted"]);
    }
  });

  it("has every claim, and is the event that it should be", async () => {
    for (const body of [
      call(await encrypted({ username: "ann@example.com", nonce })),
      call(await encrypted({ username: "ann@example.com", "user-password": "U*U" })),
      call(await encrypted(claims("U*U", ""))),
      call(undefined),
      { ...call(await encrypted(claims("U*U", "ann@example.com"))), type: "another" },
    ]) {
      expect(await seen(send(body))).toMatchObject([400, { error: { code: "serve/body-malformed" } }]);
    }
  });

  it("is read as RFC 7516 reads its own example", async () => {
    // Appendix A.1: RSA-OAEP and A256GCM. The plaintext is a sentence, not claims, so it is read and then refused.
    expect(await jweDecryption([RFC7516_KEY])(RFC7516_TEXT)).toBe(
      "The true sign of intelligence is not knowledge but imagination.",
    );
  });
});
