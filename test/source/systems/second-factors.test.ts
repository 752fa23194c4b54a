import { describe, expect, it } from "vitest";
import { checkExport } from "../../../src/check/index.js";
import { joinSections } from "../../../src/cli/output/left-over.js";
import type { JoinReport, ReadableSource } from "../../../src/source/index.js";
import { bytesOf } from "../read-users.js";
import { readAs } from "./read-samples.js";
import { insertInto } from "./samples.js";

const BCRYPT = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const MAIL = "a@example.com";

type Row = Readonly<Record<string, unknown>>;

/** A dump of some tables, or a list of users as an interface gives it. */
type Export = { readonly [table: string]: readonly Row[] } | readonly Row[] | string;

function textOf(given: Export): string {
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return JSON.stringify(given);
  return Object.entries(given as Readonly<Record<string, readonly Row[]>>)
    .map(([table, rows]) => insertInto(table, rows))
    .join("\n");
}

const clerk = (more: Row) => [
  { id: "user_1", password_hasher: "bcrypt", password_digest: BCRYPT, external_accounts: [], ...more },
];
const clerkNumber = { phone_number: "+4915111112222", verification: { status: "verified" } };
const fusion = (more: Row) => ({
  id: "1",
  email: MAIL,
  active: true,
  tenantId: "t",
  registrations: [],
  ...hashOfFusion,
  ...more,
});
const hashOfFusion = { encryptionScheme: "bcrypt", factor: 4, password: BCRYPT };
const kratos = (more: Row) => [
  {
    ...{ id: "1", schema_id: "x", traits: { email: MAIL }, state: "active" },
    credentials: { password: { config: { hashed_password: BCRYPT } }, ...more },
  },
];
const mediawiki = (data: object) => ({
  user: [{ user_id: 1, user_name: "Ada", user_password: BCRYPT, user_email: MAIL }],
  oathauth_devices: [{ oad_id: 1, oad_user: 1, oad_type: 2, oad_name: "key", oad_data: JSON.stringify(data) }],
});
const cloud = (...providers: readonly Row[]) => ({
  oc_users: [{ uid: "ada", displayname: "Ada", password: `1|${BCRYPT}`, uid_lower: "ada" }],
  oc_preferences: [{ userid: "ada", appid: "settings", configkey: "email", configvalue: MAIL }],
  oc_twofactor_providers: providers.map((row) => ({ uid: "ada", enabled: 1, ...row })),
});
const discourse = (...keys: readonly Row[]) => ({
  users: [{ id: 1, username: "ada", trust_level: 1, email: MAIL }],
  user_associated_accounts: [{ user_id: 1, provider_name: "google", provider_uid: "7", info: "{}" }],
  user_security_keys: keys.map((row) => ({ user_id: 1, credential_id: "x", enabled: "t", ...row })),
});
const ldap = (...lines: readonly string[]) =>
  [
    ...["dn: uid=ada,cn=users,dc=example", "objectClass: person", "uid: ada", `mail: ${MAIL}`],
    ...[`userPassword: {CRYPT}${BCRYPT}`, ...lines, "", ""],
  ].join("\n");

const row = (more: Row) => ({ id: 1, email: MAIL, password: BCRYPT, ...more });
const php = (...names: readonly string[]) =>
  `a:${names.length}:{${names.map((name, at) => `i:${at};s:${name.length}:"${name}";`).join("")}}`;
const wordpress = (...meta: readonly (readonly [string, string])[]) => ({
  wp_users: [{ ID: 1, user_login: "ada", user_email: MAIL, user_pass: BCRYPT }],
  wp_usermeta: meta.map(([meta_key, meta_value], at) => ({ umeta_id: at + 1, user_id: 1, meta_key, meta_value })),
});
const suitecrm = (more: Row) => ({
  users: [{ id: "1", user_name: "ada", user_hash: BCRYPT, status: "Active", email_address: MAIL, ...more }],
});
const casdoor = (more: Row) => [
  {
    owner: "o",
    name: "ada",
    id: "1",
    email: MAIL,
    password: BCRYPT,
    passwordType: "bcrypt",
    isForbidden: false,
    ...more,
  },
];
const cognito = (more: Row) => [
  { Username: "ada", Attributes: [{ Name: "email", Value: MAIL }], Enabled: true, ...more },
];

/** What each export says of a second factor that is not carried: the fields by which it is named. */
const LOST: readonly (readonly [ReadableSource, string, Export, readonly string[]])[] = [
  [
    ...(["clerk", "a number for codes"] as const),
    clerk({
      two_factor_enabled: true,
      phone_numbers: [{ ...clerkNumber, reserved_for_second_factor: true }],
      email_addresses: [{ email_address: MAIL }],
    }),
    ["phone_numbers"],
  ],
  ["clerk", "one of which no more is said", clerk({ two_factor_enabled: true }), ["two_factor_enabled"]],
  ["clerk", "an app", clerk({ two_factor_enabled: true, totp_enabled: true }), ["totp_secret"]],
  [
    ...(["fusionauth", "codes by e-mail and SMS"] as const),
    [fusion({ twoFactor: { methods: [{ method: "email" }, { method: "sms" }] } })],
    ["twoFactor.methods", "twoFactor.methods"],
  ],
  [
    "fusionauth",
    "one of old releases",
    [fusion({ twoFactorEnabled: true, twoFactorSecret: "x" })],
    ["twoFactorEnabled"],
  ],
  [
    ...(["kratos", "keys beside a passkey"] as const),
    kratos({ webauthn: { config: { credentials: [{ is_passwordless: false }, { is_passwordless: true }] } } }),
    ["credentials.webauthn"],
  ],
  [
    ...(["kratos", "recovery codes alone"] as const),
    kratos({ lookup_secret: { config: { recovery_codes: [{ code: "x" }] } } }),
    ["credentials.lookup_secret"],
  ],
  [
    ...(["kratos", "codes by SMS"] as const),
    kratos({ code: { config: { addresses: [{ channel: "sms" }] } } }),
    ["credentials.code"],
  ],
  ["mediawiki", "a key", mediawiki({ userHandle: "x", credentialPublicKey: "y" }), ["oad_data (webauthn)"]],
  ["mediawiki", "a device of an unknown kind", mediawiki({ what: "x" }), ["oad_data"]],
  [
    ...(["nextcloud", "whatever app keeps it"] as const),
    cloud(
      { provider_id: "webauthn" },
      { provider_id: "u2f" },
      { provider_id: "totp" },
      { provider_id: "backup_codes" },
    ),
    ["oc_twofactor_providers (webauthn)", "oc_twofactor_providers", "oc_twofactor_providers"],
  ],
  ["nextcloud", "none that is off", cloud({ provider_id: "u2f", enabled: 0 }), []],
  ["discourse", "a key", discourse({ factor_type: 0 }, { factor_type: 1 }), ["user_security_keys (webauthn)"]],
  ["discourse", "none that is off", discourse({ factor_type: 0, enabled: "f" }), []],
  ["ldap", "codes whose token is not in the file", ldap("ipaUserAuthType: otp"), ["ipauserauthtype"]],
  ["ldap", "a token in the entry", ldap("oathTOTPToken: cn=x"), ["oathtotptoken"]],
  [
    ...(["auth0", "codes by SMS"] as const),
    [{ user_id: "auth0|1", email: MAIL, passwordHash: BCRYPT, mfa_factors: [{ phone: { value: "+1" } }] }],
    ["mfa_factors"],
  ],
  [
    ...(["authentik", "a key and codes by SMS"] as const),
    {
      authentik_core_user: [row({ username: "ada", uuid: "u", type: "internal" })],
      authentik_stages_authenticator_webauthn_webauthndevice: [{ id: 1, name: "key", confirmed: "t", user_id: 1 }],
      authentik_stages_authenticator_sms_smsdevice: [
        { id: 1, name: "sms", confirmed: "t", user_id: 1 },
        { id: 2, name: "sms", confirmed: "f", user_id: 1 },
      ],
    },
    Array(2).fill("devices (WebAuthn, SMS, e-mail, Duo)"),
  ],
  [
    ...(["better-auth", "one whose row is not there"] as const),
    {
      user: [{ id: "1", name: "Ada", email: MAIL, emailVerified: 1, image: null, twoFactorEnabled: 1 }],
      account: [{ id: "1", userId: "1", accountId: "1", providerId: "credential", password: BCRYPT }],
    },
    ["twoFactorEnabled"],
  ],
  [
    "casdoor",
    "codes by SMS and e-mail",
    casdoor({ mfaPhoneEnabled: true, mfaEmailEnabled: true }),
    ["mfaPhoneEnabled", "mfaEmailEnabled"],
  ],
  ["casdoor", "an app", casdoor({ preferredMfaType: "app", totpSecret: "" }), ["preferredMfaType"]],
  [
    ...(["cognito", "each way once"] as const),
    cognito({
      UserMFASettingList: ["SOFTWARE_TOKEN_MFA"],
      PreferredMfaSetting: "SOFTWARE_TOKEN_MFA",
      MFAOptions: [{}],
    }),
    ["SOFTWARE_TOKEN_MFA", "SMS_MFA"],
  ],
  [
    ...(["django", "devices of other plug-ins"] as const),
    {
      auth_user: [row({ last_login: null, is_superuser: 0, username: "ada", is_active: 1 })],
      otp_hotp_hotpdevice: [{ id: 1, user_id: 1, name: "x", confirmed: 1, key: "ab" }],
      otp_email_emaildevice: [{ id: 1, user_id: 1, name: "x", confirmed: 0, key: "ab" }],
    },
    ["devices"],
  ],
  [
    ...(["drupal", "one of Drupal 7"] as const),
    {
      users: [{ uid: 1, name: "ada", mail: MAIL, pass: BCRYPT, status: 1 }],
      tfa_totp_seed: [{ uid: 1, seed: "x", created: 1 }],
    },
    ["tfa_totp_seed"],
  ],
  [
    ...(["forgerock", "devices of each kind"] as const),
    [
      {
        ...{ _id: "1", _rev: "0", mail: MAIL, userName: "ada", password: BCRYPT, accountStatus: "active" },
        ...{ oathDeviceProfiles: [{}], pushDeviceProfiles: [], webauthnDeviceProfiles: [{}] },
      },
    ],
    ["oathDeviceProfiles", "webauthnDeviceProfiles"],
  ],
  [
    ...(["invision", "an app"] as const),
    {
      core_members: [
        { member_id: 1, name: "Ada", email: MAIL, members_pass_hash: BCRYPT, mfa_details: '{"google":"x"}' },
      ],
    },
    ["mfa_details"],
  ],
  [
    ...(["keycloak", "a credential of an extension"] as const),
    [
      {
        ...{ id: "1", username: "ada", email: MAIL, enabled: true, requiredActions: [] },
        credentials: [{ type: "mobile-number", secretData: "{}", credentialData: "{}" }],
      },
    ],
    ["credentials (mobile-number)"],
  ],
  [
    "laravel",
    "one of google2fa",
    { users: [row({ remember_token: "x", email_verified_at: null, google2fa_secret: "x" })] },
    ["google2fa_secret"],
  ],
  [
    ...(["logto", "keys, and none for recovery codes"] as const),
    [
      {
        ...{
          id: "1",
          primaryEmail: MAIL,
          isSuspended: false,
          passwordEncrypted: BCRYPT,
          passwordEncryptionMethod: "Bcrypt",
        },
        mfaVerifications: [{ type: "WebAuthn" }, { type: "BackupCode" }, { type: "PhoneVerificationCode" }],
      },
    ],
    ["mfaVerifications (webauthn)", "mfaVerifications"],
  ],
  [
    ...(["logto", "kinds that the interface lists"] as const),
    [
      {
        id: "1",
        primaryEmail: MAIL,
        isSuspended: false,
        hasPassword: true,
        mfaVerificationFactors: ["Totp", "BackupCode"],
      },
    ],
    ["mfaVerificationFactors"],
  ],
  [
    ...(["moodle", "each kind once, unless it is revoked"] as const),
    {
      mdl_user: [row({ auth: "manual", confirmed: 1, suspended: 0, username: "ada", mnethostid: 1 })],
      mdl_tool_mfa: ["email", "email", "webauthn"].map((factor, at) => ({
        ...{ id: at, userid: 1, factor, secret: "", label: "", lastverified: 0, revoked: 0 },
      })),
    },
    ["tool_mfa", "tool_mfa (webauthn)"],
  ],
  [
    ...(["rocket-chat", "codes by e-mail"] as const),
    [
      {
        ...{ _id: "1", username: "ada", active: true, type: "user", emails: [{ address: MAIL, verified: true }] },
        services: { password: { bcrypt: BCRYPT }, email2fa: { enabled: true } },
      },
    ]
      .map((user) => JSON.stringify(user))
      .join("\n"),
    ["services.email2fa"],
  ],
  [
    ...(["sorcery", "a key"] as const),
    {
      users: [{ id: 1, email: MAIL, crypted_password: BCRYPT, salt: "x", activation_state: "active" }],
      webauthn_credentials: [{ id: 1, user_id: 1, external_id: "x", public_key: "y" }],
    },
    ["webauthn_credentials"],
  ],
  [
    ...(["stytch", "a key beside a password"] as const),
    [
      {
        ...{
          user_id: "1",
          status: "active",
          emails: [{ email: MAIL, verified: true }],
          totps: [],
          password: { password_id: "p" },
        },
        webauthn_registrations: [{ verified: true }],
      },
    ],
    ["webauthn_registrations"],
  ],
  ["suitecrm", "codes by e-mail", suitecrm({ factor_auth: 1 }), ["factor_auth"]],
  ["suitecrm", "an app", suitecrm({ is_totp_enabled: 1, totp_secret: "x" }), ["is_totp_enabled"]],
  [
    "symfony",
    "codes by e-mail",
    { user: [row({ roles: '["ROLE_USER"]', email_auth_enabled: 1 })] },
    ["emailAuthEnabled"],
  ],
  [
    ...(["typo3", "providers of extensions"] as const),
    {
      fe_users: [
        {
          uid: 1,
          username: "ada",
          email: MAIL,
          password: BCRYPT,
          disable: 0,
          mfa: '{"sms":{"active":true},"recovery-codes":{"active":true}}',
        },
      ],
    },
    ["mfa"],
  ],
  [
    ...(["wordpress", "other providers of Two Factor"] as const),
    wordpress(["_two_factor_enabled_providers", php("Two_Factor_Email", "Two_Factor_Totp", "Two_Factor_Backup_Codes")]),
    ["_two_factor_enabled_providers", "_two_factor_enabled_providers"],
  ],
  ...[
    ["tfa_enable_tfa", "1"],
    ["itsec_two_factor_enabled_providers", php("Two_Factor_Totp")],
    ["mo2f_configured_2FA_method", "Google Authenticator"],
    ["acme_totp_secret", "enc:0123456789"],
  ].map(([key = "", value = ""]) => ["wordpress", `${key} of a plugin`, wordpress([key, value]), [key]] as const),
  ["wordpress", "codes by e-mail of WP 2FA", wordpress(["wp_2fa_enabled_methods", "email"]), ["wp_2fa_totp_key"]],
  [
    ...(["xenforo", "codes by e-mail"] as const),
    {
      xf_user: [{ user_id: 1, username: "ada", email: MAIL, user_state: "valid", is_banned: 0 }],
      xf_user_authenticate: [{ user_id: 1, scheme_class: "XF:Core12", data: JSON.stringify({ hash: BCRYPT }) }],
      xf_user_tfa: ["email", "backup"].map((provider_id) => ({ user_id: 1, provider_id, provider_data: "[]" })),
    },
    ["xf_user_tfa"],
  ],
];

it.each(LOST)("%s: names %s, and counts it", async (from, _, given, fields) => {
  const text = textOf(given);
  const lost = (await readAs(from, text)).flatMap((record) => {
    if (record.kind !== "user") throw new Error(record.problem.message);
    const { result, loginOnly, rejected } = record;
    const warnings = result.ok ? result.warnings : (loginOnly ?? rejected)?.warnings;
    return (warnings ?? []).flatMap(({ code, field }) => (code === "user/second-factor-not-carried" ? [field] : []));
  });
  expect(lost).toEqual(fields);
  const checked = await checkExport(() => bytesOf(text), { from });
  if (!checked.ok) throw new Error(checked.problems[0].message);
  const { found, carried, leftOut, refused } = checked.value.contents.secondFactors;
  expect([found, leftOut + refused]).toEqual([carried + fields.length, fields.length]);
});

it("takes no number for a login that gets codes of the second factor", async () => {
  const numbers = [
    { ...clerkNumber, reserved_for_second_factor: true },
    { ...clerkNumber, phone_number: "+4915111113333" },
  ];
  const emails = [{ email_address: MAIL }];
  const [record] = await readAs("clerk", textOf(clerk({ phone_numbers: numbers, email_addresses: emails })));
  expect(record).toMatchObject({ result: { value: { user: { phoneNumber: "+4915111113333" } } } });
});

it.each(["radius", "idp", "passkey"])(
  "takes no password that FreeIPA no longer accepts of a user of %s",
  async (way) => {
    const [record] = await readAs("ldap", ldap(`ipaUserAuthType: ${way}`));
    expect(record).toMatchObject({ result: { problems: [{ code: "user/password-not-exported" }] } });
  },
);

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

it.each([
  [
    ...([
      "couchdb",
      [
        {
          _id: "org.couchdb.user:ada",
          name: "ada",
          email: MAIL,
          type: "user",
          roles: [],
          totp: { key: SECRET, algorithm: "sha" },
          password_scheme: "simple",
          password_sha: "x",
          salt: "y",
        },
      ],
    ] as const),
  ],
  [
    "otrs",
    {
      customer_user: [{ id: 1, login: "ada", email: MAIL, customer_id: "c", pw: "x".repeat(40) }],
      customer_preferences: [
        { user_id: "ada", preferences_key: "UserGoogleAuthenticatorSecretKey", preferences_value: SECRET },
        { user_id: "ada", preferences_key: "UserLanguage", preferences_value: "de" },
      ],
    },
  ],
  [
    "seafile",
    {
      emailuser: [{ id: 1, email: MAIL, passwd: "0".repeat(40), is_staff: 0, is_active: 1, ctime: 1 }],
      two_factor_totpdevice: [
        {
          id: 1,
          user: MAIL,
          name: "x",
          confirmed: 1,
          key: "48656c6c6f21deadbeef48656c6c6f21deadbeef",
          step: 30,
          t0: 0,
          digits: 6,
          tolerance: 1,
          drift: 0,
        },
      ],
    },
  ],
] as const)("%s: carries the app's secret", async (from, given) => {
  const checked = await checkExport(() => bytesOf(textOf(given as Export)), { from });
  expect(checked).toMatchObject({ value: { contents: { secondFactors: { found: 1, leftOut: 0 } } } });
});

describe("a table of a dump that is not read and has second factors by its name", () => {
  const users = insertInto("users", [row({ remember_token: "x", email_verified_at: null })]);
  const copied = (table: string, ...rows: readonly string[]) =>
    [`COPY public.${table} (id, user_id) FROM stdin;`, ...rows, "\\.", ""].join("\n");
  const unreadIn = async (text: string, from: ReadableSource) => {
    let report: JoinReport | undefined;
    const onJoined = (found: JoinReport) => {
      report = found;
    };
    await readAs(from, text, { onJoined });
    return report?.unread;
  };

  it("is named in the report", async () => {
    const keys = insertInto("two_factor_authentications", [{ id: 1, shared_secret: "x" }]);
    expect(await unreadIn(`${users}\n${keys}\n${copied("user_mfa", "1\t1")}`, "laravel")).toEqual([
      "two_factor_authentications",
      "public.user_mfa",
    ]);
    const sections = joinSections({ leftOver: [], without: [], absent: [], unread: ["user_mfa"] });
    expect(sections.at(-1)?.rows[0]).toMatchObject({ text: "user_mfa" });
  });

  it("is not where it has no row, or where it is read", async () => {
    expect(await unreadIn(`${users}\n${copied("user_mfa")}\n${copied("photos", "1\t1")}`, "laravel")).toBeUndefined();
    const read = textOf(LOST.find(([from]) => from === "authentik")?.[2] ?? "");
    expect(await unreadIn(read, "authentik")).toBeUndefined();
    // It says what kinds there are.
    const kinds = insertInto("oathauth_types", [{ oat_id: 1, oat_name: "totp" }]);
    expect(await unreadIn(`${textOf(mediawiki({ what: "x" }))}\n${kinds}`, "mediawiki")).toBeUndefined();
  });

  it("is not absent where mysqldump has written it without a row", async () => {
    const user = {
      id: 1,
      name: "ada",
      lower_name: "ada",
      email: MAIL,
      passwd: BCRYPT,
      passwd_hash_algo: "bcrypt",
      type: 0,
    };
    const locked = "LOCK TABLES `two_factor` WRITE;\nUNLOCK TABLES;\n";
    let absent: readonly string[] = [];
    const onJoined = (found: JoinReport) => {
      absent = found.absent.map(({ table }) => table);
    };
    await readAs("gitea", `${insertInto("user", [user])}\n${locked}`, { onJoined });
    expect(absent).toContain("webauthn_credential");
    expect(absent).not.toContain("two_factor");
  });
});
