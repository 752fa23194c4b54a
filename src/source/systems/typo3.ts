import { isFields } from "../fields/field.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { firstRule, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { hasPassed, isAhead, yes } from "../system/tests.js";

/**
 * TYPO3's table of frontend users. Backend users have the same columns, and numbers of their own: they are read from
 * a file of their own.
 *
 * @see https://docs.typo3.org/m/typo3/reference-coreapi/main/en-us/ApiOverview/Authentication/MultiFactorAuthentication.html
 */
export const TYPO3 = /* @__PURE__ */ system("typo3", {
  title: "TYPO3",
  howToExport: fromMysql(
    ["fe_users"],
    "Backend users (be_users) have numbers of their own: --from typo3 reads a CSV file of that table without a map.",
  ),
  users: { tables: "fe_users", columns: ["uid username", "uid email"] },
  staff: ["be_users"],
  headers: ["uid username password", "uid email"],
  user: { id: "uid", email: "email", userName: "username", hash: "password" },
  rules: [
    hold("deleted", yes("deleted")),
    firstRule(
      hold("disabled", yes("disable")),
      hold("disabled", isAhead("starttime")),
      hold("disabled", hasPassed("endtime")),
    ),
  ],
  factors: [read("mfa", readFactors)],
  joined: "crdate",
  lastLogin: "lastlogin",
  notCarried: `pid tstamp cruser_id description tx_extbase_type usergroup name first_name middle_name last_name
    address telephone fax lockToDomain uc title zip city country www company image TSconfig fe_cruser_id is_online
    admin lang options realName userMods allowed_languages avatar db_mountpoints file_mountpoints file_permissions
    workspace_perms workspace_id category_perms createdByAction`,
  secrets: "felogin_forgotHash password_reset_token ses_id",
  likeness: { sure: ["uid username password disable"] },
});

/** The providers of a user by their names, of which `totp` has its secret in clear. */
function readFactors(user: Row): readonly TotpEnrolment[] {
  const providers = user.jsonObject("mfa");
  const totp = isFields(providers?.fields.totp) ? providers.object("totp") : undefined;
  for (const [name, provider] of Object.entries(providers?.fields ?? {})) {
    if (name === "totp" || !isFields(provider) || user.of(provider).writtenFlag("active") !== true) continue;
    if (name === "recovery-codes") user.leaveOut("recovery codes");
    else user.factorNotCarried(name === "webauthn" ? "mfa (webauthn)" : "mfa");
  }
  if (totp === undefined) return [];
  const isConfirmed = totp.writtenFlag("active") === true;
  const secret = totp.text("secret") ?? "";
  return user.factor({ field: "mfa", secret, encoding: "base32", isConfirmed, deviceName: totp.text("name") });
}
