import { encodeBase64 } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import {
  asStated,
  noteIncompleteHash,
  noteMissingHash,
  noteUnreadAlgorithm,
  statedBy,
} from "../fields/composed-hash.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isFields,
  jsonTextField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { called } from "../system/place.js";
import { hold } from "../system/rules.js";
import { IN_BOTH_CASES } from "../system/spelling.js";
import { from, fromPostgres, system } from "../system/system.js";
import { tableReaders } from "../system/table-readers.js";
import { yes } from "../system/tests.js";
import { legacyHash } from "./logto/legacy-hash.js";

/**
 * The table `users` of Logto's database, or the users that its management interface lists, which have no hashes.
 *
 * @see https://github.com/logto-io/logto — packages/schemas/tables/users.sql
 */
export const LOGTO = /* @__PURE__ */ system("logto", {
  title: "Logto",
  howToExport: fromPostgres(["users"], "The interface lists users without hashes."),
  spelling: IN_BOTH_CASES,
  users: {
    readers: tableReaders({ tables: ["users"], required: IN_BOTH_CASES.sets(["id", "primaryEmail"]) }),
  },
  user: {
    id: "id",
    // Logto has no mark of verification; an administrator may have typed the address.
    email: called("email", "primaryEmail"),
    phones: from("primaryPhone", (row, context) =>
      contactsOf(phoneNumberField(row, "primaryPhone", context, { isWithoutPlus: true })),
    ),
    userName: "username",
    hash: from("passwordEncrypted passwordEncryptionMethod hasPassword", readHash),
  },
  rules: [hold("disabled", yes("isSuspended"))],
  logins: [from("identities", readIdentities)],
  factors: [from("mfaVerifications", readFactors)],
  joined: "createdAt",
  lastLogin: "lastSignInAt",
  mustReset: "isPasswordExpired",
  notCarried: `tenantId name avatar profile applicationId customData logtoConfig lastSignInAt createdAt updatedAt
    passwordUpdatedAt ssoIdentities cimdClientId mfaVerificationFactors`,
  likeness: { sure: ["id primaryEmail isSuspended"] },
});

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
  return noteUnreadAlgorithm("by the method", method, "passwordEncryptionMethod", findings);
}

function readIdentities(
  record: Fields,
  context: RecordContext,
  { emails }: { readonly emails: readonly Contact[] },
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const identities = jsonTextField(record, "identities", findings);
  return Object.entries(isFields(identities) ? identities : {}).flatMap(([provider, value]) => {
    const identity = isFields(value) ? value : {};
    const email = isFields(identity.details) ? emailField(identity.details, "email", findings) : undefined;
    const userId = textField(identity, "userId", findings);
    return loginOf({ provider, userId, email, field: "identities" }, emails, context);
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
