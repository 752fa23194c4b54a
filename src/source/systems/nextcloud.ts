import { fromMysqlOrPostgres, system } from "../system/system.js";
import { CLOUD, likenessTo } from "./shared-owncloud.js";

/**
 * Nextcloud's tables `oc_users`, `oc_preferences`, `oc_accounts` and `oc_twofactor_totp_secrets`, under any prefix.
 *
 * @see https://github.com/nextcloud/server — core/Migrations, lib/private/Accounts/AccountManager.php
 * @see https://github.com/nextcloud/twofactor_totp — lib/Db/TotpSecret.php
 */
export const NEXTCLOUD = /* @__PURE__ */ system("nextcloud", {
  ...CLOUD,
  title: "Nextcloud",
  comparedWith: "35, twofactor_totp 17.1.0 of 2026-07-23: nextcloud/twofactor_totp: lib/Db, lib/Migration, lib/Service",
  howToExport: fromMysqlOrPostgres(
    [
      ...["oc_users", "oc_preferences", "oc_accounts", "oc_twofactor_providers"],
      ["oc_twofactor_totp_secrets", "second factors of an app"],
    ],
    "With another prefix than oc_, export each table as CSV. Second factors are encrypted under secret of config.php: write it into a file for --decrypt-key-file.",
  ),
  likeness: likenessTo("nextcloud"),
});
