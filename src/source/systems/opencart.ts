import { problem } from "../../problems/scheme.js";
import { hashIn } from "../system/hashes.js";
import { firstRule, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { no } from "../system/tests.js";

/**
 * OpenCart's table of customers, whatever its prefix.
 *
 * @see https://github.com/opencart/opencart upload/catalog/model/account/customer.php
 */
export const OPENCART = /* @__PURE__ */ system("opencart", {
  title: "OpenCart",
  howToExport: fromMysql(["oc_customer"], "With another prefix than oc_, name the table as it is."),
  users: { tables: "*customer", columns: ["customer_id email"] },
  user: {
    id: "customer_id",
    email: "email",
    hash: hashIn("password", (hash, { findings, password }) => {
      if (!/^(?:[0-9a-f]{32}|[0-9a-f]{40})$/i.test(hash)) return password(hash);
      const message = "the hash is a fast digest, as OpenCart made it before release 3.1";
      findings.problems.push(problem("scheme/unsupported", message, { field: "password" }));
      return undefined;
    }),
  },
  rules: [firstRule(hold("disabled", no("status")), hold("disabled", no("approved")))],
  joined: "date_added",
  notCarried: `customer_group_id store_id language_id firstname lastname telephone fax cart wishlist newsletter
    address_id custom_field ip safe commenter date_added`,
  secrets: "salt token code",
  likeness: { sure: ["customer_id customer_group_id email safe"] },
});
