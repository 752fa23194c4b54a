import { describe, expect, it } from "vitest";
import { detectSource, parseDecryptionKeys } from "../../../src/source/index.js";
import { totpCode } from "../../../src/verify/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const TABLES = sampleOf("better-auth.json");
const USERS = sampleOf("better-auth-users.csv");
const ACCOUNTS = sampleOf("better-auth-accounts.csv");

const found = parseDecryptionKeys("BETTER_AUTH_SECRET=better-auth-secret-1234567890");
const decryptionKeys = found.ok ? found.value : [];

const BOB = {
  externalUserId: "ba2",
  email: "bob@example.com",
  emailVerified: false,
  phoneNumber: "+15555550102",
  codesToPhoneAlone: true,
  thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "bob@example.com", isVerified: false }],
  totp: [],
};
const DAN = {
  externalUserId: "ba4",
  email: "dan@example.com",
  emailVerified: true,
  scheme: "2a",
  source: "better-auth",
  thirdParty: [],
  totp: [],
};

it("gives users with what their other tables hold", async () => {
  expect(outcomes(await readAs("better-auth", TABLES, { decryptionKeys }))).toEqual([
    ["ba1", "scheme/login-only"],
    BOB,
    ["ba3", "user/banned", "scheme/login-only"],
    { ...DAN, warnings: ["user/second-factor-unconfirmed"] },
    ["ba5", "user/no-credential"],
  ]);
});

it("has everything but the hash for a user whose hash is verified at login", async () => {
  const [ada] = await readAs("better-auth", TABLES, { decryptionKeys });
  // oathtool --totp -b OJQXOIDUMV4HIIDTMVRXEZLUEA2DE -N "1970-01-01 00:00:59 UTC"
  const secretKey = "OJQXOIDUMV4HIIDTMVRXEZLUEA2DE";
  expect(ada).toMatchObject({
    loginOnly: {
      source: "better-auth",
      user: {
        email: "ada@example.com",
        thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081" }],
        totp: [{ secretKey, period: 30, skew: 1 }],
      },
    },
  });
  expect(totpCode(secretKey, { unixSeconds: 59 })).toBe("112700");
});

it("says of a second factor that it needs the key", async () => {
  const [ada] = await readAs("better-auth", TABLES);
  expect(ada).toMatchObject({ rejected: { standing: "no-login", user: { totp: [] } } });
  expect(ada).not.toHaveProperty("loginOnly");
});

it("has hashes of the password", async () => {
  const records = await readAs("better-auth", TABLES, { decryptionKeys });
  expect(await expectSamplePasswords(records, "better-auth")).toBe(2);
});

it("gives the same from tables apart, with columns in the other case", async () => {
  const records = await readAs("better-auth", USERS, { join: [ACCOUNTS] });
  expect(outcomes(records)).toEqual([
    // Whose second factor is a row of the table that is not there.
    ["ba1", "scheme/login-only", "user/second-factor-at-login"],
    BOB,
    ["ba3", "user/banned", "scheme/login-only"],
    DAN,
    ["ba5", "user/no-credential"],
  ]);
});

it("takes rows of second factors without backup codes for what they are", async () => {
  const row = { id: "f1", secret: "0".repeat(100), userId: "u1", verified: true };
  const user = { id: "u1", name: "", email: "a@example.com", emailVerified: true };
  const account = { userId: "u1", accountId: "77", providerId: "github" };
  const [read, ...others] = await readAs("better-auth", JSON.stringify([user]), {
    join: [JSON.stringify([row]), JSON.stringify([account])],
  });
  expect(others).toEqual([]);
  expect(read).toMatchObject({ result: { ok: true, warnings: [{ code: "user/second-factor-encrypted" }] } });
  expect(await detectSource(Buffer.from(JSON.stringify([row])))).toMatchObject({
    value: { source: "better-auth", certainty: "sure" },
  });
});

/** By packages/sso/src/routes/sso.ts: users register providers under any name that the application does not have. */
describe("a social login", () => {
  const read = async (account: object, options = {}) => {
    const user = { id: "u1", name: "", email: "a@example.com", emailVerified: true };
    const tables = { user: [user], account: [{ userId: "u1", accountId: "1101", ...account }] };
    return outcomes(await readAs("better-auth", JSON.stringify(tables), options))[0];
  };
  const login = (thirdPartyId: string) => ({ thirdParty: [{ thirdPartyId, thirdPartyUserId: "1101" }] });

  it.each([
    ["google", "https://accounts.google.com"],
    ["github", "local:oauth:github"],
    ["microsoft", "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"],
    ["apple", "https://appleid.apple.com"],
    ["slack", "local:oauth:slack"],
    ["cognito", "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab3dEf5Gh"],
    ["cognito", "https://cognito-idp.us-gov-west-1.amazonaws.com/us-gov-west-1_Ab3dEf5Gh"],
    ["cognito", "https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_Ab3dEf5Gh"],
    ["google", undefined],
    ["google", ""],
  ])("at %s counts with its own issuer (%s)", async (providerId, issuer) => {
    expect(await read({ providerId, issuer })).toMatchObject(login(providerId));
  });

  it.each([
    ["GOOGLE", "https://idp.evil.example"],
    ["google.com", undefined],
    ["google-oauth2", "https://accounts.google.com"],
    ["google", "https://idp.evil.example"],
    ["google", "https://accounts.google.com.evil.example"],
    ["github", "local:oauth:google"],
    ["cognito", "https://cognito-idp.eu-west-1.amazonaws.com.evil.example/eu-west-1_Ab3dEf5Gh"],
    ["cognito", "https://cognito-idp.evil.example/.amazonaws.com/eu-west-1_Ab3dEf5Gh"],
    ["okta", "local:oauth:okta"],
  ])("at %s (%s) is left out, unless the provider is named", async (providerId, issuer) => {
    expect(await read({ providerId, issuer })).toEqual(["u1", "user/no-credential"]);
    expect(await read({ providerId, issuer }, { providers: { [providerId]: "mine" } })).toMatchObject(login("mine"));
  });

  it("is left out where any user has registered a provider of its name, unless the provider is named", async () => {
    const user = { id: "u1", name: "", email: "a@example.com", emailVerified: true };
    const account = (id: number, providerId: string, issuer: string) => {
      return { id, userId: "u1", accountId: `110${id}`, providerId, issuer };
    };
    const accounts = [account(1, "google", "https://accounts.google.com"), account(2, "github", "local:oauth:github")];
    const sso = { id: "s1", providerId: "google", issuer: "https://accounts.google.com", domain: "e.example" };
    const snake = {
      id: "s1",
      provider_id: "github",
      issuer: "x",
      domain: "e.example",
      oidc_config: "{}",
      user_id: "u9",
    };
    const read = async (rows: readonly object[], options = {}) =>
      outcomes(
        await readAs("better-auth", JSON.stringify([user]), {
          ...{ join: [JSON.stringify(accounts), JSON.stringify(rows)], ...options },
        }),
      )[0];
    const [google, github] = [{ thirdPartyId: "google" }, { thirdPartyId: "github" }];
    const warnings = ["user/third-party-unusable"];
    expect(await read([{ ...sso, providerId: "acme" }])).toMatchObject({ thirdParty: [google, github] });
    expect(await read([{ ...sso, userId: "u9" }])).toMatchObject({ thirdParty: [github], warnings });
    expect(await read([{ ...sso, userId: null }])).toMatchObject({ thirdParty: [github], warnings });
    expect(await read([snake])).toMatchObject({ thirdParty: [google], warnings });
    expect(await read([{ ...sso, userId: "u1" }, snake])).toEqual(["u1", "user/no-credential"]);
    expect(await read([{ ...sso, userId: "u1" }], { providers: { google: "google" } })).toMatchObject({
      thirdParty: [google, github],
    });
  });

  it("is named where it is left out", async () => {
    const account = { providerId: "acme\u202e", userId: "u1", accountId: "1" };
    const tables = {
      user: [{ id: "u1", email: "a@example.com", phoneNumber: "+15555550100", phoneNumberVerified: true }],
      account: [account],
    };
    const records = await readAs("better-auth", JSON.stringify(tables));
    expect(records).toMatchObject([{ result: { warnings: [{ message: expect.stringContaining("acme\\u202e") }] } }]);
  });
});

it("does not send a guest to the address that was made up for them", async () => {
  const guest = { id: "u1", name: "", email: "temp@u1.example.com", emailVerified: false, isAnonymous: true };
  expect(await readAs("better-auth", JSON.stringify([guest]))).toMatchObject([
    { likelyLogin: "none", result: { problems: [{ code: "user/no-credential" }] } },
  ]);
});

it.each([
  ["no ID", { id: null }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed", "user/email-missing"]],
  ["a mark that is neither true nor false", { emailVerified: "maybe" }, ["user/field-wrong-type"]],
  ["an end of a ban that is no date", { banned: true, banExpires: "soon" }, ["user/field-wrong-type", "user/banned"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const user = { id: "u1", email: "a@example.com", emailVerified: true, name: "", ...fields };
  const account = { userId: "u1", accountId: "77", providerId: "github" };
  const [refused] = outcomes(await readAs("better-auth", JSON.stringify({ user: [user], account: [account] })));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("is told from its accounts, and likely from its users", async () => {
  for (const [text, certainty] of [
    [TABLES, "sure"],
    [ACCOUNTS, "sure"],
    [USERS, "possible"],
  ] as const) {
    expect(await detectSource(Buffer.from(text))).toMatchObject({
      value: { source: "better-auth", certainty },
    });
  }
});
