import type { Fields } from "../fields/field.js";
import { fromMongo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { jsonLines } from "../readers/json-lines.js";
import type { Source } from "../source.js";
import { METEOR_USER, meteorUser } from "./shared-meteor.js";

/**
 * Meteor's collection `users`, as mongoexport writes it.
 *
 * @see https://github.com/meteor/meteor — packages/accounts-base, accounts-password, accounts-2fa
 */
export const METEOR: Source = {
  name: "meteor",
  title: "Meteor",
  howToExport: fromMongo("users"),
  origin: "meteor",
  readers: [jsonLines({ firstKey: "_id" })],
  idField: "_id",
  joinedFields: ["createdAt"],
  fields: [METEOR_USER],
  otherFields: "counted",
  detect,
  toUser: meteorUser,
};

function detect(records: readonly Fields[]) {
  if (!mostHave(records, "_id", "services")) return "no";
  return mostHave(records, "active", "type") || mostHave(records, "statusConnection") ? "possible" : "sure";
}
