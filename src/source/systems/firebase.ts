import { identifyHash } from "../../hash/index.js";
import { ComposedProviderScrypt, composeProviderScrypt, isPlainPart } from "../../hash/internal.js";
import { words } from "../../lib/words.js";
import { HASH_PROBLEMS } from "../../problems/hash.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SOURCE_PROBLEMS } from "../../problems/source.js";
import { USER_PROBLEMS } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import {
  eachObject,
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  NONE,
  phoneField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { isOfCaller, OF_CUSTOMER, socialLogin } from "../fields/social-login.js";
import type { FirebaseHashConfig } from "../firebase-hash-config.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import type { NamedSource, RecordContext } from "../source.js";
import { mostHave } from "../system/system.js";
import { FIREBASE_CSV, FIREBASE_JSON, FIREBASE_PAGES } from "./firebase/firebase-readers.js";

const { problem } = /* @__PURE__ */ problemMaker(SOURCE_PROBLEMS, USER_PROBLEMS, HASH_PROBLEMS);

const USER: FieldTable = {
  read: new Set(
    words(`localId email emailVerified phoneNumber disabled passwordHash salt passwordSalt version providerUserInfo
      mfaInfo`),
  ),
  notCarried: new Set(
    words(`displayName photoUrl customAttributes tenantId screenName language timeZone createdAt lastLoginAt
      lastSignedInAt lastRefreshAt passwordUpdatedAt validSince customAuth emailLinkSignin initialEmail dateOfBirth
      metadata`),
  ),
};

const PROVIDER: FieldTable = {
  list: "providerUserInfo",
  read: new Set(["providerId", "rawId", "federatedId", "email"]),
  notCarried: new Set(["displayName", "photoUrl", "phoneNumber", "screenName"]),
};

/** Entries of `providerUserInfo` that repeat the user's own e-mail address or phone number. */
const OWN_PROVIDERS: ReadonlySet<string> = new Set(["password", "phone", "emailLink"]);

/**
 * `firebase auth:export` as JSON or CSV, the users that the Admin SDK or the REST interface lists, or the
 * emulator's `accounts.json`.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts
 */
export const FIREBASE: NamedSource<"firebase"> = {
  name: "firebase",
  title: "Firebase Authentication",
  comparedWith: { release: "v15.28.1", date: "2026-08-19", file: "firebase/firebase-tools: src/accountExporter.ts" },
  howToExport: [
    "firebase auth:export users.json --format=json --project <project>",
    "",
    "Least privileges: the role Firebase Authentication Viewer, and for the hashes a role with the permission",
    "firebaseauth.configs.getHashConfig, without which the file has none. Hash parameters: in the console,",
    "Authentication, Users, menu, Password hash parameters; save the text and give it with --hash-config.",
    "Take release 15.22.4 of the tool or a later one: before it the tool leaves out that users have second factors, and",
    "before 15.19 logins with providers other than Google, Facebook, Twitter and GitHub. No release gives logins by SAML",
    "or by OpenID Connect, and the secrets of second factors are in no export.",
  ].join("\n"),
  origin: "firebase",
  readers: [FIREBASE_CSV, FIREBASE_PAGES, FIREBASE_JSON],
  idField: "localId",
  joinedFields: ["createdAt"],
  lastLoginFields: ["lastSignedInAt", "lastLoginAt"],
  fields: [USER, PROVIDER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "localId") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "localId", findings);
  const email = emailField(record, "email", findings);
  const phoneNumber = phoneField(record, "phoneNumber", findings);
  const isMarked = flagField(record, "emailVerified", findings) && email !== undefined;
  const emailVerified = isMarked && !isOfCustomer(record, email, context);
  if (isMarked && !emailVerified) findings.leaveOut(OF_CUSTOMER);
  if (flagField(record, "disabled", findings)) context.holdBack("disabled", "disabled");
  const password = readUserPassword(record, context);
  const thirdParty = readProviders(record, { email, emailVerified }, context);
  if (listField(record, "mfaInfo", findings).length > 0) {
    secondFactorNotCarried("mfaInfo", context);
  }
  return {
    externalUserId,
    emails: email === undefined ? NONE : [{ value: email, isVerified: emailVerified }],
    // Firebase sends a code to a number before it keeps it.
    phoneNumbers: phoneNumber === undefined ? NONE : [{ value: phoneNumber, isVerified: true }],
    password,
    thirdParty,
    totp: NONE,
  };
}

/** A customer's server for SAML or OpenID Connect says any address, which Firebase takes for verified; these two check theirs. */
function isOfCustomer({ providerUserInfo: logins }: Fields, own: string, context: RecordContext): boolean {
  if (!Array.isArray(logins)) return false;
  const isProof = ({ providerId, email }: Fields) =>
    /^(?:google|apple)\.com$/.test(String(providerId)) && String(email).toLowerCase() === own.toLowerCase();
  const all = logins.filter(isFields);
  const isOther = (name: string) => /^(?:saml|oidc)\./.test(name) && !isOfCaller(name, context);
  return all.some(({ providerId }) => isOther(String(providerId))) && !all.some(isProof);
}

function readUserPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings, hashConfig } = context;
  const hash = textField(record, "passwordHash", findings);
  const salt = textField(record, "salt", findings) ?? textField(record, "passwordSalt", findings);
  if (hash === undefined) return undefined;
  const isPlain = isPlainPart(hash);
  if (isForeignHash(hash, isPlain)) return context.password(hash);
  refuseOlderVersion(record, findings);
  if (hashConfig === undefined) {
    findings.problems.push(
      problem("source/hash-config-unusable", "Firebase's hash parameters were not given", { field: "passwordHash" }),
    );
    return undefined;
  }
  const compose = () => composeHash({ hash, isPlain, salt }, hashConfig, findings);
  return context.password(compose, { source: "firebase" });
}

const AFTER_LOGIN =
  "Let the user reset their password, or export again after their next login: the old provider then writes a hash of the current version.";

/**
 * The account's parameters are those of hashes of version 0.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts leaves other hashes out
 */
function refuseOlderVersion(fields: Fields, findings: Findings): void {
  const version = Object.hasOwn(fields, "version") ? (fields.version ?? 0) : 0;
  if (version === 0 || version === "0") return;
  const message = "the hash is of another version than the account's hash parameters";
  findings.problems.push(problem("hash/not-as-stated", message, { field: "version", remedy: AFTER_LOGIN }));
}

/** Base64: what Firebase itself writes. */
const OWN_HASH = /^[A-Za-z0-9+/_-]{1,2048}={0,2}$/;

/** Whether the first byte of base64 is not a dollar sign. */
function beginsLikeOwn(hash: string): boolean {
  return hash[0] !== "J" || !/^J[A-P]/.test(hash);
}

/**
 * A hash that was once imported into Firebase or made by its emulator, and not its own scrypt.
 *
 * @param isPlain Whether it is standard, padded base64.
 */
function isForeignHash(hash: string, isPlain: boolean): boolean {
  if (beginsLikeOwn(hash) && (isPlain || OWN_HASH.test(hash))) return false;
  const { wrapping, scheme, disposition } = identifyHash(hash);
  if (scheme === "unknown" || scheme === "ambiguous-digest") return false;
  return disposition !== "malformed" || wrapping !== null || hash.startsWith("$");
}

/** A hash and its salt, as the export has them. */
interface OwnHash {
  readonly hash: string;
  readonly isPlain: boolean;
  readonly salt: string | undefined;
}

function composeHash(
  { hash, isPlain, salt }: OwnHash,
  { saltSeparator, rounds, memCost }: FirebaseHashConfig,
  findings: Findings,
): string | undefined {
  const given = { passwordHash: hash, salt: salt ?? "", saltSeparator, rounds, memCost };
  const composed = composeProviderScrypt(given, isPlain);
  if (!(composed instanceof ComposedProviderScrypt)) {
    findings.problems.push(...composed.problems);
    return undefined;
  }
  if (composed.passwordHash !== given.passwordHash || composed.salt !== given.salt) {
    findings.changes.push(...repairsOf(given, composed));
  }
  findings.noteComposed(composed);
  return composed.text;
}

/** What was rewritten: the fields that are not in the string letter for letter. */
function repairsOf(given: { passwordHash: string; salt: string }, composed: ComposedProviderScrypt) {
  return (["passwordHash", "salt"] as const)
    .filter((field) => given[field] !== composed[field])
    .map((field) => ({
      kind: /[-_]/.test(given[field]) ? ("alphabet-converted" as const) : ("padding-added" as const),
      message: `base64 of ${field} was written in the standard alphabet with padding`,
      field,
    }));
}

function readProviders(
  fields: Fields,
  own: { email: string | undefined; emailVerified: boolean },
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const entries = listField(fields, "providerUserInfo", findings);
  if (entries.length === 0) return NONE;
  return eachObject(entries, "providerUserInfo", findings, (entry) => {
    noteFieldsLeftOut(entry, PROVIDER, findings);
    return readProvider(entry, own, context);
  });
}

function readProvider(
  entry: Fields,
  own: { email: string | undefined; emailVerified: boolean },
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const provider = textField(entry, "providerId", findings);
  if (provider !== undefined && OWN_PROVIDERS.has(provider)) return [];
  const userId = textField(entry, "rawId", findings) ?? textField(entry, "federatedId", findings);
  const email = emailField(entry, "email", findings) ?? own.email;
  const isOwn = email === own.email || email?.toLowerCase() === own.email?.toLowerCase();
  const isVerified = own.emailVerified && isOwn;
  return socialLogin({ provider, userId, email, isVerified, field: "providerUserInfo" }, context);
}
