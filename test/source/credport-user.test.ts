import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatUser, type NormalizedUser, parseUser } from "../../src/source/index.js";
import { CREDPORT } from "../../src/source/systems/credport.js";
import { readUnique, sampleHashConfig, sampleText } from "./read-users.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../schemas/user.schema.json", import.meta.url), "utf8"));
const fitsSchema = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(SCHEMA);

const USER: NormalizedUser = {
  externalUserId: "u1",
  email: "a@example.com",
  emailVerified: true,
  phoneNumber: "+15555550100",
  source: "strapi",
  passwordHash: "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1", email: "a@example.com", isVerified: true }],
  totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
};

const users: fc.Arbitrary<NormalizedUser> = fc
  .record(
    {
      externalUserId: fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((id) => id.trim() === id),
      email: fc.emailAddress(),
      emailVerified: fc.boolean(),
      phoneNumber: fc.constantFrom("+15555550100", "+4915112345678"),
      passwordHash: fc.constant(USER.passwordHash as string),
      source: fc.constantFrom("strapi", "ghost"),
      thirdParty: fc.constantFrom(USER.thirdParty, []),
      totp: fc.constantFrom(USER.totp, []),
    },
    { requiredKeys: ["externalUserId", "email", "emailVerified", "phoneNumber", "thirdParty", "totp"] },
  )
  .map(({ source, ...user }) => ({
    ...user,
    ...(user.passwordHash === undefined || source === undefined ? {} : { source }),
    ...(user.emailVerified ? {} : { codesToPhoneAlone: true as const }),
  }));

describe("a user in credport's own format", () => {
  it("is read as it was written, on one line, and fits the schema", async () => {
    await fc.assert(
      fc.asyncProperty(users, async (user) => {
        const line = formatUser(user);
        expect(line).not.toMatch(/[\n\u2028]/);
        expect(fitsSchema(JSON.parse(line)), JSON.stringify(fitsSchema.errors)).toBe(true);
        const read = await parseUser(line);
        if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
        expect({ ...read.value.user }).toEqual({ ...user });
      }),
      { numRuns: 300 },
    );
  });

  it("fits the schema for every user of the sample that check would write", async () => {
    const { users: sample } = JSON.parse(sampleText("users.json")) as { users: unknown[] };
    const records = await readUnique(sample, { hashConfig: sampleHashConfig() });
    const lines = records.flatMap(({ result }) => (result.ok ? [formatUser(result.value.user)] : []));
    expect(lines.length).toBeGreaterThan(150);
    for (const line of lines) expect(fitsSchema(JSON.parse(line)), line).toBe(true);
  });

  it("has the fields that the reader knows, and no others", () => {
    const [user, login, device] = CREDPORT.fields.map(({ read }) => [...read].sort());
    const { properties } = SCHEMA;
    expect(Object.keys(properties).sort()).toEqual(user);
    expect(Object.keys(properties.thirdParty.items.properties).sort()).toEqual(login);
    expect(Object.keys(properties.totp.items.properties).sort()).toEqual(device);
  });

  it("says that it is disabled", async () => {
    const line = formatUser({ ...USER, disabled: true });
    expect(await parseUser(line)).toMatchObject({ ok: false, problems: [{ code: "user/disabled" }] });
    expect(await parseUser(line, { includeDisabled: true })).toMatchObject({ ok: true });
  });

  it.each([
    ["an empty text", "", "source/empty"],
    ["no JSON", "{", "source/cut-off"],
    ["two users", `${formatUser(USER)}\n${formatUser(USER)}`, "source/trailing-data"],
    ["a list of two", `[${formatUser(USER)},${formatUser(USER)}]`, "source/trailing-data"],
    [
      "a field twice",
      '{"externalUserId":"1","phoneNumber":"+15555550100","phoneNumber":"+15555550101"}',
      "user/field-twice",
    ],
  ])("is not %s", async (_, line, code) => {
    expect(await parseUser(line)).toMatchObject({ ok: false, problems: [{ code }] });
  });

  it.each([
    ["another name of a field", { password_hash: "x" }],
    ["an ID that is a list", { externalUserId: [] }],
    ["a flag that is a text", { emailVerified: "true" }],
    ["a number without a country code", { phoneNumber: "0301234567" }],
    ["a list that is an object", { totp: {} }],
    ["a login without an address", { thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1" }] }],
    ["a device of eight digits", { totp: [{ ...USER.totp[0], digits: 8 }] }],
    ["a device with another algorithm", { totp: [{ ...USER.totp[0], algorithm: "SHA256" }] }],
    ["a period of nothing", { totp: [{ ...USER.totp[0], period: 0 }] }],
    ["a device's field of another name", { totp: [{ ...USER.totp[0], step: 30 }] }],
  ])("is refused with %s, by the schema as well", async (_, change) => {
    const value = { ...USER, ...change };
    expect((await parseUser(JSON.stringify(value))).ok).toBe(false);
    expect(fitsSchema(value)).toBe(false);
  });
});
