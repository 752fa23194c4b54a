import type { UserDraft } from "../assemble-user.js";
import { asStated, composedHash, noteMissingHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import { isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  isSetField,
  listField,
  ownField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...[
      "user_id",
      "id",
      "emails",
      "phone_numbers",
      "providers",
      "totps",
      "status",
      "password",
      "hash",
      "salt",
    ],
    "hash_method",
  ]),
  notCarried: new Set([
    ...["name", "created_at", "trusted_metadata", "untrusted_metadata", "biometric_registrations"],
    ...[
      "crypto_wallets",
      "webauthn_registrations",
      "request_id",
      "status_code",
      "hashAlgorithm",
      "project_id",
    ],
    ...["external_id", "roles", "is_locked", "lock_created_at", "lock_expires_at"],
  ]),
};

const PROVIDER: FieldTable = {
  list: "providers",
  read: new Set(["provider_type", "provider_subject"]),
  notCarried: new Set(["oauth_user_registration_id", "profile_picture_url", "locale"]),
};

/**
 * The table of hashes that Stytch sends, with its parameters above the header, joined with the users that its
 * interface lists; either may be the export.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — stytch
 * @see https://stytch.com/docs/api/search-users
 */
export const STYTCH: Source = {
  name: "stytch",
  title: "Stytch",
  howToExport: howTo(
    [
      "# The hashes: ask the support for the export of password hashes. The users, up to 1,000 in an answer:",
      'curl --request POST --user "$PROJECT_ID:$SECRET" https://api.stytch.com/v1/users/search \\',
      "  --header 'Content-Type: application/json' --data '{\"limit\": 1000}' > users.json",
    ],
    "Least privileges: a secret of the project; Stytch has no lesser one. Give the file of hashes with --join hashes.csv. For more users, ask again with the cursor of the last answer, and put the lists together.",
  ),
  origin: "stytch",
  ...rowsOf([
    { tables: [], columns: [["user_id", "emails"]], key: ["user_id"] },
    { tables: [], columns: [["id", "hash", "salt"]], key: ["id"], part: "hashes" },
  ]),
  idField: "user_id",
  joinedFields: ["created_at"],
  fields: [USER, PROVIDER],
  otherFields: "counted",
  detect: likeness,
  toUser: readUser,
};

function likeness(records: readonly Fields[]): Likeness {
  if (mostHave(records, "user_id", "emails", "totps")) return "sure";
  return mostHave(records, "id", "hash", "salt", "hash_method") ? "sure" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (textField(record, "status", findings) === "pending") context.holdBack("unconfirmed", "status");
  const emails = listOf(record, "emails", findings).flatMap((one) => {
    const value = emailField(one, "email", findings);
    return value === undefined ? [] : [{ value, isVerified: flagField(one, "verified", findings) }];
  });
  const enrolled = listOf(record, "totps", findings).filter((one) => flagField(one, "verified", findings));
  if (enrolled.length > 0) secondFactorNotCarried("totps", context);
  return {
    externalUserId: userIdField(record, "user_id", findings),
    emails: [...emails.filter(({ isVerified }) => isVerified), ...emails.filter((one) => !one.isVerified)],
    phoneNumbers: readPhones(record, context),
    password: readHash(record, context),
    thirdParty: readProviders(record, emails[0], context),
    totp: [],
  };
}

function listOf(record: Fields, name: string, findings: Findings): readonly Fields[] {
  return listField(record, name, findings).filter(isFields);
}

/** Stytch sends a code to each number; one without an answer is not one to log in with. */
function readPhones(record: Fields, context: RecordContext): readonly Contact[] {
  const { findings } = context;
  return listOf(record, "phone_numbers", findings).flatMap((one) => {
    if (!flagField(one, "verified", findings)) {
      findings.leaveOut("unverified phone number");
      return [];
    }
    const value = phoneNumberField(one, "phone_number", context);
    return value === undefined ? [] : [{ value, isVerified: true }];
  });
}

/** What the lines above the table say, in every export that is published. */
const KEY_BYTES = 32;

/** Some scripts put the hash beside the user; otherwise it is a row of the other file. */
function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const [row = record] = context.parts("hashes");
  const hash = textField(row, "hash", findings);
  if (hash !== undefined) {
    const salt = textField(row, "salt", findings);
    if ((textField(row, "hash_method", findings) ?? "scrypt") !== "scrypt") {
      return noteUnknownAlgorithm("hash_method", findings);
    }
    return context.password(() => {
      const composed = composedHash("stytch", { hash, salt }, findings);
      return asStated(composed, { bytes: KEY_BYTES }, "hash", context);
    });
  }
  const password = ownField(record, "password");
  if (isFields(password) && isSetField(password, "password_id")) {
    noteMissingHash("password", "the user has a password, and the hash is not in the export", findings);
  }
  return undefined;
}

function readProviders(
  record: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listOf(record, "providers", findings).flatMap((entry) => {
    noteFieldsLeftOut(entry, PROVIDER, findings);
    const login = {
      provider: textField(entry, "provider_type", findings)?.toLowerCase(),
      userId: textField(entry, "provider_subject", findings),
      email: own?.value,
      isVerified: isOwnVerified(own?.value, own),
    };
    return socialLogin({ ...login, field: "providers" }, context);
  });
}
