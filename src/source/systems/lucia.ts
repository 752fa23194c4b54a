import { type Fields, idText, ownField } from "../fields/field.js";
import { hashWhere } from "../system/hashes.js";
import { changed } from "../system/place.js";
import { type Likeness, read } from "../system/row.js";
import { IN_BOTH_CASES } from "../system/spelling.js";
import { fromPostgresOrMysql, mostHave, someHave, system } from "../system/system.js";
import { happened, not } from "../system/tests.js";

/** Providers that are Lucia's own: an address, or a name. */
const OWN_PROVIDERS: ReadonlySet<string | undefined> = new Set(["email", "username"]);

/** Whether the hash is in a key. */
const HAS_KEY = read("", (user) => {
  return user.parts("keys").some((row) => row.isSet("hashed_password") || row.isSet("hashedPassword"));
});

/**
 * The tables of Lucia: users and their keys (version 2), or users and the accounts of the guides (version 3).
 *
 * @see https://github.com/lucia-auth/lucia — v2: packages/lucia/src/auth/database.ts; v3: docs/pages/guides
 */
export const LUCIA = /* @__PURE__ */ system("lucia", {
  title: "Lucia",
  comparedWith:
    "3.2.2, 2.7.7 of 2024-12-12: lucia-auth/lucia: packages/lucia/src/database.ts; version 2: packages/lucia/src/auth/database.ts",
  howToExport: fromPostgresOrMysql(
    ["auth_user", "user_key"],
    "The application names its tables: auth_user, user or users, and user_key, auth_key or key. In version 3 oauth_account " +
      "takes the place of user_key. Where the password's hash is in a table of the application's own, bring it into " +
      "a column password_hash beside the user, as CSV with the names of columns.",
  ),
  spelling: IN_BOTH_CASES,
  users: { tables: "auth_user user users", columns: ["id email", "id username"] },
  user: {
    id: "id",
    email: "email",
    verified: happened("emailVerified"),
    userName: read("username", ({ fields, context }) => {
      const own = context
        .parts("keys")
        .map(keyOf)
        .find(({ provider, userId }) => provider === "username" && userId);
      return { fields: own === undefined ? fields : { username: own.userId }, name: "username" };
    }),
    hash: hashWhere(not(HAS_KEY), "passwordHash hashedPassword"),
  },
  parts: [
    {
      name: "keys",
      columnsAs: "user_key",
      tables: "user_key auth_key key",
      columns: ["id userId hashedPassword"],
      key: "userId",
      email: { at: partOfKey(({ provider, userId }) => (provider === "email" ? userId : undefined)) },
      login: {
        provider: partOfKey(({ provider }) => provider),
        userId: partOfKey(({ userId }) => userId),
        where: read("id hashedPassword", (row) => {
          return !(row.isSet("hashedPassword") || OWN_PROVIDERS.has(keyOf(row.fields).provider));
        }),
      },
      hash: "hashedPassword",
      notCarried: "primaryKey primary expires",
    },
    {
      name: "accounts",
      columnsAs: "oauth_account",
      tables: "oauth_account",
      columns: ["providerId providerUserId userId"],
      key: "userId",
      login: { provider: "providerId", userId: "providerUserId" },
      notCarried: "id createdAt",
    },
  ],
  joined: "createdAt",
  notCarried: "updatedAt name avatar avatarUrl",
  likeness,
});

/** A key's ID is the provider's name, a colon, and the user's ID there: an address or a name for Lucia's own. */
function keyOf(row: Fields) {
  const id = idText(ownField(row, "id")) ?? "";
  const at = id.indexOf(":");
  return at < 1 ? {} : { provider: id.slice(0, at), userId: id.slice(at + 1) };
}

function partOfKey(part: (key: ReturnType<typeof keyOf>) => string | undefined) {
  return changed("id", (id) => part(keyOf({ id })));
}

function likeness(records: readonly Fields[], table?: string): Likeness {
  if (table !== undefined && !/(?:^|\.)(?:user_|auth_)?key$/.test(table)) return "no";
  const isKey = mostHave(records, "id", "user_id", "hashed_password") || someHave(records, "hashedPassword", "userId");
  return isKey ? "sure" : "no";
}
