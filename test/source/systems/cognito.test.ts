import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const TABLE = sampleOf("cognito.csv");
const LISTED = sampleOf("cognito.json");

it("gives the users of a table who log in by phone, and refuses those with a password alone", async () => {
  const user = { emailVerified: true, thirdParty: [], totp: [] };
  expect(outcomes(await readAs("cognito", TABLE))).toEqual([
    {
      ...user,
      externalUserId: "ada",
      email: "ada@example.com",
      phoneNumber: "+15555550100",
      warnings: ["source/column-unknown", "user/password-not-exported"],
    },
    ["bob", "user/password-not-exported"],
    {
      ...user,
      externalUserId: "cyd",
      email: "cyd@example.com",
      phoneNumber: "+15555550103",
      warnings: ["user/password-not-exported", "user/second-factor-not-carried"],
    },
  ]);
});

it("gives the same users whatever the order of the columns", async () => {
  const rows = TABLE.trim()
    .split("\n")
    .map((row) => row.split(",").reverse().join(","));
  expect(outcomes(await readAs("cognito", `${rows.join("\n")}\n`))).toEqual(
    outcomes(await readAs("cognito", TABLE)).map((one) =>
      expect.objectContaining(Array.isArray(one) ? { 1: one[1] } : { ...(one as object), warnings: expect.anything() }),
    ),
  );
});

it("gives the users that the command lists", async () => {
  const login = {
    thirdPartyId: "google",
    thirdPartyUserId: "1081",
    email: "dan@example.com",
    isVerified: true,
  };
  expect(outcomes(await readAs("cognito", LISTED))).toEqual([
    {
      externalUserId: "sub-dan",
      email: "dan@example.com",
      emailVerified: true,
      thirdParty: [login],
      totp: [],
    },
    ["sub-eve", "user/password-not-exported"],
    ["sub-fay", "user/disabled"],
    ["sub-gus", "user/unconfirmed", "user/password-not-exported"],
  ]);
});

it.each([
  ["no name", { "cognito:username": "" }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["a malformed number", { phone_number: "12" }, ["user/password-not-exported", "user/phone-malformed"]],
  ["a mark that is neither true nor false", { email_verified: "maybe" }, ["user/field-wrong-type"]],
  ["identities that are no list", { identities: "{}" }, ["user/field-wrong-type"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const phone = { phone_number: "+15555550100", phone_number_verified: "true" };
  const record = { "cognito:username": "u1", email: "a@example.com", ...phone, ...fields };
  const [refused] = outcomes(await readAs("cognito", JSON.stringify([record])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it.each([
  ["the table", TABLE],
  ["the list", LISTED],
])("is told from %s", async (_, text) => {
  expect(await detectSource(Buffer.from(text))).toMatchObject({
    value: { source: "cognito", certainty: "sure" },
  });
});

const OF_CUSTOMER = "verification by a SAML or OIDC server that may be a customer's (see --provider)";

describe("a mark", () => {
  const read = async (identities?: readonly object[], UserStatus = "EXTERNAL_PROVIDER", providers = {}) => {
    const marks = { email: "ceo@example.com", email_verified: "true" };
    const phone = { phone_number: "+15555550100", phone_number_verified: "true" };
    const more = identities === undefined ? {} : { identities: JSON.stringify(identities) };
    const own = Object.entries({ sub: "u1", ...marks, ...phone, ...more });
    const Attributes = own.map(([Name, Value]) => ({ Name, Value }));
    const text = JSON.stringify({ Users: [{ Username: "u", Attributes, Enabled: true, UserStatus }] });
    return (await readAs("cognito", text, { providers }))[0];
  };
  const of = (providerName: string, providerType = providerName) => ({ providerName, providerType, userId: "m" });

  it.each([
    ["a server by SAML", [of("acme", "SAML")], undefined],
    ["a server by OpenID Connect", [of("acme", "OIDC")], undefined],
    ["such a server beside a password", [of("acme", "SAML")], "CONFIRMED"],
    ["such a server beside Google", [of("Google"), of("acme", "OIDC")], undefined],
  ])("is no proof where it may be of %s", async (_, identities, status) => {
    expect(await read(identities, status)).toMatchObject({
      result: {
        value: {
          user: {
            emailVerified: false,
            thirdParty: expect.arrayContaining([expect.objectContaining({ isVerified: false })]),
          },
          notCarried: expect.arrayContaining(["unverified phone number", OF_CUSTOMER]),
        },
      },
    });
    expect(JSON.stringify(await read(identities, status))).not.toContain("+15555550100");
  });

  it("is no proof where the identities of such a user are not in the export", async () => {
    expect(JSON.stringify(await read(undefined))).not.toContain('"emailVerified":true');
  });

  it("is a proof where the caller names the server as itself, and not under another name", async () => {
    const entra = of("entra", "OIDC");
    const own = await read([entra], "CONFIRMED", { entra: "entra" });
    const proven = { emailVerified: true, phoneNumber: "+15555550100", thirdParty: [{ isVerified: true }] };
    expect(own).toMatchObject({ result: { value: { user: proven } } });
    expect(JSON.stringify(own)).not.toContain(OF_CUSTOMER);
    const others = [
      await read([entra], "CONFIRMED", { entra: "okta" }),
      await read([entra, of("acme", "SAML")], "CONFIRMED", { entra: "entra" }),
    ];
    for (const other of others) {
      expect(other).toMatchObject({
        result: { value: { user: { emailVerified: false }, notCarried: [OF_CUSTOMER, expect.anything()] } },
      });
    }
  });

  it.each([
    ["Google's", [of("Google")], undefined],
    ["of a user with a password", undefined, "CONFIRMED"],
  ])("is a proof where it is %s", async (_, identities, status) => {
    expect(await read(identities, status)).toMatchObject({
      result: { value: { user: { emailVerified: true, phoneNumber: "+15555550100" } } },
    });
  });
});
