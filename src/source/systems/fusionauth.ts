import type { StatedFacts } from "../../hash/internal.js";
import { decodeBase64, scanBase64 } from "../../lib/base64.js";
import {
  composePbkdf2,
  countOf,
  noteIncompleteHash,
  notePlainPassword,
  noteUnknownAlgorithm,
} from "../fields/composed-hash.js";
import { type Fields, isFields } from "../fields/field.js";
import { jsonDocument } from "../readers/json-document.js";
import { firstOf } from "../system/place.js";
import { type Contact, type Likeness, type Password, type Row, read, type TotpEnrolment } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, mostHave, system } from "../system/system.js";
import { flag, hasPassed, not } from "../system/tests.js";

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
  comparedWith: "1.68.0 of 2026-07-02: FusionAuth/fusionauth-typescript-client: src/FusionAuthClient.ts",
  howToExport: howTo(
    [
      'curl -H "Authorization: <key>" "https://<host>/api/user/search?queryString=*&numberOfResults=500&accurateTotal=true"',
    ],
    "Each reply has nextResults, which the next request takes in the place of queryString, until no users come: without it the list ends at 10,000. The interface lists users without their hashes, which are in the database. Make the form of the import of both: users with id, email, verified, active, encryptionScheme, factor, salt and password, as its documentation has it. Least privileges: a key for GET /api/user/search alone, and SELECT on the tables of users and their hashes.",
  ),
  users: { readers: [jsonDocument({ keys: ["users"], firstKey: "id" })] },
  listsBy: "tenant",
  listsOf: ({ tenantId }) => [tenantId],
  user: {
    // An import file may leave the ID out, and FusionAuth then makes one: the login is the key that both sides know.
    id: firstOf("id email username"),
    email: "email",
    verified: read("verified verifiedReason email identities", isEmailVerified),
    phones: read("identities", readPhones),
    userName: "username",
    hash: read("encryptionScheme factor salt password", readHash),
  },
  // Absent is false where FusionAuth itself imports users.
  rules: [
    hold("disabled", not(flag("active"))),
    // From then on it is an expired account.
    hold("disabled", hasPassed("expiry")),
  ],
  factors: [read("twoFactor twoFactorEnabled", readFactors)],
  joined: "insertInstant",
  lastLogin: "lastLoginInstant",
  mustReset: "passwordChangeRequired",
  // mobilePhone is a number of the profile; phoneNumber is the one among the identities.
  notCarried: `firstName lastName middleName fullName birthDate imageUrl timezone data preferredLanguages
    registrations memberships lastUpdateInstant passwordLastUpdateInstant passwordChangeReason tenantId usernameStatus
    uniqueUsername mobilePhone phoneNumber identityProviders connectorId breachedPasswordStatus
    breachedPasswordLastCheckedInstant verifiedInstant parentEmail cleanSpeakId twoFactorDelivery legacyIdentifier`,
  secrets: "twoFactorSecret",
  likeness,
});

function likeness(records: readonly Fields[]): Likeness {
  if (mostHave(records, "encryptionScheme", "factor")) return "sure";
  const own = OWN_KEYS.filter((key) => records.some((record) => key in record));
  return own.length >= 2 && records.some((record) => "active" in record) ? "sure" : "no";
}

/**
 * Reasons that FusionAuth gives from release 1.59 on for a mark that follows a proof: an import marks an address only where it
 * is told to. Without any proof are marks that are Administrative (an administrator of the tenant set them), Skipped,
 * Disabled, Unverifiable or Pending, and those that are Trusted: "verification was not performed by FusionAuth", whatever
 * the provider was.
 *
 * @see https://fusionauth.io/blog/how-user-verification-works
 */
const PROVEN: ReadonlySet<unknown> = new Set(["Completed", "Implicit", "Import"]);

function isProven(identity: Row): boolean {
  const reason = identity.own("verifiedReason") ?? undefined;
  return reason === undefined || PROVEN.has(reason);
}

/** The mark of the user is that of their e-mail identity, which alone has the reason: both have to say so. */
function isEmailVerified(user: Row): boolean {
  const addresses = user.objects("identities").filter((identity) => identity.text("type") === "email");
  const email = user.text("email")?.toLowerCase();
  const own = addresses.filter((identity) => identity.text("value")?.toLowerCase() === email);
  const isSaid = addresses.length === 0 || own.length > 0;
  const isContradicted = own.some((identity) => identity.optionalFlag("verified") === false || !isProven(identity));
  return user.flag("verified") && isProven(user) && isSaid && !isContradicted;
}

/** Since release 1.59 a number may be a login; one that was not confirmed lets no user in by a code. */
function readPhones(user: Row): readonly Contact[] {
  const numbers = user.objects("identities").filter((identity) => identity.text("type") === "phoneNumber");
  return numbers.flatMap((identity) => {
    if (identity.flag("verified") && isProven(identity)) return identity.phones("value", true);
    user.leaveOut("unverified phone number");
    return [];
  });
}

function readHash(user: Row): Password | undefined {
  const value = user.text("password");
  if (value === undefined) return undefined;
  const scheme = user.text("encryptionScheme");
  if (scheme === undefined) return notePlainPassword("password", user.findings);
  const stated = statedOf(scheme, user.fields);
  return user.statedHash(() => composeHash(value, scheme, user), stated, "encryptionScheme");
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
function composeHash(value: string, scheme: string, user: Row): string | undefined {
  const { findings } = user;
  const salt = user.text("salt");
  const factor = countOf(user.fields, "factor");
  if (scheme === "bcrypt") {
    if (value.startsWith("$2")) return value;
    if (salt === undefined || factor === undefined) return noteIncompleteHash("salt", findings);
    return `$2a$${String(factor).padStart(2, "0")}$${salt}${value}`;
  }
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

function readFactors(user: Row): readonly TotpEnrolment[] {
  const field = "twoFactor.methods";
  const twoFactor = user.object("twoFactor") ?? user.of({});
  if (twoFactor.list("recoveryCodes").length > 0) user.leaveOut("twoFactor.recoveryCodes");
  const methods = twoFactor.list("methods");
  // Before release 1.26 there was one, whose secret is of an app or for codes by SMS.
  if (methods.length === 0 && user.flag("twoFactorEnabled")) return user.factorNotCarried("twoFactorEnabled");
  return methods.flatMap((entry) => {
    const method = user.of(isFields(entry) ? entry : {});
    if (method.text("method") !== "authenticator") return user.factorNotCarried(field);
    const secret = method.text("secret");
    if (secret === undefined) return user.factorNotCarried(field);
    const authenticator = method.object("authenticator") ?? user.of({});
    const period = authenticator.wholeNumber("timeStep", 1, 86_400);
    const { codeLength: digits, algorithm } = authenticator.fields;
    return user.factor({ field, secret, encoding: "base64", period, digits, algorithm });
  });
}
