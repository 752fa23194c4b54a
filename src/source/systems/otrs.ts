import { encodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import { utf8 } from "../../lib/bytes.js";
import { declared } from "../system/hashes.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { is, isOther, not } from "../system/tests.js";

/** bcrypt with its cost, the 16 characters of its salt as they are, and the digest in its own base64. */
const BCRYPT = /^BCRYPT:([0-9]{1,2}):([\x20-\x7e]{16}):([A-Za-z0-9./]{31})$/;

/** What it takes for traditional crypt(3), whatever it is set up to write. */
const DES_CRYPT = /^[./0-9A-Za-z]{13}$/;

const DIGEST = /* @__PURE__ */ declared("pw", {
  40: "sha1(password)",
  64: "sha256(password)",
  128: "sha512(password)",
});

/**
 * The customers of OTRS, Znuny and OTOBO: table `customer_user`.
 *
 * @see https://github.com/OTRS/otrs Kernel/System/CustomerAuth/DB.pm, Kernel/System/CustomerUser/DB.pm
 */
export const OTRS = /* @__PURE__ */ system("otrs", {
  title: "OTRS, Znuny, OTOBO",
  howToExport: fromMysqlOrPostgres(
    ["customer_user", "customer_preferences"],
    "The agents have no address beside them.",
  ),
  users: { tables: "customer_user", columns: ["login email customer_id pw"], key: "login" },
  staff: ["users"],
  user: {
    id: "id",
    email: "email",
    userName: "login",
    hash: read("pw", (user, about) => {
      const pw = user.text("pw") ?? "";
      if (DES_CRYPT.test(pw)) return user.hash(`{CRYPT}${pw}`);
      const [, cost = "", salt = "", digest = ""] = BCRYPT.exec(pw) ?? [];
      if (digest === "") return DIGEST.of(user.fields, user.context, about);
      return user.hash(`$2a$${cost.padStart(2, "0")}$${encodeBcryptBase64(utf8(salt))}${digest}`);
    }),
  },
  // 1: valid; 2: invalid; 3: for the time being.
  parts: [
    {
      name: "preferences",
      tables: "customer_preferences",
      columns: ["user_id preferences_key preferences_value"],
      except: not(is("preferences_key", "UserGoogleAuthenticatorSecretKey")),
      factor: { secret: "preferences_value", encoding: "base32", field: "customer_preferences" },
    },
  ],
  rules: [hold("disabled", isOther("valid_id", "1"))],
  joined: "create_time",
  notCarried: `customer_id title first_name last_name phone fax mobile street zip city country comments valid_id
    create_by change_time change_by`,
  likeness: { sure: ["login email customer_id pw valid_id"] },
});
