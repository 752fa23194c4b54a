import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { outcomes, readAs } from "./read-samples.js";
import { PASSWORD, sampleOf } from "./samples.js";

const NEW = sampleOf("clerk.csv");
const OLD = sampleOf("clerk-old.csv");
const LISTED = sampleOf("clerk-listed.json");
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const user = (name: string, scheme?: string) => ({
  externalUserId: `user_${name}`,
  email: `${name}@example.com`,
  emailVerified: true,
  thirdParty: [],
  totp: [],
  ...(scheme === undefined ? {} : { scheme }),
  ...(scheme === "2a" || scheme?.startsWith("argon2") ? { source: "clerk" } : {}),
});

describe("the dashboard's table", () => {
  it("gives users with what their header says of addresses and numbers", async () => {
    expect(outcomes(await readAs("clerk", NEW))).toEqual([
      { ...user("ada", "2a"), phoneNumber: "+15555550100", totp: [{ secretKey: KEY, period: 30, skew: 1 }] },
      { ...user("bob", "argon2i"), emailVerified: false },
      ["user_cyd", "user/no-credential"],
      ["user_dan", "scheme/unsupported"],
      user("eve", "f_scrypt"),
      ["user_fay", "scheme/login-only"],
    ]);
  });

  it("divides no address that has quotation marks", async () => {
    const header = "id,primary_email_address,verified_email_addresses,primary_phone_number,verified_phone_numbers";
    const cell = '"""x@y|ceo@corp.example|z""@evil.example"';
    const unquoted = "user_4,x|ceo@corp.example,x|ceo@corp.example,,,,";
    const rows = [`user_2,${cell},${cell},,,,`, `user_3,eve@evil.example,${cell},,,,`, unquoted];
    expect(outcomes(await readAs("clerk", `${header},password_digest,password_hasher\n${rows.join("\n")}\n`))).toEqual([
      expect.arrayContaining(["user_2", "user/email-malformed"]),
      expect.arrayContaining(["user_3", "user/email-malformed"]),
      expect.arrayContaining(["user_4", "user/email-malformed"]),
    ]);
  });

  it("keeps further addresses for the report", async () => {
    const [ada] = await readAs("clerk", NEW);
    const further = { emails: [{ value: "ada@work.example", isVerified: true }] };
    expect(ada).toMatchObject({ result: { value: { further: { ...further, userName: "ada" } } } });
  });

  it("says nothing of verification with the old header", async () => {
    const [ada, , cyd] = outcomes(await readAs("clerk", OLD));
    expect(ada).toMatchObject({ emailVerified: false, phoneNumber: "+15555550100" });
    expect(cyd).toMatchObject({ phoneNumber: "+15555550103" });
  });

  it("has hashes of the password", async () => {
    const records = await readAs("clerk", NEW);
    const found: unknown[] = [];
    for (const record of records) {
      if (record.kind !== "user") continue;
      const hash = record.result.ok ? record.result.value.user.passwordHash : record.loginOnly?.hash;
      if (hash === undefined || hash.startsWith("$f_scrypt$")) continue;
      const verified = await verifyPassword(PASSWORD, hash, { source: "clerk" });
      found.push(verified.ok && verified.value.matches);
    }
    expect(found).toEqual([true, true, true]);
  });

  it("names the hasher that is not read", async () => {
    const dan = (await readAs("clerk", NEW))[3];
    const message = "the hash is by the hasher md5_salted, of which credport can't tell what it is over";
    expect(dan).toMatchObject({ result: { problems: [{ message }] } });
  });
});

/** Made by Python's hashlib and PHP's crypt, in the layouts that Clerk documents. */
const DIGESTS = {
  md5: "3cb4e732631f47e6eb961f34554b7cde",
  sha256: "4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631",
  pbkdf2_sha1: "pbkdf2_sha1$1000$a1b2c3d4e5f60718$9302914381482e27ca881e1a81bd39ef602de1629275f0ee182a508fad0b5d0d$32",
  "pbkdf2_sha1 ": "pbkdf2_sha1$1000$nothex!!$bdc998462fc7fd3483b4abbc1e392d70c051c0cafefa41b1f1c05bba15af6496",
  pbkdf2_sha256: "pbkdf2_sha256$1000$obLD1OX2Bxg=$57Jm7InjgsY69GSKH/kmliALc4H5oZX3U1pu6d5XAK0=",
  pbkdf2_sha512:
    "pbkdf2_sha512$1000$a1b2c3d4e5f60718$cc5121b939f9c2ea273e1115f401a83cf8472c5a839e9d2d3b8c7609898b8ab8a65ec3c0ef463b392091e911326dfac509d06e142020f469afa64ccf9ec0e7d7",
  pbkdf2_sha512_hex:
    "pbkdf2_sha512_hex$1000$a1b2c3d4e5f60718$39d7500e0845dd7761d70bb09ffb1f043e752c5e778ada015e209d5dc6ed8adc37c8a501a3f660e4288aa58d73811665856f0253770ca340951868d237e900fe",
  sha512_symfony:
    "sha512_symfony$500$salt$m78O4tTjc+qb5jdFaGwqD9OhgKry0xaZaMwm3bfxeNef4p1EIbZdw5hqM26SZ1zVeIPIsNZ3tu4CLdb5CakSaw==",
  bcrypt_peppered: "$2y$04$CCCCCCCCCCCCCCCCCCCCC.xIzSkxQSudPpw4/V0YWVbg67AMPIAUy$pepper",
};

describe("a digest whose hasher says what it is over", () => {
  const read = async (hasher: string, digest: string) => {
    const csv = `id,primary_email_address,password_digest,password_hasher\nu,u@example.com,${digest},${hasher.trim()}\n`;
    const [record] = await readAs("clerk", csv);
    return record?.kind === "user" ? record : undefined;
  };

  it.each(Object.entries(DIGESTS))("is verified at login: %s", async (hasher, digest) => {
    const hash = (await read(hasher, digest))?.loginOnly?.hash ?? "";
    const answers = [PASSWORD, `${PASSWORD}x`].map(async (password) => {
      const verified = await verifyPassword(password, hash, { source: "clerk" });
      return verified.ok && verified.value.matches;
    });
    expect(await Promise.all(answers)).toEqual([true, false]);
  });

  it.each(Object.entries(DIGESTS))("is refused where it is cut off: %s", async (hasher, digest) => {
    const cut = hasher === "bcrypt_peppered" ? digest.slice(0, -7) : digest.replace(/\$32$|=+$/, "").slice(0, -1);
    expect((await read(hasher, cut))?.result).toMatchObject({ problems: [{ code: "wrapping/incomplete" }] });
  });
});

it("takes no number that is asked for beside another login for a login", async () => {
  const listed = {
    ...{ id: "user_ada", external_accounts: [], totp_enabled: false, two_factor_enabled: true },
    ...{ email_addresses: [{ id: "e", email_address: "ada@example.com", verification: { status: "verified" } }] },
    phone_numbers: [
      { id: "p", phone_number: "+15555550100", reserved_for_second_factor: true, verification: { status: "verified" } },
      {
        id: "q",
        phone_number: "+15555550101",
        reserved_for_second_factor: false,
        verification: { status: "verified" },
      },
    ],
  };
  const row = "id,primary_email_address,verified_email_addresses,primary_phone_number,verified_phone_numbers";
  const cells = "user_ada,ada@example.com,ada@example.com,+15555550100,+15555550100|+15555550101";
  const csv = `${row},password_digest,password_hasher\n${cells},,\n`;
  for (const records of [
    await readAs("clerk", JSON.stringify([listed])),
    await readAs("clerk", csv, { join: [JSON.stringify([listed])] }),
  ]) {
    expect(outcomes(records)).toEqual([
      { ...user("ada"), phoneNumber: "+15555550101", warnings: ["user/second-factor-not-carried"] },
    ]);
    expect(records).toMatchObject([
      { result: { value: { notCarried: expect.arrayContaining(["phone number of a second factor"]) } } },
    ]);
  }
});

it("takes the verification of a login for none of its address", async () => {
  const verification = { status: "verified" };
  const login = { provider: "oauth_microsoft", provider_user_id: "zz", email_address: "eve@example.com", verification };
  const email_addresses = [{ id: "e", email_address: "ada@example.com", verification }];
  const listed = { id: "user_ada", email_addresses, external_accounts: [login] };
  expect(outcomes(await readAs("clerk", JSON.stringify([listed])))).toMatchObject([
    { emailVerified: true, thirdParty: [{ email: "eve@example.com", isVerified: false }] },
  ]);
});

it("joins the social logins that the backend lists", async () => {
  const records = await readAs("clerk", NEW, { join: [LISTED] });
  const [, bob, cyd] = outcomes(records);
  const login = {
    thirdPartyId: "google",
    thirdPartyUserId: "1081",
    email: "cyd@example.com",
    isVerified: true,
  };
  expect(bob).toEqual(["user_bob", "user/banned"]);
  expect(cyd).toEqual({ ...user("cyd"), thirdParty: [login], warnings: ["user/second-factor-not-carried"] });
});

it("refuses users of the backend's list whose password is not in it", async () => {
  const users = [{ ...JSON.parse(LISTED)[1], banned: false, email_addresses: [] }];
  expect(outcomes(await readAs("clerk", JSON.stringify(users)))).toEqual([["user_bob", "user/password-not-exported"]]);
});

it("reads what Clerk's importer takes", async () => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const importer = [{ userId: "1", email: "a@example.com", password, passwordHasher: "bcrypt" }];
  expect(outcomes(await readAs("clerk", JSON.stringify(importer)))).toMatchObject([
    { externalUserId: "1", email: "a@example.com", emailVerified: false, scheme: "2a" },
  ]);
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { primary_email_address: "ada" }, ["user/email-malformed"]],
  ["an address that is a number", { primary_email_address: 7 }, ["user/field-wrong-type", "user/email-missing"]],
  [
    "a malformed number",
    { primary_phone_number: "12", verified_phone_numbers: "12", password_digest: "" },
    ["user/phone-malformed"],
  ],
  ["a malformed secret", { totp_secret: "!!!" }, ["secret/illegal-character"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password_digest = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const record = {
    ...{ id: "u1", primary_email_address: "a@example.com", password_hasher: "bcrypt", password_digest },
    ...fields,
  };
  const [refused] = outcomes(await readAs("clerk", JSON.stringify([record])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it.each([
  ["the new header", NEW],
  ["the old header", OLD],
])("is told from %s", async (_, text) => {
  expect(await detectSource(Buffer.from(text))).toMatchObject({
    value: { source: "clerk", certainty: "sure" },
  });
});
