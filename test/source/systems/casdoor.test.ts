import { describe, expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { expectSamplePasswords, outcomes, readAs } from "./read-samples.js";
import { sampleOf } from "./samples.js";

const LISTED = sampleOf("casdoor.json");

/** Of Python's hashlib: hexdigest of the hexdigest of "correct horse" and "pepperoni". */
const DIGESTS: Readonly<Record<string, string>> = {
  salt: "dfa95d6eb4efcaaec5225ad8b018b248d3a2d90974580ddd454bb5ea9ecdb0e6",
  "sha512-salt":
    "b9e021604b5b285986c779ba1e5c2e8158417477a98791bc4628524cdfebce3e90c03cca85b606dae802743de9717114d93cb2fad95e30f86e9f6cc34c8f0483",
  "md5-salt": "0fd28de2c4f51284cf227b523253a71e",
};

it("gives users by the types of their hashes", async () => {
  const user = (name: string, scheme: string) => ({
    externalUserId: `id-${name}`,
    email: `${name}@example.com`,
    scheme,
    source: "casdoor",
  });
  expect(outcomes(await readAs("casdoor", LISTED))).toEqual([
    {
      ...user("ada", "2a"),
      // Although emailVerified says so, which any user can write: object/user.go, UpdateUser().
      emailVerified: false,
      thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77", email: "ada@example.com", isVerified: false }],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
    },
    { ...user("bob", "argon2id"), emailVerified: false, thirdParty: [], totp: [] },
    ["id-cyd", "scheme/login-only"],
    ["id-dan", "scheme/login-only"],
    ["id-eve", "scheme/login-only"],
    ["id-fay", "scheme/plain-text"],
    ["id-gus", "user/password-not-exported"],
    ["id-hal", "user/disabled"],
    ["id-ivy", "user/deleted"],
  ]);
});

it("has hashes of the password", async () => {
  expect(await expectSamplePasswords(await readAs("casdoor", LISTED), "casdoor")).toBe(5);
});

describe("a user without a password type", () => {
  const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const base = { owner: "o", name: "a", id: "u1", email: "a@example.com", password_type: "" };
  const read = async (fields: object) =>
    outcomes(await readAs("casdoor", JSON.stringify([{ ...base, is_forbidden: false, ...fields }])))[0];

  it("is read by a hash that says what it is", async () => {
    expect(await read({ password: BCRYPT })).toMatchObject({ externalUserId: "u1", scheme: "2a" });
  });

  it.each([
    ["an organization's type that is not there", {}, "wrapping/incomplete"],
    ["an organization of plain passwords", { organization_password_type: "plain" }, "scheme/plain-text"],
    [
      "an organization's type that is not of the hash",
      { password: BCRYPT, organization_password_type: "argon2id" },
      "hash/not-as-stated",
    ],
    ["an organization's salt", { organization_password_type: "pbkdf2-salt" }, "wrapping/incomplete"],
    [
      "an organization's type and salt",
      { organization_password_type: "pbkdf2-salt", organization_password_salt: "c2FsdCBvZiBhZGE=" },
      "scheme/login-only",
    ],
  ])("has %s", async (_, fields, code) => {
    const password = Buffer.alloc(64, 7).toString("base64");
    expect(await read({ password, ...fields })).toEqual(["u1", code]);
  });
});

it.each(Object.entries(DIGESTS))("verifies digests of the type %s at login", async (passwordType, password) => {
  const passwordSalt = "pepperoni";
  const user = { owner: "o", name: "a", id: "u1", email: "a@example.com", isForbidden: false, password, passwordType };
  const [record] = await readAs("casdoor", JSON.stringify([{ ...user, passwordSalt }]));
  if (record?.kind !== "user" || record.loginOnly === undefined) throw new Error("no hash for the login");
  const { hash, source } = record.loginOnly;
  expect(await verifyPassword("correct horse", hash, { source })).toMatchObject({ value: { matches: true } });
  expect(await verifyPassword("correct horsE", hash, { source })).toMatchObject({ value: { matches: false } });
  const [unsalted] = outcomes(await readAs("casdoor", JSON.stringify([user])));
  expect(unsalted).toEqual(["u1", "wrapping/incomplete"]);
});

/** Of Python's hashlib, as Casdoor's cred/sha256-salt.go and its kin make them of "correct horse". */
const OTHER_DIGESTS: readonly (readonly [type: string, over: string, hash: string])[] = [
  ["salt", "the organization's salt", "dfa95d6eb4efcaaec5225ad8b018b248d3a2d90974580ddd454bb5ea9ecdb0e6"],
  ["salt", "no salt", "4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631"],
  ["salt", "no salt, twice", "c72fc6959b5eb2733b58cba72a5f6abc5df79e719c3f05a6aeb32290cb80c6bd"],
  [
    "sha512-salt",
    "the organization's salt",
    "b9e021604b5b285986c779ba1e5c2e8158417477a98791bc4628524cdfebce3e90c03cca85b606dae802743de9717114d93cb2fad95e30f86e9f6cc34c8f0483",
  ],
  [
    "sha512-salt",
    "no salt",
    "56b698defedb5a435b634afe3320bbaf3fdcd920b6c503a446fc7b7a776b298d479d1ba6a8b617808eb0bf579ce9a95d668347bcab7149085ac93cb27995197b",
  ],
  [
    "sha512-salt",
    "no salt, twice",
    "1a7e241d9e3858b08ce34954340c1989d00b8c30b2871adf10ac4ab503970c76ad720e6c98be726759a9c5c0822e4d04274e9a730977dfa3ab576f57f4955df2",
  ],
  ["md5-salt", "the organization's salt", "0fd28de2c4f51284cf227b523253a71e"],
  ["md5-salt", "no salt", "3cb4e732631f47e6eb961f34554b7cde"],
  ["md5-salt", "no salt, twice", "8e076cc271a46d554a161e4579dfe5e8"],
];

describe("a digest over another salt than the user's is tried as Casdoor tries it", () => {
  const read = async (user: object) => {
    const base = { owner: "o", name: "a", id: "u1", email: "a@example.com", isForbidden: false, ...user };
    const [record] = await readAs("casdoor", JSON.stringify([base]));
    if (record?.kind !== "user" || record.loginOnly === undefined) throw new Error("no hash for the login");
    return record.loginOnly;
  };
  const takes = async (password: string, { hash, source }: Awaited<ReturnType<typeof read>>) => {
    const verified = await verifyPassword(password, hash, { source });
    return verified.ok && verified.value.matches;
  };

  it.each(OTHER_DIGESTS)("of the type %s over %s", async (passwordType, over, password) => {
    const organizationPasswordSalt = over === "the organization's salt" ? "pepperoni" : "";
    for (const passwordSalt of ["salami", ""]) {
      const user = await read({ password, passwordType, passwordSalt, organizationPasswordSalt });
      expect(await takes("correct horse", user)).toBe(true);
      expect(await takes("correct horsE", user)).toBe(false);
    }
  });

  it("and none is tried without a salt where both are set", async () => {
    const [, , password] = OTHER_DIGESTS[1] ?? [];
    const both = { passwordSalt: "salami", organizationPasswordSalt: "pepperoni" };
    expect(await takes("correct horse", await read({ password, passwordType: "salt", ...both }))).toBe(false);
  });

  it("and a table's column in its own spelling is the organization's", async () => {
    const [, , password] = OTHER_DIGESTS[0] ?? [];
    const salts = { password_salt: "salami", organization_password_salt: "pepperoni" };
    expect(await takes("correct horse", await read({ password, password_type: "salt", ...salts }))).toBe(true);
  });
});

it("takes no hash from a user whose password a directory checks", async () => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { owner: "o", name: "a", id: "u1", email: "a@example.com", password, passwordType: "bcrypt" };
  const read = async (ldap: string) => outcomes(await readAs("casdoor", JSON.stringify([{ ...user, ldap }])))[0];
  expect(await read("ldap-1")).toEqual(["u1", "user/no-credential"]);
  expect(await read("")).toMatchObject({ scheme: "2a" });
});

describe("a social login in a column that users can write", () => {
  const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const base = { owner: "o", name: "a", id: "u1", email: "a@example.com", passwordType: "bcrypt", password: BCRYPT };
  const login = [{ thirdPartyId: "google", thirdPartyUserId: "1101", email: "a@example.com", isVerified: false }];
  const read = async (user: object, options = {}) =>
    outcomes(await readAs("casdoor", JSON.stringify([{ ...base, ...user }]), options))[0];

  it("counts where Casdoor has kept it among the properties, as JSON or as a table's text", async () => {
    const properties = { oauth_Google_id: "1101", oauth_Google_email: "a@example.com" };
    expect(await read({ google: "1101", properties })).toMatchObject({ thirdParty: login });
    expect(await read({ google: "1101", properties: JSON.stringify(properties) })).toMatchObject({ thirdParty: login });
  });

  it.each([
    ["without properties", {}],
    ["with the ID of another login there", { properties: { oauth_Google_id: "7" } }],
    ["with the ID of another provider", { properties: { oauth_GitHub_id: "1101" } }],
  ])("is left out %s, unless its provider is named", async (_, more) => {
    const user = { ...more, google: "1101" };
    expect(await read(user)).toMatchObject({ thirdParty: [], warnings: ["user/third-party-unusable"] });
    expect(await read(user, { providers: { google: "google" } })).toMatchObject({ thirdParty: login });
    expect(await read({ ...user, password: "" })).toEqual(["u1", "user/no-credential"]);
  });

  it("takes nobody's place", async () => {
    const alice = { ...base, google: "1101", properties: { oauth_Google_id: "1101" } };
    const mallory = { ...base, id: "u2", name: "m", email: "m@example.com", google: "1101", createdTime: "2026-01-01" };
    const users = outcomes(await readAs("casdoor", JSON.stringify([alice, mallory])));
    expect(users).toMatchObject([{ thirdParty: login }, { externalUserId: "u2", thirdParty: [] }]);
  });
});

it("says nothing of a password that is kept as it is", async () => {
  expect(JSON.stringify(await readAs("casdoor", LISTED))).not.toContain("not to be kept");
});

it.each([
  ["no ID", { id: "" }, ["user/id-unusable"]],
  ["a malformed address", { email: "ada" }, ["user/email-malformed"]],
  ["a mark that is neither true nor false", { isForbidden: "maybe" }, ["user/field-wrong-type"]],
  ["pbkdf2 without a salt", { passwordType: "pbkdf2-salt", passwordSalt: "" }, ["wrapping/incomplete"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const user = { owner: "o", name: "a", id: "u1", email: "a@example.com", password, passwordType: "bcrypt" };
  const [refused] = outcomes(await readAs("casdoor", JSON.stringify([{ ...user, ...fields }])));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("is told from its users", async () => {
  expect(await detectSource(Buffer.from(LISTED))).toMatchObject({
    value: { source: "casdoor", certainty: "sure" },
  });
});
