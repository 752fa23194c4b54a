import { idText } from "../fields/field.js";
import { declared } from "../system/hashes.js";
import { always } from "../system/place.js";
import { hold, holdIn } from "../system/rules.js";
import { ANY_SPELLING } from "../system/spelling.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { any, filled, is, marked, yes } from "../system/tests.js";

/**
 * Liferay's table `User_`, with the keys of its time-based codes.
 *
 * @see https://github.com/liferay/liferay-portal sql/portal-tables.sql, PBKDF2PasswordEncryptor.java, UserConstants.java,
 * MFATimeBasedOTPUtil.java
 */
export const LIFERAY = /* @__PURE__ */ system("liferay", {
  title: "Liferay",
  howToExport: fromMysqlOrPostgres(["User_", ["MFATimeBasedOTPEntry", "second factors"]]),
  spelling: ANY_SPELLING,
  users: {
    tables: "user_",
    columns: ["userId screenName password_ passwordEncrypted"],
    // Guests and accounts of services.
    except: any(marked("defaultUser"), marked("defaultuser"), is("type_", "0", "2", "3")),
  },
  user: {
    id: "userId",
    // Who changes the address in their profile keeps the mark of the one before.
    email: "emailAddress",
    userName: "screenName",
    // Before 6.2, which names no algorithm.
    hash: declared("password_", { "(?<hash>[A-Za-z0-9+/]{27}=)": "base64(sha1(password))" }),
  },
  rules: [
    hold("disabled", yes("lockout")),
    holdIn("status", { 5: "disabled", 8: "deleted" }, { reason: "unconfirmed", usual: "0" }),
  ],
  logins: [
    { provider: always("facebook"), userId: "facebookId", where: filled("facebookId") },
    { provider: always("google"), userId: "googleUserId", where: filled("googleUserId") },
  ],
  parts: [
    {
      name: "codes",
      tables: "mfatimebasedotpentry",
      columns: ["mfaTimeBasedOTPEntryId sharedSecret"],
      key: "userId",
      factor: { secret: "sharedSecret", encoding: "base32", skew: 1 },
    },
  ],
  // Each virtual instance has administrators of its own.
  listsBy: "instance",
  listsOf: ({ companyId, companyid = companyId }) => [idText(companyid)],
  joined: "createDate",
  lastLogin: "loginDate lastLoginDate",
  mustReset: "passwordReset",
  notCarried: `mvccVersion ctCollectionId uuid_ externalReferenceCode companyId modifiedDate contactId
    emailAddressVerified passwordEncrypted passwordModifiedDate reminderQueryQuestion graceLoginCount ldapServerId
    openId portraitId languageId timeZoneId greeting comments firstName middleName lastName jobTitle loginIP
    lastLoginIP lastFailedLoginDate failedLoginAttempts lockoutDate agreedToTermsOfUse`,
  secrets: "digest reminderQueryAnswer",
  likeness: { sure: ["userId screenName password_ passwordEncrypted"] },
});
