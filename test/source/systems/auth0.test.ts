import { describe, expect, it } from "vitest";
import { detectSource, type JoinReport } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { PASSWORD, sampleOf } from "./samples.js";

const PROFILES = sampleOf("auth0-profiles.ndjson");
const HASHES = sampleOf("auth0-hashes.ndjson");
const base = { emailVerified: true, thirdParty: [], totp: [], scheme: "2b", source: "auth0" };

const ADA = {
  ...base,
  externalUserId: "auth0|60425dc43519d90068f82970",
  email: "ada@example.com",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
};
const BOB = ["auth0|60425dc43519d90068f82971", "user/banned"];
const CYD = {
  ...base,
  externalUserId: "auth0|60425dc43519d90068f82972",
  email: "cyd@example.com",
  totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
};
const DAN = { ...base, externalUserId: "auth0|60425dc43519d90068f82973", email: "dan@example.com" };
const EVE = {
  externalUserId: "github|77",
  email: "eve@example.com",
  emailVerified: false,
  thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "eve@example.com", isVerified: false }],
  totp: [],
};

it("takes no provider's word for the address of a login that is not the user's own", async () => {
  const profileData = { email: "eve@other.example", email_verified: true };
  const identities = [{ provider: "windowslive", user_id: "zz", isSocial: true, profileData }];
  const profile = { user_id: "auth0|1", email: "eve@example.com", email_verified: true, identities };
  expect(outcomes(await readAs("auth0", JSON.stringify(profile)))).toMatchObject([
    { emailVerified: true, thirdParty: [{ email: "eve@other.example", isVerified: false }] },
  ]);
});

describe("profiles and hashes", () => {
  it.each([
    ["profiles first", PROFILES, HASHES],
    ["hashes first", HASHES, PROFILES],
  ])("become users, with %s", async (_, text, joined) => {
    const records = await readAs("auth0", text, { join: [joined] });
    const found = outcomes(records);
    expect(found).toHaveLength(4);
    expect(found).toEqual(expect.arrayContaining([ADA, BOB, CYD, EVE]));
    expect(await expectSamplePasswords(records, "auth0")).toBe(2);
  });

  it.each([
    ["eve@example.com", true],
    ["Eve@Example.com", true],
    ["other@example.com", false],
  ])("have a mark of the hashes' file only for its own address: %s is verified: %s", async (email, isVerified) => {
    const [line = ""] = HASHES.split("\n");
    const { _id } = JSON.parse(line) as { readonly _id: { readonly $oid: string } };
    const profile = { user_id: `auth0|${_id.$oid}`, email: "eve@example.com", nickname: "eve" };
    const joined = line.replace(/"email": "[^"]*"/, `"email": "${email}"`);
    const [eve] = await readAs("auth0", JSON.stringify(profile), { join: [joined] });
    expect(eve).toMatchObject({
      result: { ok: true, value: { user: { email: "eve@example.com", emailVerified: isVerified } } },
    });
  });

  it("have a mark of the profile only for the profile's address", async () => {
    const [line = ""] = HASHES.split("\n");
    const { _id } = JSON.parse(line) as { readonly _id: { readonly $oid: string } };
    const profile = { user_id: `auth0|${_id.$oid}`, email_verified: true, nickname: "eve" };
    const joined = line.replace('"email_verified": true', '"email_verified": false');
    const [eve] = await readAs("auth0", JSON.stringify(profile), { join: [joined] });
    expect(eve).toMatchObject({ result: { ok: true, value: { user: { emailVerified: false } } } });
  });

  it("leave over a hash without a profile, whose user may be deleted", async () => {
    let leftOver: unknown;
    const onJoined = (report: JoinReport) => {
      leftOver = report.leftOver;
    };
    await readAs("auth0", PROFILES, { join: [HASHES], onJoined });
    expect(leftOver).toMatchObject([{ part: "hashes", rows: 1, lines: [1] }]);
  });

  it("refuse a user with two different hashes, and no user with the same one twice", async () => {
    const [others = "", , , first = ""] = HASHES.split("\n");
    const { passwordHash } = JSON.parse(others);
    const other = JSON.stringify({ ...JSON.parse(first), passwordHash });
    const outcome = async (...hashes: readonly string[]) =>
      outcomes(await readAs("auth0", PROFILES, { join: [`${hashes.join("\n")}\n`] }))[0];
    expect(await outcome(first, first)).toEqual(ADA);
    expect(await outcome(first, other)).toEqual([ADA.externalUserId, "user/field-twice"]);
    expect(await outcome(other, first)).toEqual([ADA.externalUserId, "user/field-twice"]);
    expect(outcomes(await readAs("auth0", `${other}\n${first}\n`))).toEqual([[ADA.externalUserId, "user/field-twice"]]);
  });

  it("become users each by itself", async () => {
    const alone = outcomes(await readAs("auth0", HASHES));
    expect(alone).toHaveLength(4);
    expect(alone).toContainEqual(DAN);
    expect(outcomes(await readAs("auth0", PROFILES))).toContainEqual(EVE);
  });

  it("take second factors and fields from any row of the user, by either ID", async () => {
    const factors = [{ totp: { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" } }];
    const [, , , hash = ""] = HASHES.split("\n");
    const own = "60425dc43519d90068f82970";
    const ada = async (...join: readonly string[]) => outcomes(await readAs("auth0", PROFILES, { join }))[0];
    const whole = { ...ADA, totp: CYD.totp };
    const rowOf = (row: object) => `${JSON.stringify(row)}\n`;
    for (const id of [{ _id: own }, { _id: { $oid: own } }, { user_id: `auth0|${own}` }]) {
      expect(await ada(HASHES, rowOf({ ...id, mfa_factors: factors })), JSON.stringify(id)).toEqual(whole);
    }
    expect(await ada(rowOf({ ...JSON.parse(hash), mfa_factors: factors }))).toEqual(whole);
    expect(await ada(HASHES, rowOf({ _id: own, blocked: true }))).toEqual([ADA.externalUserId, "user/banned"]);
    expect(await ada(HASHES, rowOf({ _id: own, otp_secret: "x" }))).toEqual({
      ...ADA,
      warnings: ["user/field-unknown"],
    });
  });

  it("are joined by the ID that a database gave the user, which is the profile's", async () => {
    const [line = ""] = HASHES.split("\n");
    const hash = JSON.stringify({ ...JSON.parse(line), alt_id: "euclid" });
    const euclid = { ...DAN, externalUserId: "auth0|euclid" };
    const profile = { user_id: "auth0|euclid", email: "dan@example.com", email_verified: true, nickname: "e" };
    expect(outcomes(await readAs("auth0", JSON.stringify(profile), { join: [hash] }))).toEqual([euclid]);
    expect(outcomes(await readAs("auth0", hash))).toEqual([euclid]);
  });

  it("have the addresses that are in the list of identifiers alone", async () => {
    const [line = ""] = HASHES.split("\n");
    const { email, email_verified, ...row } = JSON.parse(line);
    const identifiers = [
      { type: "phone_number", value: "+4915112345678", verified: true },
      { type: "email", value: email, verified: email_verified },
      { type: "email", value: "other@example.com", verified: true },
    ];
    const read = async (more: object) => outcomes(await readAs("auth0", JSON.stringify({ ...row, ...more })));
    expect(await read({ identifiers })).toEqual([{ ...DAN, phoneNumber: "+4915112345678" }]);
    expect(await read({ identifiers: [{ type: "email", value: email, verified: false }] })).toEqual([
      { ...DAN, emailVerified: false },
    ]);
    const own = { email: "own@example.com", email_verified: false, identifiers };
    expect(await read(own)).toMatchObject([{ email: own.email, emailVerified: false }]);
  });

  it("are told of second factors that a profile names and the files do not have", async () => {
    const codes = async (more: object) => {
      const user = { ...JSON.parse(PROFILES.split("\n")[2] ?? ""), ...more };
      const [record] = await readAs("auth0", `${JSON.stringify(user)}\n`, { join: [HASHES] });
      return record?.kind === "user" && record.result.ok && record.result.warnings.map(({ code }) => code);
    };
    expect(await codes({ multifactor: ["guardian"], mfa_factors: [] })).toEqual(["user/second-factor-not-carried"]);
    expect(await codes({ multifactor: ["google-authenticator"] })).toEqual([]);
    expect(await codes({ multifactor: [], mfa_factors: [] })).toEqual([]);
  });

  it("are told from their content", async () => {
    for (const text of [PROFILES, HASHES]) {
      expect(await detectSource(Buffer.from(text))).toMatchObject({
        value: { source: "auth0", certainty: "sure" },
      });
    }
  });
});

describe("the CSV of a bulk export", () => {
  const CSV = [
    "user_id,email,email_verified,identities,blocked,created_at,nickname",
    `"'auth0|60425dc43519d90068f82970","'ada@example.com",true,,false,2024-01-01T00:00:00.000Z,"''t Hart ""A"""`,
    `"'auth0|60425dc43519d90068f82971","'bob@example.com",true,,true,2024-01-01T00:00:00.000Z,`,
    `"'github|77","'eve@example.com",false,"'[{""provider"":""github"",""user_id"":77,""isSocial"":true}]",,,`,
    "",
  ].join("\n");

  it("is read without the apostrophe that begins each text, and joined with the hashes", async () => {
    const records = await readAs("auth0", CSV, { join: [HASHES] });
    const found = outcomes(records);
    expect(found).toEqual(expect.arrayContaining([{ ...ADA, thirdParty: [] }, BOB, EVE]));
    expect(await expectSamplePasswords(records, "auth0")).toBe(1);
    const [ada] = records;
    const kept = ada?.kind === "user" && ada.result.ok ? ada.result.value.metadata : undefined;
    expect(kept).toEqual({ created_at: "2024-01-01T00:00:00.000Z", nickname: `'t Hart "A"` });
  });

  it("is told from its content, and so is a header with apostrophes", async () => {
    for (const text of [CSV, CSV.replace("user_id,email,", "'user_id,'email,")]) {
      expect(await detectSource(Buffer.from(text))).toMatchObject({ value: { source: "auth0" } });
      expect(outcomes(await readAs("auth0", text))).toContainEqual(EVE);
    }
  });

  it("names the row that is damaged, and reads the next one", async () => {
    const cut = CSV.replace(`,"''t Hart ""A"""`, "");
    const [damaged, ...others] = outcomes(await readAs("auth0", cut));
    expect([damaged, others[0], others[1]]).toEqual([expect.arrayContaining(["source/record-damaged"]), BOB, EVE]);
  });
});

describe("custom_password_hash", () => {
  const read = async (custom: object) => {
    const user = { user_id: "1", email: "a@example.com", custom_password_hash: custom };
    const [record] = await readAs("auth0", JSON.stringify([user]));
    if (record?.kind !== "user") throw new Error("no record was read");
    return record;
  };
  const outcome = async (custom: object) => outcomes([await read(custom)])[0];
  const verify = async (custom: object, password: string) => {
    const { loginOnly } = await read(custom);
    const verified = await verifyPassword(password, loginOnly?.hash ?? "", { source: "auth0" });
    return verified.ok ? verified.value.matches : verified.problems[0].code;
  };

  it("is the string itself where the algorithm has one", async () => {
    const { passwordHash: value } = JSON.parse(HASHES.split("\n")[0] as string);
    expect(await outcome({ algorithm: "bcrypt", hash: { value, encoding: "utf8" } })).toMatchObject({
      scheme: "2b",
    });
  });

  // The first three are printed in Auth0's documentation; the others are by Python's hashlib and hmac.
  const salt = { value: "sixteen bytes !!" };
  const KNOWN: readonly (readonly [name: string, custom: object, password: string])[] = [
    [
      "md5 with the salt before it",
      {
        algorithm: "md5",
        hash: { value: "67A1E09BB1F83F5007DC119C14D663AA", encoding: "hex" },
        salt: { value: "salt", position: "prefix" },
      },
      "password",
    ],
    [
      "hmac with a key in hexadecimal",
      {
        algorithm: "hmac",
        hash: {
          value: "cg7f42jH39/2EaAU4wNd4s2lKIk=",
          encoding: "base64",
          digest: "sha1",
          key: { value: "736868", encoding: "hex" },
        },
      },
      "test",
    ],
    [
      "scrypt",
      {
        algorithm: "scrypt",
        hash: { value: "097f6197e1b41538f723e32aa7a68e8d76227d8e432ce5faa4882a913032db29", encoding: "hex" },
        salt: { value: "abc123", encoding: "utf8" },
        keylen: 32,
        cost: 4096,
      },
      "password",
    ],
    [
      "md5 without a salt",
      { algorithm: "md5", hash: { value: "PLTnMmMfR+brlh80VUt83g==", encoding: "base64" } },
      PASSWORD,
    ],
    [
      "sha1 without a salt",
      { algorithm: "sha1", hash: { value: "L55TUjtiq8FBorTWAZ0jy6g129A=", encoding: "base64" } },
      PASSWORD,
    ],
    [
      "sha256 without a salt",
      {
        algorithm: "sha256",
        hash: { value: "QQTTb42iwlQ0n4WDZ5Pr4CngyVcGOjTJHC6SAxh7VjE=", encoding: "base64" },
      },
      PASSWORD,
    ],
    [
      "sha512 without a salt",
      {
        algorithm: "sha512",
        hash: {
          value: "VraY3v7bWkNbY0r+MyC7rz/c2SC2xQOkRvx7endrKY1HnRumqLYXgI6wv1ec6aldZoNHvKtxSQhayTyyeZUZew==",
          encoding: "base64",
        },
      },
      PASSWORD,
    ],
    [
      "sha1 with a salt in base64",
      {
        algorithm: "sha1",
        hash: { value: "e798b0b3b58a58d4fa44a1f61f57c60f8f412d92", encoding: "hex" },
        salt: { value: "c2l4dGVlbiBieXRlcyAhIQ==", encoding: "base64" },
      },
      PASSWORD,
    ],
    [
      "sha512 with a salt in base64",
      {
        algorithm: "sha512",
        hash: {
          value:
            "59abe26a2d06af3a6ae27628b96884d326344c43683d40dffb644f0b97725df029a9827e7f23bdb0b7d75ef5c7ef55fb7f2c3d7ba98374bd0f76d29cc15fae71",
          encoding: "hex",
        },
        salt: { value: "c2l4dGVlbiBieXRlcyAhIQ==", encoding: "base64" },
      },
      PASSWORD,
    ],
    [
      "sha256 with the salt after it",
      {
        algorithm: "sha256",
        hash: { value: "138549ec45554d0dc3a94f913b0c77e0a466941199bc7cd42577b3bd1fabed39", encoding: "hex" },
        salt: { ...salt, position: "suffix" },
      },
      PASSWORD,
    ],
    [
      "hmac with a key as text",
      {
        algorithm: "hmac",
        hash: {
          value:
            "430d8f441cc4ffe82f4de8cfcac92c9c1a75c4647e279d2a5f84c41c66f5ec7b04fe4cc46a2a9d51124b9ae6555075367cd1b4620a57ae7737f4e8801a9725ae",
          encoding: "hex",
          digest: "sha512",
          key: { value: "shh" },
        },
      },
      PASSWORD,
    ],
    [
      "pbkdf2 without its iterations",
      {
        algorithm: "pbkdf2",
        hash: { value: "$pbkdf2-sha256$c2l4dGVlbiBieXRlcyAhIQ$4iZuezEcea6MbXAa3ZsT403dPImdprXs3DBM1WTTZvI" },
      },
      PASSWORD,
    ],
    [
      "pbkdf2 with its length alone",
      {
        algorithm: "pbkdf2",
        hash: {
          value: "$pbkdf2-sha256$l=32$c2l4dGVlbiBieXRlcyAhIQ$4iZuezEcea6MbXAa3ZsT403dPImdprXs3DBM1WTTZvI",
        },
      },
      PASSWORD,
    ],
    [
      "pbkdf2 as a whole",
      {
        algorithm: "pbkdf2",
        hash: {
          value: "$pbkdf2-sha256$i=100000,l=32$c2l4dGVlbiBieXRlcyAhIQ$4iZuezEcea6MbXAa3ZsT403dPImdprXs3DBM1WTTZvI",
          encoding: "utf8",
        },
      },
      PASSWORD,
    ],
  ];

  it.each(KNOWN)("is verified at login: %s", async (_, custom, password) => {
    expect(await verify(custom, password)).toBe(true);
    expect(await verify(custom, `${password}x`)).toBe(false);
  });

  const md5 = { value: "5f4dcc3b5aa765d61d8327deb882cf99", encoding: "hex" };
  const bcrypt = JSON.parse(HASHES.split("\n")[0] as string).passwordHash;
  it.each([
    ["md4", { algorithm: "md4", hash: md5 }, "scheme/unsupported"],
    ["bcrypt over salt and password", { algorithm: "bcrypt", hash: { value: bcrypt }, salt }, "scheme/unsupported"],
    [
      "a password in another encoding",
      { algorithm: "md5", hash: md5, password: { encoding: "utf16le" } },
      "scheme/unsupported",
    ],
    ["a digest without its encoding", { algorithm: "md5", hash: { value: md5.value } }, "wrapping/incomplete"],
    [
      "a salt that is not hexadecimal",
      { algorithm: "md5", hash: md5, salt: { value: "xyz", encoding: "hex" } },
      "wrapping/incomplete",
    ],
    ["scrypt without a salt", { algorithm: "scrypt", hash: md5, keylen: 16 }, "wrapping/incomplete"],
    ["scrypt of another length", { algorithm: "scrypt", hash: md5, salt, keylen: 64 }, "scheme/unsupported"],
    ["an algorithm of the prototype", { algorithm: "constructor", hash: md5 }, "scheme/unsupported"],
  ])("is refused by name: %s", async (_, custom, code) => {
    expect(await outcome(custom)).toEqual(["1", code]);
  });
});
