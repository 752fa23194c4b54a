import { hashIn } from "../system/hashes.js";
import { hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { filled, no } from "../system/tests.js";

/**
 * Magento 2's and Adobe Commerce's table of customers.
 *
 * @see https://github.com/magento/magento2 app/code/Magento/Customer/etc/db_schema.xml
 */
export const MAGENTO = /* @__PURE__ */ system("magento", {
  title: "Magento, Adobe Commerce",
  comparedWith: "2.4.8 of 2025-04-02: magento/magento2: app/code/Magento/Customer/etc/db_schema.xml",
  howToExport: fromMysql(
    ["customer_entity"],
    'Customers of several websites who share an address are not importable, as duplicates: add --where="website_id = 1" and export one website at a time.',
  ),
  users: { tables: "*customer_entity", columns: ["entity_id email"] },
  staff: ["admin_user", "*admin_user"],
  headers: ["entity_id email", "email password_hash"],
  user: {
    id: "entity_id",
    email: "email",
    hash: hashIn("password_hash", (hash, { password }) => password(withVersion(hash))),
  },
  rules: [
    hold("disabled", no("is_active")),
    // The key of a confirmation mail, taken away once the customer followed its link.
    hold("unconfirmed", filled("confirmation")),
  ],
  joined: "created_at",
  notCarried: `website_id group_id increment_id store_id updated_at created_in disable_auto_group_change prefix
    firstname middlename lastname suffix dob default_billing default_shipping taxvat gender failures_num first_failure
    lock_expires rp_token_created_at session_cutoff`,
  secrets: "rp_token",
  likeness: { sure: ["entity_id email password_hash"], possible: ["entity_id website_id email"] },
});

/** Magento 1 wrote no version: MD5, and SHA-256 in its Enterprise Edition. */
function withVersion(hash: string): string {
  if (/^[0-9a-f]{32}:[^:]+$/.test(hash)) return `${hash}:0`;
  return /^[0-9a-f]{64}:[^:]+$/.test(hash) ? `${hash}:1` : hash;
}
