import type { UserDraft } from "../assemble-user.js";
import { contactsOf, isOwnVerified } from "../fields/contacts.js";
import { emailField, type Fields, isSetField, textField, userIdField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave, someHave } from "../likeness.js";
import type { ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "username", "email_verified", "emailVerified", "password_hash", "hashed_password"],
    ...["passwordHash", "hashedPassword"],
  ]),
  notCarried: new Set(["created_at", "updated_at", "createdAt", "updatedAt", "name", "avatar", "avatar_url"]),
};

const KEY: FieldTable = {
  list: "user_key",
  read: new Set(["id", "user_id", "userId", "hashed_password", "hashedPassword"]),
  notCarried: new Set(["primary_key", "primary", "expires"]),
};

const ACCOUNT: FieldTable = {
  list: "oauth_account",
  read: new Set(["provider_id", "providerId", "provider_user_id", "providerUserId", "user_id", "userId"]),
  notCarried: new Set(["id", "created_at", "createdAt"]),
};

const OWNER = ["user_id", "userId"];

/**
 * The tables of Lucia: users and their keys (version 2), or users and the accounts of the guides (version 3).
 *
 * @see https://github.com/lucia-auth/lucia — v2: packages/lucia/src/auth/database.ts; v3: docs/pages/guides
 */
export const LUCIA: Source = {
  name: "lucia",
  title: "Lucia",
  howToExport: fromPostgresOrMysql(
    ["auth_user", "user_key"],
    "The application names its tables: auth_user, user or users, and user_key, auth_key or key. In version 3 oauth_account " +
      "takes the place of user_key. Where the password's hash is in a table of the application's own, bring it into " +
      "a column password_hash beside the user, as CSV with the names of columns.",
  ),
  origin: "lucia",
  ...rowsOf([
    {
      tables: ["user_key", "auth_key", "key"],
      columns: [
        ["id", "user_id", "hashed_password"],
        ["id", "userId", "hashedPassword"],
      ],
      key: OWNER,
      part: "keys",
    },
    {
      tables: ["oauth_account"],
      columns: [
        ["provider_id", "provider_user_id", "user_id"],
        ["providerId", "providerUserId", "userId"],
      ],
      key: OWNER,
      part: "accounts",
    },
    {
      tables: ["auth_user", "user", "users"],
      columns: [
        ["id", "email"],
        ["id", "username"],
      ],
      key: ["id"],
    },
  ]),
  idField: "id",
  joinedFields: ["created_at", "createdAt"],
  fields: [USER, KEY, ACCOUNT],
  otherFields: "counted",
  detect: (records, table) => {
    const isKey = table === undefined || /(?:^|\.)(?:user_|auth_)?key$/.test(table);
    return isKey &&
      (mostHave(records, "id", "user_id", "hashed_password") || someHave(records, "hashedPassword", "userId"))
      ? "sure"
      : "no";
  },
  toUser: readUser,
};

const HASHES = ["password_hash", "hashed_password", "passwordHash", "hashedPassword"] as const;

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const keys = context.parts("keys").map((row) => readKey(row, context));
  const isVerified = isSetField(record, "email_verified") || isSetField(record, "emailVerified");
  const own = emailField(record, "email", findings);
  const emails = [
    ...contactsOf(own, isVerified),
    ...keys
      .filter(({ provider, userId }) => provider === "email" && userId?.toLowerCase() !== own?.toLowerCase())
      .flatMap(({ userId }) => contactsOf(emailField({ email: userId }, "email", findings), false)),
  ];
  const hash =
    keys.find((key) => key.hash !== undefined)?.hash ??
    HASHES.map((name) => textField(record, name, findings)).find((text) => text !== undefined);
  const userName = keys.find(({ provider }) => provider === "username")?.userId;
  const login = (provider: string | undefined, userId: string | undefined, field: string) => {
    const email = emails[0]?.value;
    return socialLogin(
      { provider, userId, email, isVerified: isOwnVerified(email, emails[0]), field },
      context,
    );
  };
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    userName: userName ?? textField(record, "username", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [
      ...keys
        .filter(
          ({ provider, hash: own }) => own === undefined && provider !== "email" && provider !== "username",
        )
        .flatMap(({ provider, userId }) => login(provider, userId, "user_key")),
      ...context.parts("accounts").flatMap((row): readonly ThirdPartyLogin[] => {
        noteFieldsLeftOut(row, ACCOUNT, findings);
        return login(
          either(row, "provider_id", "providerId"),
          either(row, "provider_user_id", "providerUserId"),
          "oauth_account",
        );
      }),
    ],
    totp: [],
  };

  function either(row: Fields, name: string, other: string): string | undefined {
    return textField(row, name, findings) ?? textField(row, other, findings);
  }
}

/** A key's ID is the provider's name, a colon, and the user's ID there: an address or a name for Lucia's own. */
function readKey(row: Fields, context: RecordContext) {
  const { findings } = context;
  noteFieldsLeftOut(row, KEY, findings);
  const id = textField(row, "id", findings) ?? "";
  const at = id.indexOf(":");
  return {
    provider: at < 1 ? undefined : id.slice(0, at),
    userId: at < 1 || at === id.length - 1 ? undefined : id.slice(at + 1),
    hash: textField(row, "hashed_password", findings) ?? textField(row, "hashedPassword", findings),
  };
}
