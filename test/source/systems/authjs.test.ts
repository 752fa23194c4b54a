import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const DUMP = sampleOf("authjs.sql");

const account = (thirdPartyId: string, thirdPartyUserId: string, email: string, isVerified: boolean) => ({
  thirdPartyId,
  thirdPartyUserId,
  email,
  isVerified,
});

it("gives users with their accounts, and refuses those who log in by e-mail alone", async () => {
  expect(outcomes(await readAs("authjs", DUMP))).toEqual([
    {
      externalUserId: "clx1",
      email: "ada@example.com",
      emailVerified: true,
      thirdParty: [
        account("github", "77", "ada@example.com", true),
        account("active-directory", "aad-1", "ada@example.com", true),
      ],
      totp: [],
    },
    {
      externalUserId: "clx2",
      email: "bob@example.com",
      emailVerified: false,
      thirdParty: [account("google", "1081", "bob@example.com", false)],
      totp: [],
    },
    ["clx3", "user/no-credential"],
  ]);
});

it("does not know what an application's own hashes are over", async () => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const users = JSON.stringify([{ id: 1, email: "a@example.com", email_verified: null, password }]);
  expect(outcomes(await readAs("authjs", users))).toMatchObject([
    { externalUserId: "1", scheme: "2a", warnings: ["user/hash-origin-unknown"] },
  ]);
  expect(outcomes(await readAs("authjs", users, { source: "laravel" }))).toMatchObject([{ source: "laravel" }]);
});

it("reads a login by another name of the same columns", async () => {
  const tables = {
    users: [{ id: "u1", email: "a@example.com", email_verified: "2024-01-01 10:00:00" }],
    accounts: [{ user_id: "u1", type: "oauth", provider: "discord", provider_account_id: "5" }],
  };
  expect(outcomes(await readAs("authjs", JSON.stringify(tables)))).toMatchObject([
    { thirdParty: [account("discord", "5", "a@example.com", true)] },
  ]);
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["an address that is a number", { email: 7 }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { id: "u1", email: "a@example.com", emailVerified: null, password, ...fields };
  const [refused] = outcomes(await readAs("authjs", JSON.stringify([user])));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it("is told from its accounts", async () => {
  expect(await detectSource(Buffer.from(DUMP))).toMatchObject({
    value: { source: "authjs", certainty: "sure" },
  });
});
