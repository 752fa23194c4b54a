import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { formatFallbackUser, parseFallbackUser } from "../../src/login/index.js";
import { type LoginOnlyUser, readExport, type UserRecord } from "../../src/source/index.js";
import type { RejectedUser } from "../../src/source/internal.js";
import { readUnique } from "../source/read-users.js";

const ADDRESS = "ada@example.com";
const SCHEMA = new URL("../../schemas/fallback-user.schema.json", import.meta.url);
const fitsSchema = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));

/** Of phpass's own test suite: the hash of "test12345". */
const PHPASS = "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0";

const FURTHER = {
  emails: [
    { value: "ada@example.org", isVerified: true },
    { value: "somebody@example.org", isVerified: false },
  ],
  phoneNumbers: [],
  userName: "ada",
};

const LOGIN_ONLY: LoginOnlyUser = {
  user: {
    externalUserId: "7",
    email: "ada@example.com",
    emailVerified: true,
    phoneNumber: "+15555550100",
    thirdParty: [],
    totp: [],
  },
  hash: PHPASS,
  source: "wordpress",
  further: FURTHER,
};

describe("a user of the fallback", () => {
  it("is written with everything by which they are told, but for addresses that nobody has proven", () => {
    const line = formatFallbackUser(LOGIN_ONLY, { pepper: "OLD_PEPPER" });
    expect(JSON.parse(line)).toEqual({
      externalUserId: "7",
      identifiers: ["ada@example.com", "+15555550100", "ada@example.org", "ada"],
      email: "ada@example.com",
      emailVerified: true,
      furtherEmails: ["ada@example.org"],
      passwordHash: PHPASS,
      source: "wordpress",
      pepper: "OLD_PEPPER",
      phoneNumber: "+15555550100",
    });
  });

  it.each(["a\0b", "a\ud800b", "x".repeat(1001), "\u6f22".repeat(334), " "])(
    "is found by no name that can't be typed, and by all else: %j",
    (userName) => {
      const { identifiers } = JSON.parse(formatFallbackUser({ ...LOGIN_ONLY, further: { ...FURTHER, userName } }));
      expect(identifiers).toEqual(["ada@example.com", "+15555550100", "ada@example.org"]);
    },
  );

  it("says of no user name that it is an address of theirs", () => {
    const further = { ...FURTHER, userName: "other@example.com" };
    const written = JSON.parse(formatFallbackUser({ ...LOGIN_ONLY, further }));
    expect(written.identifiers).toContain("other@example.com");
    expect(written.furtherEmails).toEqual(["ada@example.org"]);
  });

  it("keeps that its password has to be replaced", () => {
    const line = formatFallbackUser({ ...LOGIN_ONLY, mustReset: true });
    expect(parseFallbackUser(line)).toMatchObject({ ok: true, value: { mustReset: true } });
    expect(fitsSchema(JSON.parse(line))).toBe(true);
    expect(parseFallbackUser(line.replace('"mustReset":true', '"mustReset":1')).ok).toBe(false);
  });

  const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const WITH_LOGINS: LoginOnlyUser = {
    ...LOGIN_ONLY,
    user: {
      ...LOGIN_ONLY.user,
      thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "1", email: "ada@example.com", isVerified: true }],
      totp: [{ secretKey: SECRET, period: 30, skew: 1, deviceName: "phone" }],
    },
  };

  it("keeps its second factors and social logins, which show no secret", () => {
    const line = formatFallbackUser(WITH_LOGINS);
    const { thirdParty, totp } = WITH_LOGINS.user;
    const read = parseFallbackUser(line);
    expect(read).toMatchObject({ ok: true, value: { thirdParty, totp } });
    expect(fitsSchema(JSON.parse(line))).toBe(true);
    expect(inspect(read, { depth: 6 })).not.toContain(SECRET);
  });

  it("has its secrets whole where it was read from an export, whose users show none in JSON", async () => {
    const { totp } = WITH_LOGINS.user;
    const user = {
      externalUserId: "7",
      email: "ada@example.com",
      source: "wordpress",
      passwordHash: PHPASS,
      totp,
    };
    const input = new Blob([JSON.stringify(user)]).stream() as unknown as AsyncIterable<Uint8Array>;
    for await (const record of readExport(input, { from: "credport" })) {
      const loginOnly = (record as UserRecord).loginOnly as LoginOnlyUser;
      expect(JSON.stringify(loginOnly)).not.toContain(SECRET);
      const line = formatFallbackUser(loginOnly);
      expect(JSON.parse(line)).toMatchObject({ passwordHash: PHPASS, totp });
    }
  });

  it("is refused where a log's stand-in is in the place of its hash", () => {
    const shown = JSON.stringify({
      ...JSON.parse(formatFallbackUser(LOGIN_ONLY)),
      passwordHash: "<34 characters>",
    });
    expect(parseFallbackUser(shown)).toMatchObject({ ok: false, problems: [{ field: "passwordHash" }] });
  });

  it.each([
    ["totp", "x"],
    ["totp", [{ secretKey: SECRET }]],
    ["totp", [{ secretKey: "not base32!", period: 30, skew: 1 }]],
    ["totp", [{ secretKey: SECRET, period: 30, skew: 1, digits: 8 }]],
    ["thirdParty", [{ thirdPartyId: "github" }]],
    ["thirdParty", [null]],
    ["phoneNumber", 7],
    ["furtherEmails", []],
    ["furtherEmails", [7]],
  ])("is refused where %s is damaged: %j", (field, value) => {
    const line = JSON.stringify({ ...JSON.parse(formatFallbackUser(WITH_LOGINS)), [field]: value });
    expect(parseFallbackUser(line)).toMatchObject({ ok: false, problems: [{ field }] });
    expect(fitsSchema(JSON.parse(line))).toBe(false);
  });

  it("is read as it was written, and fits the schema", () => {
    const line = formatFallbackUser({ ...LOGIN_ONLY, peppered: true });
    const read = parseFallbackUser(line);
    expect(read).toMatchObject({ ok: true, value: JSON.parse(line) });
    expect(fitsSchema(JSON.parse(line))).toBe(true);
  });

  it("shows no hash where it is printed", () => {
    const read = parseFallbackUser(formatFallbackUser(LOGIN_ONLY));
    expect(inspect(read, { depth: 5 })).not.toContain(PHPASS);
  });

  it("has no name of a pepper where there is none", () => {
    expect(formatFallbackUser({ ...LOGIN_ONLY, peppered: false }, { pepper: "P" })).not.toContain('"pepper":');
  });

  it("takes no pepper for its name", () => {
    expect(() => formatFallbackUser(LOGIN_ONLY, { pepper: "s3cret pepper" })).toThrow(TypeError);
  });

  it.each([
    ["after a stranger who has not", [false, true], [ADDRESS, ADDRESS]],
    ["before a stranger who has not", [true, false], [ADDRESS, undefined]],
    ["and so has another", [true, true], [ADDRESS, ADDRESS]],
    ["and nobody has", [false, false], [ADDRESS, undefined]],
  ])("has an address that several have where they have verified it: %s", async (_, verified, expected) => {
    const users = verified.map((emailVerified, at) => ({
      ...{ localId: `${at}`, email: ADDRESS, emailVerified, phoneNumber: `+1555555010${at}` },
    }));
    const records = await readUnique(users);
    const lines = records.map(({ rejected }) => JSON.parse(formatFallbackUser(rejected as RejectedUser)));
    expect(lines.map(({ identifiers }) => identifiers.find((one: string) => one === ADDRESS))).toEqual(expected);
  });

  const SOUND = { externalUserId: "7", identifiers: ["a@example.com"], passwordHash: PHPASS };
  it.each([
    ["externalUserId is missing", { ...SOUND, externalUserId: undefined }],
    ["externalUserId is not a text", { ...SOUND, externalUserId: 7 }],
    ["identifiers is not a list of 1 to 100 texts", { ...SOUND, identifiers: [] }],
    ["identifiers is not a list of 1 to 100 texts", { ...SOUND, identifiers: [""] }],
    ["identifiers is not a list of 1 to 100 texts", { ...SOUND, identifiers: Array(101).fill("a") }],
    ["passwordHash is not a text", { ...SOUND, passwordHash: "" }],
    ["emailVerified is not true or false", { ...SOUND, emailVerified: "true" }],
    ["peppered is not true or false", { ...SOUND, peppered: null }],
    ["pepper is not a name in capitals", { ...SOUND, pepper: "s3cret" }],
    ["password_hash is not a field of this format", { ...SOUND, password_hash: "x" }],
    ["(a name that is not plain text) is not a field of this format", { ...SOUND, "\u001b[2J": 1 }],
    ["the line is not a JSON object", [SOUND]],
    ["the line is not a JSON object", null],
  ])("is refused where %s, by the schema as well", (message, value) => {
    expect(parseFallbackUser(JSON.stringify(value))).toMatchObject({
      ok: false,
      problems: [{ code: "login/record-unusable", message }],
    });
    expect(fitsSchema(JSON.parse(JSON.stringify(value)))).toBe(false);
  });

  it.each(["", "{", '{"externalUserId":"7"', '{"__proto__":{"externalUserId":"7"}}'])(
    "is no other text: %s",
    (text) => {
      expect(parseFallbackUser(text).ok).toBe(false);
    },
  );

  it("has a system that credport knows, whatever the schema lets in", () => {
    expect(parseFallbackUser(JSON.stringify({ ...SOUND, source: "toString" })).ok).toBe(false);
  });
});
