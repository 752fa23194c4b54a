import type { UserDraft } from "../assemble-user.js";
import { type Fields, textField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { beginningText } from "../readers/json-beginning.js";
import { jsonDocument } from "../readers/json-document.js";
import type { RecordReader } from "../readers/record-reader.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "email", "password", "status"]),
  notCarried: new Set([
    ...["name", "slug", "profile_image", "cover_image", "bio", "website", "location", "facebook", "twitter"],
    ...[
      "threads",
      "bluesky",
      "mastodon",
      "tiktok",
      "youtube",
      "instagram",
      "linkedin",
      "accessibility",
      "locale",
    ],
    ...["visibility", "meta_title", "meta_description", "tour", "last_seen", "created_at", "created_by"],
    ...["updated_at", "updated_by", "comment_notifications", "free_member_signup_notification"],
    ...["paid_subscription_started_notification", "paid_subscription_canceled_notification"],
    ...["mention_notifications", "recommendation_notifications", "milestone_notifications"],
    ...["donation_notifications", "gift_subscription_purchase_notifications"],
  ]),
  secrets: new Set(["ghost_auth_id", "ghost_auth_access_token"]),
};

/** The export of the administration, whose users are further in. */
const ADMINISTRATION_EXPORT: RecordReader = {
  ...jsonDocument({ keys: [], paths: [["db", "*", "data", "users"]], firstKey: "id" }),
  fits: isOfAdministration,
};

function isOfAdministration(beginning: Uint8Array): boolean {
  return /^\{\s{0,16}"db"\s{0,16}:/.test(beginningText(beginning));
}

/**
 * The table `users` of Ghost: the staff, who alone have passwords. Members log in by a link in an e-mail.
 *
 * @see https://github.com/TryGhost/Ghost — ghost/core/core/server/data/schema/schema.js
 */
export const GHOST: Source = {
  name: "ghost",
  title: "Ghost",
  howToExport: fromMysql(
    ["users"],
    "These are the staff. Members have no passwords: they log in by a link in an e-mail, and there is nothing to carry. " +
      "The export of the administration (Settings, Import/Export) is read too; users whose hash is not in it have no login.",
  ),
  origin: "ghost",
  readers: [
    ADMINISTRATION_EXPORT,
    ...tableReaders({ tables: ["users"], required: [["id", "email", "slug", "password"]] }),
  ],
  idField: "id",
  joinedFields: ["created_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "id", "slug", "email", "tour", "last_seen") ? "sure" : "no"),
  // Posts come before the users.
  beforeUsers: { title: "an export of Ghost's administration", isBeginning: isOfAdministration },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  // Those of warnings let people in; whose account is locked is asked for a new password.
  const status = textField(record, "status", context.findings);
  if (status === "inactive") context.holdBack("disabled", "status");
  if (status === "locked") context.mustReset("status");
  return userOfRow(record, { id: "id", email: "email", hash: "password" }, context);
}
