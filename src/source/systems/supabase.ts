import { words } from "../../lib/words.js";
import type { UserDraft } from "../assemble-user.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idText,
  isFields,
  isSetField,
  jsonTextField,
  listField,
  momentField,
  ownField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import {
  decryptedHash,
  decryptedSecret,
  secondFactor,
  secondFactorNotCarried,
} from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { fromPostgres } from "../system/how-to-export.js";
import { mostHave, someHave } from "../system/likeness.js";
import { partKind, rowsOf } from "../system/table-rows.js";

const USER: FieldTable = {
  read: new Set(
    words(`id email email_confirmed_at phone phone_confirmed_at confirmed_at invited_at encrypted_password banned_until
    deleted_at raw_app_meta_data app_metadata identities factors is_anonymous`),
  ),
  notCarried: new Set(
    words(`instance_id aud role raw_user_meta_data user_metadata is_super_admin is_sso_user created_at updated_at
    last_sign_in_at email_change new_email phone_change new_phone confirmation_sent_at recovery_sent_at
    email_change_sent_at phone_change_sent_at email_change_confirm_status reauthentication_sent_at`),
  ),
  secrets: new Set([
    ...["confirmation_token", "recovery_token", "email_change_token_new", "email_change_token_current"],
    ...["email_change_token", "phone_change_token", "reauthentication_token"],
  ]),
};

const IDENTITY: FieldTable = {
  list: "identities",
  read: new Set(["id", "user_id", "provider", "provider_id", "identity_data", "email"]),
  notCarried: new Set(["identity_id", "last_sign_in_at", "created_at", "updated_at"]),
};

const FACTOR: FieldTable = {
  list: "mfa_factors",
  read: new Set(["id", "user_id", "friendly_name", "factor_type", "status", "secret"]),
  notCarried: new Set([
    ...["created_at", "updated_at", "phone", "last_challenged_at", "web_authn_credential"],
    ...["web_authn_aaguid", "last_webauthn_challenge_data"],
  ]),
};

/**
 * The tables `auth.users`, `auth.identities` and `auth.mfa_factors`, in one dump or apart; the dashboard's CSV; the
 * users that the administrator's interface lists, which have no hashes.
 *
 * @see https://github.com/supabase/auth — internal/models/user.go, identity.go, factor.go
 */
export const SUPABASE: Source = {
  name: "supabase",
  title: "Supabase Auth",
  howToExport: fromPostgres(
    ["auth.users", "auth.identities", "auth.mfa_factors", "auth.webauthn_credentials"],
    "DATABASE is the project's connection string, in the dashboard under Connect. The role postgres of a project may read the schema auth. Any other role also needs BYPASSRLS: the tables have row-level security, at which pg_dump stops. With database encryption, hashes and second factors are encrypted: the keys go into a file for --decrypt-key-file.",
  ),
  origin: "supabase",
  ...rowsOf([
    {
      tables: ["auth.identities"],
      columns: [["user_id", "identity_data", "provider"]],
      key: ["user_id"],
      part: "identities",
    },
    {
      tables: ["auth.mfa_factors"],
      columns: [["user_id", "factor_type", "status"]],
      key: ["user_id"],
      part: "mfa_factors",
    },
    partKind("webauthn", ["auth.webauthn_credentials"], [["user_id", "credential_id", "public_key"]]),
    {
      tables: ["auth.users"],
      columns: [
        ["id", "encrypted_password"],
        ["id", "aud"],
      ],
      key: ["id"],
    },
  ]),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_sign_in_at"],
  fields: [USER, IDENTITY, FACTOR],
  otherFields: "counted",
  encryption: ["supabase"],
  detect: likeness,
  toUser: readUser,
};

function likeness(records: readonly Fields[], table?: string): Likeness {
  if (table?.startsWith("auth.") && mostHave(records, "id")) return "sure";
  if (mostHave(records, "id", "encrypted_password", "email_confirmed_at")) return "sure";
  if (mostHave(records, "id", "aud", "app_metadata")) return "sure";
  if (someHave(records, "user_id", "identity_data", "provider")) return "sure";
  return someHave(records, "user_id", "factor_type", "friendly_name") ? "sure" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "id", findings);
  const email = isErased(record, "email", /@/) ? undefined : emailField(record, "email", findings);
  const isVerified = isSetField(record, "email_confirmed_at");
  holdBack(record, context);
  const identities = [
    ...context.parts("identities"),
    ...listField(record, "identities", findings).filter(isFields),
  ];
  const [own] = contactsOf(email, isVerified);
  return {
    externalUserId,
    emails: contactsOf(email, isVerified),
    phoneNumbers: isErased(record, "phone", /^\+?\d+$/)
      ? []
      : confirmedPhoneNumber(record, "phone", isSetField(record, "phone_confirmed_at"), context, {
          isWithoutPlus: true,
        }),
    password: readHash(record, identities, context),
    thirdParty: readIdentities(record, { identities, own }, context),
    totp: readFactors(record, context),
  };
}

/** Where Supabase deletes a user and keeps the row, it has a digest in place of the address and the number. */
function isErased(record: Fields, name: string, form: RegExp): boolean {
  const value = ownField(record, name);
  return isSetField(record, "deleted_at") && typeof value === "string" && !form.test(value);
}

function holdBack(record: Fields, context: RecordContext): void {
  const { findings, now } = context;
  const bannedUntil = momentField(record, "banned_until", findings);
  if (bannedUntil !== undefined && bannedUntil > now) context.holdBack("banned", "banned_until");
  if (isSetField(record, "deleted_at")) context.holdBack("deleted", "deleted_at");
  if (writtenFlagField(record, "is_anonymous", findings) === true) return;
  const confirmations = ["email_confirmed_at", "phone_confirmed_at", "confirmed_at"];
  if (confirmations.some((name) => isSetField(record, name))) return;
  if (isSetField(record, "invited_at")) context.holdBack("invited", "invited_at");
  else context.holdBack("unconfirmed", "email_confirmed_at");
}

/** The administrator's interface leaves out the column: whether the user has a password can only be guessed then. */
function readHash(
  record: Fields,
  identities: readonly Fields[],
  context: RecordContext,
): Password | undefined {
  const { findings } = context;
  const text = textField(record, "encrypted_password", findings);
  if (text !== undefined) return context.password(() => openedHash(text, record, context));
  const isLeftOut = !Object.hasOwn(record, "encrypted_password");
  if (isLeftOut && identities.some(({ provider }) => provider === "email")) {
    const message = "the user may log in with a password, and the list of users has no hashes";
    noteMissingHash("encrypted_password", message, findings);
  }
  return undefined;
}

/** Logins of Supabase's own. */
const OWN_PROVIDERS: ReadonlySet<unknown> = new Set(["email", "phone", "anonymous_users"]);

function readIdentities(
  record: Fields,
  { identities, own }: { readonly identities: readonly Fields[]; readonly own: Contact | undefined },
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  noteMissingIdentities(record, identities, context);
  return identities.flatMap((identity) => {
    noteFieldsLeftOut(identity, IDENTITY, context.findings);
    return OWN_PROVIDERS.has(identity.provider) ? [] : readIdentity(identity, own, context);
  });
}

function readIdentity(
  identity: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const said = jsonTextField(identity, "identity_data", findings);
  const data = isFields(said) ? said : {};
  const email = emailField(data, "email", findings) ?? own?.value;
  // Older releases kept the provider's ID in the column id.
  const userId = idText(ownField(identity, "provider_id")) ?? idText(ownField(identity, "id"));
  const isVerified = writtenFlagField(data, "email_verified", findings) === true || isOwnVerified(email, own);
  const provider = textField(identity, "provider", findings);
  return socialLogin({ provider, userId, email, isVerified, field: "identities" }, context);
}

/** The user's row names the providers too: a login whose row is not there would be lost without a word. */
function noteMissingIdentities(record: Fields, identities: readonly Fields[], context: RecordContext): void {
  const { findings } = context;
  const name = Object.hasOwn(record, "app_metadata") ? "app_metadata" : "raw_app_meta_data";
  const said = jsonTextField(record, name, findings);
  const providers = isFields(said) ? listField(said, "providers", findings) : [];
  const isMissing = (provider: unknown) =>
    !OWN_PROVIDERS.has(provider) && !identities.some((identity) => identity.provider === provider);
  if (!providers.some(isMissing)) return;
  const message = "the user has a social login whose row of auth.identities is not in the export";
  findings.warn("user/third-party-incomplete", message, name);
}

function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  if (context.parts("webauthn").length > 0) context.findings.leaveOut("passkeys (webauthn_credentials)");
  const listed = listField(record, "factors", context.findings).filter(isFields);
  return [...context.parts("mfa_factors"), ...listed].flatMap((factor) => readFactor(factor, context));
}

function readFactor(factor: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  noteFieldsLeftOut(factor, FACTOR, findings);
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
