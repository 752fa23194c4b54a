import { isFields, isSetField, ownField } from "../fields/field.js";
import { read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromMongo, system } from "../system/system.js";
import { is } from "../system/tests.js";
import { METEOR_USERS } from "./shared-meteor.js";

const IS_PROGRAM = /* @__PURE__ */ is("type", "bot", "app");

/**
 * Rocket.Chat's collection `users`, as mongoexport writes it.
 *
 * @see https://github.com/RocketChat/Rocket.Chat — packages/core-typings/src/IUser.ts
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
    hold(
      "disabled",
      read("active", (user) => user.optionalFlag("active") === false),
    ),
    hold("disabled", IS_PROGRAM),
  ],
  lastLogin: "lastLogin",
  mustReset: "requirePasswordChange",
  notCarried: `${METEOR_USERS.notCarried} name nickname bio avatarOrigin avatarETag statusText statusDefault
    statusConnection lastLogin _updatedAt utcOffset language settings customFields federated __rooms banners
    inviteToken ldap openBusinessHours statusLivechat operator e2e appId reason enableAutoAway idleTimeLimit
    presenceStatus importIds`,
  likeness: { sure: ["_id services active type", "_id services statusConnection"] },
});
