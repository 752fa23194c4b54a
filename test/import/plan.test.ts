import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { checkPlan } from "../../src/import/check-plan.js";
import { planImport } from "../../src/import/index.js";
import { SERVICE_PROFILES } from "../../src/service/profile.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { makeUser, makeUsers } from "./user-records.js";

const { default: DEFAULT, supertokens: SUPERTOKENS } = SERVICE_PROFILES;
const BASE: NormalizedUser = { externalUserId: "u", emailVerified: false, thirdParty: [], totp: [] };
const stepsOf = (user: NormalizedUser): string[] => planImport(user, DEFAULT).map(({ step }) => step);

describe("the plan of a user", () => {
  test("a password alone is one call of 4.7", () => {
    const user = { ...BASE, email: "a@example.com", passwordHash: "$2b$10$x" };
    expect(planImport(user, DEFAULT)).toEqual([
      {
        step: "password",
        call: "importPasswordHash",
        request: { email: "a@example.com", passwordHash: "$2b$10$x" },
      },
    ]);
  });

  test("provider-scrypt names its algorithm as the service does", () => {
    const user = { ...BASE, email: "a@example.com", passwordHash: "$f_scrypt$a$b$m=14$r=8$s=Bw==" };
    const named = [DEFAULT, SUPERTOKENS].map((profile) => planImport(user, profile)[0]?.request);
    expect(named).toMatchObject([{ hashingAlgorithm: "provider_scrypt" }, { hashingAlgorithm: "firebase_scrypt" }]);
  });

  test("password and phone follow rule 4 in its order: code, consumption, missing attribute, primary, link", () => {
    const user = { ...BASE, email: "a@example.com", passwordHash: "$2b$10$x", phoneNumber: "+15555550100" };
    const plan = planImport(user, DEFAULT);
    expect(plan.map(({ call }) => call)).toEqual([
      "importPasswordHash",
      "createPasswordlessCode",
      "consumePasswordlessCode",
      "updatePasswordlessUser",
      "makePrimaryUser",
      "linkAccounts",
    ]);
    const first = { from: "password", value: "userId" };
    const second = { from: "one-time-code", value: "userId" };
    expect(plan.slice(1).map(({ request }) => request)).toEqual([
      { phoneNumber: "+15555550100" },
      {
        preAuthSessionId: { from: "code", value: "preAuthSessionId" },
        linkCode: { from: "code", value: "linkCode" },
      },
      { userId: second, email: "a@example.com" },
      { recipeUserId: first },
      { primaryUserId: first, recipeUserId: second },
    ]);
  });

  test("an address to which no code may go stays with the password alone", () => {
    const user = { ...BASE, email: "a@example.com", phoneNumber: "+15555550100", codesToPhoneAlone: true as const };
    expect(stepsOf({ ...user, passwordHash: "$2b$10$x" })).toEqual([
      ...["password", "code", "one-time-code", "primary", "link-one-time-code"],
    ]);
    expect(stepsOf(user)).toEqual(["code", "one-time-code"]);
  });

  test("several logins become one user, and devices belong to the first login", () => {
    const social = { email: "a@example.com", isVerified: true };
    const user: NormalizedUser = {
      ...BASE,
      thirdParty: [
        { ...social, thirdPartyId: "google", thirdPartyUserId: "1" },
        { ...social, thirdPartyId: "github", thirdPartyUserId: "2" },
      ],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
    };
    expect(stepsOf(user)).toEqual(["social-login-1", "social-login-2", "primary", "link-social-login-2", "device-1"]);
    expect(planImport(user, DEFAULT).at(-1)?.request).toMatchObject({ userId: { from: "social-login-1" } });
  });

  test("a phone number alone needs no link, and an e-mail address alone gets a code", () => {
    expect(stepsOf({ ...BASE, phoneNumber: "+15555550100" })).toEqual(["code", "one-time-code"]);
    expect(planImport({ ...BASE, email: "a@example.com" }, DEFAULT)[0]?.request).toEqual({
      email: "a@example.com",
    });
  });

  test("a code never goes to an e-mail address beside another login: consuming it would verify the address", () => {
    for (const user of makeUsers(6)) {
      const code = planImport(user, DEFAULT).find(({ call }) => call === "createPasswordlessCode");
      expect(code === undefined || "phoneNumber" in code.request).toBe(true);
    }
  });

  test("devices have names that differ from each other and are the same in every run", () => {
    const device = { secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1 };
    const totp = [device, device, { ...device, deviceName: "phone" }, { ...device, deviceName: "phone" }];
    const names = () =>
      planImport({ ...BASE, email: "a@example.com", totp }, DEFAULT).flatMap(({ request }) =>
        "deviceName" in request ? [request.deviceName] : [],
      );
    expect(names()).toEqual(["Imported TOTP device", "Imported TOTP device 2", "phone", "phone 2"]);
    expect(names()).toEqual(names());
  });

  test("a device whose given name is one that we would make up takes no name away", () => {
    const device = { secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1 };
    const totp = [
      { ...device, deviceName: "a 2" },
      { ...device, deviceName: "a" },
      { ...device, deviceName: "a" },
    ];
    const plan = planImport({ ...BASE, email: "a@example.com", totp }, DEFAULT);
    const names = plan.flatMap(({ request }) => ("deviceName" in request ? [request.deviceName] : []));
    expect(new Set(names).size).toBe(3);
  });

  test("printing a planned call shows neither hash nor secret", () => {
    const text = inspect(planImport(makeUser(2), DEFAULT), { depth: 9 });
    expect(text).toContain("passwordHash");
    expect(text).not.toContain("N9qo8uLO");
    expect(text).not.toContain("GEZDGNBV");
  });
});

describe("a plan that can't be carried out whole", () => {
  test("is refused before anything is sent, with every reason", () => {
    const user: NormalizedUser = {
      ...BASE,
      email: "a@example.com",
      passwordHash: "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
      thirdParty: [{ thirdPartyId: "x".repeat(29), thirdPartyUserId: "1", email: "a@example.com", isVerified: false }],
      totp: [{ secretKey: "not base32", period: 0, skew: 1 }],
    };
    const codes = (profile: typeof DEFAULT) => checkPlan(planImport(user, profile), profile).map(({ code }) => code);
    expect(codes(SUPERTOKENS)).toEqual([
      "request/field-too-long",
      expect.stringMatching(/^(?:request|secret)\//),
      "request/number-out-of-range",
    ]);
    expect(codes(DEFAULT)).toEqual([expect.stringMatching(/^(?:request|secret)\//), "request/number-out-of-range"]);
  });

  test("a password without an e-mail address, and a user with nothing, are refused", () => {
    const codes = (user: NormalizedUser) => checkPlan(planImport(user, DEFAULT), DEFAULT).map(({ code }) => code);
    expect(codes({ ...BASE, passwordHash: "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy" })).toEqual([
      "request/field-missing",
    ]);
    expect(codes(BASE)).toEqual(["user/no-credential"]);
  });
});
