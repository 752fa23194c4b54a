import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { PASSWORD, sampleOf } from "./samples.js";

const SAMPLE = sampleOf("fusionauth.json");
const base = { emailVerified: true, thirdParty: [], totp: [], source: "fusionauth" };

it("puts hashes together of their parts", async () => {
  expect(outcomes(await readAs("fusionauth", SAMPLE))).toEqual([
    {
      ...base,
      externalUserId: "f-ada",
      email: "ada@example.com",
      scheme: "2a",
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
      // Codes by e-mail.
      warnings: ["user/second-factor-not-carried"],
    },
    ["f-bob", "scheme/login-only"],
    { ...base, externalUserId: "f-cyd", email: "cyd@example.com", scheme: "argon2id" },
    ["f-dan", "scheme/login-only"],
    ["f-eve", "scheme/plain-text"],
    ["f-fay", "user/disabled"],
  ]);
});

it("has hashes of the password, also those that only a login can verify", async () => {
  expect(await expectSamplePasswords(await readAs("fusionauth", SAMPLE), "fusionauth")).toBe(4);
});

it("is told from its content", async () => {
  expect(await detectSource(Buffer.from(SAMPLE))).toMatchObject({
    value: { source: "fusionauth", certainty: "sure" },
  });
});

it("shows no password that the file holds as it is typed", async () => {
  const [eve] = (await readAs("fusionauth", SAMPLE)).filter(
    (record) => record.kind === "user" && record.userId === "f-eve",
  );
  expect(JSON.stringify(eve)).not.toContain(PASSWORD);
});

it.each([
  ["no salt", { salt: undefined }, "wrapping/incomplete"],
  ["no cost", { factor: "x" }, "wrapping/incomplete"],
  ["an extension's hasher", { encryptionScheme: "own", password: "AAAA" }, "scheme/unsupported"],
  ["a digest that was cut off", { password: "abc" }, "bcrypt/"],
])("names a hash with %s", async (_, damage, code) => {
  const [ada] = JSON.parse(SAMPLE).users;
  const [record] = await readAs("fusionauth", JSON.stringify({ users: [{ ...ada, ...damage }] }));
  expect(record?.kind === "user" && !record.result.ok && record.result.problems[0].code).toContain(code);
});

it("takes a user of whom it is not said that they are active for one who is not, as FusionAuth does", async () => {
  const [ada] = JSON.parse(SAMPLE).users;
  const { active: _, ...silent } = ada;
  expect(outcomes(await readAs("fusionauth", JSON.stringify({ users: [silent] })))).toEqual([
    ["f-ada", "user/disabled"],
  ]);
});

it("takes an account that has expired for a disabled one", async () => {
  const [ada] = JSON.parse(SAMPLE).users;
  const of = (expiry: number) => readAs("fusionauth", JSON.stringify({ users: [{ ...ada, expiry }] }));
  expect(outcomes(await of(1_500_000_000_000))).toEqual([["f-ada", "user/disabled"]]);
  expect(outcomes(await of(4_000_000_000_000))).toMatchObject([{ externalUserId: "f-ada" }]);
});

it("reads pbkdf2 with SHA-512", async () => {
  const [ada] = JSON.parse(SAMPLE).users;
  // By Python's hashlib: pbkdf2_hmac("sha512", b"correct horse", b"sixteen bytes !!", 1000, 64).
  const hash = {
    encryptionScheme: "salted-pbkdf2-hmac-sha512-512",
    factor: 1000,
    salt: "c2l4dGVlbiBieXRlcyAhIQ==",
    password: "Wj6JQNU39PxML998o31JaS7T0VNvY4h4glRztrsi6DfPzTnWbhMebqRewk6Awr/wK17DffhlfEdr6/zG0BU/rg==",
  };
  const records = await readAs("fusionauth", JSON.stringify({ users: [{ ...ada, ...hash }] }));
  expect(await expectSamplePasswords(records, "fusionauth")).toBe(1);
});

it("names a user of an import file without IDs by their address, or else by their name", async () => {
  const [ada] = JSON.parse(SAMPLE).users;
  const { id: _, ...withoutId } = ada;
  const { email: __, ...withoutAddress } = withoutId;
  const users = [withoutId, { ...withoutAddress, username: "bob" }];
  expect(outcomes(await readAs("fusionauth", JSON.stringify({ users })))).toMatchObject([
    { externalUserId: "ada@example.com", email: "ada@example.com" },
    ["bob", "user/email-missing"],
  ]);
});

it("takes the number among the identities for a login once it was confirmed", async () => {
  const [ada] = JSON.parse(SAMPLE).users;
  const number = (verified: boolean) => ({ type: "phoneNumber", value: "+15555550100", verified, primary: true });
  const email = { type: "email", value: "ada@example.com", verified: true, primary: true };
  const read = async (verified: boolean) => {
    const user = { ...ada, mobilePhone: "+15555550199", identities: [email, number(verified)] };
    return outcomes(await readAs("fusionauth", JSON.stringify({ users: [user] })))[0];
  };
  expect(await read(true)).toMatchObject({ email: "ada@example.com", phoneNumber: "+15555550100" });
  expect(await read(false)).not.toHaveProperty("phoneNumber");
});

/** By FusionAuth's own account of its reasons: https://fusionauth.io/blog/how-user-verification-works */
it.each([
  ["Completed", true],
  ["Implicit", true],
  ["Import", true],
  // An administrator of the tenant says so.
  ["Administrative", false],
  ["Trusted", false],
  ["Disabled", false],
  ["Skipped", false],
  ["Unverifiable", false],
  ["Pending", false],
  ["SomethingNew", false],
])("takes a mark of the reason %s for a proof: %s", async (verifiedReason, isProof) => {
  const [ada] = JSON.parse(SAMPLE).users;
  const mark = { verified: true, verifiedReason };
  const email = { type: "email", value: "ADA@example.com", primary: true, ...mark };
  const number = { type: "phoneNumber", value: "+15555550100", primary: true, ...mark };
  const users = [
    { ...ada, identities: [email, number] },
    { ...ada, id: "f-bea", email: "bea@example.com", verifiedReason },
  ];
  const [first, second] = outcomes(await readAs("fusionauth", JSON.stringify({ users })));
  expect([first, second]).toMatchObject([{ emailVerified: isProof }, { emailVerified: isProof }]);
  expect(first).toEqual(
    isProof
      ? expect.objectContaining({ phoneNumber: "+15555550100" })
      : expect.not.objectContaining({ phoneNumber: expect.anything() }),
  );
});

it.each([
  ["says that it is not verified", { value: "ada@example.com", verified: false, verifiedReason: "Completed" }],
  ["is of another address", { value: "eve@example.com", verified: true, verifiedReason: "Completed" }],
])("takes an address for unverified whose identity %s", async (_, identity) => {
  const [ada] = JSON.parse(SAMPLE).users;
  const users = [{ ...ada, identities: [{ type: "email", primary: true, ...identity }] }];
  expect(outcomes(await readAs("fusionauth", JSON.stringify({ users })))).toMatchObject([{ emailVerified: false }]);
});
