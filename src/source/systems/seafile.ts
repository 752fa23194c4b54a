import { hexBytes } from "../../lib/hex.js";
import { composePbkdf2 } from "../fields/composed-hash.js";
import { declared } from "../system/hashes.js";
import { changed } from "../system/place.js";
import { read } from "../system/row.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { ALWAYS, NEVER, no } from "../system/tests.js";
import { TOTP_DEVICE } from "./shared-django.js";

const PBKDF2 = /^PBKDF2SHA256\$([1-9][0-9]{0,8})\$([0-9a-f]{64})\$([0-9a-f]{64})$/;

/** What it wrote before: first without a salt, and then with one that is the same for all. */
const DIGEST = /* @__PURE__ */ declared("passwd", {
  40: "sha1(password)",
  64: "sha256(password . unhex('db9145c306c7cc26'))",
});

/** An ID in the place of an address, since release 11. */
const OWN_ID = /@auth\.local$/;

/**
 * Seafile's table `EmailUser` of ccnet's database, and `profile_profile` of Seahub's, which has the addresses since release 11.
 *
 * @see https://github.com/haiwen/seafile-server common/user-mgr.c
 */
export const SEAFILE = /* @__PURE__ */ system("seafile", {
  title: "Seafile",
  comparedWith: "13.0.25 of 2026-06-12: haiwen/seafile-server: common/user-mgr.c, scripts/sql/mysql/ccnet.sql",
  howToExport: fromMysql(
    ["EmailUser"],
    "Since release 11 the addresses are in Seahub's database: dump its table profile_profile likewise, and give that file with --join. So are its second factors: two_factor_totpdevice and two_factor_phonedevice.",
  ),
  users: { tables: "emailuser", columns: ["email passwd is_staff ctime"], key: "email" },
  headers: ["email passwd is_staff", "user contact_email"],
  user: {
    id: "email",
    email: changed("email", (text) => (OWN_ID.test(text) ? undefined : text)),
    hash: read("passwd", (user, about) => {
      const [, iterations, salt = "", key = ""] = PBKDF2.exec(user.text("passwd") ?? "") ?? [];
      if (iterations === undefined) return DIGEST.of(user.fields, user.context, about);
      const parts = { salt: hexBytes(salt) as Uint8Array, hash: hexBytes(key) as Uint8Array };
      return user.hash(composePbkdf2({ digest: "sha256", iterations: Number(iterations), ...parts }));
    }),
  },
  rules: [hold("disabled", no("is_active"))],
  parts: [
    {
      name: "profiles",
      tables: "profile_profile",
      columns: ["user contact_email"],
      key: "user",
      email: { at: "contact_email", verified: NEVER },
    },
    { ...TOTP_DEVICE, name: "totp", tables: "two_factor_totpdevice", columns: ["key step t0"], key: "user" },
    {
      name: "phones",
      tables: "two_factor_phonedevice",
      columns: ["user number method"],
      key: "user",
      once: [factorNotCarried(ALWAYS, "two_factor_phonedevice")],
    },
  ],
  joined: "ctime",
  notCarried: "id is_staff reference_id is_department_owner",
  likeness: { sure: ["email passwd is_staff ctime"] },
});
