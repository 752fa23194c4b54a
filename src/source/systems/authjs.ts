import type { UserDraft } from "../assemble-user.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import { emailField, type Fields, isSetField, textField, userIdField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { socialLogin } from "../fields/social-login.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";
import { columnsInBothCases, inBothCases, inCamelCase } from "./shared-letter-case.js";

/** Auth.js keeps no passwords; applications that do call the column so. */
const PASSWORDS = ["password", "hashedPassword", "passwordHash"] as const;

const USER: FieldTable = {
  read: inBothCases("id", "email", "emailVerified", ...PASSWORDS),
  notCarried: inBothCases("name", "image", "createdAt", "updatedAt", "role"),
};

const ACCOUNT: FieldTable = {
  list: "account",
  read: inBothCases("id", "userId", "type", "provider", "providerAccountId", "providerType", "providerId"),
  notCarried: inBothCases(
    ...["expiresAt", "tokenType", "scope", "sessionState", "createdAt", "updatedAt", "refreshTokenExpiresIn"],
  ),
  secrets: inBothCases("refreshToken", "accessToken", "idToken", "oauthToken", "oauthTokenSecret"),
};

/**
 * The tables of Auth.js (NextAuth.js) for users and accounts, in one dump or apart, as its adapters name them.
 *
 * @see https://authjs.dev/concepts/database-models
 */
export const AUTHJS: Source = {
  name: "authjs",
  title: "Auth.js",
  howToExport: fromPostgresOrMysql(
    ["users", "accounts"],
    "Adapters name the tables differently: users and accounts, or User and Account, for which pg_dump wants --table='\"User\"'.",
  ),
  origin: "authjs",
  ...rowsOf([
    {
      tables: ["account", "accounts", "next_auth.accounts"],
      columns: columnsInBothCases("userId", "provider", "providerAccountId"),
      key: ["userId", "user_id"],
      part: "account",
    },
    {
      tables: ["user", "users", "next_auth.users"],
      columns: columnsInBothCases("id", "emailVerified"),
      key: ["id"],
    },
  ]),
  idField: "id",
  joinedFields: ["createdAt"],
  fields: [USER, ACCOUNT],
  otherFields: "counted",
  detect: likeness,
  toUser: readUser,
};

function likeness(rows: readonly Fields[]): Likeness {
  const records = rows.map(inCamelCase);
  if (someHave(records, "userId", "provider", "providerAccountId")) return "sure";
  if (!mostHave(records, "id", "email", "emailVerified", "image")) return "no";
  const isDate = ({ emailVerified }: Fields) =>
    emailVerified === null || emailVerified === "" || /^\d{4}-/.test(String(emailVerified));
  return records.every(isDate) ? "possible" : "no";
}

function readUser(row: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const record = inCamelCase(row);
  const externalUserId = userIdField(record, "id", findings);
  const email = emailField(record, "email", findings);
  const emails = contactsOf(email, isSetField(record, "emailVerified"));
  return {
    externalUserId,
    emails,
    phoneNumbers: [],
    password: readHash(record, context),
    thirdParty: context.parts("account").flatMap((account) => readAccount(account, emails[0], context)),
    totp: [],
  };
}

/** What the application hashes with is not Auth.js' business: the caller has to say it. */
function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings, origin } = context;
  const text = PASSWORDS.map((name) => textField(record, name, findings)).find(
    (found) => found !== undefined,
  );
  const isUnsaid = origin.source === "authjs";
  if (text === undefined) return undefined;
  return context.password(text, isUnsaid ? { ...origin, source: "unknown" } : origin);
}

/** Logins by a link in an e-mail, by the application's own form or by a passkey are not social ones. */
const OWN_TYPES: ReadonlySet<unknown> = new Set(["email", "credentials", "webauthn"]);

function readAccount(
  row: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  noteFieldsLeftOut(row, ACCOUNT, findings);
  const account = inCamelCase(row);
  // NextAuth.js 3 has other names for the two.
  const type = textField(account, "type", findings) ?? textField(account, "providerType", findings);
  if (OWN_TYPES.has(type)) {
    findings.leaveOut(`account of the type ${type}`);
    return [];
  }
  const login = {
    provider: textField(account, "provider", findings) ?? textField(account, "providerId", findings),
    userId: textField(account, "providerAccountId", findings),
    email: own?.value,
    isVerified: isOwnVerified(own?.value, own),
  };
  return socialLogin({ ...login, field: "account" }, context);
}
