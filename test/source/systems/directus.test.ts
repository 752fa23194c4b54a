import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const TABLE = sampleOf("directus.csv");

it("gives users by their status", async () => {
  const user = (name: string) => ({
    externalUserId: `id-${name}`,
    email: `${name}@example.com`,
    emailVerified: false,
  });
  const login = {
    thirdPartyId: "google",
    thirdPartyUserId: "1081",
    email: "bob@example.com",
    isVerified: false,
  };
  const device = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 };
  expect(outcomes(await readAs("directus", TABLE))).toEqual([
    { ...user("ada"), scheme: "argon2id", source: "directus", thirdParty: [], totp: [device] },
    { ...user("bob"), thirdParty: [login], totp: [] },
    ["id-cyd", "user/disabled"],
    ["id-dan", "user/invited"],
    ["id-eve", "user/unconfirmed"],
    ["id-fay", "user/deleted"],
  ]);
});

it("has hashes of the password, and keeps no token", async () => {
  const records = await readAs("directus", TABLE);
  expect(await expectSamplePasswords(records, "directus")).toBe(1);
  expect(JSON.stringify(records)).not.toContain("not to be kept");
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["a password that is a number", { password: 1 }, ["user/field-wrong-type"]],
  ["a licence with fewer users", { status: "inactive-license" }, ["user/disabled"]],
  ["a status of a later release", { status: "paused" }, ["user/disabled"]],
  ["a provider without an ID there", { provider: "github" }, ["user/third-party-unusable"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password = "$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$NyR7rMhhgUpv4Lye0aYLLEVDmzMlzxW++VJlHqo25uc";
  const user = { id: "u1", email: "a@example.com", password, status: "active", tfa_secret: null, ...fields };
  const [refused] = outcomes(await readAs("directus", JSON.stringify([user])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it.each([
  [{ tfa_period: 60 }, { totp: [{ period: 60 }] }],
  [{ tfa_period: "", tfa_digits: 6, tfa_algorithm: "sha1" }, { totp: [{ period: 30 }] }],
  // The days for which a device is remembered.
  [{ tfa_interval: 14 }, { totp: [{ period: 30 }] }],
  [{ tfa_digits: 8 }, ["u1", "otpauth/unsupported"]],
  [{ tfa_algorithm: "SHA256" }, ["u1", "otpauth/unsupported"]],
])("makes codes as an application's own columns beside the secret say: %j", async (own, outcome) => {
  const tfa_secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const user = { id: "u1", email: "a@example.com", status: "active", provider: "default", tfa_secret, ...own };
  const password = "$argon2id$v=19$m=256,t=2,p=1$c2l4dGVlbiBieXRlcyAhIQ$NyR7rMhhgUpv4Lye0aYLLEVDmzMlzxW++VJlHqo25uc";
  expect(outcomes(await readAs("directus", JSON.stringify([{ ...user, password }])))).toMatchObject([outcome]);
});

it("is told from its table", async () => {
  expect(await detectSource(Buffer.from(TABLE))).toMatchObject({
    value: { source: "directus", certainty: "sure" },
  });
});

it.each([
  ["ldap", "uid=ada"],
  ["corp", "uid=ada,ou=people,dc=example"],
])("takes no login of a directory (%s) for a social one", async (provider, external_identifier) => {
  const user = { id: "1", email: "ada@example.com", status: "active", provider, external_identifier, tfa_secret: null };
  expect(outcomes(await readAs("directus", JSON.stringify([user])))).toEqual([["1", "user/no-credential"]]);
  const named = await readAs("directus", JSON.stringify([user]), { providers: { [provider]: "own" } });
  expect(outcomes(named)).toMatchObject(provider === "ldap" ? [{ thirdParty: [{ thirdPartyId: "own" }] }] : [{}]);
});
