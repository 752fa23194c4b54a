import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const SAMPLE = sampleOf("zitadel.json");

it("reads the human users of every organisation", async () => {
  const providers = { "289374610": "google" };
  expect(outcomes(await readAs("zitadel", SAMPLE, { providers }))).toEqual([
    {
      externalUserId: "z-ada",
      email: "ada@example.com",
      // Although the export says so, which the owner of an organisation can have written: AddHumanUser.
      emailVerified: false,
      scheme: "2a",
      source: "zitadel",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "ada@example.com", isVerified: false }],
      totp: [],
    },
    {
      externalUserId: "z-bob",
      email: "bob@example.com",
      emailVerified: false,
      scheme: "2a",
      source: "zitadel",
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1082", email: "bob@example.com", isVerified: false }],
      totp: [{ secretKey: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", period: 30, skew: 1 }],
    },
    ["z-cyd", "scheme/plain-text"],
  ]);
});

it("goes by a provider's number, as its name is an organisation's own text, and leaves it out until it is named", async () => {
  const [, bob] = await readAs("zitadel", SAMPLE);
  expect(outcomes([bob as never])).toMatchObject([{ thirdParty: [], warnings: ["user/third-party-unusable"] }]);
  expect(bob).toMatchObject({
    result: {
      value: { notCarried: expect.arrayContaining(["social login at 289374610"]) },
      warnings: [{ message: expect.stringMatching(/at 289374610 .*"Google"/) }],
    },
  });
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
    ["z-cyd", "scheme/plain-text"],
  ]);
});
