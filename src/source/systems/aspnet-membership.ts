import { noteMissingHash, notePlainPassword, noteUnreadAlgorithm } from "../fields/composed-hash.js";
import { declared, hashBy } from "../system/hashes.js";
import { type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { isOther, no, yes } from "../system/tests.js";

/**
 * The table `aspnet_Membership` of SqlMembershipProvider (ASP.NET 2 to 4, DNN, Sitecore), with the name of
 * each user, which a query brings to it.
 *
 * @see https://github.com/microsoft/referencesource System.Web/Security/SQLMembershipProvider.cs EncodePassword(), as of .NET 4.8
 */
export const ASPNET_MEMBERSHIP = /* @__PURE__ */ system("aspnet-membership", {
  title: "ASP.NET Membership",
  howToExport: howTo(
    [
      'sqlcmd -f o:65001 -o users.json -S HOST -d DATABASE -y 0 -Q "SET NOCOUNT ON; DECLARE @rows nvarchar(max) =',
      "  (SELECT u.UserName, m.* FROM aspnet_Membership m JOIN aspnet_Users u ON u.UserId = m.UserId",
      '   FOR JSON PATH, INCLUDE_NULL_VALUES); SELECT @rows"',
    ],
    "Least privileges: GRANT SELECT on the two tables. Of DNN and Sitecore the tables are the same. Hashes of 44 characters are SHA-256 or HMAC, by hashAlgorithmType of web.config: say which as an expression in a map of --from table.",
  ),
  users: { tables: "aspnet_membership", columns: ["PasswordFormat PasswordSalt"], isAlone: true },
  user: {
    id: "UserId",
    email: "Email",
    userName: "UserName",
    hash: hashBy(
      isOther("PasswordFormat", "1"),
      read("Password PasswordFormat", readUnhashed),
      declared("Password", {
        "(?<hash>[A-Za-z0-9+/]{27}=)": "base64(sha1(unbase64(PasswordSalt) . utf16le(password)))",
      }),
    ),
  },
  rules: [hold("disabled", no("IsApproved")), hold("disabled", yes("IsLockedOut"))],
  joined: "CreateDate",
  lastLogin: "LastLoginDate",
  notCarried: `ApplicationId MobilePIN LoweredEmail PasswordQuestion LastPasswordChangedDate LastLockoutDate
    FailedPasswordAttemptCount FailedPasswordAttemptWindowStart FailedPasswordAnswerAttemptCount
    FailedPasswordAnswerAttemptWindowStart Comment LoweredUserName MobileAlias IsAnonymous LastActivityDate`,
  secrets: "PasswordAnswer",
  likeness: { sure: ["UserId PasswordFormat PasswordSalt"] },
});

/** What MembershipPasswordFormat calls Clear (0) and Encrypted (2). */
function readUnhashed(user: Row): undefined {
  if (user.text("Password") === undefined) return undefined;
  const format = user.id("PasswordFormat");
  if (format === "0") return notePlainPassword("Password", user.findings);
  if (format !== "2") return noteUnreadAlgorithm("of the format", format, "PasswordFormat", user.findings);
  const message = "the password is encrypted under the application's machineKey, and not hashed";
  return noteMissingHash("Password", message, user.findings);
}
