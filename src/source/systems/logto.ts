import { encodeBase64 } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, noteIncompleteHash, noteMissingHash, statedBy } from "../fields/composed-hash.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isFields,
  jsonTextField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { fromPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";
import { legacyHash } from "./logto/legacy-hash.js";
import { columnsInBothCases, inBothCases, inCamelCase } from "./shared-letter-case.js";

const USER: FieldTable = {
  read: inBothCases(
    ...["id", "username", "primaryEmail", "primaryPhone", "passwordEncrypted", "passwordEncryptionMethod"],
    ...["identities", "mfaVerifications", "isSuspended", "hasPassword", "isPasswordExpired"],
  ),
  notCarried: inBothCases(
    ...[
      "tenantId",
      "name",
      "avatar",
      "profile",
      "applicationId",
      "customData",
      "logtoConfig",
      "lastSignInAt",
    ],
    ...["createdAt", "updatedAt", "passwordUpdatedAt", "ssoIdentities", "cimdClientId"],
    "mfaVerificationFactors",
  ),
};

/**
 * The table `users` of Logto's database, or the users that its management interface lists, which have no hashes.
 *
 * @see https://github.com/logto-io/logto — packages/schemas/tables/users.sql
 */
export const LOGTO: Source = {
  name: "logto",
  title: "Logto",
  howToExport: fromPostgres(["users"], "The interface lists users without hashes."),
  origin: "logto",
  readers: tableReaders({ tables: ["users"], required: columnsInBothCases("id", "primaryEmail") }),
  idField: "id",
  mustResetFields: ["isPasswordExpired", "is_password_expired"],
  joinedFields: ["createdAt"],
  lastLoginFields: ["lastSignInAt"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) =>
    mostHave(records.map(inCamelCase), "id", "primaryEmail", "isSuspended") ? "sure" : "no",
  toUser: readUser,
};

function readUser(row: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const record = inCamelCase(row);
  const externalUserId = userIdField(record, "id", findings);
  if (writtenFlagField(record, "isSuspended", findings) === true) context.holdBack("disabled", "isSuspended");
  // Logto has no mark of verification; an administrator may have typed the address.
  const emails = contactsOf(emailField({ email: record.primaryEmail }, "email", findings), false);
  const phone = phoneNumberField(record, "primaryPhone", context, { isWithoutPlus: true });
  const userName = textField(record, "username", findings);
  return {
    externalUserId,
    emails,
    phoneNumbers: contactsOf(phone, false),
    ...(userName === undefined ? {} : { userName }),
    password: readHash(record, context),
    thirdParty: readIdentities(record, emails[0], context),
    totp: readFactors(record, context),
  };
}

/** Methods whose texts say what they are. */
const READ_METHODS = {
  Argon2d: ["argon2d"],
  Argon2i: ["argon2i"],
  Argon2id: ["argon2id"],
  Bcrypt: ["bcrypt"],
};

/** LDAP's names for digests of the password alone, which Logto keeps in hexadecimal. */
const DIGESTS = { MD5: "MD5", SHA1: "SHA", SHA256: "SHA256" };

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const text = textField(record, "passwordEncrypted", findings);
  const method = textField(record, "passwordEncryptionMethod", findings);
  if (text === undefined) {
    const hasPassword = writtenFlagField(record, "hasPassword", findings) === true;
    const message = "the list of users has no hash of the user's password";
    if (hasPassword) noteMissingHash("passwordEncrypted", message, findings);
    return undefined;
  }
  if (method !== undefined && Object.hasOwn(DIGESTS, method)) {
    const digest = hexBytes(text);
    if (digest === null) return noteIncompleteHash("passwordEncrypted", findings);
    return context.password(`{${DIGESTS[method as keyof typeof DIGESTS]}}${encodeBase64(digest)}`);
  }
  if (method === "Legacy") return context.password(() => legacyHash(text, findings));
  const stated = statedBy(READ_METHODS, method);
  if (stated !== undefined) {
    return context.password(() => asStated(text, stated, "passwordEncryptionMethod", context));
  }
  const name = /^\w{1,20}$/.test(method ?? "") ? method : "that is not named";
  const message = `the hash is by the method ${name}, which credport does not read`;
  findings.problems.push(
    problem("user/hash-algorithm-unknown", message, { field: "passwordEncryptionMethod" }),
  );
  return undefined;
}

function readIdentities(
  record: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const identities = jsonTextField(record, "identities", findings);
  return Object.entries(isFields(identities) ? identities : {}).flatMap(([provider, value]) => {
    const identity = isFields(value) ? value : {};
    const details = isFields(identity.details) ? identity.details : {};
    const email = emailField(details, "email", findings) ?? own?.value;
    const userId = textField(identity, "userId", findings);
    return socialLogin(
      { provider, userId, email, isVerified: isOwnVerified(email, own), field: "identities" },
      context,
    );
  });
}

function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const said = jsonTextField(record, "mfaVerifications", findings);
  return (Array.isArray(said) ? said.filter(isFields) : []).flatMap((factor) => {
    const secret = textField(factor, "key", findings);
    if (factor.type === "Totp" && secret !== undefined) {
      return secondFactor({ field: "mfaVerifications", secret, encoding: "base32" }, context);
    }
    findings.leaveOut("mfaVerifications of another type");
    return [];
  });
}
