import { parseOtpauthUri } from "../../secret/index.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import { verifiedFirst } from "../fields/contacts.js";
import { isFields } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { keepLanguage } from "../fields/language.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import { type Password, type Row, read } from "../system/row.js";
import { holdIn } from "../system/rules.js";
import { type About, howTo, system } from "../system/system.js";

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
  comparedWith:
    "v26.2.0 up to July 2026 of 2026-07-29: ory/kratos: identity/identity.go, identity/credentials.go, hash/hash_comparator.go",
  howToExport: howTo(
    [
      'curl "<admin>/admin/identities?page_size=250&include_credential=password&include_credential=totp&include_credential=oidc&include_credential=webauthn&include_credential=lookup_secret&include_credential=code"',
    ],
    "Follow the Link header from page to page, and put the lists together; one identity a line will do. A version whose list leaves the credentials out gives them for each identity, at /admin/identities/<id> with the same parameters. Least privileges: the admin address asks nobody who they are; reach it from the server itself.",
  ),
  users: {
    readers: [jsonDocument({ keys: ["identities", "items", "data"], firstKey: "id" }), jsonLines({ firstKey: "id" })],
  },
  user: {
    id: "id",
    emails: read("traits verifiable_addresses", readEmails),
    phones: read("verifiable_addresses", (user) => addressesOf(user, "sms").flatMap(readPhone)),
    hash: read("credentials", readHash),
  },
  rules: [holdIn("state", { inactive: "disabled" })],
  logins: [read("credentials", readProviders)],
  factors: [read("credentials", readTotp)],
  joined: "created_at",
  notCarried: `schema_id schema_url state_changed_at metadata_public metadata_admin updated_at organization_id
    external_id available_aal recovery_addresses region`,
  likeness: { sure: ["schema_id traits"] },
});

function readEmails(user: Row): readonly Contact[] {
  const traits = user.object("traits") ?? user.of({});
  keepLanguage(user.findings, traits.fields);
  if (Object.keys(traits.fields).some((name) => name !== "email" && name !== "phone")) user.leaveOut("traits");
  const of = (address: Row) => address.emails("value", address.flag("verified"));
  const emails = verifiedFirst(addressesOf(user, "email").flatMap(of));
  return emails.length > 0 ? emails : of(user.of({ value: traits.own("email") }));
}

function addressesOf(user: Row, kind: string): readonly Row[] {
  return user.objects("verifiable_addresses").filter(({ fields }) => fields.via === kind);
}

function readPhone(address: Row): readonly Contact[] {
  if (address.flag("verified")) return address.phones("value", true);
  address.leaveOut("unverified phone number");
  return [];
}

const EMPTY = "the export has no hash of the user's password: it was made without include_credential";

/**
 * `config` is there once the credential was asked for by name. It is empty of a user without a password: the schema's
 * identifier alone makes the credential.
 */
function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const credentials = user.object("credentials");
  if (credentials === undefined) return noteMissingHash("credentials", EMPTY, findings);
  const password = credentials.object("password");
  noteLeftOut(credentials);
  noteFactors(credentials);
  if (password === undefined) return undefined;
  const config = password.object("config");
  if (config === undefined) return noteMissingHash("credentials.password", EMPTY, findings);
  if (config.flag("use_password_migration_hook")) {
    return noteMissingHash("credentials.password", "the password is in the system that Kratos asks for it", findings);
  }
  const hash = config.text("hashed_password");
  return hash === undefined ? undefined : config.hash(hash);
}

/** Credentials that no import call takes, as they are reported. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  webauthn: "credentials.webauthn",
  passkey: "credentials.passkey",
  deviceauthn: "credentials.deviceauthn (passkey)",
  profile: "credentials.profile",
  saml: "credentials.saml",
};

/** An empty `config` is what the schema's identifier alone makes: nothing is enrolled. */
function noteLeftOut(credentials: Row): void {
  for (const [type, credential] of Object.entries(credentials.fields)) {
    const config = isFields(credential) ? credentials.of(credential).own("config") : undefined;
    const isEmpty = isFields(config) && !Object.values(config).some(isSomething);
    if (Object.hasOwn(LEFT_OUT, type) && !isEmpty) credentials.leaveOut(LEFT_OUT[type] ?? type);
  }
}

/** Second factors beside an app; codes that were made for recovery are one where the user has no other. */
function noteFactors(credentials: Row): void {
  const listIn = (type: string, name: string) => credentials.object(type)?.object("config")?.objects(name) ?? [];
  const keys = listIn("webauthn", "credentials").filter(({ fields }) => fields.is_passwordless !== true);
  for (const _ of keys) credentials.factorNotCarried("credentials.webauthn");
  const isAlone = keys.length === 0 && credentials.object("totp")?.object("config")?.isSet("totp_url") !== true;
  if (listIn("lookup_secret", "recovery_codes").length > 0) {
    if (isAlone) credentials.factorNotCarried("credentials.lookup_secret");
    else credentials.leaveOut("credentials.lookup_secret");
  }
  const hasPassword = credentials.object("password")?.object("config")?.isSet("hashed_password") === true;
  if (!isAlone || !hasPassword || listIn("code", "addresses").length === 0) return;
  const message = "the user gets codes by e-mail or SMS: whether as a second factor, only Kratos' settings say";
  credentials.findings.warn("user/second-factor-not-carried", message, "credentials.code");
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "";
}

function readTotp(user: Row): readonly TotpEnrolment[] {
  const field = "credentials.totp";
  const totp = user.object("credentials")?.object("totp");
  if (totp === undefined) return [];
  const config = totp.object("config");
  if (config === undefined) {
    const message = "the second factor's secret is not in the export: it was made without include_credential";
    user.findings.warn("user/second-factor-not-carried", message, field);
    return [];
  }
  const uri = config.text("totp_url");
  if (uri === undefined) return [];
  const device = parseOtpauthUri(uri);
  if (!device.ok) {
    user.findings.problems.push(...device.problems.map((found) => ({ ...found, field })));
    return [];
  }
  // Those of the secret come again with it.
  const ofUri = device.warnings.filter(({ code }) => code.startsWith("otpauth/"));
  user.findings.warnings.push(...ofUri.map((found) => ({ ...found, field })));
  const { secretKey, period, skew, digits, algorithm } = device.value;
  return user.factor({ field, secret: secretKey, encoding: "base32", period, skew, digits, algorithm });
}

function readProviders(user: Row, { emails }: About): readonly ThirdPartyLogin[] {
  const oidc = user.object("credentials")?.object("oidc");
  if (oidc === undefined) return [];
  const field = "credentials.oidc";
  const config = oidc.object("config");
  if (config === undefined) {
    const message = "a social login is named without its user: the export was made without include_credential=oidc";
    user.findings.fault("user/third-party-unusable", message, field);
    return [];
  }
  return config.list("providers").flatMap((entry) => {
    const provider = user.of(isFields(entry) ? entry : {});
    noteFieldsLeftOut(provider.fields, PROVIDER, user.findings);
    const [name, userId] = [provider.text("provider"), provider.text("subject")];
    return user.login({ provider: name, userId, email: undefined, field }, emails);
  });
}
