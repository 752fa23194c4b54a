import { factorNotCarried, hold } from "../system/rules.js";
import { ANY_SPELLING } from "../system/spelling.js";
import { fromPostgresOrMysql, system } from "../system/system.js";
import { all, filled, not, yes } from "../system/tests.js";

/**
 * Mattermost's table `users`.
 *
 * @see https://github.com/mattermost/mattermost — server/channels/db/migrations, server/public/model/user.go
 */
export const MATTERMOST = /* @__PURE__ */ system("mattermost", {
  title: "Mattermost",
  howToExport: fromPostgresOrMysql(["users"]),
  // In lower case in PostgreSQL, as here in MySQL.
  spelling: ANY_SPELLING,
  users: { tables: "users", columns: ["AuthService MfaSecret"] },
  user: { id: "Id", email: "Email", verified: yes("EmailVerified"), userName: "Username", hash: "Password" },
  idField: "id",
  rules: [hold("disabled", filled("DeleteAt")), factorNotCarried(all(yes("MfaActive"), not(filled("MfaSecret"))))],
  logins: [{ provider: "AuthService", userId: "AuthData", where: filled("AuthService") }],
  factors: [{ secret: "MfaSecret", encoding: "base32", confirmed: yes("MfaActive") }],
  joined: "CreateAt",
  lastLogin: "LastLogin",
  notCarried: `UpdateAt Nickname FirstName LastName Position Roles AllowMarketing Props NotifyProps LastPasswordUpdate
    LastPictureUpdate FailedAttempts Locale Timezone RemoteId MfaUsedTimestamps`,
  likeness: { sure: ["AuthService MfaSecret"] },
});
