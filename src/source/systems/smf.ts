import { composedOf } from "../system/hashes.js";
import { read } from "../system/row.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";

const COLUMNS = "id_member member_name passwd email_address";

/** What the forum adds to the state of a user who is banned. */
const BANNED = 10;

/**
 * The table `members` of Simple Machines Forum, whatever its prefix.
 *
 * @see https://github.com/SimpleMachines/SMF — other/install_2-1_mysql.sql, Sources/Subs-Auth.php, Sources/LogInOut.php
 */
export const SMF = /* @__PURE__ */ system("smf", {
  title: "Simple Machines Forum",
  comparedWith: "3.0 Alpha 2 up to October 2024 of 2024-10-24: SimpleMachines/SMF: other/install_3-0_MySQL.sql",
  howToExport: fromMysqlOrPostgres(
    ["smf_members"],
    "With another prefix than smf_, name the table as it is. Every hash is for the login-time fallback: it is over the " +
      "user's name and the password.",
  ),
  users: { tables: "*members", columns: ["id_member email_address"] },
  headers: [COLUMNS],
  user: {
    id: "id_member",
    email: "email_address",
    userName: "member_name",
    hash: composedOf("smf", "passwd member_name"),
  },
  rules: [
    // 0 and 2: an address to be confirmed; 3 and 5: an administrator's approval; 4: the user wants to be deleted.
    read("is_activated", (user) => {
      const { holdBack } = user.context;
      const state = user.wholeNumber("is_activated", 0, 29) ?? 1;
      if (state >= BANNED) holdBack("banned", "is_activated");
      const kind = state % BANNED;
      if (kind !== 1) holdBack(kind === 4 ? "deleted" : "unconfirmed", "is_activated");
      return state !== 1;
    }),
  ],
  factors: [{ secret: "tfa_secret", encoding: "base32" }],
  joined: "date_registered",
  notCarried: `posts id_group lngfile last_login real_name instant_messages unread_messages new_pm alerts buddy_list
    pm_ignore_list pm_prefs mod_prefs personal_text birthdate website_title website_url show_online time_format
    signature time_offset avatar usertitle member_ip member_ip2 id_theme id_msg_last_visit additional_groups
    smiley_set id_post_group total_time_logged_in ignore_boards warning passwd_flood pm_receive_from timezone
    spoofdetector_name message_labels gender location icq aim yim msn hide_email karma_bad karma_good
    notify_announcements notify_regularity notify_send_body notify_types pm_email_notify openid_uri`,
  secrets: "secret_question secret_answer validation_code password_salt tfa_backup",
  likeness: { sure: [COLUMNS] },
});
