import type { UserDraft } from "../assemble-user.js";
import { type Fields, idText, ownField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["uid", "mail", "name", "pass", "status", "default_langcode"]),
  notCarried: new Set([
    ...["langcode", "preferred_langcode", "preferred_admin_langcode", "timezone", "created", "changed"],
    ...["access", "login", "init", "theme", "signature", "signature_format", "language", "picture", "data"],
    ...["uuid", "content_translation_source", "content_translation_outdated", "content_translation_uid"],
    ...["content_translation_status", "content_translation_created", "roles"],
  ]),
};

const LOGIN = ["user_id", "plugin_id", "provider_user_id"];
const DATA = ["uid", "module", "name", "value"];

/**
 * Drupal's table of users, `users_field_data` since Drupal 8 and `users` before, and what the modules Social Auth and
 * TFA keep for them.
 *
 * @see https://api.drupal.org/api/drupal/core%21modules%21user%21src%21Entity%21User.php
 */
export const DRUPAL: Source = {
  name: "drupal",
  title: "Drupal",
  howToExport: fromMysql(
    ["users_field_data", "users_data", ["social_auth", "social logins of the module Social Auth"]],
    "Drupal 6 and 7 have users in the place of the first two. With a prefix, name the tables as they are.",
  ),
  origin: "drupal",
  ...rowsOf([
    {
      ...partKind("factors", ["*users_data"], [DATA], "uid"),
      isOther: (row) => row.name !== "tfa_totp_seed",
    },
    partKind("logins", ["*social_auth"], [LOGIN]),
    {
      tables: ["*users_field_data", "*users"],
      columns: [
        ["uid", "mail"],
        ["uid", "pass"],
      ],
      key: ["uid"],
      isOther: isAnonymousOrTranslation,
    },
  ]),
  idField: "uid",
  joinedFields: ["created"],
  lastLoginFields: ["login", "access"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "uid", "pass", "mail") || mostHave(records, ...LOGIN)) return "sure";
    return mostHave(records, "uid", "mail") || mostHave(records, ...DATA) ? "possible" : "no";
  },
  toUser: readUser,
};

/** User 0 is everybody who is not logged in; a translated account has a row for each further language. */
function isAnonymousOrTranslation(row: Fields): boolean {
  const { uid, default_langcode: isOwn } = row;
  return uid === 0 || uid === "0" || isOwn === 0 || isOwn === "0" || isOwn === "f" || isOwn === false;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, parts } = context;
  if (writtenFlagField(record, "status", findings) === false) holdBack("disabled", "status");
  // TFA encrypts every seed, with a key of the site's own choice.
  if (parts("factors").length > 0) secondFactorNotCarried("tfa_totp_seed", context);
  const user = userOfRow(record, { id: "uid", email: "mail", userName: "name", hash: "pass" }, context);
  const email = user.emails[0]?.value;
  const thirdParty = parts("logins").flatMap((row) => {
    const provider = textField(row, "plugin_id", findings)?.replace(/^social_auth_/, "");
    const userId = idText(ownField(row, "provider_user_id"));
    return socialLogin({ provider, userId, email, isVerified: false, field: "provider_user_id" }, context);
  });
  return { ...user, thirdParty };
}
