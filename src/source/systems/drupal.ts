import { withoutPrefix } from "../system/place.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { ALWAYS, all, any, has, is, NEVER, no, not, unmarked } from "../system/tests.js";

/**
 * Drupal's table of users, `users_field_data` since Drupal 8 and `users` before, and what the modules Social Auth and
 * TFA keep for them.
 *
 * @see https://api.drupal.org/api/drupal/core%21modules%21user%21src%21Entity%21User.php
 */
export const DRUPAL = /* @__PURE__ */ system("drupal", {
  title: "Drupal",
  comparedWith: "11.4.5 of 2026-08-06: drupal/core: modules/user/src/Entity/User.php, lib/Drupal/Core/Password",
  howToExport: fromMysql(
    ["users_field_data", "users_data", ["social_auth", "social logins of the module Social Auth"]],
    "Drupal 6 and 7 have users in the place of the first two, and tfa_totp_seed with the module TFA. With a prefix, name the tables as they are.",
  ),
  users: {
    tables: "*users_field_data *users",
    columns: ["uid mail", "uid pass"],
    // User 0 stands for all visitors; a translated account has a row for each further language.
    except: any(is("uid", "0"), unmarked("default_langcode")),
  },
  user: { id: "uid", email: "mail", userName: "name", hash: "pass" },
  rules: [hold("disabled", no("status"))],
  parts: [
    {
      name: "factors",
      // The second is of Drupal 7.
      tables: "*users_data *tfa_totp_seed",
      columns: ["uid module name value", "uid seed"],
      key: "uid",
      except: all(has("name"), not(is("name", "tfa_totp_seed", "tfa_hotp_seed"))),
      // TFA encrypts every seed, with a key of the site's own choice.
      once: [factorNotCarried(ALWAYS, "tfa_totp_seed")],
    },
    {
      name: "logins",
      tables: "*social_auth",
      columns: ["user_id plugin_id provider_user_id"],
      login: { provider: withoutPrefix("plugin_id", /^social_auth_/), userId: "provider_user_id", verified: NEVER },
    },
  ],
  joined: "created",
  lastLogin: "login access",
  notCarried: `langcode preferred_langcode preferred_admin_langcode timezone changed init theme signature
    signature_format language picture data uuid content_translation_source content_translation_outdated
    content_translation_uid content_translation_status content_translation_created roles`,
  likeness: {
    sure: ["uid pass mail", "user_id plugin_id provider_user_id"],
    possible: ["uid mail", "uid module name value"],
  },
});
