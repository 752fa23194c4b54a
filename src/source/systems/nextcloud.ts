import { read } from "../system/row.js";
import { factorNotCarried } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { all, is, type Test, yes } from "../system/tests.js";
import { CLOUD, likenessTo } from "./shared-owncloud.js";

/** A factor of an app whose secret is in the export is read there. */
const IS_LOST: Test = read("provider_id", (row) => {
  const provider = row.text("provider_id");
  return provider !== "webauthn" && (provider !== "totp" || row.parts("totp").length === 0);
});

/**
 * Nextcloud's tables `oc_users`, `oc_preferences`, `oc_accounts` and `oc_twofactor_totp_secrets`, under any prefix.
 *
 * @see https://github.com/nextcloud/server — core/Migrations, lib/private/Accounts/AccountManager.php
 * @see https://github.com/nextcloud/twofactor_totp — lib/Db/TotpSecret.php
 */
export const NEXTCLOUD = /* @__PURE__ */ system("nextcloud", {
  ...CLOUD,
  title: "Nextcloud",
  howToExport: fromMysqlOrPostgres(
    [
      ...["oc_users", "oc_preferences", "oc_accounts", "oc_twofactor_providers"],
      ["oc_twofactor_totp_secrets", "second factors of an app"],
    ],
    "With another prefix than oc_, export each table as CSV. Second factors are encrypted under secret of config.php: write it into a file for --decrypt-key-file.",
  ),
  parts: [
    ...(CLOUD.parts ?? []),
    {
      name: "providers",
      tables: "*twofactor_providers",
      columns: ["provider_id uid enabled"],
      key: "uid",
      // Which second factors are on, whatever app keeps them.
      except: is("provider_id", "backup_codes"),
      rules: [
        factorNotCarried(all(yes("enabled"), is("provider_id", "webauthn")), "oc_twofactor_providers (webauthn)"),
        factorNotCarried(all(yes("enabled"), IS_LOST), "oc_twofactor_providers"),
      ],
    },
  ],
  likeness: likenessTo("nextcloud"),
});
