import { Buffer } from "../../runtime/index.js";
import { type Fields, idText } from "../fields/field.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { resetDue } from "../system/rules.js";
import { AS_NAMED } from "../system/spelling.js";
import { fromMysql, system } from "../system/system.js";
import { is } from "../system/tests.js";

/**
 * MediaWiki's table of users and the devices of its extension OATHAuth.
 *
 * @see https://www.mediawiki.org/wiki/Manual:User_table
 * @see https://www.mediawiki.org/wiki/Extension:OATHAuth/oathauth_devices_table
 */
export const MEDIAWIKI = /* @__PURE__ */ system("mediawiki", {
  title: "MediaWiki",
  comparedWith: "OATHAuth for 1.47 of 2026-08-21: wikimedia/mediawiki-extensions-OATHAuth: sql/tables.json, src/Key",
  howToExport: fromMysql(
    ["user", ["oathauth_devices", "second factors of the extension OATHAuth"]],
    "With a prefix, name the tables as they are; releases before 1.42 have oathauth_users in the place of oathauth_devices. A wiki that shares its accounts (CentralAuth) keeps its hashes in another database.",
  ),
  spelling: { ...AS_NAMED, read: textOfBytes },
  users: {
    tables: "*user",
    columns: ["user_id user_email", "user_id user_password"],
    // The account that an editor without one is given.
    except: is("user_is_temp", "1"),
  },
  user: {
    id: "user_id",
    email: "user_email",
    // 14 digits, or PostgreSQL's date; what never happened is NULL or 14 zero bytes.
    verified: read("user_email_authenticated", (user) =>
      /^[1-9]\d{3}/.test(idText(user.own("user_email_authenticated")) ?? ""),
    ),
    userName: "user_name",
    hash: "user_password",
  },
  parts: [
    {
      name: "devices",
      // The second is of releases before OATHAuth kept several devices.
      tables: "*oathauth_devices *oathauth_users",
      columns: ["oad_user oad_data", "id module data"],
      key: "oad_user id",
      factor: read("oad_data oad_name data", (row) => devicesOf(row.has("oad_data") ? "oad_data" : "data", row)),
    },
  ],
  rules: [resetDue(read("user_password_expires", hasExpired), "user_password_expires")],
  notCarried: `user_real_name user_touched user_registration user_editcount user_options user_newpass_time
    user_email_token_expires`,
  secrets: "user_newpassword user_token user_email_token",
  likeness: { sure: ["user_id user_name user_password", "oad_user oad_data"] },
});

/**
 * MySQL's programs write binary columns in hexadecimal digits where they are told to. Whether they did shows in what the wiki itself
 * writes: a user may be called 0x41, and isn't A.
 */
function textOfBytes(row: Fields): Fields {
  if (hexOf(row.user_password ?? row.oad_data ?? row.data) === undefined) return row;
  const entries = Object.entries(row).map(([name, value]) => {
    const hex = hexOf(value);
    return [name, hex === undefined ? value : Buffer.from(hex, "hex").toString("utf8")];
  });
  return Object.fromEntries(entries);
}

function hexOf(value: unknown): string | undefined {
  return typeof value === "string" ? /^0x((?:[0-9a-f]{2})*)$/i.exec(value)?.[1] : undefined;
}

/** 14 digits, or PostgreSQL's date. */
function hasExpired(user: Row): boolean {
  const written = idText(user.own("user_password_expires")) ?? "";
  const parts = /^([1-9]\d{3})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)/.exec(written)?.slice(1) ?? [];
  const [year = 0, month = 0, ...others] = parts.map(Number);
  return parts.length > 0 && Date.UTC(year, month - 1, ...others) <= user.context.now;
}

/** Steps to either side within which OATHAuth takes a code, where `$wgOATHAuthWindowRadius` is not set. */
const SKEW = 4;

function devicesOf(field: string, row: Row): readonly TotpEnrolment[] {
  const data = row.jsonObject(field);
  if (data === undefined) return [];
  const deviceName = row.text("oad_name");
  return (data.has("keys") ? data.objects("keys") : [data]).flatMap((key) => {
    const secret = key.text("secret");
    // Lists of recovery codes have none, and keys of WebAuthn.
    if (key.has("recoverycodekeys")) row.leaveOut("recovery codes");
    else if (secret === undefined) return row.factorNotCarried(key.has("userHandle") ? `${field} (webauthn)` : field);
    if (secret === undefined) return [];
    if (key.has("nonce")) return row.factorNotCarried(field);
    return row.factor({ field, secret, encoding: "base32", deviceName, skew: SKEW });
  });
}
