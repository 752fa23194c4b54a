import { expect, it } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { outcomes, readAs } from "./read-samples.js";
import { PASSWORD, sampleOf } from "./samples.js";

/** What the query of `credport sources supertokens` gave of supertokens-tables.sql. */
const USERS = sampleOf("supertokens.ndjson");
const ID = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

it("gives the users of the core's tables, linked ones as one, by their own IDs where they have some", async () => {
  expect(outcomes(await readAs("supertokens", USERS))).toEqual([
    {
      externalUserId: "old-ada",
      email: "ada@example.com",
      emailVerified: true,
      scheme: "argon2id",
      source: "supertokens",
      thirdParty: [
        {
          thirdPartyId: "google",
          thirdPartyUserId: "1081",
          email: "ada@example.com",
          isVerified: false,
        },
      ],
      totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
    },
    {
      externalUserId: ID(3),
      email: "bob@example.com",
      emailVerified: false,
      scheme: "2a",
      source: "supertokens",
      thirdParty: [],
      totp: [],
      warnings: ["user/second-factor-unconfirmed"],
    },
    { externalUserId: ID(4), emailVerified: false, phoneNumber: "+15555550100", thirdParty: [], totp: [] },
    {
      externalUserId: ID(5),
      emailVerified: false,
      thirdParty: [
        {
          thirdPartyId: "my-okta",
          thirdPartyUserId: "1082",
          email: "dan@example.com",
          isVerified: true,
        },
      ],
      totp: [],
    },
    {
      externalUserId: ID(6),
      email: "eve@example.com",
      emailVerified: false,
      scheme: "f_scrypt",
      source: undefined,
      thirdParty: [],
      totp: [],
    },
  ]);
});

it("has hashes of the passwords; Firebase's needs the signer key that the core has", async () => {
  const hashes = (await readAs("supertokens", USERS)).flatMap((record) =>
    record.kind === "user" && record.result.ok ? (record.result.value.user.passwordHash ?? []) : [],
  );
  expect(hashes).toHaveLength(3);
  const signerKey = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
  for (const hash of hashes) {
    const password = hash.startsWith("$f_scrypt$") ? "user1password" : PASSWORD;
    const context = hash.startsWith("$f_scrypt$") ? { signerKey } : { source: "supertokens" as const };
    expect(await verifyPassword(password, hash, context)).toMatchObject({ value: { matches: true } });
    expect(await verifyPassword(`${password}x`, hash, context)).toMatchObject({ value: { matches: false } });
  }
});

it("reads what the core's bulk import was given, and what its interface lists", async () => {
  const hash = "$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe";
  const bulk = {
    users: [
      {
        externalUserId: "a",
        userMetadata: { name: "Ada" },
        userRoles: [{ role: "admin", tenantIds: ["public"] }],
        loginMethods: [
          { recipeId: "passwordless", email: "other@example.com", isVerified: true },
          {
            recipeId: "emailpassword",
            email: "a@example.com",
            passwordHash: hash,
            hashingAlgorithm: "bcrypt",
            isPrimary: true,
          },
        ],
      },
      {
        externalUserId: "b",
        loginMethods: [{ recipeId: "emailpassword", email: "b@example.com", plainTextPassword: "x" }],
      },
    ],
  };
  const records = await readAs("supertokens", JSON.stringify(bulk));
  expect(outcomes(records)).toMatchObject([
    { externalUserId: "a", email: "a@example.com", scheme: "2a" },
    ["b", "scheme/plain-text"],
  ]);
  const [a] = records;
  expect(a?.kind === "user" && a.result.ok && a.result.value.notCarried).toEqual(
    expect.arrayContaining(["userMetadata", "userRoles"]),
  );
  const listed = {
    status: "OK",
    users: [
      {
        id: "c",
        isPrimaryUser: false,
        tenantIds: ["public"],
        emails: ["c@example.com"],
        phoneNumbers: [],
        thirdParty: [{ id: "google", userId: "1" }],
        loginMethods: [
          {
            recipeId: "thirdparty",
            recipeUserId: "c",
            email: "c@example.com",
            thirdParty: { id: "google", userId: "1" },
            verified: true,
          },
        ],
      },
      { id: "d", loginMethods: [{ recipeId: "emailpassword", email: "d@example.com", verified: false }] },
    ],
  };
  expect(outcomes(await readAs("supertokens", JSON.stringify(listed)))).toEqual([
    {
      externalUserId: "c",
      emailVerified: false,
      thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1", email: "c@example.com", isVerified: true }],
      totp: [],
    },
    ["d", "user/password-not-exported"],
  ]);
});

it.each([
  ["no ID", { externalUserId: "" }, ["user/id-unusable"]],
  ["no login", { loginMethods: [] }, ["user/no-credential"]],
  [
    "a damaged hash",
    { loginMethods: [{ recipeId: "emailpassword", email: "a@example.com", passwordHash: "$2a$04$x" }] },
    ["bcrypt/truncated"],
  ],
  [
    "a social login without its provider",
    { loginMethods: [{ recipeId: "thirdparty", email: "a@example.com" }] },
    ["user/third-party-unusable"],
  ],
  [
    "a number that is none",
    { loginMethods: [{ recipeId: "passwordless", phoneNumber: "12" }] },
    ["user/phone-malformed"],
  ],
  ["methods that are no list", { loginMethods: 1 }, ["user/field-wrong-type"]],
  ["a passkey alone", { loginMethods: [{ recipeId: "webauthn", email: "a@example.com" }] }, ["user/no-credential"]],
])("refuses a user with %s", async (_, fields, codes) => {
  const user = { externalUserId: "u1", loginMethods: [], ...fields };
  const [refused] = outcomes(await readAs("supertokens", `${JSON.stringify(user)}\n`));
  expect((refused as unknown[]).slice(1)).toEqual(codes);
});

it("is told from its login methods", async () => {
  expect(await detectSource(Buffer.from(USERS))).toMatchObject({
    value: { source: "supertokens", certainty: "sure" },
  });
});
