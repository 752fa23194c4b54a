import { encodeBase64 } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, noteIncompleteHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  flagField,
  idText,
  isFields,
  jsonTextField,
  ownField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["$id", "email", "emailVerification", "phone", "phoneVerification", "password", "hash", "hashOptions"],
    ...["status", "mfa"],
  ]),
  notCarried: new Set([
    ...["$createdAt", "$updatedAt", "$sequence", "name", "registration", "labels", "passwordUpdate", "prefs"],
    ...["targets", "accessedAt", "emailCanonical", "emailIsFree", "emailIsDisposable", "emailIsCorporate"],
    ...["emailIsCanonical", "impersonator", "impersonatorUserId"],
  ]),
};

const IDENTITY: FieldTable = {
  list: "identities",
  read: new Set(["$id", "userId", "provider", "providerUid", "providerEmail"]),
  notCarried: new Set(["$createdAt", "$updatedAt", "$sequence", "providerAccessTokenExpiry"]),
  secrets: new Set(["providerAccessToken", "providerRefreshToken"]),
};

/**
 * Users that Appwrite's interface for servers lists, joined with their identities.
 *
 * @see https://github.com/appwrite/appwrite — src/Appwrite/Utopia/Response/Model/User.php, Identity.php, Algo….php
 */
export const APPWRITE: Source = {
  name: "appwrite",
  title: "Appwrite",
  howToExport: howTo(
    [
      'curl -H "X-Appwrite-Project: PROJECT" -H "X-Appwrite-Key: $APPWRITE_KEY" \\',
      '  "https://HOST/v1/users?queries[]=%7B%22method%22:%22limit%22,%22values%22:[100]%7D" > users.json',
      "# the same with /v1/users/identities > identities.json, then: --join identities.json",
    ],
    "Least privileges: a key of the project with the scope users.read. Each answer has at most as many users as its " +
      "limit says; ask for the next ones with the query cursorAfter and the last user's ID, and put the lists together, " +
      "or give them as one JSON object a line. Secrets of second factors are in no answer.",
  ),
  origin: "appwrite",
  ...rowsOf(
    [
      { tables: [], columns: [["userId", "provider", "providerUid"]], key: ["userId"], part: "identities" },
      { tables: [], columns: [["$id", "emailVerification"]], key: ["$id"] },
    ],
    { keys: ["identities"] },
  ),
  idField: "$id",
  joinedFields: ["registration", "$createdAt"],
  fields: [USER, IDENTITY],
  otherFields: "counted",
  detect: (records) => {
    const isOwn = mostHave(records, "$id", "emailVerification", "phoneVerification");
    return isOwn || someHave(records, "userId", "providerUid", "providerAccessToken") ? "sure" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (ownField(record, "status") !== undefined && !flagField(record, "status", findings)) {
    context.holdBack("disabled", "status");
  }
  // The switch of the account, whatever factors the user has enrolled.
  if (flagField(record, "mfa", findings)) secondFactorNotCarried("mfa", context);
  const emails = contactsOf(
    emailField(record, "email", findings),
    flagField(record, "emailVerification", findings),
  );
  const isConfirmed = flagField(record, "phoneVerification", findings);
  return {
    externalUserId: userIdField(record, "$id", findings),
    emails,
    phoneNumbers: confirmedPhoneNumber(record, "phone", isConfirmed, context),
    password: readPassword(record, context),
    thirdParty: context.parts("identities").flatMap((row): readonly ThirdPartyLogin[] => {
      noteFieldsLeftOut(row, IDENTITY, findings);
      const provider = textField(row, "provider", findings);
      const email = emailField(row, "providerEmail", findings) ?? emails[0]?.value;
      const login = { provider, userId: textField(row, "providerUid", findings), email };
      return socialLogin(
        { ...login, isVerified: isOwnVerified(email, emails[0]), field: "identities" },
        context,
      );
    }),
    totp: [],
  };
}

interface Parts {
  readonly hash: string;
  readonly options: Fields;
  readonly context: RecordContext;
}

/** Appwrite's names of hashers; it keeps the hashes of users that came from elsewhere until their next login. */
const HASHERS: Readonly<Record<string, (parts: Parts) => Password | undefined>> = {
  argon2: ofScheme("argon2"),
  bcrypt: ofScheme("bcrypt"),
  // Its class writes bcrypt as well, unless it is told to write portable hashes.
  phpass: ofScheme("phpass", "bcrypt"),
  md5: ({ hash, context }) => ofDigest(hash, "MD5", context),
  sha: readSha,
  scrypt: readScrypt,
  scryptMod: readFirebaseScrypt,
};

/**
 * A whole string. `hashOptions` beside it are the project's: those of argon2 have names that PHP does not know, so that
 * every hash has PHP's own costs.
 */
function ofScheme(...is: readonly string[]) {
  return ({ hash, context }: Parts) => context.password(() => asStated(hash, { is }, "hash", context));
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const hash = textField(record, "password", findings);
  if (hash === undefined) return undefined;
  const name = textField(record, "hash", findings) ?? "";
  const read = Object.hasOwn(HASHERS, name) ? HASHERS[name] : undefined;
  if (read === undefined) return noteUnknownAlgorithm("hash", findings);
  const options = jsonTextField(record, "hashOptions", findings);
  return read({ hash, options: isFields(options) ? options : {}, context });
}

/** LDAP's spelling of a digest of the password alone. */
function ofDigest(digits: string, name: string, context: RecordContext): Password | undefined {
  const digest = hexBytes(digits);
  if (digest === null) return noteIncompleteHash("password", context.findings);
  return context.password(`{${name}}${encodeBase64(digest)}`);
}

const LDAP_NAMES: Readonly<Record<string, string>> = {
  sha1: "SHA",
  sha256: "SHA256",
  sha384: "SHA384",
  sha512: "SHA512",
};

function readSha({ hash, options, context }: Parts): Password | undefined {
  const version = textField(options, "version", context.findings) ?? "";
  const name = Object.hasOwn(LDAP_NAMES, version) ? LDAP_NAMES[version] : undefined;
  if (name === undefined) return noteUnknownAlgorithm("hashOptions.version", context.findings);
  return ofDigest(hash, name, context);
}

/** Werkzeug's spelling: costs, salt as text, and digits. What Appwrite calls `costCpu` is N, and `costMemory` r. */
function readScrypt({ hash, options, context }: Parts): Password | undefined {
  const [n, r, p] = ["costCpu", "costMemory", "costParallel"].map((name) => idText(ownField(options, name)));
  const salt = textField(options, "salt", context.findings);
  if (n === undefined || r === undefined || p === undefined || salt === undefined) {
    return noteIncompleteHash("hashOptions", context.findings);
  }
  return context.password(`scrypt:${n}:${r}:${p}$${salt}$${hash}`);
}

/** Firebase's scrypt, in the spelling that has the signer key of the project that the user came from. */
function readFirebaseScrypt({ hash, options, context }: Parts): Password | undefined {
  const [salt, separator, signerKey] = ["salt", "saltSeparator", "signerKey"].map((name) =>
    textField(options, name, context.findings),
  );
  if (salt === undefined || separator === undefined || signerKey === undefined) {
    return noteIncompleteHash("hashOptions", context.findings);
  }
  return context.password(`$fbscrypt$v=1,n=14,r=8,p=1,ss=${separator},sk=${signerKey}$${salt}$${hash}`);
}
