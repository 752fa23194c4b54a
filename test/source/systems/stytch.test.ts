import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const HASHES = sampleOf("stytch.csv");
const USERS = sampleOf("stytch.json");

const user = (name: string) => ({
  externalUserId: `user-${name}`,
  email: `${name}@example.com`,
  emailVerified: true,
  thirdParty: [],
  totp: [],
});
const login = {
  thirdPartyId: "google",
  thirdPartyUserId: "1081",
  email: "cyd@example.com",
  isVerified: true,
};

it.each([
  ["hashes to users", USERS, HASHES],
  ["users to hashes", HASHES, USERS],
])("joins %s", async (_, text, other) => {
  const records = await readAs("stytch", text, { join: [other] });
  expect(outcomes(records)).toEqual([
    ["user-ada", "scheme/login-only"],
    ["user-bob", "user/unconfirmed", "scheme/login-only"],
    { ...user("cyd"), thirdParty: [login], warnings: ["user/second-factor-not-carried"] },
    ["user-dan", "user/password-not-exported"],
  ]);
  expect(records[0]).toMatchObject({
    loginOnly: { source: "stytch", user: { ...user("ada"), phoneNumber: "+15555550100" } },
  });
  expect(await expectSamplePasswords(records, "stytch")).toBe(1);
});

it("counts hashes of users who are not in the list", async () => {
  let report: unknown;
  await readAs("stytch", USERS, { join: [HASHES], onJoined: (joined) => (report = joined) });
  expect(report).toMatchObject({ leftOver: [{ part: "hashes", rows: 1, lines: [10] }] });
});

it("takes a row of a user for one where it has all columns of a hash as well", async () => {
  const hash = "8dg6AaIWPfcLTQU7lb4H-CI49dHeqaBXfFE1ogb2qRQ=";
  const parts = { id: "u1", hash, salt: "zKia-0BdIFKCzWbzXbj3qrhBnbiWNg==" };
  const users = [{ user_id: "u1", emails: [{ email: "a@example.com" }], totps: [], ...parts }];
  expect(outcomes(await readAs("stytch", JSON.stringify(users)))).toEqual([["u1", "scheme/login-only"]]);
});

it("gives a social login the verified address of several", async () => {
  const emails = [{ email: "a@example.com" }, { email: "b@example.com", verified: true }];
  const providers = [{ provider_type: "Google", provider_subject: "1" }];
  const users = [{ user_id: "u1", emails, totps: [], providers }];
  expect(outcomes(await readAs("stytch", JSON.stringify(users)))).toMatchObject([
    { email: "b@example.com", thirdParty: [{ email: "b@example.com", isVerified: true }] },
  ]);
});

it("reads the hash beside the user, as FusionAuth's example puts it, whose password is known", async () => {
  const hash = "8dg6AaIWPfcLTQU7lb4H-CI49dHeqaBXfFE1ogb2qRQ=";
  const users = [
    {
      user_id: "u1",
      emails: [{ email: "a@example.com" }],
      totps: [],
      hash,
      salt: "zKia-0BdIFKCzWbzXbj3qrhBnbiWNg==",
    },
  ];
  const [record] = await readAs("stytch", JSON.stringify(users));
  const password = "averylongandunguessablepasswordwithlotsofrandominfooofisjoafasnr;,n2";
  const found = record?.kind === "user" ? record.loginOnly?.hash : undefined;
  expect(await verifyPassword(password, found ?? "", { source: "stytch" })).toMatchObject({
    value: { matches: true },
  });
});

it.each([
  ["no ID", { user_id: null }, ["user/id-unusable"]],
  ["a malformed address", { emails: [{ email: "ada" }] }, ["user/email-malformed"]],
  ["addresses that are no list", { emails: {} }, ["user/field-wrong-type"]],
  ["a hash without its salt", { hash: "8dg6AaIWPfcLTQU7lb4H-CI49dHeqaBXfFE1ogb2qRQ=" }, ["wrapping/incomplete"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const providers = [{ provider_type: "Github", provider_subject: "77" }];
  const record = {
    user_id: "u1",
    emails: [{ email: "a@example.com", verified: true }],
    totps: [],
    providers,
    ...fields,
  };
  const [refused] = outcomes(await readAs("stytch", JSON.stringify([record])));
  expect((refused as unknown[]).slice(1)).toEqual(expect.arrayContaining(codes));
});

it.each([
  ["the hashes", HASHES],
  ["the users", USERS],
])("is told from %s", async (_, text) => {
  expect(await detectSource(Buffer.from(text))).toMatchObject({
    value: { source: "stytch", certainty: "sure" },
  });
});
