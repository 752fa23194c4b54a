import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("logto.sql");

it("gives users with their social logins and second factors", async () => {
  expect(outcomes(await readAs("logto", DUMP))).toEqual([
    {
      externalUserId: "id-ada",
      email: "ada@example.com",
      emailVerified: false,
      phoneNumber: "+15555550100",
      scheme: "argon2i",
      source: "logto",
      thirdParty: [],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
    },
    {
      externalUserId: "id-bob",
      email: "bob@example.com",
      emailVerified: false,
      thirdParty: [
        { thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@gmail.example", isVerified: false },
      ],
      totp: [],
    },
    ["id-cyd", "user/disabled"],
    ["id-dan", "scheme/login-only"],
    ["id-eve", "user/hash-algorithm-unknown"],
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
  ["no ID", { id: "" }, ["user/id-missing"]],
  ["a malformed address", { primary_email: "ada" }, ["user/email-malformed"]],
  ["a malformed number", { primary_phone: "12" }, ["user/phone-malformed"]],
  ["identities that are not JSON", { identities: "{" }, ["user/field-wrong-type"]],
  ["a hash without its method", { password_encryption_method: null }, ["user/hash-algorithm-unknown"]],
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
