import type { ReadUser } from "../normalized-user.js";
import type { Source } from "../source.js";
import { type Fields, momentOf, ownField } from "./field.js";

/** More roles than any user has. */
const MOST_ROLES = 200;
const LONGEST_ROLE = 255;

type ForBulk = Pick<ReadUser, "timeJoined" | "roles" | "inBulk">;

/**
 * What a record says of a user for which only the bulk import has a place. What can't be read is nothing here: it is
 * among the fields that are not carried.
 *
 * @param now Milliseconds since 1970: nobody has joined later.
 */
export function forBulk(
  record: Fields,
  { joinedFields = [], rolesField }: Pick<Source, "joinedFields" | "rolesField">,
  now: number,
): ForBulk {
  const joined = joinedFields.find((name) => isPast(momentOf(ownField(record, name)), now));
  const timeJoined = joined === undefined ? undefined : momentOf(ownField(record, joined));
  const roles = rolesField === undefined ? [] : rolesIn(ownField(record, rolesField));
  const inBulk = [
    ...(timeJoined === undefined ? [] : [joined as string]),
    ...(roles.length === 0 ? [] : [rolesField as string]),
  ];
  return {
    ...(timeJoined === undefined ? {} : { timeJoined: Math.trunc(timeJoined) }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(inBulk.length === 0 ? {} : { inBulk }),
  };
}

function isPast(moment: number | undefined, now: number): boolean {
  return moment !== undefined && moment > 0 && moment <= now;
}

/** A list of names, or a JSON text of one. A list that holds anything else is not one of names. */
function rolesIn(value: unknown): readonly string[] {
  const list = typeof value === "string" && value.startsWith("[") ? parsed(value) : value;
  if (!Array.isArray(list) || list.length > MOST_ROLES || !list.every(isRole)) return [];
  return [...new Set(list.map((name) => name.trim()))];
}

function isRole(name: unknown): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= LONGEST_ROLE;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
