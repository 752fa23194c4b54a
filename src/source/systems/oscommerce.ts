import { declared } from "../system/hashes.js";
import { hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { is } from "../system/tests.js";

/** Of Zen Cart; with 1 to 3 a customer logs in and waits for approval. */
const BANNED = "4";

/**
 * osCommerce's table of customers, and that of its kin (Zen Cart, xt:Commerce, CRE Loaded), whatever its prefix.
 *
 * @see https://github.com/osCommerce/oscommerce2 catalog/install/oscommerce.sql, catalog/includes/functions/password_funcs.php
 * of 2.3, catalog/includes/OSC/OM/Hash.php of 2.4
 * @see https://github.com/zencart/zencart includes/classes/class.zcPassword.php, Customer.php, as of August 2026
 */
export const OSCOMMERCE = /* @__PURE__ */ system("oscommerce", {
  title: "osCommerce",
  howToExport: fromMysql(
    ["customers", ["customers_info", "when they joined"]],
    "With a prefix, name the tables with it.",
  ),
  users: { tables: "*customers", columns: ["customers_id customers_email_address"] },
  staff: ["administrators", "admin", "*administrators", "*admin"],
  user: {
    id: "customers_id",
    email: "customers_email_address",
    // Before 2.3; later releases have phpass and bcrypt. Without a salt it is xt:Commerce's, and of SHA-256 Zen Cart's.
    // Blanks at the end are those of a column of fixed width.
    hash: declared("customers_password", {
      32: "md5(password)",
      "(?<hash>[0-9a-f]{32}):(?<salt>.{1,64}?)\\s*": "md5(salt . password)",
      "(?<hash>[0-9a-f]{64}):(?<salt>.{1,255}?)\\s*": "sha256(salt . password)",
    }),
  },
  rules: [hold("banned", is("customers_authorization", BANNED))],
  parts: [
    {
      name: "info",
      tables: "*customers_info",
      columns: ["customers_info_id customers_info_number_of_logons"],
      key: "customers_info_id",
    },
  ],
  notCarried: `customers_gender customers_firstname customers_lastname customers_dob customers_default_address_id
    customers_telephone customers_fax customers_newsletter customers_nick customers_group_pricing
    customers_email_format activation_required welcome_email_sent customers_referral registration_ip last_login_ip
    customers_paypal_payerid customers_paypal_ec customers_whole`,
  secrets: "customers_secret",
  likeness: { sure: ["customers_id customers_email_address customers_password"] },
});
