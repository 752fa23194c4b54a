import { describe, expect, it } from "vitest";
import type { ReadableSource } from "../../../src/source/index.js";
import { readAs } from "./read-samples.js";
import { HASHES } from "./samples.js";

const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const email = "a@example.com";
const NOT_CARRIED = "user/second-factor-not-carried";

/** A user's own row, further rows, what the second factor is, and rows with which there is none. */
type Case = readonly [
  from: ReadableSource,
  title: string,
  user: object,
  rows: readonly object[],
  none: readonly object[],
];

const BETTER_AUTH = { id: "1", name: "", email, emailVerified: true, image: null };
const KEY = { userId: "1", accountId: "1", providerId: "credential", password: BCRYPT };
const NEXTCLOUD = { uid: "1", displayname: "", password: `3|${HASHES["php-argon2id"]}`, uid_lower: "1" };
const ADDRESS = { userid: "1", appid: "settings", configkey: "email", configvalue: email };
const LOGTO = { id: "1", primaryEmail: email, isSuspended: false, identities: {} };
const HASHED = { passwordEncrypted: BCRYPT, passwordEncryptionMethod: "Bcrypt" };
const CASDOOR = { owner: "o", name: "a", id: "1", email, password: BCRYPT, passwordType: "bcrypt", isForbidden: false };
const WIKI = { user_id: 1, user_name: "a", user_email: email, user_password: BCRYPT };
const WORDPRESS = { ID: 1, user_login: "a", user_email: email, user_pass: BCRYPT };
const meta = (meta_key: string, meta_value: string) => ({ umeta_id: 1, user_id: 1, meta_key, meta_value });
const providers = (...names: readonly string[]) =>
  meta(
    "_two_factor_enabled_providers",
    `a:${names.length}:{${names.map((name, at) => `i:${at};s:${name.length}:"${name}";`).join("")}}`,
  );
const DISCOURSE = { id: 1, username: "a", active: true, trust_level: 1, email };
const GITHUB = { user_id: 1, provider_name: "github", provider_uid: "7", info: {} };
const securityKey = (fields: object) => ({
  ...{ user_id: 1, credential_id: "c", public_key: "k", factor_type: 0, enabled: true },
  ...fields,
});
const MOODLE = {
  id: 1,
  username: "a",
  email,
  password: BCRYPT,
  auth: "manual",
  confirmed: 1,
  suspended: 0,
  deleted: 0,
};
const moodleFactor = (fields: object) => ({
  ...{ userid: 1, factor: "webauthn", secret: "", label: "", lastverified: 1, revoked: 0 },
  ...fields,
});
const OATH = (data: object) => ({ oad_id: 1, oad_user: 1, oad_type: 2, oad_data: JSON.stringify(data) });
const KRATOS = (is_passwordless: boolean) => ({
  ...{ id: "1", schema_id: "default", traits: { email } },
  credentials: {
    password: { config: { hashed_password: BCRYPT } },
    webauthn: { config: { credentials: [{ id: "k", is_passwordless }] } },
  },
});

const CASES: readonly Case[] = [
  ["better-auth", "codes by e-mail", { ...BETTER_AUTH, twoFactorEnabled: true }, [KEY], []],
  [
    "better-auth",
    "codes by e-mail beside an enrolment that was broken off",
    { ...BETTER_AUTH, twoFactorEnabled: true },
    [KEY, { id: "f", userId: "1", secret: "x", backupCodes: "", verified: false }],
    [],
  ],
  [
    "nextcloud",
    "a factor of another app",
    NEXTCLOUD,
    [ADDRESS, { provider_id: "webauthn", uid: "1", enabled: 1 }],
    [
      { provider_id: "webauthn", uid: "1", enabled: 0 },
      { provider_id: "backup_codes", uid: "1", enabled: 1 },
    ],
  ],
  ["logto", "a security key", { ...LOGTO, ...HASHED, mfaVerifications: [{ type: "WebAuthn", id: "k" }] }, [], []],
  ["casdoor", "codes by SMS", { ...CASDOOR, mfaPhoneEnabled: true }, [], []],
  ["casdoor", "a push to an app", { ...CASDOOR, mfaPushEnabled: true }, [], []],
  [
    "mediawiki",
    "a security key",
    WIKI,
    [OATH({ userHandle: "h", publicKeyCredentialId: "k", counter: 1 })],
    [OATH({ recoverycodekeys: ["x"] })],
  ],
  [
    "wordpress",
    "codes by e-mail",
    WORDPRESS,
    [providers("Two_Factor_Email", "Two_Factor_Backup_Codes")],
    [providers("Two_Factor_Backup_Codes")],
  ],
  ["discourse", "a security key", DISCOURSE, [GITHUB, securityKey({})], [securityKey({ enabled: false })]],
  [
    "moodle",
    "a security key",
    MOODLE,
    [moodleFactor({})],
    [moodleFactor({ revoked: 1 }), moodleFactor({ factor: "grace" })],
  ],
  ["kratos", "a security key", KRATOS(false), [], []],
  [
    "django",
    "a token that counts",
    {
      model: "auth.user",
      pk: 1,
      fields: { username: "a", email, password: `bcrypt$${BCRYPT}`, is_active: true },
    },
    [{ model: "otp_hotp.hotpdevice", pk: 1, fields: { user: 1, key: "00", counter: 3, confirmed: true } }],
    [],
  ],
  [
    "gitlab",
    "codes by e-mail",
    { id: 1, email, encrypted_password: BCRYPT, username: "a", state: "active", user_type: 0, projects_limit: 1 },
    [{ user_id: 1, email_otp_required_after: "2025-01-01 00:00:00" }],
    [{ user_id: 1, email_otp_required_after: "2999-01-01 00:00:00" }],
  ],
];

const codesOf = async (from: ReadableSource, user: object, rows: readonly object[]) => {
  const join = rows.map((row) => JSON.stringify([row]));
  const [record] = await readAs(from, JSON.stringify([user]), { join });
  if (record?.kind !== "user") throw new Error("no user");
  const { result } = record;
  return (result.ok ? result.warnings : result.problems).map(({ code }) => code);
};

describe("a second factor that no time-based secret is of", () => {
  it.each(CASES)("of %s is said to be left out: %s", async (from, _, user, rows) => {
    expect(await codesOf(from, user, rows)).toContain(NOT_CARRIED);
  });

  it.each(CASES.filter(([, , , , none]) => none.length > 0))(
    "of %s is not said where there is none: %s",
    async (...one) => {
      const [from, , user, rows, none] = one;
      expect(await codesOf(from, user, [...rows.slice(0, -1), ...none])).not.toContain(NOT_CARRIED);
    },
  );

  it.each([
    ["kratos", KRATOS(true), []],
    ["logto", { ...LOGTO, ...HASHED, mfaVerifications: [{ type: "BackupCode", id: "k" }] }, []],
    ["discourse", DISCOURSE, [GITHUB, securityKey({ factor_type: 1 })]],
  ] as const)("of %s is not a passkey or a code for recovery", async (from, user, rows) => {
    expect(await codesOf(from, user, rows)).not.toContain(NOT_CARRIED);
  });
});

it.each([
  ["true", true],
  ["false", false],
])("of authentik is told by its table, where it is confirmed: %s", async (confirmed, isSaid) => {
  const users = `INSERT INTO authentik_core_user (id, username, email, password, is_active) VALUES (1, 'a', '${email}', '', true);`;
  const device = "INSERT INTO authentik_stages_authenticator_webauthn_webauthndevice (id, user_id, confirmed)";
  const logins = JSON.stringify([{ user_id: 1, slug: "github", identifier: "7" }]);
  const dump = `${users}\n${device} VALUES (1, 1, ${confirmed});\n`;
  const [record] = await readAs("authentik", dump, { join: [logins] });
  const { warnings } = record?.kind === "user" && record.result.ok ? record.result : { warnings: [] };
  expect(record).toMatchObject({ result: { ok: true } });
  expect(warnings.some(({ code }) => code === NOT_CARRIED)).toBe(isSaid);
});

describe("a passkey", () => {
  it.each([
    ["better-auth", BETTER_AUTH, [KEY, { id: "p", userId: "1", credentialID: "c", publicKey: "k" }]],
    [
      "authjs",
      { ...BETTER_AUTH, emailVerified: "2025-01-01 00:00:00" },
      [
        { userId: "1", type: "oauth", provider: "github", providerAccountId: "7" },
        { userId: "1", credentialID: "c", credentialPublicKey: "k", counter: 0 },
      ],
    ],
  ] as const)("of %s is left out by its name", async (from, user, rows) => {
    const join = rows.map((row) => JSON.stringify([row]));
    const [record] = await readAs(from, JSON.stringify([user]), { join });
    expect(record).toMatchObject({ result: { value: { notCarried: expect.arrayContaining(["passkeys"]) } } });
  });

  it("of Laravel is told by its table", async () => {
    const user = `INSERT INTO users (id, email, password, remember_token) VALUES (1, '${email}', '${BCRYPT}', NULL);`;
    const dump = `INSERT INTO passkeys (id, user_id, credential_id) VALUES (1, 1, 'c');\n${user}\n`;
    const [record] = await readAs("laravel", dump);
    expect(record).toMatchObject({ result: { value: { notCarried: expect.arrayContaining(["passkeys"]) } } });
  });
});
