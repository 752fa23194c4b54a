import { parseOtpauthUri } from "../../secret/index.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
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
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext } from "../source.js";
import { holdIn } from "../system/rules.js";
import { type About, from, system } from "../system/system.js";

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
export const KRATOS = /* @__PURE__ */ system("kratos", {
  title: "Ory Kratos",
  howToExport: [
    'curl "<admin>/admin/identities?page_size=250&include_credential=password&include_credential=totp&include_credential=oidc&include_credential=webauthn"',
    "",
    "Follow the Link header from page to page, and put the lists together; one identity a line will do. A version whose",
    "list leaves the credentials out gives them for each identity, at /admin/identities/<id> with the same parameters.",
    "Least privileges: the admin address asks nobody who they are; reach it from the server itself.",
  ].join("\n"),
  users: {
    readers: [
      jsonDocument({ keys: ["identities", "items", "data"], firstKey: "id" }),
      jsonLines({ firstKey: "id" }),
    ],
  },
  user: {
    id: "id",
    emails: from("traits verifiable_addresses", readEmails),
    phones: from("verifiable_addresses", (record, context) =>
      addressesOf(record, "sms", context.findings).flatMap((address) => readPhone(address, context)),
    ),
    hash: from("credentials", readHash),
  },
  rules: [holdIn("state", { inactive: "disabled" })],
  logins: [from("credentials", readProviders)],
  factors: [from("credentials", readTotp)],
  joined: "created_at",
  notCarried: `schema_id schema_url state_changed_at metadata_public metadata_admin created_at updated_at
    organization_id external_id available_aal recovery_addresses region`,
  likeness: { sure: ["schema_id traits"] },
});

function readEmails(record: Fields, { findings }: RecordContext): readonly Contact[] {
  const traits = objectField(record, "traits", findings) ?? {};
  if (Object.keys(traits).some((name) => name !== "email" && name !== "phone")) findings.leaveOut("traits");
  const of = (address: Fields) =>
    contactsOf(emailField(address, "value", findings), flagField(address, "verified", findings));
  const emails = addressesOf(record, "email", findings).flatMap(of);
  return emails.length > 0 ? emails : of({ value: ownField(traits, "email") });
}

function addressesOf(record: Fields, kind: string, findings: Findings): readonly Fields[] {
  return listField(record, "verifiable_addresses", findings)
    .filter(isFields)
    .filter(({ via }) => via === kind);
}

/** A number that nobody has confirmed is not one to log in with. */
function readPhone(address: Fields, context: RecordContext): readonly Contact[] {
  if (!flagField(address, "verified", context.findings)) {
    context.findings.leaveOut("unverified phone number");
    return [];
  }
  return contactsOf(phoneNumberField(address, "value", context), true);
}

const EMPTY = "the export has no hash of the user's password: it was made without include_credential";

/**
 * `config` is there once the credential was asked for by name. It is empty of a user without a password: the schema's
 * identifier alone makes the credential.
 */
function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const credentials = objectField(record, "credentials", findings);
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

function readTotp(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "credentials.totp";
  const totp = objectField(objectField(record, "credentials", findings) ?? {}, "totp", findings);
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
  record: Fields,
  context: RecordContext,
  { emails }: About,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const oidc = objectField(objectField(record, "credentials", findings) ?? {}, "oidc", findings);
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
    const [name, userId] = ["provider", "subject"].map((key) => textField(provider, key, findings));
    return loginOf({ provider: name, userId, email: undefined, field: "credentials.oidc" }, emails, context);
  });
}
