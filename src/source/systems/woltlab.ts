import { declared } from "../system/hashes.js";
import { changed } from "../system/place.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { all, filled, isInForce, NEVER, yes } from "../system/tests.js";

/** A provider, a colon, and the user's ID there. */
const AUTH_DATA = /^([a-z0-9]+):(.+)$/i;

/** Burning Board 3's digests, of users who have not logged in since. */
const HASH = declared("password", { 40: "sha1(salt . sha1(salt . sha1(password)))" });

/**
 * WoltLab Suite's and Burning Board's table of users.
 *
 * @see https://github.com/WoltLab/WCF wcfsetup/setup/db/install.sql,
 * wcfsetup/install/files/lib/system/user/authentication/password/algorithm/Wcf1.class.php
 */
export const WOLTLAB = /* @__PURE__ */ system("woltlab", {
  title: "WoltLab Suite",
  comparedWith: "6.0.18 of 2024-10-14: WoltLab/WCF: wcfsetup/setup/db/install.sql",
  howToExport: fromMysql(["wcf1_user"], "With another prefix than wcf1_, name the table as it is."),
  users: { tables: "*_user", columns: ["userID email"] },
  user: { id: "userID", email: "email", userName: "username", hash: HASH },
  rules: [
    hold("banned", all(isInForce("banExpires"), yes("banned")), "banned"),
    hold("unconfirmed", filled("activationCode")),
    // The secret is of a device of a set-up of the user: two tables away.
    factorNotCarried(yes("multifactorActive")),
  ],
  logins: [
    {
      provider: changed("authData", (text) => AUTH_DATA.exec(text)?.[1]),
      userId: changed("authData", (text) => AUTH_DATA.exec(text)?.[2]),
      verified: NEVER,
    },
  ],
  joined: "registrationDate",
  lastLogin: "lastActivityTime",
  notCarried: `languageID styleID banReason newUsername newEmail userTitle userOnlineGroupID enableSignature signature
    signatureEnableHtml profileHits disableSignature disableSignatureReason disableSignatureExpires avatarID
    disableAvatar disableAvatarReason disableAvatarExpires enableGravatar rankID activityPoints notificationMailToken
    registrationIpAddress likesReceived trophyPoints coverPhotoHash coverPhotoExtension coverPhotoHasWebP
    disableCoverPhoto disableCoverPhotoReason disableCoverPhotoExpires articles blacklistMatches quitStarted
    reactivationCode oldUsername lastUsernameChange lastLostPasswordRequestTime emailConfirmed galleryImages wbbPosts
    wbbBestAnswers socialNetworkPrivacySettings`,
  secrets: "accessToken lostPasswordKey quitCode newEmailCode reactivationKey",
  likeness: { sure: ["userID username email password"] },
});
