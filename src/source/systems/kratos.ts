import { words } from "../../lib/words.js";
import { parseOtpauthUri } from "../../secret/index.js";
import type { UserDraft } from "../assemble-user.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  objectField,
  ownField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext, Source } from "../source.js";
import { mostHave } from "../system/likeness.js";

const IDENTITY: FieldTable = {
  read: new Set(["id", "credentials", "traits", "verifiable_addresses", "state"]),
  notCarried: new Set(
    words(`schema_id schema_url state_changed_at metadata_public metadata_admin created_at updated_at organization_id
    external_id available_aal recovery_addresses region`),
  ),
};

const PROVIDER: FieldTable = {
  list: "credentials.oidc",
  read: new Set(["provider", "subject"]),
  notCarried: new Set(["organization", "use_auto_link"]),
  secrets: new Set(["initial_id_token", "initial_access_token", "initial_refresh_token"]),
};

/**
 * Identities as Ory Kratos' admin interface lists them, with their credentials.
 *
 * @see https://github.com/ory/kratos — identity/identity.go, identity/.snapshots
 */
export const KRATOS: Source = {
  name: "kratos",
  title: "Ory Kratos",
  howToExport: [
    'curl "<admin>/admin/identities?page_size=250&include_credential=password&include_credential=totp&include_credential=oidc&include_credential=webauthn"',
    "",
    "Follow the Link header from page to page, and put the lists together; one identity a line will do. A version whose",
    "list leaves the credentials out gives them for each identity, at /admin/identities/<id> with the same parameters.",
    "Least privileges: the admin address asks nobody who they are; reach it from the server itself.",
  ].join("\n"),
  origin: "kratos",
  readers: [
    jsonDocument({ keys: ["identities", "items", "data"], firstKey: "id" }),
    jsonLines({ firstKey: "id" }),
  ],
  idField: "id",
  joinedFields: ["created_at"],
  fields: [IDENTITY, PROVIDER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "schema_id", "traits") ? "sure" : "no"),
  toUser: readIdentity,
};

function readIdentity(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "id", findings);
  if (textField(record, "state", findings) === "inactive") context.holdBack("disabled", "state");
  const traits = objectField(record, "traits", findings) ?? {};
  for (const name of Object.keys(traits)) {
    if (name !== "email" && name !== "phone") findings.leaveOut("traits");
  }
  const addresses = listField(record, "verifiable_addresses", findings).filter(isFields);
  const emails = addresses.filter(({ via }) => via === "email").flatMap((one) => readEmail(one, context));
  const own = emails.length > 0 ? emails : readEmail({ value: ownField(traits, "email") }, context);
  const [email] = own;
  const credentials = objectField(record, "credentials", findings);
  return {
    externalUserId,
    emails: own,
    phoneNumbers: addresses.filter(({ via }) => via === "sms").flatMap((one) => readPhone(one, context)),
    password: readHash(credentials, context),
    thirdParty: readProviders(credentials ?? {}, email, context),
    totp: readTotp(credentials ?? {}, context),
  };
}

function readEmail(address: Fields, { findings }: RecordContext): readonly Contact[] {
  const value = emailField(address, "value", findings);
  return value === undefined ? [] : [{ value, isVerified: flagField(address, "verified", findings) }];
}

/** A number that nobody has confirmed is not one to log in with. */
function readPhone(address: Fields, context: RecordContext): readonly Contact[] {
  if (!flagField(address, "verified", context.findings)) {
    context.findings.leaveOut("unverified phone number");
    return [];
  }
  const value = phoneNumberField(address, "value", context);
  return value === undefined ? [] : [{ value, isVerified: true }];
}

const EMPTY = "the export has no hash of the user's password: it was made without include_credential";

/**
 * `config` is there once the credential was asked for by name. It is empty of a user without a password: the schema's
 * identifier alone makes the credential.
 */
function readHash(credentials: Fields | undefined, context: RecordContext): Password | undefined {
  const { findings } = context;
  if (credentials === undefined) return noteMissingHash("credentials", EMPTY, findings);
  const password = objectField(credentials, "password", findings);
  noteLeftOut(credentials, findings);
  if (password === undefined) return undefined;
  const config = objectField(password, "config", findings);
  if (config === undefined) return noteMissingHash("credentials.password", EMPTY, findings);
  if (flagField(config, "use_password_migration_hook", findings)) {
    return noteMissingHash(
      "credentials.password",
      "the password is in the system that Kratos asks for it",
      findings,
    );
  }
  const hash = textField(config, "hashed_password", findings);
  return hash === undefined ? undefined : context.password(hash);
}

/** Credentials that no import call takes, as they are reported. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  lookup_secret: "credentials.lookup_secret",
  webauthn: "credentials.webauthn",
  passkey: "credentials.passkey",
  deviceauthn: "credentials.deviceauthn (passkey)",
  profile: "credentials.profile",
  saml: "credentials.saml",
};

/** An empty `config` is what the schema's identifier alone makes: nothing is enrolled. */
function noteLeftOut(credentials: Fields, findings: Findings): void {
  for (const [type, credential] of Object.entries(credentials)) {
    const config = isFields(credential) ? ownField(credential, "config") : undefined;
    const isEmpty = isFields(config) && !Object.values(config).some(isSomething);
    if (Object.hasOwn(LEFT_OUT, type) && !isEmpty) findings.leaveOut(LEFT_OUT[type] ?? type);
  }
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "";
}

function readTotp(credentials: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "credentials.totp";
  const totp = objectField(credentials, "totp", findings);
  if (totp === undefined) return [];
  const config = objectField(totp, "config", findings);
  if (config === undefined) {
    const message = "the second factor's secret is not in the export: it was made without include_credential";
    findings.warn("user/second-factor-not-carried", message, field);
    return [];
  }
  const uri = textField(config, "totp_url", findings);
  if (uri === undefined) return [];
  const device = parseOtpauthUri(uri);
  if (!device.ok) {
    findings.problems.push(...device.problems.map((found) => ({ ...found, field })));
    return [];
  }
  const { secretKey, period, skew, digits, algorithm } = device.value;
  return secondFactor(
    { field, secret: secretKey, encoding: "base32", period, skew, digits, algorithm },
    context,
  );
}

function readProviders(
  credentials: Fields,
  email: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const oidc = objectField(credentials, "oidc", findings);
  if (oidc === undefined) return [];
  const config = objectField(oidc, "config", findings);
  if (config === undefined) {
    const message =
      "a social login is named without its user: the export was made without include_credential=oidc";
    findings.fault("user/third-party-incomplete", message, "credentials.oidc");
    return [];
  }
  return listField(config, "providers", findings).flatMap((entry) => {
    const provider = isFields(entry) ? entry : {};
    noteFieldsLeftOut(provider, PROVIDER, findings);
    const login = {
      provider: textField(provider, "provider", findings),
      userId: textField(provider, "subject", findings),
      email: email?.value,
      isVerified: email?.isVerified ?? false,
    };
    return socialLogin({ ...login, field: "credentials.oidc" }, context);
  });
}
