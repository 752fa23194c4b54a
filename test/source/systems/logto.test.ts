import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyProviderScrypt } from "../../../src/verify/index.js";
import { expectSamplePasswords, knowsPassword, outcomes, readAs, readUserOf } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("logto.sql");

it("gives users with their social logins and second factors", async () => {
  expect(outcomes(await readAs("logto", DUMP))).toEqual([
    {
      externalUserId: "id-ada",
      email: "ada@example.com",
      emailVerified: false,
      phoneNumber: "+15555550100",
      codesToPhoneAlone: true,
      scheme: "argon2i",
      source: "logto",
      thirdParty: [],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
    },
    {
      externalUserId: "id-bob",
      email: "bob@example.com",
      emailVerified: false,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@gmail.example", isVerified: false }],
      totp: [],
    },
    ["id-cyd", "user/disabled"],
    ["id-dan", "scheme/login-only"],
    ["id-eve", "scheme/malformed"],
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("logto", DUMP), "logto")).toBe(2);
});

it("reads the list of the interface, where a password is only said to be", async () => {
  const listed = {
    id: "u1",
    primaryEmail: "a@example.com",
    primaryPhone: null,
    identities: {},
    isSuspended: false,
  };
  expect(outcomes(await readAs("logto", JSON.stringify([{ ...listed, hasPassword: true }])))).toEqual([
    ["u1", "user/password-not-exported"],
  ]);
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { primary_email: "ada" }, ["user/email-malformed"]],
  ["an address that is a number", { primary_email: 7 }, ["user/field-wrong-type"]],
  ["a malformed number", { primary_phone: "12", password_encrypted: null }, ["user/phone-malformed"]],
  ["identities that are not JSON", { identities: "{" }, ["user/field-wrong-type"]],
  ["a hash without its method", { password_encryption_method: null }, ["scheme/unsupported"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password_encrypted = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const hashed = { password_encrypted, password_encryption_method: "Bcrypt" };
  const record = { id: "u1", primary_email: "a@example.com", is_suspended: false, ...hashed, ...fields };
  const [refused] = outcomes(await readAs("logto", JSON.stringify([record])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("is told from its table", async () => {
  expect(await detectSource(Buffer.from(DUMP))).toMatchObject({
    value: { source: "logto", certainty: "sure" },
  });
});

const legacy = (expression: unknown) => {
  const password_encrypted = typeof expression === "string" ? expression : JSON.stringify(expression);
  const hashed = { password_encrypted, password_encryption_method: "Legacy" };
  return JSON.stringify([{ id: "u1", primary_email: "a@example.com", is_suspended: false, ...hashed }]);
};

/** By the crypto module of Node, which Logto itself takes. */
it.each([
  [
    "sha256 with a salt before",
    ["sha256", ["na", "cl", "@"], "f712a12100e136c0947cb4de4cbbe9927ac14b41c2a486b55ba668e21dd9d7c1"],
  ],
  [
    "sha512 with a salt behind",
    [
      "sha512",
      ["@", "nacl"],
      "ef201e7960c59cd995809eface5890d5a5bb4e096474ac7c4d72b234da15a4cabbec10531d3edaf0fdd6deeda2393498488802f53b8785fdb40d2f244afd9518",
    ],
  ],
  ["md5 alone", ["md5", ["@"], "88e4ddd2402d92d50e1879d6ecd9ffd4"]],
  [
    "pbkdf2 with a salt of text",
    [
      "pbkdf2",
      ["salt", "1000", "32", "sha256", "@"],
      "847ab60b08d2a6c50296d545fd90dedb93398c0e6104737dfa29d745a3866e35",
    ],
  ],
  [
    "pbkdf2 hex",
    [
      "pbkdf2Sync",
      ["hex:00ff10", "1000", "64", "sha512", "@"],
      "9935b4016dd3e5f540f875b1bb5fdd60c415d3c715e15578e9e8c66a75e039be08bc768085cf4fc80e035921f7fced11850ff3c164a3def26cd11baf05e034ea",
    ],
  ],
])("verifies a hash that was brought into Logto: %s", async (_, expression) => {
  const user = await readUserOf(legacy(expression), "u1", { from: "logto" });
  expect(user.codes).toContain("scheme/login-only");
  expect(await knowsPassword(user)).toBe(true);
});

it("imports Firebase's scrypt that was brought into Logto, in either alphabet", async () => {
  // https://github.com/firebase/scrypt, README: the password is user1password.
  const signerKey = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
  const hash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
  for (const salt of ["42xEC+ixf3L2lw==", "42xEC-ixf3L2lw=="]) {
    const said = ["firebase-scrypt", [salt, signerKey, "Bw==", "8", "14", "@"], hash];
    const { user } = await readUserOf(legacy(said), "u1", { from: "logto" });
    const found = await verifyProviderScrypt("user1password", user?.passwordHash ?? "", signerKey);
    expect(found).toMatchObject({ ok: true, value: { matches: true } });
  }
});

it.each([
  ["text", "not JSON", "wrapping/incomplete"],
  ["a hash that is not hexadecimal", ["sha256", ["@"], "xyz"], "wrapping/incomplete"],
  ["no signer key", ["firebase-scrypt", ["c2FsdA==", "", "Bw==", "8", "14", "@"], "aGFzaA=="], "wrapping/incomplete"],
  ["another digest", ["ripemd160", ["@"], "00".repeat(20)], "scheme/unsupported"],
  ["the password twice", ["sha256", ["@", "@"], "00".repeat(32)], "scheme/unsupported"],
  ["salts on both sides", ["sha256", ["a", "@", "b"], "00".repeat(32)], "scheme/unsupported"],
  [
    "a length that is not the hash's",
    ["pbkdf2", ["s", "1000", "64", "sha256", "@"], "00".repeat(32)],
    "scheme/unsupported",
  ],
])("refuses such a hash with %s", async (_, expression, code) => {
  expect((await readUserOf(legacy(expression), "u1", { from: "logto" })).codes).toEqual([code]);
});
