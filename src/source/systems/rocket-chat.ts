import { isFields, isSetField, ownField } from "../fields/field.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMongo, system } from "../system/system.js";
import { is } from "../system/tests.js";
import { METEOR_USERS } from "./shared-meteor.js";

const IS_PROGRAM = /* @__PURE__ */ is("type", "bot", "app");

const IS_INACTIVE = /* @__PURE__ */ read("active", (user) => user.optionalFlag("active") === false);

/**
 * Rocket.Chat's collection `users`, as mongoexport writes it.
 *
 * @see https://github.com/RocketChat/Rocket.Chat — packages/core-typings/src/IUser.ts, apps/meteor/app/2fa/server/code
 */
export const ROCKET_CHAT = /* @__PURE__ */ system("rocket-chat", {
  ...METEOR_USERS,
  title: "Rocket.Chat",
  howToExport: fromMongo("users"),
  // Such as rocket.cat: bots and apps log in by a token, and one with a password may be a person's.
  isUser: (record) => {
    const services = ownField(record, "services");
    return !IS_PROGRAM.of(record) || (isFields(services) && isSetField(services, "password"));
  },
  rules: [
    // Also one who has signed up, and whom no administrator has let in.
    hold("disabled", IS_INACTIVE),
    hold("disabled", IS_PROGRAM),
  ],
  lastLogin: "lastLogin",
  mustReset: "requirePasswordChange",
  notCarried: `${METEOR_USERS.notCarried} name nickname bio avatarOrigin avatarETag statusText statusDefault
    statusConnection _updatedAt utcOffset language settings customFields federated __rooms banners inviteToken ldap
    openBusinessHours statusLivechat operator e2e appId reason enableAutoAway idleTimeLimit presenceStatus importIds
    inactiveReason phone phones providerId statusSource statusExpiresAt statusId previousState oauth defaultRoom
    freeSwitchExtension requirePasswordChangeReason roomRolePriorities abacAttributes federation canViewAllInfo`,
  likeness: { sure: ["_id services active type", "_id services statusConnection"] },
});
