import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExport } from "../../../src/source/index.js";
import { bytesOf, codesOf, collect, readOne, sampleHashConfig, sampleText } from "../read-users.js";

const hashConfig = sampleHashConfig();
const { users } = JSON.parse(sampleText("users.json")) as { users: Record<string, unknown>[] };
const ADA = users.find(({ email }) => email === "ada@example.com") as Record<string, string>;
const phone = { localId: "u1", phoneNumber: "+15555550100" };

/** The user that a record becomes, or the codes for which it is refused. */
async function outcome(fields: unknown, options = {}) {
  const record = await readOne(fields, { hashConfig, ...options });
  return record.result.ok ? record.result.value.user : codesOf(record);
}

describe("a user", () => {
  it("becomes the fields that the import calls take, and nothing else", async () => {
    expect(
      await outcome({
        ...phone,
        email: "Ada@Example.com",
        emailVerified: true,
        displayName: "Ada",
        createdAt: "1",
        providerUserInfo: [
          { providerId: "password", rawId: "ada@example.com" },
          { providerId: "phone", rawId: "+15555550100" },
          { providerId: "google.com", rawId: "9991", email: "ada@example.com" },
          { providerId: "oidc.corp", federatedId: "x1", email: "ada@corp.example" },
        ],
      }),
    ).toEqual({
      externalUserId: "u1",
      email: "Ada@Example.com",
      emailVerified: true,
      phoneNumber: "+15555550100",
      thirdParty: [
        { thirdPartyId: "google", thirdPartyUserId: "9991", email: "ada@example.com", isVerified: true },
        { thirdPartyId: "oidc.corp", thirdPartyUserId: "x1", email: "ada@corp.example", isVerified: false },
      ],
      totp: [],
    });
  });

  it.each([
    ["saml.acme", [], false],
    ["oidc.acme", [], false],
    ["saml.acme", [{ providerId: "google.com", rawId: "1", email: "ceo@example.com" }], false],
    ["saml.acme", [{ providerId: "microsoft.com", rawId: "1", email: "Ada@example.com" }], false],
    ["saml.acme", [{ providerId: "google.com", rawId: "1", email: "Ada@example.com" }], true],
    ["google.com", [], true],
  ])("has an address that %s says, beside %j, verified: %s", async (providerId, others, emailVerified) => {
    const email = "ada@example.com";
    const providerUserInfo = [{ providerId, rawId: "m", email }, ...others];
    const user = { localId: "a", email, emailVerified: true, providerUserInfo };
    expect(await outcome(user)).toMatchObject({
      emailVerified,
      thirdParty: [{ isVerified: emailVerified }, ...others.map(() => ({}))],
    });
  });

  it("has such a mark counted, until the caller names the server as itself", async () => {
    const email = "ada@example.com";
    const providerUserInfo = [{ providerId: "oidc.line", rawId: "m", email }];
    const read = async (emailVerified: boolean, providers = {}) => {
      const { result } = await readOne(
        { localId: "a", email, emailVerified, providerUserInfo },
        { hashConfig, providers },
      );
      return result.ok && [result.value.user.emailVerified, result.value.notCarried];
    };
    const counted = ["verification by a SAML or OIDC server that may be a customer's (see --provider)"];
    expect(await read(true)).toEqual([false, counted]);
    expect(await read(true, { "oidc.line": "line" })).toEqual([false, counted]);
    expect(await read(true, { "oidc.line": "oidc.line" })).toEqual([true, undefined]);
    expect(await read(false)).toEqual([false, undefined]);
  });

  it("takes the user's own address for a social login that shows none, verified only as the user's is", async () => {
    const login = { providerId: "github.com", rawId: "1" };
    for (const emailVerified of [true, false]) {
      const user = { localId: "a", email: "a@example.com", emailVerified, providerUserInfo: [login] };
      expect(await outcome(user)).toMatchObject({
        thirdParty: [{ thirdPartyId: "github", email: "a@example.com", isVerified: emailVerified }],
      });
    }
  });

  it.each(["google", "facebook", "twitter", "github", "apple", "microsoft", "linkedin", "yahoo"])(
    "calls %s.com what the service calls it",
    async (name) => {
      const providerUserInfo = [{ providerId: `${name}.com`, rawId: "1", email: "a@example.com" }];
      expect(await outcome({ localId: "a", providerUserInfo })).toMatchObject({
        thirdParty: [{ thirdPartyId: name }],
      });
    },
  );

  it.each([
    ["no object", "u1", ["user/field-wrong-type"]],
    ["null", null, ["user/field-wrong-type"]],
    ["a list", [phone], ["user/field-wrong-type"]],
    ["no ID", { phoneNumber: "+15555550100" }, ["user/id-unusable"]],
    ["an empty ID", { ...phone, localId: "" }, ["user/id-unusable"]],
    [
      "an ID that is a number no double holds",
      { ...phone, localId: 2 ** 53 },
      ["user/field-wrong-type", "user/id-unusable"],
    ],
    ["an ID of 129 characters", { ...phone, localId: "x".repeat(129) }, ["user/id-unusable"]],
    ["an ID with a control character", { ...phone, localId: "a\u0007b" }, ["user/id-unusable"]],
    ["an ID with half a character", { ...phone, localId: "a\ud800" }, ["user/id-unusable"]],
    ["an address without @", { ...phone, email: "ada.example.com" }, ["user/email-malformed"]],
    ["an address with two @", { ...phone, email: "a@b@example.com" }, ["user/email-malformed"]],
    ["an address with a blank in it", { ...phone, email: "ada l@example.com" }, ["user/email-malformed"]],
    ["an address without a name", { ...phone, email: "@example.com" }, ["user/email-malformed"]],
    ["an address of 255 characters", { ...phone, email: `${"a".repeat(243)}@example.com` }, ["user/email-malformed"]],
    ["an address with a zero-width space", { ...phone, email: "ada@example.com\u200b" }, ["user/email-malformed"]],
    ["an address with a direction mark", { ...phone, email: "\u200eada@example.com" }, ["user/email-malformed"]],
    ["an address that is a list", { ...phone, email: ["a@example.com"] }, ["user/field-wrong-type"]],
    ["a number without +", { localId: "a", phoneNumber: "15555550100" }, ["user/phone-malformed"]],
    ["a number with blanks", { localId: "a", phoneNumber: "+1 555 555 0100" }, ["user/phone-malformed"]],
    ["a number of 16 digits", { localId: "a", phoneNumber: "+1234567890123456" }, ["user/phone-malformed"]],
    ["a number that begins with 0", { localId: "a", phoneNumber: "+0555555010" }, ["user/phone-malformed"]],
    ["a number in other digits", { localId: "a", phoneNumber: "+１5555550100" }, ["user/phone-malformed"]],
    ["nothing to log in with", { localId: "a", email: "a@example.com" }, ["user/no-credential"]],
    ["a password and no address", { ...ADA, email: undefined }, ["user/email-missing"]],
    ["a password and a damaged address", { ...ADA, email: "ada" }, ["user/email-malformed"]],
    ["a hash that is a number", { ...ADA, passwordHash: 1 }, ["user/field-wrong-type"]],
    ["logins that are not a list", { ...phone, providerUserInfo: {} }, ["user/field-wrong-type"]],
    ["a login that is not an object", { ...phone, providerUserInfo: ["x"] }, ["user/field-wrong-type"]],
    ["a login without a provider", { ...phone, providerUserInfo: [{ rawId: "1" }] }, ["user/third-party-unusable"]],
    [
      "a login without an ID",
      { ...phone, providerUserInfo: [{ providerId: "google.com" }] },
      ["user/third-party-unusable"],
    ],
    [
      "a login without an address",
      { ...phone, providerUserInfo: [{ providerId: "google.com", rawId: "1" }] },
      ["user/email-missing"],
    ],
  ])("with %s is refused for it", async (_, fields, codes) => {
    expect(await outcome(fields)).toEqual(codes);
  });

  it.each([
    ["an address of 254 characters", { ...phone, email: `${"a".repeat(242)}@example.com` }],
    ["an address with letters outside ASCII", { ...phone, email: "zoë@exämple.com" }],
    ["a number of 15 digits", { localId: "a", phoneNumber: "+123456789012345" }],
    ["an ID of 128 characters", { ...phone, localId: "x".repeat(128) }],
    ["null in every other field", { ...phone, email: null, passwordHash: null, disabled: null, mfaInfo: null }],
  ])("with %s is importable", async (_, fields) => {
    expect(await outcome(fields)).toMatchObject({ externalUserId: fields.localId });
  });

  it("names every fault at once, the place in the field and a remedy with each", async () => {
    const record = await readOne({ localId: "", email: "x", phoneNumber: "1", disabled: true, mfaInfo: 3 });
    expect(codesOf(record)).toEqual([
      "user/id-unusable",
      "user/email-malformed",
      "user/phone-malformed",
      "user/disabled",
      "user/field-wrong-type",
    ]);
    if (record.result.ok) throw new Error("taken");
    expect(record.result.problems.map(({ field }) => field)).toEqual([
      "localId",
      "email",
      "phoneNumber",
      "disabled",
      "mfaInfo",
    ]);
    for (const { remedy } of record.result.problems) expect(remedy).toMatch(/\.$/);
  });

  it("is refused while disabled, unless such users are included by name", async () => {
    expect(await outcome({ ...phone, disabled: true })).toEqual(["user/disabled"]);
    expect(await outcome({ ...phone, disabled: true }, { includeDisabled: true })).toMatchObject({
      externalUserId: "u1",
    });
  });

  it("is refused when a flag is a text, which would open a disabled account", async () => {
    for (const flag of ["true", "false", 1, "", {}]) {
      expect(await outcome({ ...phone, disabled: flag })).toEqual(["user/field-wrong-type"]);
      expect(await outcome({ ...phone, emailVerified: flag })).toEqual(["user/field-wrong-type"]);
    }
  });

  it("is verified only where there is an address", async () => {
    expect(await outcome({ ...phone, emailVerified: true })).toMatchObject({ emailVerified: false });
  });

  it("is importable, with a warning, when it has a second factor, whose secret no export holds", async () => {
    const record = await readOne({ ...phone, mfaInfo: [{ mfaEnrollmentId: "1" }] });
    expect([record.result.ok, codesOf(record)]).toEqual([true, ["user/second-factor-not-carried"]]);
  });

  it("reads its own fields only, whatever they are called", async () => {
    expect(await outcome(JSON.parse('{"__proto__":{"localId":"x","phoneNumber":"+15555550100"}}'))).toEqual([
      "user/id-unusable",
    ]);
    expect(
      await outcome(JSON.parse('{"localId":"u1","phoneNumber":"+15555550100","__proto__":{"disabled":true}}')),
    ).toMatchObject({
      externalUserId: "u1",
    });
  });

  it("keeps to the lengths that the service stores of a social login", async () => {
    const login = { providerId: `oidc.${"x".repeat(24)}`, rawId: "1", email: "a@example.com" };
    const fields = { localId: "a", providerUserInfo: [login] };
    expect(await outcome(fields)).toMatchObject({ thirdParty: [{ thirdPartyUserId: "1" }] });
    expect(await outcome(fields, { service: "supertokens" })).toEqual(["user/third-party-unusable"]);
  });
});

describe("a password", () => {
  it("is composed with the hash parameters to the string that the service takes", async () => {
    expect(await outcome(ADA)).toMatchObject({
      passwordHash: `$f_scrypt$${ADA.passwordHash}$${ADA.salt}$m=14$r=8$s=Bw==`,
      hashingAlgorithm: "provider_scrypt",
    });
  });

  it("carries the service's own word for the algorithm", async () => {
    expect(await outcome(ADA, { service: "supertokens" })).toMatchObject({
      hashingAlgorithm: "firebase_scrypt",
    });
  });

  it("is refused without the hash parameters, which nothing in the file replaces", async () => {
    expect(codesOf(await readOne(ADA))).toEqual(["source/hash-config-unusable"]);
  });

  it("reads its salt under both names", async () => {
    const { salt, ...rest } = ADA;
    expect(await outcome({ ...rest, passwordSalt: salt })).toEqual(await outcome(ADA));
  });

  it.each([
    ["a bcrypt string", "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW"],
    [
      "an argon2 string",
      "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$JmZ4hHbX8OjY1sE0iqYDKg8PKkAvUgvEd1fSSoPRBj0",
    ],
  ])("that is %s goes through as what it is, without the parameters", async (_, hash) => {
    const fields = { localId: "a", email: "a@example.com", passwordHash: hash };
    expect(await outcome(fields, { hashConfig: undefined })).toMatchObject({ passwordHash: hash });
  });

  it("is refused when the service's account may not read hashes: the word REDACTED in base64", async () => {
    const codes = await outcome({ ...ADA, passwordHash: "UkVEQUNURUQ=" });
    expect(codes).toEqual(["provider-scrypt/hash-length"]);
  });

  it("shows no part of itself in any problem", async () => {
    const damage = fc.tuple(fc.nat(87), fc.constantFrom("", "!", " ", "-_", "=", "\0", "é"));
    await fc.assert(
      fc.asyncProperty(damage, fc.constantFrom("passwordHash", "salt"), async ([at, piece], field) => {
        const text = ADA[field] as string;
        const value = text.slice(0, at) + piece + text.slice(at + 1);
        const { result } = await readOne({ ...ADA, [field]: value }, { hashConfig });
        const told = JSON.stringify(result.ok ? result.warnings : result.problems);
        for (let from = 0; from + 6 <= text.length; from += 3) expect(told).not.toContain(text.slice(from, from + 6));
      }),
      { numRuns: 200 },
    );
  });
});

describe("any record", () => {
  it("is answered and never throws", async () => {
    const value = fc.oneof(
      fc.jsonValue({ stringUnit: "grapheme" }),
      fc.constantFrom("a@example.com", "+15555550100", true, [{ providerId: "google.com", rawId: 1 }]),
    );
    const fields = fc.dictionary(
      fc.constantFrom(
        "localId",
        "email",
        "emailVerified",
        "passwordHash",
        "salt",
        "phoneNumber",
        "disabled",
        "providerUserInfo",
        "mfaInfo",
        "__proto__",
      ),
      value,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fields, fc.jsonValue()), async (record) => {
        const { result } = await readOne(record, { hashConfig });
        if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

const FOR_CODES = "unverified e-mail address, for one-time codes";

describe("the fields of a record", () => {
  const notCarried = async (fields: object) => {
    const { result } = await readOne({ ...phone, ...fields }, { hashConfig });
    if (!result.ok) throw new Error(result.problems[0].code);
    return { names: result.value.notCarried ?? [], codes: result.warnings.map(({ code }) => code) };
  };

  it("that no import call has a place for are named, without a warning", async () => {
    const providerUserInfo = [
      { providerId: "google.com", rawId: "1", email: "a@example.com", displayName: "A", photoUrl: "x" },
    ];
    const { names, codes } = await notCarried({
      displayName: "A",
      photoUrl: "https://example.com/a.png",
      customAttributes: '{"role":"admin"}',
      tenantId: "t",
      createdAt: "1",
      providerUserInfo,
    });
    expect(names).toEqual([
      ...["displayName", "photoUrl", "customAttributes", "tenantId", "createdAt"],
      ...["providerUserInfo.displayName", "providerUserInfo.photoUrl"],
    ]);
    expect(codes).toEqual([]);
  });

  it.each([
    ["none", [], ["verification of the e-mail address"]],
    ["one of this address", ["A@example.com"], []],
    ["one of another address", ["b@example.com"], ["verification of the e-mail address"]],
  ])("lose the verification of the address unless a social login carries it: %s", async (_, emails, lost) => {
    const providerUserInfo = emails.map((email) => ({ providerId: "google.com", rawId: "1", email }));
    const fields = { email: "a@example.com", providerUserInfo };
    expect((await notCarried({ ...fields, emailVerified: true })).names).toEqual(lost);
    expect((await notCarried({ ...fields, emailVerified: false })).names).toEqual([FOR_CODES]);
  });

  it("that hold nothing are not named, and those that are read neither", async () => {
    const empty = { displayName: "", photoUrl: null, customAttributes: "{}", extra: {}, others: [] };
    expect(await notCarried({ ...empty, emailVerified: false, disabled: false })).toEqual({
      names: [],
      codes: [],
    });
  });

  it("that credport does not know are named with a warning, and refuse nobody", async () => {
    expect(await notCarried({ loginLimit: 3, providerUserInfo: [{ providerId: "phone", since: 1 }] })).toEqual({
      names: ["loginLimit", "providerUserInfo.since"],
      codes: ["user/field-unknown", "user/field-unknown"],
    });
  });

  it("are named up to a limit, however many a record has, and only where they look like names", async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
    const { names, codes } = await notCarried(many);
    expect([names.length, codes.length]).toEqual([50, 21]);
    const odd = await notCarried({ $2b$10$Wd0pP7Zq3uLkYv5xHs1cNO: 1, "\u001b[31m": 2 });
    expect(odd.names).toEqual(["(a name that is not plain text)"]);
  });

  it("say that the parameters do not hold for a hash of another version", async () => {
    expect(await outcome({ ...ADA, version: 0 })).toHaveProperty("passwordHash");
    expect(await outcome({ ...ADA, version: 1 })).toEqual(["hash/not-as-stated"]);
    const bcrypt = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
    expect(await outcome({ ...ADA, version: 1, passwordHash: bcrypt })).toHaveProperty("passwordHash", bcrypt);
  });
});

describe("pages of users in one list", () => {
  const pages = (key: string) =>
    JSON.stringify([
      {
        kind: "identitytoolkit#DownloadAccountResponse",
        users: [{ [key]: "a", phoneNumber: "+15555550100" }],
      },
      { nextPageToken: "x", users: [] },
      { users: [{ [key]: "b", phoneNumber: "+15555550101" }] },
    ]);

  it.each(["localId", "uid"])("are read one after the other, with %s", async (key) => {
    const records = await collect(readExport(bytesOf(pages(key)), { from: "firebase" }));
    expect(records.map((record) => record.kind === "user" && record.result.ok && record.userId)).toEqual(["a", "b"]);
  });

  it("leave a plain list of users as it was", async () => {
    const list = JSON.stringify([{ localId: "a", phoneNumber: "+15555550100", customAttributes: "{}" }]);
    const records = await collect(readExport(bytesOf(list), { from: "firebase" }));
    expect(records).toMatchObject([{ kind: "user", userId: "a", result: { ok: true } }]);
  });
});
