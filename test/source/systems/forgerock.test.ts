import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const LISTED = sampleOf("forgerock.json");

it("gives users with hashes, and refuses those whose passwords are encrypted", async () => {
  expect(outcomes(await readAs("forgerock", LISTED))).toEqual([
    ["id-ada", "scheme/login-only"],
    {
      externalUserId: "id-bob",
      email: "bob@example.com",
      emailVerified: false,
      scheme: "2b",
      source: "forgerock",
      thirdParty: [],
      totp: [],
    },
    ["id-cyd", "user/disabled", "scheme/login-only"],
    ["id-dan", "user/password-not-exported"],
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("forgerock", LISTED), "forgerock")).toBe(2);
});

it.each([
  ["no ID", { _id: "" }, ["user/id-unusable"]],
  ["a malformed address", { mail: "ada" }, ["user/email-malformed"]],
  ["an address that is a list", { mail: ["a@example.com"] }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password = "{BCRYPT}$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { _id: "u1", _rev: "1", mail: "a@example.com", userName: "a", password, ...fields };
  const [refused] = outcomes(await readAs("forgerock", JSON.stringify({ result: [user] })));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it("is told from its list", async () => {
  expect(await detectSource(Buffer.from(LISTED))).toMatchObject({
    value: { source: "forgerock", certainty: "sure" },
  });
});
