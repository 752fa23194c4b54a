import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { is, isInForce } from "../system/tests.js";

/** Who has registered and not confirmed it, in an installation's own numbering. */
const AWAITING_ACTIVATION = "5";

/**
 * MyBB's tables of users and bans, whatever their prefix.
 *
 * @see https://github.com/mybb/mybb — install/resources/mysql_db_tables.php, inc/functions_user.php
 */
export const MYBB = /* @__PURE__ */ system("mybb", {
  title: "MyBB",
  comparedWith: "1.8.37 of 2024-03-22: mybb/mybb: install/resources/mysql_db_tables.php",
  howToExport: fromMysql(
    ["mybb_users", "mybb_banned"],
    "With another prefix than mybb_, name the tables as they are. Every hash is for the login-time fallback.",
  ),
  users: { tables: "*users", columns: ["uid email password"] },
  headers: ["uid password salt email", "uid bantime lifted"],
  user: {
    id: "uid",
    email: "email",
    userName: "username",
    hash: read("password salt", (user) => {
      const [digest, salt] = [user.text("password"), user.text("salt")];
      if (digest === undefined) return undefined;
      // A plug-in's bcrypt is whole, whatever the salt beside it is.
      return user.hash(salt === undefined || digest.startsWith("$") ? digest : `${digest}:${salt}`);
    }),
  },
  rules: [hold("unconfirmed", is("usergroup", AWAITING_ACTIVATION))],
  parts: [
    {
      name: "bans",
      tables: "*banned",
      columns: ["uid bantime lifted"],
      key: "uid",
      rules: [hold("banned", isInForce("lifted"))],
    },
  ],
  joined: "regdate",
  notCarried: `postnum threadnum avatar avatardimensions avatartype additionalgroups displaygroup usertitle lastactive
    lastvisit lastpost website icq skype google aim yahoo birthday birthdayprivacy signature allownotices hideemail
    invisible subscriptionmethod receivepms receivefrombuddy pmnotice pmnotify buddyrequestspm buddyrequestsauto
    threadmode showimages showvideos showsigs showavatars showquickreply showredirect ppp tpp daysprune dateformat
    timeformat timezone dst dstcorrection buddylist ignorelist style away awaydate returndate awayreason pmfolders
    notepad referrer referrals reputation regip lastip language timeonline showcodebuttons totalpms unreadpms
    warningpoints moderateposts moderationtime suspendposting suspensiontime suspendsignature suspendsigtime
    classicpostbit loginattempts loginlockoutexpiry usernotes sourceeditor longregip longlastip failedlogin totalposts
    coppauser`,
  secrets: "loginkey",
  likeness: { sure: ["uid username salt loginkey usergroup", "uid bantime lifted oldgroup"] },
});
