import type { Fields } from "../fields/field.js";
import { hashIn } from "../system/hashes.js";
import { firstOf } from "../system/place.js";
import { type Likeness, read } from "../system/row.js";
import { leftOut } from "../system/rules.js";
import { IN_BOTH_CASES, inCamelCase } from "../system/spelling.js";
import { fromPostgresOrMysql, mostHave, someHave, system } from "../system/system.js";
import { ALWAYS, happened } from "../system/tests.js";

/** Logins by a link in an e-mail, by the application's own form or by a passkey are not social ones. */
const OWN_TYPES: ReadonlySet<string> = new Set(["email", "credentials", "webauthn"]);

/**
 * The tables of Auth.js (NextAuth.js) for users and accounts, in one dump or apart, as its adapters name them.
 *
 * @see https://authjs.dev/concepts/database-models
 */
export const AUTHJS = /* @__PURE__ */ system("authjs", {
  title: "Auth.js",
  comparedWith:
    "next-auth 5.0.0-beta.32 of 2026-07-20: nextauthjs/next-auth: packages/adapter-pg/schema.sql, packages/adapter-drizzle/src/lib/pg.ts",
  howToExport: fromPostgresOrMysql(
    ["users", "accounts"],
    "Adapters name the tables differently: users and accounts, or User and Account, for which pg_dump wants --table='\"User\"'.",
  ),
  spelling: IN_BOTH_CASES,
  users: { tables: "user users next_auth.users", columns: ["id emailVerified"] },
  user: {
    id: "id",
    email: "email",
    verified: happened("emailVerified"),
    // Auth.js keeps no passwords; what an application that does hashes with, the caller has to say.
    hash: hashIn("password hashedPassword passwordHash", (hash, { origin, password }) =>
      password(hash, origin.source === "authjs" ? { ...origin, source: "unknown" } : origin),
    ),
  },
  parts: [
    {
      name: "account",
      tables: "account accounts next_auth.accounts",
      columns: ["userId provider providerAccountId"],
      key: "userId",
      login: {
        // NextAuth.js 3 has other names for provider and type.
        provider: firstOf("provider providerId"),
        userId: "providerAccountId",
        where: read("type providerType", (row) => {
          const type = row.text("type") ?? row.text("providerType") ?? "";
          if (OWN_TYPES.has(type)) row.leaveOut(`account of the type ${type}`);
          return !OWN_TYPES.has(type);
        }),
        field: "account",
      },
      alsoRead: "id",
      notCarried: "expiresAt tokenType scope sessionState createdAt updatedAt refreshTokenExpiresIn",
      secrets: "refreshToken accessToken idToken oauthToken oauthTokenSecret",
    },
    {
      name: "authenticator",
      tables: "authenticator authenticators next_auth.authenticators",
      columns: ["userId credentialID credentialPublicKey"],
      key: "userId",
      once: [leftOut("passkeys", ALWAYS)],
    },
  ],
  joined: "createdAt",
  notCarried: "name image updatedAt role",
  likeness,
});

function likeness(rows: readonly Fields[]): Likeness {
  const records = rows.map(inCamelCase);
  if (someHave(records, "userId", "provider", "providerAccountId")) return "sure";
  if (!mostHave(records, "id", "email", "emailVerified", "image")) return "no";
  const isDate = ({ emailVerified }: Fields) =>
    emailVerified === null || emailVerified === "" || /^\d{4}-/.test(String(emailVerified));
  return records.every(isDate) ? "possible" : "no";
}
