import type { Fields } from "../fields/field.js";
import { declared, hashBy, hashWhere } from "../system/hashes.js";
import { firstOf, withoutPrefix } from "../system/place.js";
import { type Row, read } from "../system/row.js";
import { factorNotCarried, hold, holdWhere } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { ALWAYS, has, is, no, not, type RowTest } from "../system/tests.js";

const KEY = /* @__PURE__ */ Array(4).fill("unbase64(salt)").join(" . ");
const SALT = "(?<salt>[A-Za-z0-9+/]{22}==)";
/** Before 9; what came after is of ASP.NET Core Identity. The salt fills the key of .NET's HMAC, of 64 bytes. */
const FORMS = {
  [`${SALT}(?<hash>[A-Za-z0-9+/]{43}=)`]: `base64(hmac_sha256(${KEY}, utf16le(password)))`,
  [`${SALT}(?<hash>[A-Za-z0-9+/]{27}=)`]: "base64(sha1(unbase64(salt) . utf16le(password)))",
  "(?<hash>[A-Za-z0-9+/]{27}=)": "base64(hmac_sha1(utf16le(password), utf16le(password)))",
};

/** The mark of users without a password of their own. */
const EMPTY: RowTest = {
  reads: [],
  of: ({ Password, userPassword = Password }) => /^___UIDEMPTYPWORD__/.test(String(userPassword)),
};

/**
 * Umbraco's members, `cmsMember`, or the users of its back office, `umbracoUser`, each with their logins at providers.
 *
 * @see https://github.com/umbraco/Umbraco-CMS src/Umbraco.Core/Security/LegacyPasswordSecurity.cs,
 * src/Umbraco.Infrastructure/Security/UmbracoPasswordHasher.cs
 */
export const UMBRACO = /* @__PURE__ */ system("umbraco", {
  title: "Umbraco",
  howToExport: howTo(
    [
      'sqlcmd -f o:65001 -o users.json -S HOST -d DATABASE -y 0 -Q "SET NOCOUNT ON; DECLARE @rows nvarchar(max) =',
      "  (SELECT m.*, n.uniqueId FROM cmsMember m JOIN umbracoNode n ON n.id = m.nodeId",
      '   FOR JSON PATH, INCLUDE_NULL_VALUES); SELECT @rows"',
    ],
    "Least privileges: GRANT SELECT on the tables. Write SELECT * FROM umbracoExternalLogin and, since 9.3, umbracoTwoFactorLogin in the same way into logins.json and factors.json, for --join; umbracoUser is an export of its own. Until release 9 isApproved and isLockedOut are the properties umbracoMemberApproved and umbracoMemberLockedOut: join them as columns of those names.",
  ),
  users: {
    tables: "cmsmember umbracouser",
    columns: ["nodeId LoginName Password", "userLogin userPassword"],
    key: "uniqueId key",
    keyFrom: keyOfNumber,
    // Keys of interfaces.
    except: is("kind", "1"),
  },
  user: {
    id: firstOf("nodeId id"),
    // A member who changes the address in their profile keeps the date at which the one before was confirmed.
    email: firstOf("Email userEmail"),
    userName: firstOf("LoginName userLogin"),
    hash: hashWhere(
      not(EMPTY),
      hashBy(has("userPassword"), declared("userPassword", FORMS), declared("Password", FORMS)),
    ),
  },
  rules: [
    ...holdWhere("disabled", "isLockedOut userDisabled userNoConsole"),
    hold("disabled", no("isApproved")),
    read("LoginName isApproved isLockedOut", holdUnknown),
  ],
  parts: [
    {
      name: "logins",
      tables: "umbracoexternallogin",
      columns: ["loginProvider providerKey"],
      key: "userOrMemberKey",
      login: { provider: withoutPrefix("loginProvider", /^Umbraco(?:Members)?\./), userId: "providerKey" },
    },
    {
      name: "factors",
      tables: "umbracotwofactorlogin",
      columns: ["userOrMemberKey providerName"],
      key: "userOrMemberKey",
      once: [factorNotCarried(ALWAYS, "umbracoTwoFactorLogin")],
    },
  ],
  joined: "createDate",
  lastLogin: "lastLoginDate",
  notCarried: `passwordConfig failedPasswordAttempts lastLockoutDate lastPasswordChangeDate emailConfirmedDate
    userName userLanguage failedLoginAttempts invitedDate updateDate avatar tourData`,
  secrets: "securityStampToken",
  likeness: { sure: ["nodeId LoginName Password", "userLogin userPassword"] },
});

/** Until release 9 these are properties of a member, in another table. */
function holdUnknown(member: Row): boolean {
  const missing = ["isApproved", "isLockedOut"].find((column) => !member.has(column));
  if (missing === undefined || !member.has("LoginName")) return false;
  member.context.holdBack("disabled", missing, `the export lacks ${missing}: credport sources umbraco`);
  return true;
}

/** Until release 13 users of the back office have no key: further rows have their number as a GUID. */
function keyOfNumber({ userLogin, id }: Fields): string | undefined {
  if (userLogin === undefined || !/^-?\d{1,10}$/.test(String(id))) return undefined;
  return `${(Number(id) >>> 0).toString(16).padStart(8, "0")}-0000-0000-0000-000000000000`;
}
