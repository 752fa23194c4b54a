import { declared } from "../system/hashes.js";
import { hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { marked, no, yes } from "../system/tests.js";

/**
 * PrestaShop's table of customers, whatever its prefix.
 *
 * @see https://github.com/PrestaShop/PrestaShop install-dev/data/db_structure.sql, classes/Tools.php encrypt() of 1.6
 */
export const PRESTASHOP = /* @__PURE__ */ system("prestashop", {
  title: "PrestaShop",
  comparedWith:
    "9.0.0 up to October 2024 of 2024-10-24: PrestaShop/autoupgrade: upgrade/sql; PrestaShop/PrestaShop: install-dev/data/db_structure.sql",
  howToExport: fromMysql(
    ["ps_customer"],
    "With another prefix than ps_, name the table as it is. MD5 hashes of release 1.6 are over _COOKIE_KEY_ of its settings: " +
      "put that into an environment variable and name it with --pepper-name.",
  ),
  users: {
    tables: "*customer",
    columns: ["id_customer email"],
    // A customer who ordered without an account; the same address may have one as well.
    except: marked("is_guest"),
  },
  staff: ["ps_employee", "*employee"],
  user: {
    id: "id_customer",
    email: "email",
    // Before 1.7, the MD5 of the shop's cookie key and the password.
    hash: declared("passwd", { 32: "md5(pepper . password)" }),
  },
  rules: [hold("disabled", no("active")), hold("deleted", yes("deleted"))],
  joined: "date_add",
  notCarried: `id_shop_group id_shop id_gender id_default_group id_lang id_risk company siret ape firstname lastname
    last_passwd_gen birthday newsletter ip_registration_newsletter newsletter_date_add optin website
    outstanding_allow_amount show_public_prices max_payment_days note date_upd reset_password_validity`,
  secrets: "secure_key reset_password_token",
  likeness: { sure: ["id_customer email passwd"] },
});
