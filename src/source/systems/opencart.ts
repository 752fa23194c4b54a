import { declared } from "../system/hashes.js";
import { firstRule, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { no } from "../system/tests.js";

/**
 * OpenCart's table of customers, whatever its prefix.
 *
 * @see https://github.com/opencart/opencart upload/catalog/model/account/customer.php, upload/system/library/cart/customer.php,
 * upload/system/library/request.php
 */
export const OPENCART = /* @__PURE__ */ system("opencart", {
  title: "OpenCart",
  comparedWith: "4.1.0.4 of 2026-07-29: opencart/opencart: upload/system/helper/db_schema.php",
  howToExport: fromMysql(["oc_customer"], "With another prefix than oc_, name the table as it is."),
  users: { tables: "*customer", columns: ["customer_id email"] },
  // Affiliates are customers since 3, whose table of affiliates has no passwords.
  staff: ["oc_user", "oc_affiliate", "*user", "*affiliate"],
  user: {
    id: "customer_id",
    email: "email",
    // Before 4, its request class escaped all that was posted.
    hash: declared("password", { 32: "md5(html(password))", 40: "sha1(salt . sha1(salt . sha1(html(password))))" }),
  },
  rules: [firstRule(hold("disabled", no("status")), hold("disabled", no("approved")))],
  joined: "date_added",
  notCarried: `customer_group_id store_id language_id firstname lastname telephone fax cart wishlist newsletter
    address_id custom_field ip safe commenter`,
  secrets: "token code",
  likeness: { sure: ["customer_id customer_group_id email safe"] },
});
