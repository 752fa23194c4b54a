import type { StatedFacts } from "../../hash/internal.js";
import { decodeBase64, scanBase64 } from "../../lib/base64.js";
import {
  asStated,
  composePbkdf2,
  countOf,
  noteIncompleteHash,
  notePlainPassword,
  noteUnknownAlgorithm,
} from "../fields/composed-hash.js";
import {
  type Fields,
  type Findings,
  isFields,
  listField,
  objectField,
  textField,
  wholeNumberField,
} from "../fields/field.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import type { TotpEnrolment } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import type { Likeness, RecordContext } from "../source.js";
import { firstOf } from "../system/place.js";
import { hold } from "../system/rules.js";
import { from, mostHave, system } from "../system/system.js";
import { flag, not } from "../system/tests.js";

/** Keys by which its users are told from those of others. */
const OWN_KEYS = ["encryptionScheme", "registrations", "passwordChangeRequired", "insertInstant", "tenantId"];

/**
 * Users in the form of FusionAuth's import and search: the hash in its parts.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts
 * @see https://github.com/FusionAuth/fusionauth-site — astro/src/content/docs/apis/_import-users-request-body.mdx
 */
export const FUSIONAUTH = /* @__PURE__ */ system("fusionauth", {
  title: "FusionAuth",
  howToExport: [
    'curl -H "Authorization: <key>" "https://<host>/api/user/search?queryString=*&numberOfResults=500&startRow=0"',
    "",
    "The interface lists users without their hashes, which are in the database. Make the form of the import of both:",
    "users with id, email, verified, active, encryptionScheme, factor, salt and password, as its documentation has it.",
    "Least privileges: a key for GET /api/user/search alone, and SELECT on the tables of users and their hashes.",
  ].join("\n"),
  users: { readers: [jsonDocument({ keys: ["users"], firstKey: "id" })] },
  user: {
    // An import file may leave the ID out, and FusionAuth then makes one: the login is the key that both sides know.
    id: firstOf("id email username"),
    email: "email",
    verified: flag("verified"),
    userName: "username",
    hash: from("encryptionScheme factor salt password", readHash),
  },
  // Absent is false where FusionAuth itself imports users.
  rules: [hold("disabled", not(flag("active")))],
  factors: [from("twoFactor", readFactors)],
  joined: "insertInstant",
  lastLogin: "lastLoginInstant",
  mustReset: "passwordChangeRequired",
  // A number of the profile: nobody logs in with it, and nothing says that it was confirmed.
  notCarried: `firstName lastName middleName fullName birthDate imageUrl timezone data preferredLanguages
    registrations memberships expiry insertInstant lastLoginInstant lastUpdateInstant passwordLastUpdateInstant
    passwordChangeReason tenantId usernameStatus uniqueUsername mobilePhone phoneNumber identityProviders
    connectorId breachedPasswordStatus verifiedInstant parentEmail cleanSpeakId twoFactorEnabled twoFactorDelivery
    identities`,
  secrets: "twoFactorSecret",
  likeness,
});

function likeness(records: readonly Fields[]): Likeness {
  if (mostHave(records, "encryptionScheme", "factor")) return "sure";
  const own = OWN_KEYS.filter((key) => records.some((record) => key in record));
  return own.length >= 2 && records.some((record) => "active" in record) ? "sure" : "no";
}

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const value = textField(record, "password", findings);
  if (value === undefined) return undefined;
  const scheme = textField(record, "encryptionScheme", findings);
  if (scheme === undefined) return notePlainPassword("password", findings);
  return context.password(() => {
    const hash = composeHash(value, scheme, record, findings);
    return asStated(hash, statedOf(scheme, record), "encryptionScheme", context);
  });
}

/** The digest comes first in their names, the length of the key last. */
const PBKDF2_DIGESTS = {
  "salted-pbkdf2-hmac-sha256": "sha256",
  "salted-pbkdf2-hmac-sha256-512": "sha256",
  "salted-pbkdf2-hmac-sha512-512": "sha512",
} as const;

const KEY_BYTES = 32;
const LONG_KEY_BYTES = 64;

/** What an extension's factor means is not known. */
function statedOf(scheme: string, record: Fields): StatedFacts {
  if (scheme === "bcrypt") return { is: ["bcrypt"], cost: countOf(record, "factor") };
  if (!Object.hasOwn(PBKDF2_DIGESTS, scheme)) return {};
  return { bytes: scheme.endsWith("-512") ? LONG_KEY_BYTES : KEY_BYTES };
}

/** FusionAuth's own hashers; an extension is known by what it keeps: the whole string in base64. */
function composeHash(value: string, scheme: string, record: Fields, findings: Findings): string | undefined {
  const salt = textField(record, "salt", findings);
  const factor = countOf(record, "factor");
  if (scheme === "bcrypt") return bcryptOf(value, salt, factor, findings);
  if (Object.hasOwn(PBKDF2_DIGESTS, scheme)) {
    if (salt === undefined || factor === undefined) return noteIncompleteHash("salt", findings);
    const digest = PBKDF2_DIGESTS[scheme as keyof typeof PBKDF2_DIGESTS];
    return composePbkdf2({ digest, iterations: factor, salt, hash: value });
  }
  const { illegalAt, bodyEnd } = scanBase64(value);
  const text = illegalAt < 0 ? new TextDecoder().decode(decodeBase64(value, 0, bodyEnd)) : "";
  if (/^\$(?:argon2(?:id|i|d)|P|H)\$/.test(text)) return text;
  return noteUnknownAlgorithm("encryptionScheme", findings);
}

function bcryptOf(
  digest: string,
  salt: string | undefined,
  cost: number | undefined,
  findings: Findings,
): string | undefined {
  if (digest.startsWith("$2")) return digest;
  if (salt === undefined || cost === undefined) return noteIncompleteHash("salt", findings);
  return `$2a$${String(cost).padStart(2, "0")}$${salt}${digest}`;
}

function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "twoFactor.methods";
  const twoFactor = objectField(record, "twoFactor", findings) ?? {};
  if (listField(twoFactor, "recoveryCodes", findings).length > 0)
    findings.leaveOut("twoFactor.recoveryCodes");
  return listField(twoFactor, "methods", findings).flatMap((entry) => {
    const method = isFields(entry) ? entry : {};
    if (textField(method, "method", findings) !== "authenticator") {
      findings.leaveOut("twoFactor.methods by e-mail or SMS");
      return [];
    }
    const secret = textField(method, "secret", findings);
    if (secret === undefined) {
      secondFactorNotCarried(field, context);
      return [];
    }
    const authenticator = objectField(method, "authenticator", findings) ?? {};
    const period = wholeNumberField(authenticator, "timeStep", { least: 1, most: 86_400 }, findings);
    const { codeLength: digits, algorithm } = authenticator;
    return secondFactor({ field, secret, encoding: "base64", period, digits, algorithm }, context);
  });
}
