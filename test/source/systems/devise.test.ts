import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf, secretOf } from "./samples.js";

const from = "devise";
const TEXT = sampleOf("devise.csv");
const RAILS = secretOf("rails sha256");
const user = {
  id: 1,
  email: "a@example.com",
  encrypted_password: HASHES["bcrypt-2a"],
  reset_password_token: null,
};
const one = async (fields: object, more = {}) =>
  (await outcomesById(lines({ ...user, ...fields }), { from, ...more }))["1"];

describe("Devise's table of users", () => {
  it("becomes users", async () => {
    expect(await outcomesById(TEXT, { from, keys: RAILS.keys })).toEqual({
      1: {
        externalUserId: "1",
        email: "ada@example.com",
        emailVerified: true,
        passwordHash: HASHES["bcrypt-2a"],
        source: "devise",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
        totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
      },
      2: ["user/unconfirmed"],
      3: {
        externalUserId: "3",
        email: "cem@example.com",
        emailVerified: true,
        thirdParty: [{ thirdPartyId: "facebook", thirdPartyUserId: "77", email: "cem@example.com", isVerified: true }],
        totp: [],
      },
      4: ["user/email-malformed"],
      "line 6": ["user/id-unusable"],
    });
  });

  it("has hashes, and second factors whose codes are oathtool's", async () => {
    const ada = await readUserOf(TEXT, "1", { from, keys: RAILS.keys });
    expect(await knowsPassword(ada)).toBe(true);
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.user, "432690")).toBe(true);
    expect(ada.metadata).toEqual({ sign_in_count: "3", created_at: "2024-01-01", updated_at: "2024-01-01" });
    expect(ada.notCarried).toEqual(expect.arrayContaining(["reset_password_token", "otp_backup_codes"]));
    expect((await readUserOf(TEXT, "3", { from })).codes).toEqual(["user/second-factor-unconfirmed"]);
    expect((await readUserOf(TEXT, "1", { from })).codes).toContain("user/second-factor-encrypted");
  });

  it("is counted where its confirmation may be of an earlier address: no column takes a changed one", async () => {
    const notCarried = async (fields: object) =>
      (await readUserOf(lines({ ...user, ...fields }), "1", { from })).notCarried?.filter((name) =>
        /earlier/.test(name),
      );
    const confirmed = { confirmed_at: "2024-01-02", confirmation_sent_at: "2024-01-01" };
    expect(await notCarried(confirmed)).toHaveLength(1);
    expect(await notCarried({ ...confirmed, unconfirmed_email: null })).toEqual([]);
    // Without a mark there is nothing to say of it.
    expect(await notCarried({ ...confirmed, confirmation_sent_at: null })).toEqual([]);
    expect(await notCarried({})).toEqual([]);
  });

  it("opens what attr_encrypted wrote, and takes a secret as it is", async () => {
    const { secret, keys } = secretOf("attr_encrypted");
    const encrypted = {
      encrypted_otp_secret: secret.text,
      encrypted_otp_secret_iv: secret.iv,
      encrypted_otp_secret_salt: secret.salt,
    };
    const totp = [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }];
    expect(await one({ ...encrypted, otp_required_for_login: true }, { keys })).toMatchObject({ totp });
    expect(await one({ ...encrypted, otp_required_for_login: true }, { keys: "another" })).toEqual([
      "decryption/no-key-fits",
    ]);
    const plain = { otp_secret: "JBSWY3DPEHPK3PXP", otp_required_for_login: 1 };
    expect(await one(plain)).toMatchObject({ totp });
    expect(await one({ ...plain, otp_interval: 60 })).toMatchObject({ totp: [{ period: 60 }] });
    expect(await one({ ...plain, otp_digits: 8 })).toEqual(["otpauth/unsupported"]);
    const { codes } = await readUserOf(lines({ ...user, otp_required_for_login: true }), "1", { from });
    expect(codes).toContain("user/second-factor-not-carried");
  });

  it.each([
    ["deleted", { deleted_at: "2024-01-01" }, "user/deleted"],
    ["discarded", { discarded_at: "2024-01-01" }, "user/deleted"],
    ["banned", { banned_at: "2024-01-01" }, "user/banned"],
    ["suspended", { suspended_at: "2024-01-01" }, "user/disabled"],
    ["not approved", { approved: "f" }, "user/disabled"],
    ["not active", { active: false }, "user/disabled"],
    ["invited", { invitation_token: "x", invitation_accepted_at: null, confirmed_at: null }, "user/invited"],
    ["of wrong types", { encrypted_password: 7 }, "user/field-wrong-type"],
  ])("holds a user who is %s", async (_, fields, code) => {
    expect(await one(fields)).toEqual([code]);
  });

  // By lib/devise/models/confirmable.rb of Devise and lib/devise_invitable/models.rb.
  it.each([
    ["followed a link", { confirmation_sent_at: "2024-01-01 00:00:00.1" }, true],
    ["was confirmed by the program alone", { confirmation_sent_at: null }, false],
    ["accepted an invitation", { confirmation_sent_at: null, invitation_accepted_at: "2024-01-01 00:00:00.2" }, true],
    ["has not followed the link of another address", { confirmation_sent_at: "2024-01-02 00:00:00" }, false],
  ])("takes the address of a user for verified who %s: %s", async (_, fields, emailVerified) => {
    expect(await one({ confirmed_at: "2024-01-01 00:00:00.2", ...fields })).toMatchObject({ emailVerified });
  });

  it("joins a table of social logins, once each", async () => {
    const rows = [
      { id: 1, user_id: 1, provider: "github", uid: 77 },
      { id: 2, user_id: 1, provider: "google_oauth2", uid: "1081", token: "secret" },
    ];
    const found = await one({ provider: "github", uid: "77" }, { join: [lines(...rows)] });
    expect(found).toMatchObject({
      thirdParty: [
        { thirdPartyId: "github", thirdPartyUserId: "77", isVerified: false },
        { thirdPartyId: "google", thirdPartyUserId: "1081", isVerified: false },
      ],
    });
  });

  it("refuses a peppered hash as one that only the old system's pepper verifies", async () => {
    expect(await one({ encrypted_password: HASHES["bcrypt-2a-peppered"] }, { peppered: true })).toEqual([
      "wrapping/peppered",
    ]);
  });

  it("is told by its columns, and not where another system has them too", async () => {
    expect(await detected(TEXT)).toEqual(["devise", "sure"]);
    expect(await detected(lines({ provider: "github", uid: "77", user_id: 1 }))).toBe("source/system-unclear");
    expect(await detected(lines({ ...user, raw_app_meta_data: {} }))).not.toEqual(["devise", "sure"]);
  });
});
