import { words } from "../../lib/words.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, statedBy } from "../fields/composed-hash.js";
import {
  emailField,
  type Fields,
  type Findings,
  idText,
  isFields,
  jsonTextField,
  objectField,
  ownField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { noteWrongType, WANTED } from "../fields/wrong-type.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonLines } from "../readers/json-lines.js";
import type { Likeness, RecordContext, RecordRole, Source } from "../source.js";
import { AUTH0_CSV } from "./auth0/auth0-csv.js";
import { customPasswordHash } from "./auth0/custom-password-hash.js";

const USER: FieldTable = {
  read: new Set(
    words(`user_id _id email email_verified username phone_number phone_verified blocked identities password_hash
      passwordHash custom_password_hash mfa_factors`),
  ),
  notCarried: new Set(
    words(`name given_name family_name nickname picture created_at updated_at last_login last_ip logins_count
      app_metadata user_metadata multifactor last_password_reset password_set_date tenant connection _tmp_is_unique
      identifiers locale`),
  ),
};

const IDENTITY: FieldTable = {
  list: "identities",
  read: new Set(["provider", "user_id", "isSocial", "profileData"]),
  notCarried: new Set(["connection"]),
  secrets: new Set(["access_token", "access_token_secret", "refresh_token"]),
};

/** What Auth0 puts before the ID of a user of its own database. */
const OWN_PREFIX = "auth0|";

/**
 * Profiles of a bulk export, one a line, in an array or as CSV, to be joined with the export of password hashes that
 * the vendor's support gives; or a file in the form of the bulk import.
 *
 * @see https://github.com/auth0/docs-v2 — main/docs/manage-users/user-migration/bulk-user-import-schema.mdx
 */
export const AUTH0: Source = {
  name: "auth0",
  title: "Auth0",
  howToExport: [
    `auth0 api post jobs/users-exports --data '{"connection_id":"<connection>","format":"json"}'`,
    "",
    "Least privileges: a token with read:users. The file has profiles, one a line, without hashes; leave the list of",
    "fields out, or name user_id, email, email_verified, identities, blocked, phone_number and phone_verified. Hashes and",
    "secrets of second factors: ask the vendor's support for them (a paid plan), and join what it hands over:",
    "credport check profiles.ndjson --from auth0 --join hashes.ndjson",
  ].join("\n"),
  origin: "auth0",
  readers: [AUTH0_CSV, jsonLines({ firstKey: "user_id" })],
  idField: "user_id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_login"],
  fields: [USER, IDENTITY],
  otherFields: "counted",
  detect: likeness,
  roleOf,
  toUser: readUser,
};

function likeness(records: readonly Fields[]): Likeness {
  if (mostHave(records, "_id", "passwordHash", "connection")) return "sure";
  if (mostHave(records, "email", "custom_password_hash")) return "sure";
  if (!mostHave(records, "user_id")) return "no";
  const hasOwnId = records.some((record) => /^[\w-]{1,64}\|/.test(String(ownField(record, "user_id"))));
  return hasOwnId || mostHave(records, "identities") ? "sure" : "possible";
}

/** A record of hashes belongs to the profile whose ID ends in its own; without a profile it is a user by itself. */
function roleOf(record: Fields): RecordRole {
  const id = idText(ownField(record, "_id"));
  if (ownField(record, "user_id") === undefined && id !== undefined) {
    return { role: "part", part: "hashes", key: id, aloneIsUser: true };
  }
  const own = idText(ownField(record, "user_id"));
  return { role: "user", key: own?.startsWith(OWN_PREFIX) ? own.slice(OWN_PREFIX.length) : own };
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "blocked", findings) === true) context.holdBack("banned", "blocked");
  const id = idText(ownField(record, "_id"));
  const isHashRecord = ownField(record, "user_id") === undefined && id !== undefined;
  const externalUserId = isHashRecord ? `${OWN_PREFIX}${id}` : userIdField(record, "user_id", findings);
  const value = emailField(record, "email", findings);
  const isVerified = writtenFlagField(record, "email_verified", findings) === true && value !== undefined;
  const emails = value === undefined ? [] : [{ value, isVerified }];
  const userName = textField(record, "username", findings);
  return {
    externalUserId,
    emails,
    phoneNumbers: readPhone(record, context),
    ...(userName === undefined ? {} : { userName }),
    password: readHash(record, context),
    thirdParty: readIdentities(record, emails[0], context),
    totp: readFactors(record, context),
  };
}

/** A number that nobody has confirmed is not one to log in with. */
function readPhone(record: Fields, context: RecordContext): readonly Contact[] {
  if (writtenFlagField(record, "phone_verified", context.findings) !== true) {
    if (ownField(record, "phone_number") !== undefined) context.findings.leaveOut("unverified phone number");
    return [];
  }
  const value = phoneNumberField(record, "phone_number", context);
  return value === undefined ? [] : [{ value, isVerified: true }];
}

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const [part] = context.parts("hashes");
  const text =
    textField(record, "passwordHash", findings) ??
    textField(record, "password_hash", findings) ??
    (part === undefined ? undefined : textField(part, "passwordHash", findings));
  if (text !== undefined) return context.password(text);
  const custom = objectField(record, "custom_password_hash", findings);
  if (custom === undefined) return undefined;
  const stated = statedBy(STATED, textField(custom, "algorithm", findings)) ?? {};
  const field = "custom_password_hash";
  return context.password(() => asStated(customPasswordHash(custom, findings), stated, field, context));
}

/** Algorithms whose hashes are whole strings. */
const STATED = { argon2: ["argon2"], bcrypt: ["bcrypt"], pbkdf2: ["pbkdf2"] };

function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  return listOf(record, "mfa_factors", findings).flatMap((factor) => {
    const totp = objectField(factor, "totp", findings);
    if (totp === undefined) {
      findings.leaveOut("mfa_factors by e-mail or SMS");
      return [];
    }
    const secret = textField(totp, "secret", findings);
    if (secret !== undefined)
      return secondFactor({ field: "mfa_factors", secret, encoding: "base32" }, context);
    const message = "the second factor's secret is not in the export";
    findings.warnings.push(problem("user/second-factor-not-carried", message, { field: "mfa_factors" }));
    return [];
  });
}

/** A list of objects, also where it is written as text. */
function listOf(record: Fields, name: string, findings: Findings): readonly Fields[] {
  const value = jsonTextField(record, name, findings);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.filter(isFields);
  noteWrongType({ name, value, wanted: WANTED.list }, findings);
  return [];
}

function readIdentities(
  record: Fields,
  email: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listOf(record, "identities", findings).flatMap((identity) => {
    noteFieldsLeftOut(identity, IDENTITY, findings);
    // The user's own password is an identity too, and an enterprise's directory is another.
    if (writtenFlagField(identity, "isSocial", findings) !== true) {
      if (ownField(identity, "provider") !== "auth0") findings.leaveOut("identities that are not social");
      return [];
    }
    const linked = linkedEmail(objectField(identity, "profileData", findings) ?? {}, findings) ?? email;
    const login = {
      provider: textField(identity, "provider", findings),
      userId: idText(ownField(identity, "user_id")),
      email: linked?.value,
      isVerified: linked?.isVerified ?? false,
    };
    return socialLogin({ ...login, field: "identities" }, context);
  });
}

/** The address of a login that was linked to the user: their own is that of the first one. */
function linkedEmail(profile: Fields, findings: Findings): Contact | undefined {
  const value = emailField(profile, "email", findings);
  if (value === undefined) return undefined;
  return { value, isVerified: writtenFlagField(profile, "email_verified", findings) === true };
}
