import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const RECORDS = sampleOf("akamai.json");

it("gives users whose verification is a date", async () => {
  expect(outcomes(await readAs("akamai", RECORDS))).toEqual([
    {
      externalUserId: "id-ada",
      email: "ada@example.com",
      emailVerified: true,
      phoneNumber: "+15555550100",
      scheme: "2b",
      source: "akamai",
      thirdParty: [],
      totp: [],
    },
    {
      externalUserId: "id-bob",
      email: "bob@example.com",
      emailVerified: false,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@gmail.example", isVerified: true }],
      totp: [],
    },
    ["id-cyd", "user/disabled"],
    ["id-dan", "scheme/unsupported"],
    ["id-eve", "user/no-credential"],
  ]);
});

it("has hashes of the password, and keeps no token", async () => {
  const records = await readAs("akamai", RECORDS);
  expect(await expectSamplePasswords(records, "akamai")).toBe(1);
  expect(JSON.stringify(records)).not.toContain("not to be kept");
});

it.each([
  ["no ID", { uuid: null }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["a password that is a text", { password: "x" }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const value = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = {
    uuid: "u1",
    email: "a@example.com",
    password: { type: "password-bcrypt", value },
    ...fields,
  };
  const [refused] = outcomes(await readAs("akamai", JSON.stringify({ results: [user] })));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("is told from its records", async () => {
  expect(await detectSource(Buffer.from(RECORDS))).toMatchObject({
    value: { source: "akamai", certainty: "sure" },
  });
});
