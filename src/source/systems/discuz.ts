import { declared } from "../system/hashes.js";
import { fromMysql, system } from "../system/system.js";

/**
 * Discuz!'s members as UCenter keeps them, whatever the prefix of their table: that of the forum itself has no usable hash.
 *
 * @see https://github.com/Discuz-X/DiscuzX uc_server/install/uc.sql, uc_server/model/user.php, as of X3.1 (March 2014)
 */
export const DISCUZ = /* @__PURE__ */ system("discuz", {
  title: "Discuz!",
  howToExport: fromMysql(
    ["pre_ucenter_members"],
    "With another prefix than pre_ucenter_, name the table as it is: a UCenter of its own has uc_members.",
  ),
  users: { tables: "*ucenter_members uc_members", columns: ["uid username salt secques"] },
  user: {
    id: "uid",
    email: "email",
    userName: "username",
    hash: declared("password", { 32: "md5(md5(password) . salt)" }),
  },
  joined: "regdate",
  lastLogin: "lastlogintime",
  notCarried: "myid regip lastloginip secmobile secmobicc",
  secrets: "myidkey secques",
  likeness: { sure: ["uid username salt secques"] },
});
