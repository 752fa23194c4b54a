import { problem } from "../../problems/scheme.js";
import { readPhpSerialized } from "../fields/php-serialized.js";
import { type Password, type Row, read } from "../system/row.js";
import { factorNotCarried, holdIn, holdWhere } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { is, isOther, NEVER } from "../system/tests.js";

/** States in which a user can't log in as usual. A bounced mail holds no user back. */
const STATES = {
  email_confirm: "unconfirmed",
  email_confirm_edit: "unconfirmed",
  moderated: "disabled",
  rejected: "disabled",
  disabled: "disabled",
} as const;

/** XenForo's own ways to hash; all others are of the forum that the users were imported from. */
const OWN_SCHEME = /^(?:XF:|XenForo_Authentication_|XF\\Authentication\\)Core(?:12)?$/;
const NO_PASSWORD = /^(?:XF:|XenForo_Authentication_|XF\\Authentication\\)NoPassword$/;

const HASH = read("scheme_class data", readPassword);

/**
 * XenForo's users with their hashes, second factors and social logins, which are in tables of their own.
 *
 * @see https://xenforo.com/docs/dev/
 */
export const XENFORO = /* @__PURE__ */ system("xenforo", {
  title: "XenForo",
  howToExport: fromMysql(["xf_user", "xf_user_authenticate", "xf_user_tfa", "xf_user_connected_account"]),
  users: { tables: "*xf_user", columns: ["user_id email"], isFirst: true },
  user: { id: "user_id", email: "email", userName: "username", hash: HASH },
  rules: [holdIn("user_state", STATES), ...holdWhere("banned", "is_banned")],
  parts: [
    { name: "hashes", tables: "*xf_user_authenticate", columns: ["user_id scheme_class data"], hash: HASH },
    {
      name: "factors",
      tables: "*xf_user_tfa",
      columns: ["user_id provider_id provider_data"],
      except: is("provider_id", "backup"),
      rules: [factorNotCarried(isOther("provider_id", "totp"), "xf_user_tfa")],
      // A row is there once the user has given a code. Its data is PHP's or, in newer releases, JSON.
      factor: { secret: read("provider_data", secretOf), encoding: "base32", where: is("provider_id", "totp") },
    },
    {
      name: "logins",
      tables: "*xf_user_connected_account",
      columns: ["user_id provider provider_key"],
      login: { provider: "provider", userId: "provider_key", verified: NEVER },
    },
  ],
  joined: "register_date",
  lastLogin: "last_activity",
  mustReset: "security_lock",
  notCarried: `username_date username_date_visible custom_title language_id style_id style_variation timezone visible
    activity_visible user_group_id secondary_group_ids display_style_group_id permission_combination_id message_count
    question_solution_count conversations_unread last_summary_email_date trophy_points alerts_unviewed alerts_unread
    avatar_date avatar_width avatar_height avatar_highdpi avatar_optimized gravatar is_moderator is_admin is_staff
    reaction_score vote_score warning_points privacy_policy_accepted terms_accepted gender like_count remember_key
    is_discouraged`,
  secrets: "secret_key",
  likeness: {
    sure: ["user_id username user_state", "user_id scheme_class data"],
    possible: ["user_id provider_id provider_data", "user_id provider provider_key"],
  },
});

/** The class beside a hash says what it is: the same data is another thing under another class. */
function readPassword(row: Row): Password | undefined {
  const [scheme, data] = [row.text("scheme_class"), row.text("data")];
  if (data === undefined || (scheme !== undefined && NO_PASSWORD.test(scheme))) return undefined;
  if (scheme !== undefined && OWN_SCHEME.test(scheme)) {
    const stated = scheme.endsWith("12") ? { is: ["bcrypt"] } : { is: ["sha1", "sha256"] };
    return row.statedHash(data, stated, "scheme_class");
  }
  const message = "the hash is as the forum made it that the user was imported from";
  row.findings.problems.push(problem("scheme/unsupported", message, { field: "scheme_class" }));
  return undefined;
}

function secretOf(row: Row) {
  const name = "provider_data";
  const data = row.text(name) ?? "";
  const php = data.startsWith("{") ? undefined : readPhpSerialized(data);
  const json = data.startsWith("{") ? row.jsonObject(name) : undefined;
  const secret = php instanceof Map ? php.get("secret") : json?.fields.secret;
  return { fields: { [name]: typeof secret === "string" ? secret : undefined }, name };
}
