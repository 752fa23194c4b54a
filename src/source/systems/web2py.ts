import { utf8 } from "../../lib/bytes.js";
import { hexBytes } from "../../lib/hex.js";
import { composePbkdf2 } from "../fields/composed-hash.js";
import { declared } from "../system/hashes.js";
import { read } from "../system/row.js";
import { holdIn } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";

const PBKDF2 = /^pbkdf2\(([1-9][0-9]{0,8}),[0-9]+,(sha1|sha256|sha512)\)\$([^$]*)\$([0-9a-f]+)$/;

/** An application's own digest, as `algorithm$salt$digest`. */
const DIGEST = /* @__PURE__ */ declared("password", {
  "md5\\$(?<salt>[^$]*)\\$(?<hash>[0-9a-f]{32})": "md5(password . salt)",
  "sha1\\$(?<salt>[^$]*)\\$(?<hash>[0-9a-f]{40})": "sha1(password . salt)",
  "sha256\\$(?<salt>[^$]*)\\$(?<hash>[0-9a-f]{64})": "sha256(password . salt)",
  "sha512\\$(?<salt>[^$]*)\\$(?<hash>[0-9a-f]{128})": "sha512(password . salt)",
});

/** py4web's states of a user, in the column of their tokens; one that it does not know is the application's own. */
const ACTIONS = {
  "account-blocked": "disabled",
  "pending-approval": "unconfirmed",
  "pending-registration:": "unconfirmed",
  "gdpr-unsubscribed": "deleted",
} as const;

/**
 * web2py's and py4web's table `auth_user`.
 *
 * @see https://github.com/web2py/pydal pydal/validators.py simple_hash(), LazyCrypt
 * @see https://github.com/web2py/web2py gluon/tools.py, as of August 2026
 * @see https://github.com/web2py/py4web py4web/utils/auth.py, 1.20260805.0
 */
export const WEB2PY = /* @__PURE__ */ system("web2py", {
  title: "web2py, py4web",
  howToExport: fromMysqlOrPostgres(
    ["auth_user"],
    "An application that gives CRYPT a key of its own writes HMACs, which look the same: say so as an expression in a map of --from table.",
  ),
  users: { tables: "auth_user", columns: ["id email password registration_key", "id email password action_token"] },
  user: {
    id: "id",
    email: "email",
    userName: "username",
    hash: read("password", (user, about) => {
      const [, iterations, digest, salt = "", hex = ""] = PBKDF2.exec(user.text("password") ?? "") ?? [];
      const key = hexBytes(hex);
      if (iterations === undefined || key === null) return DIGEST.of(user.fields, user.context, about);
      const parts = { iterations: Number(iterations), salt: utf8(salt), hash: key };
      return user.hash(composePbkdf2({ digest: digest as "sha1" | "sha256" | "sha512", ...parts }));
    }),
  },
  rules: [
    holdIn(
      "registration_key",
      { pending: "unconfirmed", disabled: "disabled", blocked: "disabled" },
      { reason: "unconfirmed", usual: "" },
    ),
    holdIn("action_token", ACTIONS, { reason: "disabled", usual: "reset-password-request:" }),
  ],
  notCarried: "first_name last_name registration_id sso_id last_password_change past_passwords_hash",
  secrets: "reset_password_key action_token",
  likeness: {
    sure: ["id email password registration_key reset_password_key", "id email password action_token sso_id"],
  },
});
