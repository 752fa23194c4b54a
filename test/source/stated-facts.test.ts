import { expect, it } from "vitest";
import type { ReadableSource } from "../../src/source/index.js";
import { outcomes, readAs } from "./systems/read-samples.js";

/** Published: by crypt_blowfish, the reference implementation of argon2, passlib. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const DIGEST = "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const ARGON2 = `$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$${DIGEST}`;
const DJANGO = `bcrypt_sha256$$2b${BCRYPT.slice(3)}`;

/** The field that the hash contradicts. */
type Case = readonly [ReadableSource, string, object];

const email = "a@example.com";

function keycloak(secretData: object, credentialData: object) {
  const credential = {
    secretData: JSON.stringify(secretData),
    credentialData: JSON.stringify(credentialData),
  };
  const own = { id: "u1", username: "a", email, enabled: true, requiredActions: [] };
  return { ...own, credentials: [{ type: "password", ...credential }] };
}

function argon2OfKeycloak(value: string) {
  const parameters = {
    memory: ["256"],
    type: ["id"],
    version: ["1.3"],
    parallelism: ["1"],
    hashLength: ["32"],
  };
  const said = { algorithm: "argon2", hashIterations: 2, additionalParameters: parameters };
  return keycloak({ value, salt: "c29tZXNhbHQ=" }, said);
}

const fusionauth = (fields: object) => ({ id: "u1", email, active: true, tenantId: "t", ...fields });
const gitea = (fields: object) => ({
  ...{ id: 1, name: "a", email, salt: "00112233445566778899aabbccddeeff", is_active: 1, type: 0 },
  ...fields,
});
const zitadel = (algorithm: string, value: string) => ({
  userId: "u1",
  user: { userName: "a", email: { email, isEmailVerified: true }, hashedPassword: { value, algorithm } },
});
const supertokens = (hashingAlgorithm: string) => ({
  externalUserId: "u1",
  loginMethods: [{ recipeId: "emailpassword", email, passwordHash: BCRYPT, hashingAlgorithm, isVerified: true }],
});

/** What each system says of a hash beside it, with another hash. */
const CONTRADICTED: readonly Case[] = [
  ["keycloak", "a digest of 24 bytes, and hashLength", argon2OfKeycloak(DIGEST.slice(0, 32))],
  ["keycloak", "cost and hashIterations", keycloak({ value: BCRYPT }, { algorithm: "bcrypt", hashIterations: 6 })],
  ["keycloak", "argon2 and algorithm", keycloak({ value: ARGON2 }, { algorithm: "bcrypt", hashIterations: 2 })],
  ["akamai", "password.type", { uuid: "u1", email, password: { type: "password-bcrypt", value: ARGON2 } }],
  ["appwrite", "hash", { $id: "u1", email, emailVerification: true, hash: "argon2", password: BCRYPT }],
  [
    "auth0",
    "algorithm",
    {
      ...{ user_id: "auth0|1", email },
      custom_password_hash: { algorithm: "argon2", hash: { value: BCRYPT } },
    },
  ],
  ["casdoor", "passwordType", { owner: "o", name: "a", id: "u1", email, password: BCRYPT, passwordType: "argon2id" }],
  ["clerk", "hasher", { id: "u1", primary_email_address: email, password_digest: ARGON2, password_hasher: "bcrypt" }],
  [
    "clerk",
    "bcrypt without its prehash",
    {
      ...{ id: "u1", primary_email_address: email },
      ...{ password_digest: BCRYPT, password_hasher: "bcrypt_sha256_django" },
    },
  ],
  [
    "clerk",
    "a prehash",
    { id: "u1", primary_email_address: email, password_digest: DJANGO, password_hasher: "bcrypt" },
  ],
  ["credport", "hashingAlgorithm", { externalUserId: "u1", email, passwordHash: BCRYPT, hashingAlgorithm: "argon2" }],
  ["fusionauth", "factor", fusionauth({ encryptionScheme: "bcrypt", factor: 10, password: BCRYPT })],
  [
    "fusionauth",
    "length of the scheme",
    fusionauth({
      ...{ encryptionScheme: "salted-pbkdf2-hmac-sha256-512", factor: 10, salt: "c29tZXNhbHQ=" },
      password: `${DIGEST}=`,
    }),
  ],
  ["gitea", "length of pbkdf2", gitea({ passwd: "00".repeat(32), passwd_hash_algo: "pbkdf2$50000$50" })],
  ["gitea", "length of argon2", gitea({ passwd: "00".repeat(32), passwd_hash_algo: "argon2$2$65536$8$50" })],
  ["gitea", "the usual length of scrypt", gitea({ passwd: "00".repeat(32), passwd_hash_algo: "scrypt" })],
  [
    "logto",
    "method",
    { id: "u1", primaryEmail: email, passwordEncrypted: BCRYPT, passwordEncryptionMethod: "Argon2i" },
  ],
  [
    "stytch",
    "length of the table",
    {
      ...{ user_id: "u1", emails: [{ email, verified: true }], totps: [] },
      ...{ hash: Buffer.alloc(64, 1).toString("base64url"), salt: "c2FsdCBvZiBhZGE=" },
    },
  ],
  ["supertokens", "hashingAlgorithm", supertokens("argon2")],
  ["vbulletin", "cost of the scheme", { userid: 1, email, usergroupid: 2, token: BCRYPT, scheme: "blowfish:10" }],
  ["vbulletin", "scheme", { userid: 1, email, usergroupid: 2, token: BCRYPT, scheme: "argon2id" }],
  ["zitadel", "algorithm", zitadel("bcrypt", ARGON2)],
];

it.each(CONTRADICTED)("%s: a hash that its record contradicts is refused: %s", async (from, _, record) => {
  const text = from === "zitadel" ? { humanUsers: [record] } : [record];
  const [refused] = outcomes(await readAs(from, JSON.stringify(from === "zitadel" ? { orgs: [text] } : text)));
  expect((refused as unknown[])?.slice?.(1)).toEqual(["hash/not-as-stated"]);
});

it.each<Case>([
  ["keycloak", "argon2", argon2OfKeycloak(DIGEST)],
  // An administrator's import sets a number that the extension passes over.
  [
    "keycloak",
    "a number that is not a cost",
    keycloak({ value: BCRYPT }, { algorithm: "bcrypt", hashIterations: 27500 }),
  ],
  ["fusionauth", "bcrypt", fusionauth({ encryptionScheme: "bcrypt", factor: 5, password: BCRYPT })],
  ["credport", "bcrypt", { externalUserId: "u1", email, passwordHash: BCRYPT, hashingAlgorithm: "bcrypt" }],
  ["supertokens", "bcrypt", supertokens("BCRYPT")],
])("%s: a hash that is as its record says is imported: %s", async (from, _, record) => {
  const [user] = outcomes(await readAs(from, JSON.stringify([record])));
  expect(user).toMatchObject({ email });
});

it("argon2 of the 50 bytes that Gitea writes is not called cut", async () => {
  const [user] = outcomes(
    await readAs(
      "gitea",
      JSON.stringify([gitea({ passwd: "00".repeat(50), passwd_hash_algo: "argon2$2$65536$8$50" })]),
    ),
  );
  expect(user).toMatchObject({ scheme: "argon2id" });
  expect(JSON.stringify(user)).not.toContain("argon2/unusual-digest-length");
});

it("argon2 that a column has cut after whole bytes is left to the fallback, and never sent", async () => {
  const cut = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG";
  const record = { externalUserId: "u1", email, passwordHash: cut.slice(0, -4), hashingAlgorithm: "argon2" };
  const text = JSON.stringify(outcomes(await readAs("credport", JSON.stringify([record]))));
  expect(text).toContain("argon2/unusual-digest-length");
});
