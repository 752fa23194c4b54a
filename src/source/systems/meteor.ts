import type { Fields } from "../fields/field.js";
import { fromMongo, mostHave, system } from "../system/system.js";
import { METEOR_USERS } from "./shared-meteor.js";

/**
 * Meteor's collection `users`, as mongoexport writes it.
 *
 * @see https://github.com/meteor/meteor — packages/accounts-base, accounts-password, accounts-2fa
 */
export const METEOR = /* @__PURE__ */ system("meteor", {
  ...METEOR_USERS,
  title: "Meteor",
  comparedWith: "3.0.4 of 2024-10-15: meteor/meteor: packages/accounts-password, packages/accounts-2fa",
  howToExport: fromMongo("users"),
  likeness,
});

function likeness(records: readonly Fields[]) {
  if (!mostHave(records, "_id", "services")) return "no";
  return mostHave(records, "active", "type") || mostHave(records, "statusConnection") ? "possible" : "sure";
}
