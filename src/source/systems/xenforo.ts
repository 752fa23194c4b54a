import { problem } from "../../problems/scheme.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated } from "../fields/composed-hash.js";
import {
  type Fields,
  idText,
  isFields,
  jsonTextField,
  ownField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { readPhpSerialized } from "../fields/php-serialized.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    "user_id",
    "email",
    "username",
    "user_state",
    "is_banned",
    "scheme_class",
    "data",
    "security_lock",
  ]),
  notCarried: new Set([
    ...[
      "username_date",
      "username_date_visible",
      "custom_title",
      "language_id",
      "style_id",
      "style_variation",
    ],
    ...["timezone", "visible", "activity_visible", "user_group_id", "secondary_group_ids"],
    ...["display_style_group_id", "permission_combination_id", "message_count", "question_solution_count"],
    ...["conversations_unread", "register_date", "last_activity", "last_summary_email_date"],
    ...["trophy_points", "alerts_unviewed", "alerts_unread", "avatar_date", "avatar_width"],
    ...["avatar_height", "avatar_highdpi", "avatar_optimized", "gravatar", "is_moderator"],
    ...["is_admin", "is_staff", "reaction_score", "vote_score", "warning_points", "privacy_policy_accepted"],
    ...["terms_accepted", "gender", "like_count", "remember_key", "is_discouraged"],
  ]),
  secrets: new Set(["secret_key"]),
};

const HASH = ["user_id", "scheme_class", "data"];
const FACTOR = ["user_id", "provider_id", "provider_data"];
const LOGIN = ["user_id", "provider", "provider_key"];

/** States in which a user can't log in as usual. A bounced mail holds nobody back. */
const HELD_BACK: Readonly<Record<string, HoldReason>> = {
  email_confirm: "unconfirmed",
  email_confirm_edit: "unconfirmed",
  moderated: "disabled",
  rejected: "disabled",
  disabled: "disabled",
};

/** XenForo's own ways to hash; all others are of the forum that the users were imported from. */
const OWN_SCHEME = /^(?:XF:|XenForo_Authentication_|XF\\Authentication\\)Core(?:12)?$/;
const NO_PASSWORD = /^(?:XF:|XenForo_Authentication_|XF\\Authentication\\)NoPassword$/;

/**
 * XenForo's users with their hashes, second factors and social logins, which are in tables of their own.
 *
 * @see https://xenforo.com/docs/dev/
 */
export const XENFORO: Source = {
  name: "xenforo",
  title: "XenForo",
  howToExport: fromMysql(["xf_user", "xf_user_authenticate", "xf_user_tfa", "xf_user_connected_account"]),
  origin: "xenforo",
  ...rowsOf([
    { tables: ["*xf_user"], columns: [["user_id", "email"]], key: ["user_id"] },
    partKind("hashes", ["*xf_user_authenticate"], [HASH]),
    { ...partKind("factors", ["*xf_user_tfa"], [FACTOR]), isOther: (row) => row.provider_id !== "totp" },
    partKind("logins", ["*xf_user_connected_account"], [LOGIN]),
  ]),
  idField: "user_id",
  mustResetFields: ["security_lock"],
  joinedFields: ["register_date"],
  lastLoginFields: ["last_activity"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "user_id", "username", "user_state") || mostHave(records, ...HASH)) return "sure";
    return mostHave(records, ...FACTOR) || mostHave(records, ...LOGIN) ? "possible" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, parts } = context;
  const state = textField(record, "user_state", findings) ?? "valid";
  const reason = Object.hasOwn(HELD_BACK, state) ? HELD_BACK[state] : undefined;
  if (reason !== undefined) holdBack(reason, "user_state");
  if (writtenFlagField(record, "is_banned", findings) === true) holdBack("banned", "is_banned");
  const [hash = record] = parts("hashes");
  const password = readPassword(hash, context);
  const totp = parts("factors").flatMap((row) => readFactor(row, context));
  const columns = { id: "user_id", email: "email", userName: "username" };
  const user = userOfRow(record, columns, context, { password, totp });
  const email = user.emails[0]?.value;
  const thirdParty = parts("logins").flatMap((row) => {
    const provider = textField(row, "provider", findings);
    const userId = idText(ownField(row, "provider_key"));
    return socialLogin({ provider, userId, email, isVerified: false, field: "provider_key" }, context);
  });
  return { ...user, thirdParty };
}

/** The class beside a hash says what it is: the same data is another thing under another class. */
function readPassword(row: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const scheme = textField(row, "scheme_class", findings);
  const data = textField(row, "data", findings);
  if (data === undefined || (scheme !== undefined && NO_PASSWORD.test(scheme))) return undefined;
  if (scheme !== undefined && OWN_SCHEME.test(scheme)) {
    const stated = scheme.endsWith("12") ? { is: ["bcrypt"] } : { is: ["sha1", "sha256"] };
    return context.password(() => asStated(data, stated, "scheme_class", context));
  }
  findings.problems.push(
    problem("scheme/unsupported", "the hash is as the forum made it that the user was imported from", {
      field: "scheme_class",
    }),
  );
  return undefined;
}

/** A row is there once the user has given a code. Its data is PHP's or, in newer releases, JSON. */
function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const data = textField(row, "provider_data", findings);
  const secret = data === undefined ? undefined : secretIn(data, row, context);
  return secondFactor({ field: "provider_data", secret: secret ?? "", encoding: "base32" }, context);
}

function secretIn(data: string, row: Fields, { findings }: RecordContext): string | undefined {
  const read = data.startsWith("{") ? jsonTextField(row, "provider_data", findings) : readPhpSerialized(data);
  const secret = read instanceof Map ? read.get("secret") : isFields(read) ? read.secret : undefined;
  return typeof secret === "string" ? secret : undefined;
}
