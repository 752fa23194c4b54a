import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readUserOf, takesCode } from "./read-samples.js";
import { HASHES, lines, sampleOf } from "./samples.js";

const from = "aspnet-identity";
const TEXT = sampleOf("aspnet-identity.sql");
const user = { Id: "u-1", Email: "a@example.com", PasswordHash: HASHES["aspnet-v2"], SecurityStamp: "s" };
const one = async (fields: object) => (await outcomesById(lines({ ...user, ...fields }), { from }))["u-1"];

describe("ASP.NET Identity's tables", () => {
  it("become users with their logins and authenticator keys", async () => {
    expect(await outcomesById(TEXT, { from })).toEqual({
      "u-1": ["scheme/login-only"],
      "u-2": expect.arrayContaining(["user/disabled"]),
      "u-3": {
        externalUserId: "u-3",
        email: "cem@example.com",
        emailVerified: false,
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "cem@example.com", isVerified: false }],
        totp: [],
      },
    });
  });

  it("have hashes for the login only, of both versions, and factors whose codes are oathtool's", async () => {
    const ada = await readUserOf(TEXT, "u-1", { from });
    expect(await knowsPassword(ada)).toBe(true);
    expect(ada.loginOnly?.user).toEqual({
      externalUserId: "u-1",
      email: "ada@example.com",
      emailVerified: true,
      phoneNumber: "+15555550100",
      thirdParty: [],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 2 }],
    });
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.loginOnly?.user, "432690")).toBe(true);
    expect(await knowsPassword(await readUserOf(lines(user), "u-1", { from }))).toBe(true);
    const cem = await readUserOf(TEXT, "u-3", { from });
    expect(cem.codes).toEqual(["user/second-factor-unconfirmed"]);
    expect(cem.notCarried).toEqual(expect.arrayContaining(["PhoneNumber", "SecurityStamp", "user name"]));
  });

  it("hold a lockout until its end, where it is enabled", async () => {
    const LockoutEnd = "2030-01-01 00:00:00.0000000 +00:00";
    expect(await one({ LockoutEnd })).toContain("user/disabled");
    expect(await one({ LockoutEnd, LockoutEnabled: "0" })).not.toContain("user/disabled");
    expect(await one({ LockoutEnd: "2020-01-01 00:00:00" })).not.toContain("user/disabled");
    expect(await one({ LockoutEnd: "some day" })).toContain("user/field-wrong-type");
  });

  it("may have names in snake case", async () => {
    const row = {
      id: "7",
      email: "a@example.com",
      password_hash: HASHES["bcrypt-2b"],
      security_stamp: "s",
      two_factor_enabled: "t",
    };
    const text = lines(row);
    expect(await outcomesById(text, { from })).toMatchObject({
      "7": { externalUserId: "7", email: "a@example.com" },
    });
    expect(
      (
        await outcomesById(text, {
          from,
          join: [lines({ user_id: "7", login_provider: "x", name: "AuthenticatorKey", value: "JBSWY3DPEHPK3PXP" })],
        })
      )["7"],
    ).toMatchObject({ totp: [{ skew: 2 }] });
  });

  it.each([
    ["no ID", { Id: "" }, "line 1", "user/id-unusable"],
    ["a malformed address", { Email: "ada" }, "u-1", "user/email-malformed"],
    ["a flag of another type", { EmailConfirmed: "maybe" }, "u-1", "user/field-wrong-type"],
  ])("with %s are refused", async (_, fields, id, code) => {
    expect((await outcomesById(lines({ ...user, ...fields }), { from }))[id]).toContain(code);
  });

  it("are told by their columns", async () => {
    expect(await detected(TEXT)).toEqual([from, "sure"]);
    expect(await detected(lines(user))).toEqual([from, "sure"]);
  });
});
