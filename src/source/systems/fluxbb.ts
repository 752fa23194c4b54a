import { declared, hashBy } from "../system/hashes.js";
import { hold } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { any, filled, is, isInForce, not } from "../system/tests.js";

/**
 * FluxBB's and PunBB's tables of users and bans, whatever their prefix.
 *
 * @see https://github.com/fluxbb/fluxbb install.php, login.php, include/functions.php flux_password_verify(), as of 1.5.11
 * and of May 2021
 */
export const FLUXBB = /* @__PURE__ */ system("fluxbb", {
  title: "FluxBB, PunBB",
  howToExport: fromMysqlOrPostgres(["users", "bans"], "Where the tables have a prefix, name them with it."),
  users: {
    tables: "*users",
    columns: ["id username password email group_id", "id username activate_string activate_key"],
    // Bans are of names.
    key: "username",
    // The guest.
    except: is("id", "1"),
  },
  user: {
    id: "id",
    email: "email",
    userName: "username",
    // PunBB 1.3 and 1.4 have a salt; FluxBB takes it over, and drops it at the next login.
    hash: hashBy(
      filled("salt"),
      declared("password", { 40: "sha1(salt . sha1(password))" }),
      declared("password", {
        32: "md5(password)",
        40: "sha1(password)",
        "#MD5#(?<hash>\\$2.+)": "bcrypt(md5(password))",
        "#SHA1#(?<hash>\\$2.+)": "bcrypt(sha1(password))",
        "#SHA1-S#(?<salt>.+)#(?<hash>\\$2.+)": "bcrypt(sha1(salt . sha1(password)))",
      }),
    ),
  },
  parts: [
    {
      name: "bans",
      tables: "*bans",
      columns: ["username ip ban_creator"],
      key: "username",
      // Of those of addresses it is said that no user was found.
      except: not(any(filled("username"), filled("email"))),
      rules: [hold("banned", isInForce("expire"), "bans")],
    },
  ],
  joined: "registered",
  lastLogin: "last_visit",
  notCarried: `group_id title realname url jabber icq msn aim yahoo facebook twitter linkedin skype location signature
    disp_topics disp_posts email_setting notify_with_post auto_notify show_smilies show_img show_img_sig show_avatars
    show_sig access_keys timezone dst time_format date_format language style num_posts last_post last_search
    last_email_sent last_report_sent registration_ip admin_note avatar avatar_width avatar_height`,
  secrets: "activate_string activate_key",
  likeness: { sure: ["id username password activate_string activate_key"] },
});
