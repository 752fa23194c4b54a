import { noteMissingHash } from "../fields/composed-hash.js";
import { confirmedPhoneNumber } from "../fields/contacts.js";
import {
  type Fields,
  idText,
  isFields,
  isSetField,
  jsonTextField,
  listField,
  ownField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import type { Password } from "../fields/read-password.js";
import {
  decryptedHash,
  decryptedSecret,
  secondFactor,
  secondFactorNotCarried,
} from "../fields/second-factor.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { Likeness, RecordContext } from "../source.js";
import { firstOf, where } from "../system/place.js";
import { firstRule, hold, leftOut } from "../system/rules.js";
import { from, fromPostgres, mostHave, someHave, system } from "../system/system.js";
import { ALWAYS, all, any, filled, is, isAhead, not, type RowTest, yes } from "../system/tests.js";

/** Logins of Supabase's own. */
const OWN_PROVIDERS = ["email", "phone", "anonymous_users"];

/** Rows of a table, or objects in a list of the user's that the administrator's interface gives. */
const IDENTITIES = {
  columnsAs: "identities",
  login: {
    where: /* @__PURE__ */ not(is("provider", ...OWN_PROVIDERS)),
    provider: "provider",
    // Older releases kept the provider's ID in the column id.
    userId: /* @__PURE__ */ firstOf("provider_id id"),
    email: /* @__PURE__ */ from("identity_data", (row, context) => ({
      fields: dataOf(row, context),
      name: "email",
    })),
    orVerified: /* @__PURE__ */ from("identity_data", (row, context) => {
      return writtenFlagField(dataOf(row, context), "email_verified", context.findings) === true;
    }),
    field: "identities",
  },
  alsoRead: "user_id email",
  notCarried: "identity_id last_sign_in_at created_at updated_at",
};
const FACTORS = {
  columnsAs: "mfa_factors",
  factor: /* @__PURE__ */ from("id friendly_name factor_type status secret", readFactor),
  alsoRead: "user_id",
  notCarried: `created_at updated_at phone last_challenged_at web_authn_credential web_authn_aaguid
    last_webauthn_challenge_data`,
};

/** An account that a person has, and of which nothing is confirmed. */
const IS_OPEN = /* @__PURE__ */ not(
  any(...["email_confirmed_at", "phone_confirmed_at", "confirmed_at"].map(filled), yes("is_anonymous")),
);

/**
 * The tables `auth.users`, `auth.identities` and `auth.mfa_factors`, in one dump or apart; the dashboard's CSV; the
 * users that the administrator's interface lists, which have no hashes.
 *
 * @see https://github.com/supabase/auth — internal/models/user.go, identity.go, factor.go
 */
export const SUPABASE = /* @__PURE__ */ system("supabase", {
  title: "Supabase Auth",
  howToExport: fromPostgres(
    ["auth.users", "auth.identities", "auth.mfa_factors", "auth.webauthn_credentials"],
    "DATABASE is the project's connection string, in the dashboard under Connect. The role postgres of a project may read the schema auth. Any other role also needs BYPASSRLS: the tables have row-level security, at which pg_dump stops. With database encryption, hashes and second factors are encrypted: the keys go into a file for --decrypt-key-file.",
  ),
  users: { tables: "auth.users", columns: ["id encrypted_password", "id aud"] },
  user: {
    id: "id",
    email: where(not(isErased("email", /@/)), "email"),
    verified: filled("email_confirmed_at"),
    phones: from("phone phone_confirmed_at", (row, context) => {
      const isConfirmed = isSetField(row, "phone_confirmed_at");
      if (isErased("phone", /^\+?\d+$/).of(row)) return [];
      return confirmedPhoneNumber(row, "phone", isConfirmed, context, { isWithoutPlus: true });
    }),
    hash: from("encrypted_password", readHash),
  },
  rules: [
    hold("banned", isAhead("banned_until")),
    hold("deleted", filled("deleted_at")),
    firstRule(
      hold("invited", all(IS_OPEN, filled("invited_at")), "invited_at"),
      hold("unconfirmed", IS_OPEN, "email_confirmed_at"),
    ),
    from("raw_app_meta_data app_metadata", noteMissingIdentities),
  ],
  parts: [
    {
      ...IDENTITIES,
      name: "identities",
      tables: "auth.identities",
      columns: ["user_id identity_data provider"],
    },
    { ...FACTORS, name: "mfa_factors", tables: "auth.mfa_factors", columns: ["user_id factor_type status"] },
    {
      name: "webauthn",
      tables: "auth.webauthn_credentials",
      columns: ["user_id credential_id public_key"],
      once: [leftOut("passkeys (webauthn_credentials)", ALWAYS)],
    },
  ],
  lists: [
    { ...IDENTITIES, list: "identities" },
    { ...FACTORS, list: "factors" },
  ],
  joined: "created_at",
  lastLogin: "last_sign_in_at",
  encryption: ["supabase"],
  notCarried: `instance_id aud role raw_user_meta_data user_metadata is_super_admin is_sso_user created_at updated_at
    last_sign_in_at email_change new_email phone_change new_phone confirmation_sent_at recovery_sent_at
    email_change_sent_at phone_change_sent_at email_change_confirm_status reauthentication_sent_at`,
  secrets: `confirmation_token recovery_token email_change_token_new email_change_token_current email_change_token
    phone_change_token reauthentication_token`,
  likeness,
});

function likeness(records: readonly Fields[], table?: string): Likeness {
  if (table?.startsWith("auth.") && mostHave(records, "id")) return "sure";
  if (mostHave(records, "id", "encrypted_password", "email_confirmed_at")) return "sure";
  if (mostHave(records, "id", "aud", "app_metadata")) return "sure";
  if (someHave(records, "user_id", "identity_data", "provider")) return "sure";
  return someHave(records, "user_id", "factor_type", "friendly_name") ? "sure" : "no";
}

/** Where Supabase deletes a user and keeps the row, it has a digest in place of the address and the number. */
function isErased(column: string, form: RegExp): RowTest {
  return {
    reads: [column, "deleted_at"],
    of: (row) => {
      const value = ownField(row, column);
      return isSetField(row, "deleted_at") && typeof value === "string" && !form.test(value);
    },
  };
}

function dataOf(identity: Fields, { findings }: RecordContext): Fields {
  const data = jsonTextField(identity, "identity_data", findings);
  return isFields(data) ? data : {};
}

function identitiesOf(user: Fields, { findings, parts }: RecordContext): readonly Fields[] {
  return [...parts("identities"), ...listField(user, "identities", findings).filter(isFields)];
}

/** The administrator's interface leaves out the column: whether the user has a password can only be guessed then. */
function readHash(user: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const text = textField(user, "encrypted_password", findings);
  if (text !== undefined) return context.password(() => openedHash(text, user, context));
  const isLeftOut = !Object.hasOwn(user, "encrypted_password");
  if (!isLeftOut || !identitiesOf(user, context).some(({ provider }) => provider === "email"))
    return undefined;
  const message = "the user may log in with a password, and the list of users has no hashes";
  return noteMissingHash("encrypted_password", message, findings);
}

/** The user's row names the providers too: a login whose row is not there would be lost without a word. */
function noteMissingIdentities(user: Fields, context: RecordContext): boolean {
  const { findings } = context;
  const name = Object.hasOwn(user, "app_metadata") ? "app_metadata" : "raw_app_meta_data";
  const said = jsonTextField(user, name, findings);
  const known: readonly unknown[] = [
    ...OWN_PROVIDERS,
    ...identitiesOf(user, context).map(({ provider }) => provider),
  ];
  const providers = isFields(said) ? listField(said, "providers", findings) : [];
  const isMissing = !providers.every((provider) => known.includes(provider));
  const message = "the user has a social login whose row of auth.identities is not in the export";
  if (isMissing) findings.warn("user/third-party-incomplete", message, name);
  return isMissing;
}

function readFactor(factor: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const isConfirmed = textField(factor, "status", findings) === "verified";
  const text = textField(factor, "secret", findings);
  if (textField(factor, "factor_type", findings) !== "totp" || (isConfirmed && text === undefined)) {
    if (isConfirmed) secondFactorNotCarried("mfa_factors", context);
    return [];
  }
  const secret = text?.startsWith("{") && isConfirmed ? openedSecret(text, factor, context) : (text ?? "");
  if (secret === undefined) return [];
  const deviceName = textField(factor, "friendly_name", findings);
  return secondFactor({ field: "mfa_factors", secret, encoding: "base32", isConfirmed, deviceName }, context);
}

function openedSecret(text: string, factor: Fields, context: RecordContext): string | undefined {
  return decryptedSecret(sealed(text, factor), "mfa_factors", context);
}

/** With database encryption the column has the same envelope as a second factor's secret. */
function openedHash(text: string, record: Fields, context: RecordContext): string | undefined {
  if (!text.startsWith("{")) return text;
  return decryptedHash(sealed(text, record), "encrypted_password", context);
}

function sealed(text: string, row: Fields) {
  return { system: "supabase", text, rowId: idText(ownField(row, "id")) ?? "" } as const;
}
