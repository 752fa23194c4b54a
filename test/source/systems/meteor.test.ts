import { describe, expect, it } from "vitest";
import { detected, knowsPassword, outcomesById, readAs, readUserOf, takesCode } from "./read-samples.js";
import { lines, sampleOf } from "./samples.js";

const google = (thirdPartyUserId: string, email: string, isVerified: boolean) => ({
  thirdPartyId: "google",
  thirdPartyUserId,
  email,
  isVerified,
});
const FACTOR = { secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 };

describe("Meteor's users", () => {
  const from = "meteor";
  const TEXT = sampleOf("meteor.ndjson");

  it("become users, with hashes over the SHA-256 of the password for the login only", async () => {
    expect(await outcomesById(TEXT, { from })).toEqual({
      m1: ["wrapping/prehashed"],
      "60425dc43519d90068f82973": {
        externalUserId: "60425dc43519d90068f82973",
        email: "bob@example.com",
        emailVerified: false,
        thirdParty: [google("1081", "bob@example.com", false)],
        totp: [],
      },
      m3: ["user/email-missing"],
      m4: ["user/field-wrong-type"],
      "line 5": ["user/id-unusable"],
    });
    const ada = await readUserOf(TEXT, "m1", { from });
    expect(await knowsPassword(ada)).toBe(true);
    expect(ada.loginOnly?.user).toEqual({
      externalUserId: "m1",
      email: "ada@example.com",
      emailVerified: true,
      thirdParty: [],
      totp: [FACTOR],
    });
    // oathtool --totp -b --now "2024-01-01 00:00:00 UTC" JBSWY3DPEHPK3PXP
    expect(takesCode(ada.loginOnly?.user, "432690")).toBe(true);
    expect((await readUserOf(TEXT, "60425dc43519d90068f82973", { from })).codes).toEqual([
      "user/second-factor-unconfirmed",
    ]);
    expect(await detected(TEXT)).toEqual([from, "sure"]);
  });

  it.each([
    ["a malformed address", { emails: [{ address: "ada", verified: true }] }, "user/email-malformed"],
    ["services of another type", { services: [] }, "user/field-wrong-type"],
    ["a hash of another type", { services: { password: { bcrypt: 1 } } }, "user/field-wrong-type"],
  ])("with %s are refused", async (_, fields, code) => {
    const found = await outcomesById(lines({ _id: "m1", emails: [], services: {}, ...fields }), { from });
    expect(found.m1).toContain(code);
  });

  it("have a verified address first, since any user can add another person's", async () => {
    const emails = [
      { address: "ceo@example.com", verified: false },
      { address: "eve@example.com", verified: true },
    ];
    const user = { _id: "m1", emails, services: { google: { id: "5" } } };
    const { email, emailVerified, ...others } = (await readUserOf(lines(user), "m1", { from })).user ?? {};
    expect([email, emailVerified, JSON.stringify(others)]).toEqual([
      "eve@example.com",
      true,
      expect.not.stringContaining("ceo@"),
    ]);
  });

  it("name what is of a directory", async () => {
    const services = {
      ldap: { id: "uid=ada", idAttribute: "uid" },
      saml: { nameID: "x" },
      github: { id: 5 },
    };
    const user = { _id: "m1", emails: [{ address: "ada@example.com", verified: true }], services };
    expect((await readUserOf(lines(user), "m1", { from })).notCarried).toEqual(
      expect.arrayContaining(["services.ldap", "services.saml"]),
    );
  });
});

describe("Rocket.Chat's users", () => {
  const from = "rocket-chat";
  const TEXT = sampleOf("rocket-chat.ndjson");

  it("become users", async () => {
    expect(await outcomesById(TEXT, { from })).toEqual({
      r1: ["wrapping/prehashed"],
      r2: ["user/disabled"],
      r3: {
        externalUserId: "r3",
        email: "cem@example.com",
        emailVerified: true,
        thirdParty: [google("1082", "cem@example.com", true)],
        totp: [],
      },
      "rocket.cat": ["user/not-a-person"],
    });
    const ada = await readUserOf(TEXT, "r1", { from });
    expect(await knowsPassword(ada)).toBe(true);
    expect(ada.loginOnly?.user.totp).toEqual([FACTOR]);
    expect((await readUserOf(TEXT, "r3", { from })).codes).toEqual(["user/second-factor-unconfirmed"]);
    expect(await detected(TEXT)).toEqual([from, "sure"]);
  });

  it.each([
    ["is said to wait for an administrator", { active: false, inactiveReason: "pending_approval" }, ["user/disabled"]],
    ["was shut out", { active: false, inactiveReason: "deactivated" }, ["user/disabled"]],
    [
      "gets codes at a verified address",
      { emails: [{ address: "a@example.com", verified: true }], services: { email2fa: { enabled: true } } },
      ["user/second-factor-at-login"],
    ],
    [
      "gets none, since no address is verified",
      { emails: [{ address: "a@example.com", verified: false }], services: { email2fa: { enabled: true } } },
      [],
    ],
  ])("of whom one %s", async (_, fields, codes) => {
    const services = { password: { bcrypt: "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" } };
    const user = { _id: "a1", active: true, type: "user", emails: [{ address: "a@example.com" }], ...fields };
    const own = { ...user, services: { ...services, ...Object(user).services } };
    const found = (await readUserOf(lines(own), "a1", { from })).codes;
    expect(found.filter((code) => code !== "wrapping/prehashed")).toEqual(codes);
  });

  it("of an app are skipped, unless they have a password, which is held back", async () => {
    const app = { _id: "a1", active: true, type: "app", emails: [], services: {} };
    const own = { ...app, _id: "a2", services: { password: { bcrypt: "$2b$10$x" } } };
    const records = await readAs(from, lines(app, own));
    expect(records.map((record) => record.kind === "user" && record.isSkipped)).toEqual([true, undefined]);
    expect((await outcomesById(lines(own), { from })).a2).toContain("user/disabled");
  });
});
