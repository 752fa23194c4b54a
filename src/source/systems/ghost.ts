import { beginningText } from "../readers/json-beginning.js";
import { jsonDocument } from "../readers/json-document.js";
import type { RecordReader } from "../readers/record-reader.js";
import { holdIn, resetDue } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { tableReaders } from "../system/table-readers.js";
import { is } from "../system/tests.js";

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
export const GHOST = /* @__PURE__ */ system("ghost", {
  title: "Ghost",
  comparedWith: "6.65.0 of 2026-09-23: TryGhost/Ghost: ghost/core/core/server/data/schema/schema.js",
  howToExport: fromMysql(
    ["users"],
    "These are the staff. Members have no passwords: they log in by a link in an e-mail, and there is nothing to carry. " +
      "The export of the administration (Settings, Import/Export) is read too; users whose hash is not in it have no login.",
  ),
  users: {
    readers: [
      ADMINISTRATION_EXPORT,
      ...tableReaders({ tables: ["users"], required: [["id", "email", "slug", "password"]] }),
    ],
  },
  user: { id: "id", email: "email", hash: "password" },
  // Those of warnings let people in; whose account is locked is asked for a new password.
  rules: [holdIn("status", { inactive: "disabled" }), resetDue(is("status", "locked"))],
  joined: "created_at",
  notCarried: `name slug profile_image cover_image bio website location facebook twitter threads bluesky mastodon
    tiktok youtube instagram linkedin accessibility locale visibility meta_title meta_description tour last_seen
    created_by updated_at updated_by comment_notifications free_member_signup_notification
    paid_subscription_started_notification paid_subscription_canceled_notification mention_notifications
    recommendation_notifications milestone_notifications donation_notifications
    gift_subscription_purchase_notifications`,
  secrets: "ghost_auth_id ghost_auth_access_token",
  likeness: { sure: ["id slug email tour last_seen"] },
  // Posts come before the users.
  beforeUsers: { title: "an export of Ghost's administration", isBeginning: isOfAdministration },
});
