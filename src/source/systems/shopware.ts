import { hexBytes } from "../../lib/hex.js";
import { composeSaltedDigest, noteIncompleteHash, noteUnknownAlgorithm, statedBy } from "../fields/composed-hash.js";
import type { Fields } from "../fields/field.js";
import { changed } from "../system/place.js";
import { type Password, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { all, filled, no, not, yes } from "../system/tests.js";

/** When a customer confirmed the address: of Shopware 6 and 5. */
const CONFIRMED_IN_6 = "double_opt_in_confirm_date";
const CONFIRMED_IN_5 = "doubleOptinConfirmDate";

/**
 * The table of customers: `customer` of Shopware 6, `s_user` of Shopware 5.
 *
 * @see https://github.com/shopware/shopware src/Core/Checkout/Customer/CustomerDefinition.php, SalesChannel/AccountService.php
 * @see https://github.com/shopware5/shopware engine/Shopware/Models/Customer/Customer.php, engine/Shopware/Components/Password/Encoder
 */
export const SHOPWARE = /* @__PURE__ */ system("shopware", {
  title: "Shopware",
  comparedWith: "6.6.7.1 of 2024-10-24: shopware/shopware: src/Core/Checkout/Customer",
  howToExport: fromMysql(["customer"], "Of Shopware 5 the table is s_user in place of customer."),
  users: {
    tables: "customer s_user",
    columns: ["id email"],
    except: { reads: ["guest", "accountmode"], of: isGuest },
  },
  staff: ["s_core_auth", "user"],
  headers: ["id email guest", "id email password"],
  user: {
    id: changed("id", hexId),
    // The moment stays where a customer changes the address, which no mail confirms: ChangeEmailRoute.php, CustomerService.php.
    email: "email",
    hash: read("password encoder legacy_password legacy_encoder", readHash),
  },
  rules: [
    hold("disabled", no("active")),
    hold("unconfirmed", all(yes("double_opt_in_registration"), not(filled(CONFIRMED_IN_6))), CONFIRMED_IN_6),
    hold("unconfirmed", all(yes("doubleOptinRegister"), not(filled(CONFIRMED_IN_5))), CONFIRMED_IN_5),
  ],
  joined: "created_at firstlogin",
  lastLogin: "last_login lastlogin",
  notCarried: `auto_increment customer_group_id requested_customer_group_id default_payment_method_id
    last_payment_method_id sales_channel_id language_id default_billing_address_id default_shipping_address_id
    customer_number salutation_id first_name last_name company title vat_ids affiliate_code campaign_code first_login
    newsletter newsletter_sales_channel_ids birthday last_order_date order_count order_total_amount review_count
    custom_fields tag_ids remote_address bound_sales_channel_id created_by_id updated_by_id account_type updated_at
    double_opt_in_email_sent_date customernumber changed paymentID customergroup subshopID pricegroupID validation
    affiliate paymentpreset language referer internalcomment failedlogins lockedUntil salutation firstname lastname
    doubleOptinEmailSentDate password_change_date register_opt_in_id`,
  // The keys of mails, and sessions.
  secrets: "hash confirmationkey sessionID login_token",
  likeness: { sure: ["email guest customer_number", "email encoder accountmode"], possible: ["email guest password"] },
});

/** A customer who ordered without an account; the same address may have one as well. */
function isGuest({ guest, accountmode: mode = guest }: Fields): boolean {
  return mode === 1 || mode === "1" || mode === true;
}

/**
 * Shopware 5 names the program by which a hash was made, in any case. Shopware 6 does for those that it took over from 5,
 * and asks no other hash until the customer's next login.
 */
function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const isLegacy = user.isSet("legacy_password") && user.isSet("legacy_encoder");
  const [field, column] = isLegacy ? ["legacy_password", "legacy_encoder"] : ["password", "encoder"];
  const hash = user.text(field);
  if (hash === undefined) return undefined;
  if (!user.has(column)) return user.hash(hash);
  const encoder = user.text(column)?.trim().toLowerCase();
  if (encoder === "md5") {
    const [digits = "", salt = ""] = hash.split(":");
    const key = hexBytes(digits);
    if (key === null) return noteIncompleteHash(field, findings);
    return user.hash(composeSaltedDigest({ digest: "md5", form: "{PASSWORD}{SALT}", salt, key }));
  }
  const stated = statedBy(ENCODERS, encoder);
  if (stated === undefined) return noteUnknownAlgorithm(column, findings);
  return user.statedHash(hash, stated, column);
}

const ENCODERS = { bcrypt: ["bcrypt"], argon2i: ["argon2i"], argon2id: ["argon2id"], sha256: ["sha256"] };

/** The 16 bytes of an ID as Shopware shows them: hexadecimal digits without a mark before them. */
function hexId(id: string): string {
  return /^(?:\\x|0x)?([0-9a-f]{32})$/i.exec(id)?.[1]?.toLowerCase() ?? id;
}
