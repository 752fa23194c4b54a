import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const SAMPLE = sampleOf("zitadel.json");

it("reads the human users of every organisation", async () => {
  expect(outcomes(await readAs("zitadel", SAMPLE))).toEqual([
    {
      externalUserId: "z-ada",
      email: "ada@example.com",
      emailVerified: true,
      phoneNumber: "+15555550100",
      scheme: "2a",
      source: "zitadel",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: true }],
      totp: [],
    },
    {
      externalUserId: "z-bob",
      email: "bob@example.com",
      emailVerified: true,
      scheme: "2a",
      source: "zitadel",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1082", email: "bob@example.com", isVerified: true }],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    },
    ["z-cyd", "user/password-plain"],
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("zitadel", SAMPLE), "zitadel")).toBe(2);
});

it("is told from its content", async () => {
  expect(await detectSource(Buffer.from(SAMPLE))).toMatchObject({
    value: { source: "zitadel", certainty: "sure" },
  });
});

it("reads the users after a damaged one, in another organisation too", async () => {
  const damaged = outcomes(await readAs("zitadel", SAMPLE.replace('"userName": "bob"', '"userName": "bob')));
  expect(damaged).toMatchObject([
    { externalUserId: "z-ada" },
    [undefined, "source/record-damaged"],
    ["z-cyd", "user/password-plain"],
  ]);
});
