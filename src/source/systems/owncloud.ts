import { fromMysqlOrPostgres, system } from "../system/system.js";
import { CLOUD, likenessTo } from "./shared-owncloud.js";

/**
 * ownCloud's tables `oc_users`, `oc_accounts` (since release 10), `oc_preferences` and `oc_twofactor_totp_secrets`, under
 * any prefix.
 *
 * @see https://github.com/owncloud/core — core/Migrations/Version20170214112458.php, lib/private/User/Account.php, User.php, SyncService.php, lib/private/Security/Crypto.php
 * @see https://github.com/owncloud/twofactor_totp — appinfo/database.xml, lib/Service/Totp.php
 */
export const OWNCLOUD = /* @__PURE__ */ system("owncloud", {
  ...CLOUD,
  title: "ownCloud",
  comparedWith:
    "11.0.0 of 2026-07-30: owncloud/core: core/Migrations, lib/private/Security/Hasher.php, lib/private/User/Account.php",
  howToExport: fromMysqlOrPostgres(
    ["oc_users", "oc_accounts", "oc_preferences", ["oc_twofactor_totp_secrets", "second factors of an app"]],
    "With another prefix than oc_, name the tables as they are. Second factors are encrypted under secret of config.php: write it into a file for --decrypt-key-file.",
  ),
  likeness: likenessTo("owncloud"),
});
