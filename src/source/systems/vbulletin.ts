import type { StatedFacts } from "../../hash/internal.js";
import { statedBy } from "../fields/composed-hash.js";
import { idText } from "../fields/field.js";
import { read } from "../system/row.js";
import { hold, holdIn } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { all, isInForce } from "../system/tests.js";

/** Groups that vBulletin sets up itself. */
const GROUPS = { 3: "unconfirmed", 4: "disabled", 8: "banned" } as const;

/** A user in the group of banned ones is held back by that already. */
const isOfOtherGroup = read("", (_, { user }) => idText(user.usergroupid) !== "8");

/**
 * vBulletin's tables of users and bans, releases 3 to 6, whatever their prefix.
 *
 * @see https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/
 */
export const VBULLETIN = /* @__PURE__ */ system("vbulletin", {
  title: "vBulletin",
  howToExport: fromMysql(
    ["user", "userban"],
    "With a prefix, name the tables as they are. Every hash is for the login-time fallback.",
  ),
  users: { tables: "*user", columns: ["userid email"] },
  user: {
    id: "userid",
    email: "email",
    userName: "username",
    hash: read("token scheme password salt", (user) => {
      const token = user.text("token");
      if (token === undefined) {
        const [digest, salt] = [user.text("password"), user.text("salt")];
        if (digest === undefined) return undefined;
        return user.hash(salt === undefined ? digest : `${digest}:${salt}`);
      }
      // Digest and salt of older releases, which vBulletin 5 keeps with a blank between them.
      const old = /^([0-9a-f]{32}) (.+)$/i.exec(token);
      const hash = old === null ? token : `${old[1]}:${old[2]}`;
      return user.statedHash(hash, statedOf(user.text("scheme")), "scheme");
    }),
  },
  rules: [holdIn("usergroupid", GROUPS)],
  parts: [
    {
      name: "bans",
      tables: "*userban",
      columns: ["userid liftdate"],
      key: "userid",
      rules: [hold("banned", all(isInForce("liftdate"), isOfOtherGroup), "liftdate")],
    },
  ],
  joined: "joindate",
  lastLogin: "lastactivity lastvisit",
  notCarried: `membergroupids displaygroupid passworddate styleid languageid parentemail homepage icq aim yahoo msn
    skype google usertitle customtitle daysprune lastpost lastpostid posts reputation reputationlevelid timezoneoffset
    pmpopup avatarid avatarrevision profilepicrevision options birthday birthday_search maxposts startofweek ipaddress
    referrerid displayname privacyconsent privacyconsentupdated emailstamp threadedmode`,
  secrets: "secret",
  likeness: { sure: ["userid usergroupid username"] },
});

/** `blowfish:10`, `argon2id`, and `legacy` for the digests of releases 3 and 4. */
function statedOf(scheme: string | undefined): StatedFacts {
  const cost = /^blowfish:([0-9]{1,2})$/.exec(scheme ?? "")?.[1];
  if (cost !== undefined) return { is: ["bcrypt"], cost: Number(cost) };
  return statedBy({ argon2id: ["argon2id"], legacy: ["md5"] }, scheme) ?? {};
}
