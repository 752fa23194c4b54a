import { utf8 } from "../../lib/bytes.js";
import { hexBytes } from "../../lib/hex.js";
import { composePbkdf2, noteIncompleteHash } from "../fields/composed-hash.js";
import type { Fields } from "../fields/field.js";
import { withoutPrefix } from "../system/place.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { marked, NEVER, yes } from "../system/tests.js";

/** A directory or a proxy in front: no provider of social logins. */
const IS_OAUTH = { reads: ["auth_module"], of: ({ auth_module: name }: Fields) => !/^oauth_/.test(String(name)) };

/**
 * Grafana's tables `user` and `user_auth`.
 *
 * @see https://github.com/grafana/grafana pkg/services/sqlstore/migrations/user_mig.go, pkg/util/encoding.go EncodePassword()
 */
export const GRAFANA = /* @__PURE__ */ system("grafana", {
  title: "Grafana",
  howToExport: fromMysqlOrPostgres(["user", "user_auth"], "Of SQLite, sqlite3 grafana.db .dump is read."),
  users: { tables: "user", columns: ["login rands org_id"], except: marked("is_service_account") },
  user: {
    id: "id",
    // Until release 10.3.3 email_verified stayed when a user changed the address, which no mail confirmed:
    // https://github.com/grafana/bugbounty/security/advisories/GHSA-3hv4-r2fm-h27f
    email: "email",
    userName: "login",
    hash: read("password salt", (user) => {
      const [password, salt] = [user.text("password"), user.text("salt")];
      if (password === undefined) return undefined;
      const key = hexBytes(password);
      if (key === null || salt === undefined) return noteIncompleteHash("password", user.findings);
      return user.hash(composePbkdf2({ digest: "sha256", iterations: 10_000, salt: utf8(salt), hash: key }));
    }),
  },
  rules: [hold("disabled", yes("is_disabled"))],
  parts: [
    {
      name: "logins",
      tables: "user_auth",
      columns: ["auth_module auth_id"],
      except: IS_OAUTH,
      login: { provider: withoutPrefix("auth_module", /^oauth_/), userId: "auth_id", verified: NEVER },
    },
  ],
  joined: "created",
  lastLogin: "last_seen_at",
  notCarried: "email_verified version name company org_id theme is_admin help_flags1 updated uid is_provisioned",
  secrets: "rands",
  likeness: { sure: ["login rands org_id is_admin"], possible: ["auth_module auth_id o_auth_access_token"] },
});
