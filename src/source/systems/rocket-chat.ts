import type { UserDraft } from "../assemble-user.js";
import { type Fields, isFields, isSetField, optionalFlagField, ownField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { fromMongo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { jsonLines } from "../readers/json-lines.js";
import type { RecordContext, Source } from "../source.js";
import { METEOR_USER, meteorUser } from "./shared-meteor.js";

const USER: FieldTable = {
  read: new Set([...METEOR_USER.read, "active", "type", "requirePasswordChange"]),
  notCarried: new Set([
    ...METEOR_USER.notCarried,
    ...[
      "name",
      "nickname",
      "bio",
      "avatarOrigin",
      "avatarETag",
      "statusText",
      "statusDefault",
      "statusConnection",
    ],
    ...["lastLogin", "_updatedAt", "utcOffset", "language", "settings", "customFields"],
    ...["federated", "__rooms", "banners", "inviteToken", "ldap", "openBusinessHours", "statusLivechat"],
    ...[
      "operator",
      "e2e",
      "appId",
      "reason",
      "enableAutoAway",
      "idleTimeLimit",
      "presenceStatus",
      "importIds",
    ],
  ]),
};

/**
 * Rocket.Chat's collection `users`, as mongoexport writes it.
 *
 * @see https://github.com/RocketChat/Rocket.Chat — packages/core-typings/src/IUser.ts
 */
export const ROCKET_CHAT: Source = {
  name: "rocket-chat",
  title: "Rocket.Chat",
  howToExport: fromMongo("users"),
  origin: "rocket-chat",
  readers: [jsonLines({ firstKey: "_id" })],
  idField: "_id",
  mustResetFields: ["requirePasswordChange"],
  joinedFields: ["createdAt"],
  lastLoginFields: ["lastLogin"],
  fields: [USER],
  otherFields: "counted",
  detect,
  isUser: (record) => !isProgram(record),
  toUser: readUser,
};

/** Such as rocket.cat: bots and apps log in by a token, and one with a password may be a person's. */
function isProgram(record: Fields): boolean {
  const services = ownField(record, "services");
  const hasPassword = isFields(services) && isSetField(services, "password");
  return TYPES_OF_PROGRAMS.has(ownField(record, "type")) && !hasPassword;
}

const TYPES_OF_PROGRAMS: ReadonlySet<unknown> = new Set(["bot", "app"]);

function detect(records: readonly Fields[]) {
  const isChat = mostHave(records, "active", "type") || mostHave(records, "statusConnection");
  return mostHave(records, "_id", "services") && isChat ? "sure" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  if (optionalFlagField(record, "active", context.findings) === false) context.holdBack("disabled", "active");
  if (TYPES_OF_PROGRAMS.has(ownField(record, "type"))) context.holdBack("disabled", "type");
  return meteorUser(record, context);
}
