import { expect, it } from "vitest";
import { checkExport } from "../../../src/check/index.js";
import type { ReadableSource } from "../../../src/source/index.js";
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
    ...[`userPassword: {CRYPT}${BCRYPT}`, ...lines, ""],
  ].join("\n");

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
