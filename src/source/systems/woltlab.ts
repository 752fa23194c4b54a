import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, momentField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["userID", "email", "username", "password", "banned", "banExpires", "activationCode", "authData"],
    "multifactorActive",
  ]),
  notCarried: new Set([
    ...["languageID", "registrationDate", "styleID", "banReason", "newUsername", "newEmail", "userTitle"],
    ...["userOnlineGroupID", "enableSignature", "signature", "signatureEnableHtml", "lastActivityTime"],
    ...["profileHits", "disableSignature", "disableSignatureReason", "disableSignatureExpires", "avatarID"],
    ...["disableAvatar", "disableAvatarReason", "disableAvatarExpires", "enableGravatar", "rankID"],
    ...["activityPoints", "notificationMailToken", "registrationIpAddress", "likesReceived", "trophyPoints"],
    ...["coverPhotoHash", "coverPhotoExtension", "disableCoverPhoto", "articles", "blacklistMatches"],
    ...[
      "quitStarted",
      "reactivationCode",
      "oldUsername",
      "lastUsernameChange",
      "lastLostPasswordRequestTime",
    ],
    ...["emailConfirmed", "galleryImages", "wbbPosts", "wbbBestAnswers", "socialNetworkPrivacySettings"],
  ]),
  secrets: new Set(["accessToken", "lostPasswordKey", "quitCode", "newEmailCode", "reactivationKey", "salt"]),
};

/**
 * WoltLab Suite's and Burning Board's table of users.
 *
 * @see https://github.com/WoltLab/WCF wcfsetup/setup/db/install.sql
 */
export const WOLTLAB: Source = {
  name: "woltlab",
  title: "WoltLab Suite",
  howToExport: fromMysql(["wcf1_user"], "With another prefix than wcf1_, name the table as it is."),
  origin: "woltlab",
  ...rowsOf([{ tables: ["*_user"], columns: [["userID", "email"]], key: ["userID"] }]),
  idField: "userID",
  joinedFields: ["registrationDate"],
  lastLoginFields: ["lastActivityTime"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "userID", "username", "email", "password") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, now } = context;
  const ends = momentField(record, "banExpires", findings) ?? Number.POSITIVE_INFINITY;
  if (writtenFlagField(record, "banned", findings) === true && ends > now) holdBack("banned", "banned");
  if (isSetField(record, "activationCode")) holdBack("unconfirmed", "activationCode");
  // The secret is of a device of a set-up of the user: two tables away.
  if (writtenFlagField(record, "multifactorActive", findings) === true) {
    secondFactorNotCarried("multifactorActive", context);
  }
  const columns = { id: "userID", email: "email", userName: "username", hash: "password" };
  const user = userOfRow(record, columns, context);
  const login = /^([a-z0-9]+):(.+)$/i.exec(textField(record, "authData", findings) ?? "");
  if (login === null) return user;
  const [, provider, userId] = login;
  const email = user.emails[0]?.value;
  const thirdParty = socialLogin({ provider, userId, email, isVerified: false, field: "authData" }, context);
  return { ...user, thirdParty };
}
