import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf, secretOf } from "./samples.js";

const from = "gitea";
const TEXT = sampleOf("gitea.sql");
const { keys } = secretOf("gitea by sha256");
const SALT = "000102030405060708090a0b0c0d0e0f";
const user = {
  id: 1,
  name: "a",
  email: "a@example.com",
  passwd: HASHES["gitea-pbkdf2"],
  passwd_hash_algo: "pbkdf2",
  salt: SALT,
};
const GOOGLE = lines({ external_id: "7", user_id: 1, login_source_id: 1, provider: "google" });
const one = async (fields: object) => (await outcomesById(lines({ ...user, ...fields }), { from }))["1"];

describe("Gitea's tables", () => {
  it("become users, and organisations do not", async () => {
    const { 1: ada, ...others } = await outcomesById(TEXT, { from, keys });
    expect(ada).toEqual({
      externalUserId: "1",
      email: "ada@example.com",
      // Although is_activated is set, as it is without a mail: services/user/email.go, AddEmailAddresses().
      emailVerified: false,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$AAECAwQFBgcICQoLDA0ODw\$/),
      source: "gitea",
      thirdParty: [],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    });
    expect(others).toEqual({
      2: ["scheme/login-only"],
      3: ["scheme/login-only"],
      4: ["scheme/login-only"],
      6: {
        externalUserId: "6",
        email: "eve@example.com",
        emailVerified: false,
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "eve@example.com", isVerified: false }],
        totp: [],
      },
      7: ["user/disabled", "user/unconfirmed"],
    });
  });

  it.each(["1", "2", "3", "4"])("have a hash that verifies the known password: user %s", async (id) => {
    expect(await knowsPassword(await readUserOf(TEXT, id, { from, keys }))).toBe(true);
  });

  it("have factors whose codes are oathtool's", async () => {
    const { user } = await readUserOf(TEXT, "1", { from, keys });
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(user, "432690")).toBe(true);
    expect((await readUserOf(TEXT, "1", { from })).codes).toContain("user/second-factor-encrypted");
  });

  it("have Forgejo's factors, each sealed for the row that it is in", async () => {
    const forgejo = secretOf("forgejo by HKDF");
    const factor = (id: number) => lines({ id, uid: 1, secret: forgejo.secret.text, scratch_hash: "" });
    const read = async (id: number) =>
      (await outcomesById(lines({ ...user, passwd: "" }), { from, keys: forgejo.keys, join: [factor(id), GOOGLE] }))[
        "1"
      ];
    expect(await read(258)).toMatchObject({ totp: [{ secretKey: "JBSWY3DPEHPK3PXP" }] });
    expect(await read(259)).toEqual(["decryption/no-key-fits"]);
  });

  it("take no hash from a user whose password LDAP or another source checks", async () => {
    expect(await one({ login_type: 2 })).toEqual(["user/no-credential"]);
    // OAuth 2: the user may have a password as well.
    expect(await one({ login_type: 6 })).toEqual(["scheme/login-only"]);
  });

  it.each([
    ["an algorithm that Gitea does not have", { passwd_hash_algo: "md5" }],
    ["a salt that is not hexadecimal", { salt: "not a salt" + "!" }],
    ["a hash that is not hexadecimal", { passwd: "zz" }],
    ["rounds that are not a number", { passwd_hash_algo: "pbkdf2$many$50" }],
  ])("with %s are refused", async (_, fields) => {
    expect(await one(fields)).toEqual(["user/field-wrong-type"]);
  });

  it.each([
    ["no ID", { id: null }, "line 1", "user/id-unusable"],
    ["a malformed address", { email: "ada" }, "1", "user/email-malformed"],
    ["a bot's type", { type: 4 }, "1", "user/disabled"],
  ])("with %s are refused for it", async (_, fields, id, code) => {
    expect((await outcomesById(lines({ ...user, ...fields }), { from }))[id]).toContain(code);
  });

  it("are told by their columns", async () => {
    expect(await detected(TEXT)).toEqual([from, "sure"]);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });
});
