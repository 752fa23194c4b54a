import { describe, expect, it } from "vitest";
import { type CheckOptions, checkExport } from "../../src/check/index.js";
import { bytesOf } from "../source/read-users.js";

type Row = readonly [name: string, records: number, fields?: readonly string[]];

async function notices(
  users: readonly unknown[],
  from: CheckOptions["from"],
  options: Partial<CheckOptions> = {},
): Promise<readonly Row[]> {
  const text = from === "credport" ? users.map((user) => JSON.stringify(user)).join("\n") : { users };
  const bytes = () => bytesOf(typeof text === "string" ? text : JSON.stringify(text));
  const checked = await checkExport(bytes, { from, ...options });
  if (!checked.ok) throw new Error(checked.problems[0].code);
  return checked.value.notices.map(({ name, records, fields }) =>
    fields === undefined ? [name, records] : [name, records, fields],
  );
}

const base64 = (length: number, byte = 7) => Buffer.alloc(length, byte).toString("base64");
const password = (secret: object, data: object) => ({
  type: "password",
  secretData: JSON.stringify(secret),
  credentialData: JSON.stringify(data),
});
const keycloakUser = (id: number, credentials: readonly unknown[], more: object = {}) => ({
  ...{ id: `u${id}`, username: `u${id}`, email: `u${id}@example.com`, enabled: true, credentials },
  ...more,
});
const PBKDF2 = { hashIterations: 27_500, algorithm: "pbkdf2-sha256" };

describe("hashes whose parts were mixed up are told, of those that a service verifies and of others", () => {
  it("a salt as long as a digest beside a shorter digest", async () => {
    const exchanged = password({ value: base64(16), salt: base64(64) }, PBKDF2);
    const sound = password({ value: base64(64), salt: base64(16) }, PBKDF2);
    const users = [exchanged, sound, exchanged].map((one, index) => keycloakUser(index, [one]));
    expect(await notices(users, "keycloak")).toEqual([["wrapping/parts-exchanged", 2]]);
  });

  it("a digest that decodes to hexadecimal text", async () => {
    const digest = "f52fbd32b2b3b86ff88ef6c490628285f52fbd32b2b3b86ff88ef6c490628285";
    const inHex = Buffer.from(digest).toString("base64");
    const asBytes = Buffer.from(digest, "hex").toString("base64");
    const users = [inHex, asBytes].map((value, index) =>
      keycloakUser(index, [password({ value, salt: base64(16) }, PBKDF2)]),
    );
    expect(await notices(users, "keycloak")).toEqual([["check/digest-in-hexadecimal", 1]]);
    const argon2 = (hash: string) => `$argon2id$v=19$m=19456,t=2,p=1$${base64(16).replace(/=+$/, "")}$${hash}`;
    const own = [inHex, asBytes].map((value, index) => ({
      externalUserId: `u${index}`,
      email: `u${index}@example.com`,
      passwordHash: argon2(value.replace(/=+$/, "")),
    }));
    expect(await notices(own, "credport")).toEqual([["check/digest-in-hexadecimal", 1]]);
  });

  it("a second factor of a user who logs in through the fallback, as that of an importable one is", async () => {
    const otp = (value: string) => ({
      type: "otp",
      secretData: JSON.stringify({ value }),
      credentialData: JSON.stringify({ subType: "totp", digits: 6, period: 30, algorithm: "HmacSHA1" }),
    });
    const hash = password({ value: base64(64), salt: base64(16) }, PBKDF2);
    const users = ["48656c6c6f21deadbeef48656c6c6f21deadbeef", "yNXcVJZmQ2nXh4kTe9wA"].map((secret, index) =>
      keycloakUser(index, [hash, otp(secret)]),
    );
    const open = () => bytesOf(JSON.stringify({ otpPolicyLookAheadWindow: 1, users }));
    const checked = await checkExport(open, { from: "keycloak" });
    const told = checked.ok && checked.value.warnings.map(({ name, records }) => [name, records]);
    expect(told).toEqual([["secret/may-be-other-encoding", 1]]);
  });
});

describe("social logins", () => {
  const login = (number: number, providerId: string, rawId: string) => ({
    localId: `u${number}`,
    email: `u${number}@example.com`,
    providerUserInfo: [{ providerId, rawId, email: `u${number}@example.com` }],
  });

  it("whose IDs belong to the old system's client are told with their providers", async () => {
    const users = [
      login(1, "apple.com", "001234.0123456789abcdef0123456789abcdef.0123"),
      login(2, "facebook.com", "10158000000000001"),
      login(3, "google.com", "108100000000000000001"),
      login(4, "github.com", "1001"),
    ];
    expect(await notices(users, "firebase")).toEqual([["check/social-ids-of-client", 2, ["apple", "facebook"]]]);
  });

  it("whose IDs are not in their provider's form are told", async () => {
    const users = [login(1, "google.com", "u1@example.com"), login(2, "apple.com", "1234"), login(3, "x.test", "?")];
    expect(await notices(users, "firebase")).toEqual([["check/social-id-form", 2, ["google", "apple"]]]);
  });
});

describe("logins at a provider that may be a server of one's own", () => {
  const row = ["u1", "ada", "a@example.com", "gitlab", "17"].join(",");
  const text = `Id,Username,Email,AuthService,AuthData,Password,MfaSecret,DeleteAt\n${row},,,0\n`;
  const noticesOf = async (providers?: Record<string, string>) => {
    const checked = await checkExport(() => bytesOf(text), { from: "mattermost", ...(providers && { providers }) });
    return checked.ok ? checked.value.notices.map(({ name, fields }) => [name, fields]) : checked;
  };

  it("are told where the export does not say it, until the caller does", async () => {
    expect(await noticesOf()).toEqual([["check/social-login-host", ["gitlab"]]]);
    expect(await noticesOf({ gitlab: "our-gitlab" })).toEqual([]);
    expect(await noticesOf({ gitlab: "gitlab" })).toEqual([]);
  });

  const link = (identityProvider: string) => ({ identityProvider, userId: "42", userName: "ada" });
  const member = { ...keycloakUser(1, []), federatedIdentities: [link("gitlab"), link("github")] };
  const identity = { $id: "i1", userId: "u1", provider: "gitlab", providerUid: "42", providerEmail: "a@example.com" };
  const listed = { $id: "u1", email: "a@example.com", emailVerification: true, phoneVerification: false, status: true };
  const account = (id: string, providerId: string) => ({ id, userId: "u1", accountId: "42", providerId });
  const kratos = {
    ...{ id: "u1", schema_id: "default", state: "active", traits: { email: "a@example.com" } },
    credentials: { oidc: { type: "oidc", config: { providers: [{ provider: "gitlab", subject: "42" }] } } },
  };

  it.each([
    ["keycloak", JSON.stringify({ realm: "r", users: [member] }), undefined, ["gitlab", "github"]],
    ["appwrite", JSON.stringify({ total: 1, users: [listed] }), { total: 1, identities: [identity] }, ["gitlab"]],
    [
      "better-auth",
      JSON.stringify([{ id: "u1", name: "Ada", email: "a@example.com", emailVerified: true }]),
      [account("a1", "gitlab"), account("a2", "github")],
      ["gitlab"],
    ],
    ["kratos", JSON.stringify([kratos]), undefined, ["gitlab"]],
    [
      "authentik",
      "id,uuid,username,email,password,password_change_date\n1,u,ada,a@example.com,!,\n",
      "user_id,identifier,slug\n1,42,github\n",
      ["github"],
    ],
  ] as const)("are told of %s", async (from, users, more, providers) => {
    const further = typeof more === "string" ? more : JSON.stringify(more);
    const join = more === undefined ? [] : [() => bytesOf(further)];
    const checked = await checkExport(() => bytesOf(users), { from, join });
    expect(checked.ok ? checked.value.notices.map(({ name, fields }) => [name, fields]) : checked).toEqual([
      ["check/social-login-host", providers],
    ]);
  });
});

describe("passkeys", () => {
  it("of users with another login are told, as they belong to the old domain", async () => {
    const key = { type: "webauthn-passwordless", secretData: "{}", credentialData: "{}" };
    const argon2 = password(
      { value: base64(32), salt: base64(16) },
      {
        hashIterations: 5,
        algorithm: "argon2",
        additionalParameters: {
          hashLength: ["32"],
          memory: ["7168"],
          type: ["id"],
          version: ["1.3"],
          parallelism: ["1"],
        },
      },
    );
    const users = [keycloakUser(1, [argon2, key]), keycloakUser(2, [argon2])];
    expect(await notices(users, "keycloak")).toEqual([["check/passkeys", 1]]);
  });
});

describe("users without a login", () => {
  const hashed = keycloakUser(9, [password({ value: base64(64), salt: base64(16) }, PBKDF2)]);

  it("are told by how they most likely log in", async () => {
    const key = { type: "webauthn-passwordless", secretData: "{}", credentialData: "{}" };
    const users = [
      keycloakUser(1, [key]),
      keycloakUser(2, []),
      keycloakUser(3, [], { federationLink: "f:ldap" }),
      { ...keycloakUser(4, []), email: undefined },
      hashed,
    ];
    expect((await notices(users, "keycloak")).toSorted()).toEqual([
      ["check/only-directory", 1],
      ["check/only-email", 1],
      ["check/only-passkey", 1],
      ["check/only-user-name", 1],
      ["check/passkeys", 1],
    ]);
  });

  it("are guests where the record has nothing but an ID", async () => {
    expect(await notices([{ localId: "g1" }, { localId: "g2" }], "firebase")).toEqual([["check/anonymous", 2]]);
  });

  it("most likely have a hash that was not exported, where nobody in the file has one", async () => {
    const users = [keycloakUser(1, []), keycloakUser(2, [])];
    expect(await notices(users, "keycloak")).toEqual([["check/no-hashes", 2]]);
    expect(await notices([...users, hashed], "keycloak")).toEqual([["check/only-email", 2]]);
  });
});

it("addresses that nobody has verified are told where the service links accounts, of users with a password alone", async () => {
  const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const users = [
    { externalUserId: "a", email: "a@example.com", passwordHash },
    { externalUserId: "b", email: "b@example.com", emailVerified: true, passwordHash },
    { externalUserId: "c", phoneNumber: "+15555550100", email: "c@example.com" },
  ];
  expect(await notices(users, "credport", { linksAccounts: true })).toEqual([["check/email-unverified", 1]]);
  expect(await notices(users, "credport")).toEqual([]);
});
