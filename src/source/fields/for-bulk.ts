import type { ReadUser } from "../normalized-user.js";
import type { Source } from "../source.js";
import { type Fields, momentOf, ownField } from "./field.js";

/** What only the bulk import has a place for. */
type ForBulk = Pick<ReadUser, "timeJoined" | "roles" | "inBulk">;

/** More roles than any user has. */
const MOST_ROLES = 200;
const LONGEST_ROLE = 255;

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
  const joined = firstMoment(record, joinedFields, now);
  const roles = rolesField === undefined ? NO_ROLES : rolesIn(ownField(record, rolesField));
  if (roles.length === 0)
    return joined === undefined ? {} : { timeJoined: joined.moment, inBulk: joined.names };
  const inBulk = [...(joined?.names ?? []), rolesField as string];
  return joined === undefined ? { roles, inBulk } : { timeJoined: joined.moment, roles, inBulk };
}

/** When the user last logged in: the latest moment of the record's fields that is not in the future. */
export function lastLoginOf(
  record: Fields,
  { lastLoginFields = [] }: Pick<Source, "lastLoginFields">,
  now: number,
): number | undefined {
  const moments = lastLoginFields.map((name) => momentOf(ownField(record, name)) ?? 0);
  const past = moments.filter((moment) => isPast(moment, now));
  return past.length === 0 ? undefined : Math.trunc(Math.max(...past));
}

const NO_ROLES: readonly string[] = [];

function firstMoment(record: Fields, fields: readonly string[], now: number) {
  for (const name of fields) {
    const moment = momentOf(ownField(record, name));
    if (moment !== undefined && isPast(moment, now)) return { moment: Math.trunc(moment), names: [name] };
  }
  return undefined;
}

function isPast(moment: number, now: number): boolean {
  return moment > 0 && moment <= now;
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
