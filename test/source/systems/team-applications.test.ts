import { describe, expect, it } from "vitest";
import { verifyPassword } from "../../../src/verify/index.js";
import { detected, knowsPassword, outcomesById, readUserOf } from "./read-samples.js";
import { HASHES, lines } from "./samples.js";

describe("Mattermost's table of users", () => {
  const user = {
    id: "u1",
    createat: 1,
    deleteat: 0,
    username: "ada",
    password: HASHES["bcrypt-2a"],
    authdata: null,
    authservice: "",
    email: "ada@example.com",
    emailverified: true,
    mfaactive: true,
    mfasecret: "JBSWY3DPEHPK3PXP",
    roles: "system_user",
  };
  const one = async (fields: object) => (await outcomesById(lines({ ...user, ...fields }), { from: "mattermost" })).u1;

  it("becomes users", async () => {
    expect(await one({})).toEqual({
      externalUserId: "u1",
      email: "ada@example.com",
      emailVerified: true,
      passwordHash: HASHES["bcrypt-2a"],
      source: "mattermost",
      thirdParty: [],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    });
    const other = lines({ ...user, password: HASHES["mattermost-pbkdf2"] });
    for (const text of [lines(user), other]) {
      expect(await knowsPassword(await readUserOf(text, "u1", { from: "mattermost" }))).toBe(true);
    }
    expect(await detected(lines(user))).toEqual(["mattermost", "sure"]);
  });

  it("of MySQL has its columns in other letters", async () => {
    const row = {
      Id: "u1",
      Username: "ada",
      Password: "",
      AuthService: "gitlab",
      AuthData: "77",
      Email: "ada@example.com",
      MfaSecret: "",
      DeleteAt: "0",
    };
    const [found] = Object.values(await outcomesById(lines(row), { from: "mattermost" }));
    expect(found).toMatchObject({
      thirdParty: [{ thirdPartyId: "gitlab", thirdPartyUserId: "77" }],
      totp: [],
    });
    expect(await detected(lines(row))).toEqual(["mattermost", "sure"]);
  });

  it.each([
    [{ deleteat: 1_700_000_000_000 }, ["user/disabled"]],
    [{ authservice: "saml", authdata: null }, ["user/third-party-unusable"]],
    [{ email: "ada" }, ["user/email-malformed"]],
    [{ mfasecret: "not base32!" }, ["secret/illegal-character"]],
  ])("is refused with %o", async (fields, codes) => {
    expect(await one(fields)).toEqual(codes);
  });

  it("has half-enrolled factors", async () => {
    const { user: read, codes } = await readUserOf(lines({ ...user, mfaactive: false }), "u1", {
      from: "mattermost",
    });
    expect([read?.totp, codes]).toEqual([[], ["user/second-factor-unconfirmed"]]);
  });
});

describe("Metabase's table of users", () => {
  const from = "metabase";
  const user = {
    id: 1,
    email: "ada@example.com",
    first_name: "Ada",
    password: HASHES.metabase,
    is_superuser: false,
    is_active: true,
    password_salt: "c3b1a4de-0000-4000-8000-000000000001",
    reset_token: "$2a$10$x",
    sso_source: null,
  };
  const one = async (fields: object) => (await outcomesById(lines({ ...user, ...fields }), { from }))["1"];

  it("has hashes over a salt, which are for the fallback", async () => {
    expect(await one({})).toEqual(["wrapping/prehashed"]);
    expect(await knowsPassword(await readUserOf(lines(user), "1", { from }))).toBe(true);
    expect(await one({ password_salt: null })).toEqual(["wrapping/incomplete"]);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });

  it.each([
    [{ is_active: false }, "user/disabled"],
    [{ type: "internal" }, "user/disabled"],
    [{ sso_source: "google" }, "user/third-party-unusable"],
    [{ google_auth: "t" }, "user/third-party-unusable"],
    [{ email: "ada" }, "user/email-malformed"],
    [{ password: 1 }, "user/field-wrong-type"],
  ])("is refused with %o", async (fields, code) => {
    expect(await one(fields)).toContain(code);
  });
});

describe("Matomo's table of users", () => {
  const from = "matomo";
  const user = {
    login: "ada",
    password: HASHES.matomo,
    email: "ada@example.com",
    twofactor_secret: "JBSWY3DPEHPK3PXP",
    superuser_access: 0,
  };
  const one = async (fields: object) =>
    Object.values(
      await outcomesById(lines({ ...user, ...fields }, { ...user, login: "anonymous", email: "" }), { from }),
    );

  it("has the MD5 itself where Piwik wrote it, for the login only", async () => {
    // md5("password"), by Python's hashlib.
    const piwik = { ...user, password: "5f4dcc3b5aa765d61d8327deb882cf99" };
    expect(await one(piwik)).toEqual([["scheme/login-only"]]);
    const { hash = "" } = (await readUserOf(lines(piwik), "ada", { from })).loginOnly ?? {};
    expect(await verifyPassword("password", hash, { source: from })).toMatchObject({ value: { matches: true } });
    expect(await verifyPassword("Password", hash, { source: from })).toMatchObject({ value: { matches: false } });
  });

  it("has hashes over the MD5 of the password, for the login only", async () => {
    expect(await one({})).toEqual([["wrapping/prehashed"]]);
    const ada = await readUserOf(lines(user), "ada", { from });
    expect(await knowsPassword(ada)).toBe(true);
    expect(ada.loginOnly?.user).toEqual({
      externalUserId: "ada",
      email: "ada@example.com",
      emailVerified: false,
      thirdParty: [],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    });
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });

  it("is read under any prefix", async () => {
    const columns = "`login`, `password`, `email`, `twofactor_secret`, `superuser_access`";
    const dump = (table: string) =>
      `-- MySQL dump 10.13\nINSERT INTO \`${table}\` (${columns}) VALUES ('ada','${user.password}','${user.email}','',0);\n-- Dump completed on 2024-03-01  0:00:00\n`;
    const read = await outcomesById(dump("stats_user"), { from });
    expect(read).toEqual({ ada: ["wrapping/prehashed"] });
    expect(await outcomesById(dump("matomo_user"), { from })).toEqual(read);
  });

  it.each([
    [{ invite_token: "x", invite_accept_at: null }, "user/invited"],
    [{ login: "" }, "user/id-unusable"],
    [{ email: "ada" }, "user/email-malformed"],
  ])("is refused with %o", async (fields, code) => {
    expect((await one(fields))[0]).toContain(code);
  });
});
