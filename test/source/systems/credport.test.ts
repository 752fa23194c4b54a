import { describe, expect, it } from "vitest";
import { checkPlan } from "../../../src/import/check-plan.js";
import { planImport } from "../../../src/import/index.js";
import { resolveServiceProfile } from "../../../src/service/profile.js";
import { type NormalizedUser, readExport, type UserRecord } from "../../../src/source/index.js";
import { bytesOf, codesOf, collect, sampleHashConfig, sampleText } from "../read-users.js";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const USER: NormalizedUser = {
  externalUserId: "u1",
  email: "a@example.com",
  emailVerified: true,
  phoneNumber: "+15555550100",
  source: "strapi",
  passwordHash: "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1", email: "a@example.com", isVerified: true }],
  totp: [{ secretKey: SECRET, period: 30, skew: 1, deviceName: "phone" }],
};

async function readLine(fields: unknown, options = {}): Promise<UserRecord> {
  const text = `${JSON.stringify(fields)}\n`;
  const [record] = await collect(readExport(bytesOf(text), { from: "credport", ...options }));
  return record as UserRecord;
}

/** As a program writes users whom it takes along: JSON hides the secrets of those that were read. */
const written = (user: NormalizedUser) =>
  JSON.stringify({ ...user, totp: user.totp.map((enrolment) => ({ ...enrolment })) });

const totp = (change: object) => ({ ...USER, totp: [{ ...USER.totp[0], ...change }] });
const login = (change: object) => ({ ...USER, thirdParty: [{ ...USER.thirdParty[0], ...change }] });

describe("the name of a device, which its user has given", () => {
  it.each([
    ["a\u0000b\n", "a b"],
    ["\n", undefined],
    [" ", undefined],
    ["\ud800phone", "phone"],
    ["\u{1f600}".repeat(300), "\u{1f600}".repeat(248)],
    ["x".repeat(253), "x".repeat(248)],
  ])("is one that the service stores (%#)", async (deviceName, stored) => {
    const service = resolveServiceProfile("supertokens");
    const { result } = await readLine(totp({ deviceName }), { service });
    const user = result.ok ? result.value.user : undefined;
    expect(user?.totp[0]?.deviceName).toBe(stored);
    expect(checkPlan(planImport(user as NormalizedUser, service), service)).toEqual([]);
  });
});

describe("users that check wrote", () => {
  it("are read back as they were, with nothing changed", async () => {
    const { result } = await readLine(USER);
    expect(result).toMatchObject({ ok: true, value: { user: USER, changes: [] }, warnings: [] });
  });

  it("are the same after the whole sample went out and came back", async () => {
    const source = { from: "firebase", hashConfig: sampleHashConfig() } as const;
    const users = (await collect(readExport(bytesOf(sampleText("users.json")), source))).flatMap((record) =>
      record.kind === "user" && record.result.ok ? record.result.value.user : [],
    );
    const lines = users.map((user) => `${written(user)}\n`).join("");
    const back = await collect(readExport(bytesOf(lines), { from: "credport" }));
    expect(users.length).toBeGreaterThan(150);
    expect(back.map((record) => record.kind === "user" && record.result.ok && record.result.value.user)).toEqual(users);
  });

  it.each([
    ["no ID", { ...USER, externalUserId: undefined }, ["user/id-unusable"]],
    ["a password without an address", { ...USER, email: undefined }, ["user/email-missing"]],
    ["a damaged address, told once", { ...USER, email: "a" }, ["user/email-malformed"]],
    ["a hash cut off by hand", { ...USER, passwordHash: "$2b$10$Wd0pP7Zq3uLk" }, ["bcrypt/truncated"]],
    ["no way to log in", { externalUserId: "u1" }, ["user/no-credential"]],
    ["a flag that is a text", { ...USER, emailVerified: "true" }, ["user/field-wrong-type"]],
    ["a login's flag that is a text", login({ isVerified: "yes" }), ["user/field-wrong-type"]],
    ["a login without an address", login({ email: undefined }), ["user/email-missing"]],
    ["a login with a NUL", login({ thirdPartyUserId: "a\0b" }), ["user/third-party-unusable"]],
    ["a login with half of a character", login({ thirdPartyId: "a\ud800b" }), ["user/third-party-unusable"]],
    ["a login that is not an object", { ...USER, thirdParty: [1] }, ["user/third-party-unusable"]],
    ["a second factor without a secret", totp({ secretKey: undefined }), ["user/field-wrong-type"]],
    ["a secret that is not base32", totp({ secretKey: "not base32!" }), ["secret/illegal-character"]],
    ["a period of nothing", totp({ period: 0 }), ["user/field-wrong-type"]],
    ["a period of more than a day", totp({ period: 86_401 }), ["user/field-wrong-type"]],
    ["a period in milliseconds", totp({ period: 30_000 }), ["user/field-wrong-type"]],
    ["a skew that costs more than it is worth", totp({ skew: 101 }), ["user/field-wrong-type"]],
    ["a device of eight digits", totp({ digits: 8 }), ["otpauth/unsupported"]],
    ["a device whose digits are a text", totp({ digits: "6" }), ["otpauth/unsupported"]],
    ["a device of another algorithm", totp({ algorithm: "SHA256" }), ["otpauth/unsupported"]],
    ["a device of no known algorithm", totp({ algorithm: 1 }), ["otpauth/malformed"]],
    ["a disabled user", { ...USER, disabled: true }, ["user/disabled"]],
    ["a mark of disabled users that is a text", { ...USER, disabled: "true" }, ["user/field-wrong-type"]],
    ["a field of another name", { ...USER, active: false }, ["user/field-unknown"]],
    ["a login's field of another name", login({ verified: true }), ["user/field-unknown"]],
    ["a device's field of another name", totp({ step: 60 }), ["user/field-unknown"]],
    ["a field named like what all objects have", { ...USER, constructor: 1 }, ["user/field-unknown"]],
    ["a source that is not a system", { ...USER, source: "mine" }, ["user/field-wrong-type"]],
    ["a hash over a digest of the password", { ...USER, source: "meteor" }, ["wrapping/prehashed"]],
    ["a hash over password and pepper", { ...USER, peppered: true }, ["wrapping/peppered"]],
    ["a pepper that is a text", { ...USER, peppered: "no" }, ["user/field-wrong-type"]],
    ["a record that is not an object", 7, ["user/field-wrong-type"]],
  ])("are checked again: %s", async (_, fields, codes) => {
    // A bare value takes the reader out of the format, so it appears in a list.
    const record = typeof fields === "object" ? await readLine(fields) : await readLine([fields]);
    expect(record.result.ok).toBe(false);
    expect(codesOf(record)).toEqual(codes);
  });

  it("are held to the limits of the service that is named", async () => {
    const long = totp({ secretKey: "A".repeat(800) });
    const codes = codesOf(await readLine(long, { service: "supertokens" }));
    expect(codes).toContain("secret/over-service-limit");
    const provider = login({ thirdPartyId: "x".repeat(29) });
    expect(codesOf(await readLine(provider, { service: "supertokens" }))).toEqual(["user/third-party-unusable"]);
  });

  it("may have a device with the usual digits and algorithm, and a disabled user where that is wanted", async () => {
    for (const algorithm of ["SHA1", "sha-1", "HmacSHA1", null]) {
      const { result } = await readLine(totp({ digits: 6, algorithm }));
      expect(result).toMatchObject({ ok: true, value: { user: { totp: USER.totp } } });
    }
    const included = await readLine({ ...USER, disabled: true }, { includeDisabled: true });
    expect(included.result.ok).toBe(true);
  });

  it("name an unknown field, and the one that was probably meant", async () => {
    const { result } = await readLine({
      externalUserId: "a",
      phoneNumber: "+15555550100",
      password_hash: "x",
    });
    expect(result).toMatchObject({
      ok: false,
      problems: [{ field: "password_hash", message: expect.stringContaining("passwordHash is") }],
    });
    const secret = await readLine({ ...USER, $2b$10$Wd0pP7Zq3uLkYv5xHs1cNO: 1 });
    expect(JSON.stringify(secret.result)).not.toContain("Wd0pP7Zq");
  });

  it("name a refused record by its ID", async () => {
    expect(await readLine({ ...USER, email: "a" })).toMatchObject({ userId: "u1", line: 1 });
  });
});
