import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readAs, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf, secretOf } from "./samples.js";

const from = "laravel";
const TEXT = sampleOf("laravel.sql");
const { keys } = secretOf("laravel aes-256-cbc, serialised");
const user = {
  id: 1,
  email: "a@example.com",
  email_verified_at: null,
  password: HASHES["php-bcrypt"],
  remember_token: null,
};
const one = async (fields: object, more = {}) =>
  (await outcomesById(lines({ ...user, ...fields }), { from, ...more }))["1"];

describe("Laravel's table of users", () => {
  it("becomes users with Fortify's second factors and their social logins", async () => {
    expect(await outcomesById(TEXT, { from, keys })).toEqual({
      1: {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASHES["php-bcrypt"],
        source: "laravel",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
        totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
      },
      2: {
        externalUserId: "2",
        email: "bob@example.com",
        emailVerified: false,
        passwordHash: HASHES["php-argon2id"],
        source: "laravel",
        thirdParty: [],
        totp: [],
      },
      3: {
        externalUserId: "3",
        email: "cem@example.com",
        emailVerified: false,
        thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "cem@example.com", isVerified: false }],
        totp: [],
      },
      4: ["user/deleted"],
    });
  });

  it("has hashes, and second factors whose codes are oathtool's", async () => {
    const ada = await readUserOf(TEXT, "1", { from, keys });
    expect(await knowsPassword(ada)).toBe(true);
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.user, "432690")).toBe(true);
    expect(ada.metadata).toEqual({ name: "Ada" });
    expect((await readUserOf(TEXT, "2", { from, keys })).codes).toEqual(["user/second-factor-unconfirmed"]);
    expect((await readUserOf(TEXT, "1", { from })).codes).toEqual(["user/second-factor-encrypted"]);
  });

  it("takes a factor of a release without confirmation for enrolled", async () => {
    const { secret } = secretOf("laravel aes-256-gcm, serialised");
    expect(await one({ two_factor_secret: secret.text }, { keys })).toMatchObject({ totp: [{ period: 30 }] });
    expect(await one({ two_factor_secret: "not encrypted" }, { keys })).toEqual(["decryption/malformed"]);
  });

  it("reads Socialite's columns", async () => {
    expect(await one({ google_id: "1081", github_id: 77, provider: "discord", provider_id: "5" })).toMatchObject({
      thirdParty: [
        { thirdPartyId: "google", thirdPartyUserId: "1081" },
        { thirdPartyId: "github", thirdPartyUserId: "77" },
        { thirdPartyId: "discord", thirdPartyUserId: "5" },
      ],
    });
    expect(await one({ provider: "discord", provider_id: null })).toEqual(["user/third-party-unusable"]);
  });

  it("takes a phone number where it was verified", async () => {
    expect(await one({ phone: "+15555550100", phone_verified_at: "2024-01-01 00:00:00" })).toMatchObject({
      phoneNumber: "+15555550100",
    });
    expect(await one({ phone: "+15555550100" })).not.toHaveProperty("phoneNumber");
    const withPhoneAlone = { email: null, password: null, email_verified_at: null, phone: "+15555550100" };
    const [record] = await readAs("laravel", JSON.stringify([{ ...user, ...withPhoneAlone }]));
    expect(record).toMatchObject({ likelyLogin: "unverified-phone" });
    expect(await one({ phone: "+15555550100", phone_verified_at: "None" })).not.toHaveProperty("phoneNumber");
  });

  it.each([
    ["no ID", { id: null }, "line 1", "user/id-unusable"],
    ["a malformed address", { email: "ada" }, "1", "user/email-malformed"],
    ["a hash of another type", { password: 5 }, "1", "user/field-wrong-type"],
    ["a ban", { banned_at: "2024-01-01" }, "1", "user/banned"],
    ["is_active 0", { is_active: "0" }, "1", "user/disabled"],
    ["a suspension", { suspended_at: "2024-01-01" }, "1", "user/disabled"],
    ["a block", { blocked_at: "2024-01-01" }, "1", "user/disabled"],
  ])("with %s is refused", async (_, fields, id, code) => {
    const found = await outcomesById(lines({ ...user, ...fields }), { from });
    expect(found[id]).toEqual([code]);
  });

  it("is told by its columns", async () => {
    expect(await detected(lines(user))).toEqual(["laravel", "sure"]);
    expect(await detected(TEXT)).toEqual(["laravel", "sure"]);
    expect(await detected(lines({ id: 1, email: "a@example.com", password: "x", remember_token: null }))).toEqual([
      "laravel",
      "possible",
    ]);
  });
});
