import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("strapi.sql");

it("gives users who have confirmed their accounts and are not blocked", async () => {
  expect(outcomes(await readAs("strapi", DUMP))).toEqual([
    {
      externalUserId: "1",
      email: "ada@example.com",
      emailVerified: false,
      scheme: "2a",
      source: "strapi",
      thirdParty: [],
      totp: [],
    },
    ["2", "user/unconfirmed"],
    ["3", "user/banned"],
    ["4", "user/no-credential"],
  ]);
});

it("has hashes of the password, and keeps no token", async () => {
  const records = await readAs("strapi", DUMP);
  expect(await expectSamplePasswords(records, "strapi")).toBe(1);
  expect(JSON.stringify(records)).not.toContain("not to be kept");
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["a mark that is neither true nor false", { blocked: "maybe" }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { id: 1, username: "a", email: "a@example.com", provider: "local", password, confirmed: true };
  const [refused] = outcomes(await readAs("strapi", JSON.stringify([{ ...user, blocked: false, ...fields }])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("carries no password of a user who logs in at a provider, and sends them to their address", async () => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = {
    id: 1,
    username: "a",
    email: "a@example.com",
    provider: "google",
    password,
    confirmed: true,
  };
  const [record] = await readAs("strapi", JSON.stringify([{ ...user, blocked: false }]));
  expect(record).toMatchObject({
    likelyLogin: "email",
    result: { problems: [{ code: "user/no-credential" }] },
  });
});

it("is told from its table", async () => {
  expect(await detectSource(Buffer.from(DUMP))).toMatchObject({
    value: { source: "strapi", certainty: "sure" },
  });
});
