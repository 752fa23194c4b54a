import type { UserDraft } from "../assemble-user.js";
import { confirmedPhoneNumber, contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  momentField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";
import { columnsInBothCases, inBothCases, inCamelCase } from "./shared-letter-case.js";

const USER: FieldTable = {
  read: inBothCases(
    ...["id", "userId", "email", "emailVerified", "username", "phoneNumber", "phoneNumberVerified"],
    ...["banned", "banExpires", "twoFactorEnabled", "passwordHash", "isAnonymous"],
  ),
  notCarried: inBothCases(
    ...["name", "image", "createdAt", "updatedAt", "displayUsername", "role", "banReason"],
    ...["lastLoginMethod", "stripeCustomerId", "normalizedEmail"],
  ),
};

const ACCOUNT: FieldTable = {
  list: "account",
  read: inBothCases("id", "accountId", "providerId", "userId", "password"),
  notCarried: inBothCases(
    ...["accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "createdAt", "updatedAt", "issuer"],
  ),
  secrets: inBothCases("accessToken", "refreshToken", "idToken"),
};

const FACTOR: FieldTable = {
  list: "twoFactor",
  read: inBothCases("id", "secret", "userId", "verified"),
  notCarried: inBothCases("failedVerificationCount", "lockedUntil", "createdAt", "updatedAt"),
  secrets: inBothCases("backupCodes"),
};

/**
 * The tables `user`, `account` and `twoFactor`, in one dump or apart, with columns in either letter case.
 *
 * @see https://github.com/better-auth/better-auth — packages/core/src/db, packages/better-auth/src/plugins/two-factor
 */
export const BETTER_AUTH: Source = {
  name: "better-auth",
  title: "Better Auth",
  howToExport: howTo(
    ["pg_dump --data-only --table='\"user\"' --table=account --table='\"twoFactor\"' DATABASE > users.sql"],
    "Least privileges: USAGE on the schema and SELECT on these tables. Of another database, export the three tables as CSV with the names of columns, and give two of them with --join.",
  ),
  origin: "better-auth",
  ...rowsOf([
    {
      tables: ["account", "accounts"],
      columns: columnsInBothCases("userId", "accountId", "providerId"),
      key: ["userId", "user_id"],
      part: "account",
    },
    {
      tables: ["twoFactor", "two_factor", "twoFactors", "two_factors"],
      columns: columnsInBothCases("userId", "secret"),
      key: ["userId", "user_id"],
      part: "twoFactor",
    },
    {
      tables: ["user", "users"],
      columns: [...columnsInBothCases("id", "emailVerified"), ["user_id", "password_hash"]],
      key: ["id", "user_id"],
    },
  ]),
  idField: "id",
  joinedFields: ["createdAt"],
  fields: [USER, ACCOUNT, FACTOR],
  otherFields: "counted",
  encryption: ["better-auth"],
  detect: likeness,
  toUser: readUser,
};

/** Its users look like those of Auth.js, which keeps a date in the column where Better Auth has true or false. */
function likeness(rows: readonly Fields[]): Likeness {
  const records = rows.map(inCamelCase);
  if (someHave(records, "userId", "accountId", "providerId")) return "sure";
  const isFactor = (name: string) => someHave(records, "userId", "secret", name);
  if (isFactor("backupCodes") || isFactor("verified")) return "sure";
  if (!mostHave(records, "email", "emailVerified", "name")) return "no";
  if (mostHave(records, "userId", "passwordHash", "twoFactorEnabled")) return "sure";
  if (!mostHave(records, "id")) return "no";
  const isFlag = ({ emailVerified }: Fields) => /^(?:true|false|t|f|[01])$/i.test(String(emailVerified));
  return records.some(isFlag) && mostHave(records, "image") ? "possible" : "no";
}

function readUser(row: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const record = inCamelCase(row);
  const accounts = context.parts("account").map((part) => {
    noteFieldsLeftOut(part, ACCOUNT, findings);
    return inCamelCase(part);
  });
  holdBack(record, context);
  const isVerified = writtenFlagField(record, "emailVerified", findings) === true;
  // A guest has an address that the plugin made up, and which nobody reads.
  const isGuest = writtenFlagField(record, "isAnonymous", findings) === true;
  const emails = isGuest ? [] : contactsOf(emailField(record, "email", findings), isVerified);
  const isConfirmed = writtenFlagField(record, "phoneNumberVerified", findings) === true;
  const userName = textField(record, "username", findings);
  return {
    externalUserId: userIdField(record, Object.hasOwn(record, "id") ? "id" : "userId", findings),
    emails,
    phoneNumbers: confirmedPhoneNumber(record, "phoneNumber", isConfirmed, context),
    ...(userName === undefined ? {} : { userName }),
    password: readHash(record, accounts, context),
    thirdParty: readLogins(accounts, emails[0], context),
    totp: readFactors(record, context),
  };
}

function holdBack(record: Fields, context: RecordContext): void {
  const { findings, now } = context;
  if (writtenFlagField(record, "banned", findings) !== true) return;
  const until = momentField(record, "banExpires", findings);
  if (until === undefined || until > now) context.holdBack("banned", "banned");
}

function readHash(record: Fields, accounts: readonly Fields[], context: RecordContext): Password | undefined {
  const own = accounts.find(({ providerId }) => providerId === "credential");
  const text =
    textField(own ?? {}, "password", context.findings) ?? textField(record, "passwordHash", context.findings);
  return text === undefined ? undefined : context.password(text);
}

function readLogins(
  accounts: readonly Fields[],
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const others = accounts.filter(({ providerId }) => providerId !== "credential");
  return others.flatMap((account) => {
    const login = {
      provider: textField(account, "providerId", findings),
      userId: textField(account, "accountId", findings),
      email: own?.value,
      isVerified: isOwnVerified(own?.value, own),
    };
    return socialLogin({ ...login, field: "account" }, context);
  });
}

/** Of releases that keep no `verified`, the user's own flag says whether the enrolment was finished. */
function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const isEnabled =
    !Object.hasOwn(record, "twoFactorEnabled") ||
    writtenFlagField(record, "twoFactorEnabled", findings) === true;
  return context.parts("twoFactor").flatMap((row) => {
    noteFieldsLeftOut(row, FACTOR, findings);
    const factor = inCamelCase(row);
    const isConfirmed = isEnabled && writtenFlagField(factor, "verified", findings) !== false;
    const text = textField(factor, "secret", findings);
    if (text === undefined) return [];
    const field = "twoFactor.secret";
    // Better Auth hands the text itself to its codes, as UTF-8.
    if (!isConfirmed) return secondFactor({ field, secret: text, encoding: "utf8", isConfirmed }, context);
    const secret = decryptedSecret({ system: "better-auth", text }, field, context);
    return secret === undefined ? [] : secondFactor({ field, secret, encoding: "utf8" }, context);
  });
}
