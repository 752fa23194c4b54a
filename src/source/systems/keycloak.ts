import { words } from "../../lib/words.js";
import {
  asStated,
  composeArgon2,
  composePbkdf2,
  countOf,
  noteIncompleteHash,
  noteMissingHash,
  notePlainPassword,
  noteUnknownAlgorithm,
} from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { type Fields, isFields, ownField } from "../fields/field.js";
import { keepLanguage } from "../fields/language.js";
import { verifiedPhoneNumber } from "../fields/phone-number.js";
import type { Contact, TotpEnrolment } from "../normalized-user.js";
import { readRewritten } from "../readers/item-batches.js";
import { beginningText, firstElementHas } from "../readers/json-beginning.js";
import { jsonDocument } from "../readers/json-document.js";
import type { RecordReader } from "../readers/record-reader.js";
import { type Likeness, type Password, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, mostHave, system } from "../system/system.js";
import { flag, not } from "../system/tests.js";

/** Keys that only Keycloak's users have. */
const OWN_KEYS = ["disableableCredentialTypes", "requiredActions", "realmRoles", "createdTimestamp"];

/** Realms with their users, or the users of a directory export. */
const REALMS = jsonDocument({
  keys: ["users"],
  paths: [["*", "users"]],
  around: ["realm", "otpPolicyLookAheadWindow"],
  firstKey: "id",
  withoutList: "the file has no list of users, as a realm that was exported without its users",
});

const USER_LIST = jsonDocument({ keys: [], firstKey: "id" });

/** Users as the admin interface lists them, `kcadm.sh get users`: without credentials. */
const LISTING: RecordReader = {
  ...USER_LIST,
  fits: (beginning) => firstElementHas(beginning, "username"),
  read: readRewritten(USER_LIST, (item) => (item.kind === "record" ? { ...item, around: { isListing: true } } : item)),
};

/**
 * A realm export: one realm, an array of realms, or a file of users of a directory export.
 *
 * @see https://github.com/keycloak/keycloak — core/src/main/java/org/keycloak/representations/idm
 */
export const KEYCLOAK = /* @__PURE__ */ system("keycloak", {
  title: "Keycloak",
  comparedWith: "26.8.2 of 2026-11-05: keycloak/keycloak: core/src/main/java/org/keycloak/representations/idm",
  howToExport: howTo(
    [
      "kc.sh export --file realm.json --realm <realm> --users same_file",
      "# For many users: several files, which are one export, with the realm's settings for all users.",
      "kc.sh export --dir realm --realm <realm> --users different_files",
      "credport check realm/<realm>-realm.json realm/<realm>-users-*.json --from keycloak",
    ],
    "Run on the server, or in a container with its database settings. Least privileges: settings of a database user with SELECT; no administrator's account. Not these, which have neither hashes nor second factors: kcadm.sh get users, and the console's partial export.",
  ),
  users: { readers: [LISTING, REALMS] },
  beforeUsers: { title: "a Keycloak realm export", isBeginning: beginsLikeRealm },
  isUser: (record) => !isServiceAccount(record),
  listsBy: "realm",
  user: {
    id: "id",
    email: "email",
    verified: flag("emailVerified"),
    phones: read("attributes", readPhone),
    userName: "username",
    hash: read("credentials", readUserPassword),
  },
  rules: [
    // Absent is false where Keycloak itself reads a realm: DefaultExportImportManager.createUser.
    hold("disabled", not(flag("enabled"))),
    read("credentials", noteListing),
    read("requiredActions", noteActions),
  ],
  factors: [read("totp", readFactors)],
  lists: [
    {
      list: "federatedIdentities",
      login: { provider: "identityProvider", userId: "userId" },
      notCarried: "userName",
    },
  ],
  alsoRead: "serviceAccountClientId serviceAccountClientLink",
  joined: "createdTimestamp",
  roles: "realmRoles",
  notCarried: `firstName lastName realmRoles clientRoles groups clientConsents notBefore access self origin
    federationLink socialLinks disableableCredentialTypes applicationRoles userProfileMetadata verifiableCredentials
    issuedVerifiableCredentials`,
  likeness,
});

/** Settings that every realm has, whether its users were exported or not. */
const REALM_KEYS = [
  "sslRequired",
  "accessTokenLifespan",
  "ssoSessionIdleTimeout",
  "otpPolicyType",
  "otpPolicyAlgorithm",
  "keycloakVersion",
];

function beginsLikeRealm(beginning: Uint8Array): boolean {
  const text = beginningText(beginning);
  const has = (key: string) => text.includes(`"${key}"`);
  return /^[[{]/.test(text) && has("realm") && REALM_KEYS.filter(has).length > 1;
}

function likeness(records: readonly Fields[]): Likeness {
  if (!mostHave(records, "username", "enabled")) return "no";
  return OWN_KEYS.some((key) => mostHave(records, key)) || hasOwnCredentials(records) ? "sure" : "possible";
}

function hasOwnCredentials(records: readonly Fields[]): boolean {
  const credentials = records.flatMap((record) => {
    const list = ownField(record, "credentials");
    return Array.isArray(list) ? list.filter(isFields) : [];
  });
  return credentials.some((one) => "secretData" in one || "hashedSaltedValue" in one);
}

/** The user in whose name a client acts. */
function isServiceAccount(record: Fields): boolean {
  return ["serviceAccountClientId", "serviceAccountClientLink"].some(
    (name) => typeof ownField(record, name) === "string",
  );
}

/** What Keycloak asks of the user at their next login. */
function noteActions(user: Row): boolean {
  const isTemporary = ({ fields }: Row) => fields.type === "password" && fields.temporary === true;
  const credentials = user.objects("credentials");
  const actions = user.list("requiredActions");
  if (credentials.some(isTemporary) || actions.includes("UPDATE_PASSWORD")) user.context.mustReset("requiredActions");
  if (actions.includes("CONFIGURE_TOTP")) {
    const message = "the old system has the user enrol a second factor at the next login";
    user.findings.warn("user/second-factor-due", message, "requiredActions");
  }
  if (actions.some((action) => !READ_ACTIONS.has(action))) user.leaveOut("requiredActions");
  return actions.length > 0;
}

const READ_ACTIONS: ReadonlySet<unknown> = new Set(["UPDATE_PASSWORD", "CONFIGURE_TOTP"]);

/** The attribute of Keycloak's scope `phone`: no login there, so only a verified one becomes a login here. */
function readPhone(user: Row): readonly Contact[] {
  const attributes = user.object("attributes")?.fields ?? {};
  keepLanguage(user.findings, attributes);
  const number = firstOf(ownField(attributes, "phoneNumber"));
  const isVerified = firstOf(ownField(attributes, "phoneNumberVerified")) === "true";
  const value =
    number === undefined || !isVerified ? undefined : verifiedPhoneNumber(number, "attributes", user.context);
  for (const name of Object.keys(attributes)) {
    const isRead = value !== undefined && (name === "phoneNumber" || name === "phoneNumberVerified");
    if (!isRead) user.leaveOut(`attributes.${shortName(name)}`);
  }
  return contactsOf(value, true);
}

function shortName(name: string): string {
  return /^[A-Za-z_][\w.:-]{0,39}$/.test(name) ? name : "(a name that is not plain text)";
}

/** Attributes are lists of texts. */
function firstOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
}

/** A listing does not say how its users log in. */
function noteListing(user: Row): boolean {
  if (user.context.around.isListing !== true || user.own("credentials") !== undefined) return false;
  const message = "a list of the admin interface has neither hashes nor social logins: export the realm";
  noteMissingHash("credentials", message, user.findings);
  return true;
}

function readUserPassword(user: Row): Password | undefined {
  const credentials = user.objects("credentials");
  const [credential, ...others] = credentials.filter(({ fields }) => fields.type === "password");
  for (const { fields } of credentials)
    if (LEFT_OUT.has(String(fields.type))) user.leaveOut(`credentials (${fields.type})`);
  if (credential === undefined) return undefined;
  // Beside a password it is a second factor: that without one has a type of its own.
  if (credentials.some(({ fields }) => fields.type === SECURITY_KEY)) {
    user.factorNotCarried(`credentials (${SECURITY_KEY})`);
  }
  if (others.length > 0) user.leaveOut("further passwords");
  return user.hash(() => composeHash(credential));
}

const SECURITY_KEY = "webauthn";
const FACTOR_TYPES: ReadonlySet<string> = new Set(["password", "otp", "totp", "hotp"]);

/** Credentials that no import call takes. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  words("password-history webauthn webauthn-passwordless recovery-authn-codes secret kerberos cert"),
);

/** Flat fields before version 8, two objects written as text from then on. */
function composeHash(credential: Row): string | undefined {
  const { fields, findings } = credential;
  if (credential.text("hashedSaltedValue") !== undefined) {
    return hashOf(credential.of({ ...fields, value: fields.hashedSaltedValue }), credential);
  }
  const secret = credential.jsonObject("secretData");
  const data = credential.jsonObject("credentialData");
  if (secret !== undefined && data !== undefined) return hashOf(secret, data);
  if (credential.text("value") !== undefined) return notePlainPassword("credentials", findings);
  return noteMissingHash("credentials", "the export has no hash of the user's password", findings);
}

const PBKDF2_DIGESTS = { pbkdf2: "sha1", "pbkdf2-sha256": "sha256", "pbkdf2-sha512": "sha512" } as const;

/** More than any cost of bcrypt is a number of rounds of another hasher, which the extension passes over. */
const MOST_BCRYPT_COST = 31;

function hashOf(secret: Row, data: Row): string | undefined {
  const { findings, context } = data;
  const hash = secret.text("value");
  const salt = secret.text("salt");
  const iterations = countOf(data.fields, "hashIterations");
  // The first versions had one algorithm, and did not name it.
  const algorithm = data.text("algorithm") ?? "pbkdf2";
  // An extension's, which keeps the whole string.
  if (algorithm === "bcrypt") {
    const cost = iterations !== undefined && iterations > MOST_BCRYPT_COST ? undefined : iterations;
    const stated = { is: ["bcrypt"], cost };
    return asStated(hash ?? noteIncompleteHash("credentials", findings), stated, "credentials", context);
  }
  if (hash === undefined || salt === undefined || iterations === undefined) {
    return noteIncompleteHash("credentials", findings);
  }
  if (algorithm === "argon2") return argon2Of({ hash, salt, iterations }, data);
  if (!Object.hasOwn(PBKDF2_DIGESTS, algorithm)) return noteUnknownAlgorithm("credentials", findings);
  const digest = PBKDF2_DIGESTS[algorithm as keyof typeof PBKDF2_DIGESTS];
  return composePbkdf2({ digest, iterations, salt, hash });
}

const ARGON2_VERSIONS: Readonly<Record<string, number>> = { "1.0": 16, "1.3": 19 };

function argon2Of(
  parts: { readonly hash: string; readonly salt: string; readonly iterations: number },
  data: Row,
): string | undefined {
  const more = data.object("additionalParameters");
  const parameter = (name: string) => firstOf(more?.own(name));
  const [type, memory, parallelism] = ["type", "memory", "parallelism"].map(parameter);
  const version = ARGON2_VERSIONS[parameter("version") ?? ""];
  if (type === undefined || memory === undefined || parallelism === undefined || version === undefined) {
    return noteIncompleteHash("credentials", data.findings);
  }
  const bytes = countOf({ bytes: parameter("hashLength") }, "bytes");
  const composed = composeArgon2({ ...parts, type, memory, parallelism, version });
  return asStated(composed, { bytes }, "credentials", data.context);
}

/** The mark that the user has a second factor says something only where the factor itself is not in the export. */
function readFactors(user: Row): readonly TotpEnrolment[] {
  const credentials = user.objects("credentials");
  const isFactor = ({ fields: { type } }: Row) => type === "otp" || type === "totp" || type === "hotp";
  if (user.fields.totp === true && !credentials.some(isFactor)) user.factorNotCarried("totp");
  // Extensions have types of their own, such as numbers for codes by SMS.
  const isOther = ({ fields: { type } }: Row) => !FACTOR_TYPES.has(String(type)) && !LEFT_OUT.has(String(type));
  for (const { fields } of credentials.filter(isOther))
    user.factorNotCarried(`credentials (${shortName(String(fields.type))})`);
  return credentials.flatMap(readFactor);
}

function readFactor(credential: Row): readonly TotpEnrolment[] {
  const type = credential.text("type");
  // Before version 8: the secret as text, beside its parameters.
  if (type === "totp") {
    const value = credential.fields.hashedSaltedValue ?? credential.fields.value;
    return factorOf(credential.of({ value }), credential, credential);
  }
  if (type === "hotp") return noteNotCarried(credential, COUNTS);
  if (type !== "otp") return [];
  const secret = credential.jsonObject("secretData");
  const data = credential.jsonObject("credentialData");
  return factorOf(secret ?? credential.of({}), data ?? credential.of({}), credential);
}

function factorOf(secret: Row, data: Row, credential: Row): readonly TotpEnrolment[] {
  if (data.text("subType") === "hotp") return noteNotCarried(data, COUNTS);
  const text = secret.text("value");
  const encoding = encodingOf(data.text("secretEncoding"));
  if (text === undefined || encoding === undefined) {
    return noteNotCarried(data, "the second factor's secret is not in the export, or in an encoding that is not known");
  }
  const period = data.wholeNumber("period", 0, 86_400);
  return credential.factor({
    ...{ field: "credentials", secret: text, encoding, skew: windowOf(data) },
    deviceName: credential.text("userLabel") ?? credential.text("device"),
    ...{ digits: data.fields.digits, algorithm: data.fields.algorithm },
    // 0 in exports of versions that had no period of their own.
    period: period === 0 ? undefined : period,
  });
}

/** Steps by which a code may be off: a setting of the realm, which a file of users alone does not have. */
function windowOf({ context, findings }: Row): number | undefined {
  const window = Number(ownField(context.around, "otpPolicyLookAheadWindow") ?? Number.NaN);
  if (Number.isInteger(window)) return window;
  const message =
    "the file does not have the realm's otpPolicyLookAheadWindow in front of the users: 1 step is assumed, Keycloak's default";
  return findings.warn("user/second-factor-window", message, "credentials");
}

/** The key of the codes is the text itself, unless it is said to be base32. */
function encodingOf(name: string | undefined): "utf8" | "base32" | undefined {
  if (name === undefined) return "utf8";
  return name.toUpperCase() === "BASE32" ? "base32" : undefined;
}

const COUNTS = "the second factor counts its codes (HOTP), which the service does not verify";

function noteNotCarried({ findings }: Row, message: string): readonly [] {
  findings.warn("user/second-factor-not-carried", message, "credentials");
  return [];
}
