import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const LISTED = sampleOf("workos.json");

it("gives users with a social login, and refuses the others for what WorkOS keeps to itself", async () => {
  expect(outcomes(await readAs("workos", LISTED))).toEqual([
    {
      externalUserId: "user_01ada",
      email: "ada@example.com",
      emailVerified: true,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
      totp: [],
      warnings: ["user/password-not-exported"],
    },
    ["user_01bob", "user/password-not-exported"],
  ]);
});

it.each([
  ["no ID", { id: null }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["identities that are no list", { identities: {} }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const record = { id: "user_01", email: "a@example.com", email_verified: true, ...fields };
  const [refused] = outcomes(await readAs("workos", JSON.stringify({ data: [record] })));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it("is told from its list", async () => {
  expect(await detectSource(Buffer.from(LISTED))).toMatchObject({
    value: { source: "workos", certainty: "sure" },
  });
});
