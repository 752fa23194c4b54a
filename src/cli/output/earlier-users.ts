import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parsedJson } from "../../lib/json-text.js";
import { counted } from "../../lib/plural.js";
import { CouldNotRun } from "../could-not-run.js";
import { MOST_READ, textAt } from "./text-at.js";

/** One user in so many may have left the export since. */
const LEFT_SINCE = 8;

/** How many users are in a file that a whole one is to replace; thrown where users would be lost that are in no other file. */
export async function usersReplaced(
  { path, size }: { readonly path: string; readonly size: number },
  whole: { readonly path: string; readonly lines: number },
  force = false,
): Promise<number> {
  const users = await countLines(path);
  const refused = (why: string) =>
    new CouldNotRun("cli/output-exists", `${path} exists, and is not replaced unasked: it has ${why}`);
  if (force) return users;
  if (whole.lines < users) throw refused(`${counted(users, "user")}, and the new file ${whole.lines}`);
  if (!(await hasUsersOf(path, size, whole.path))) throw refused("users whom the new file lacks");
  return users;
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const line of linesOf(path)) if (line !== "") lines++;
  return lines;
}

/**
 * Whether a file of users has nearly all whom an earlier one begins and ends with: sites of one agency have the same first
 * users, and no other ones.
 *
 * @param size Of the earlier file, in bytes.
 */
async function hasUsersOf(earlier: string, size: number, path: string): Promise<boolean> {
  const beginning = await textAt(earlier, 0);
  const rest = size > MOST_READ ? await textAt(earlier, Math.max(MOST_READ, size - MOST_READ)) : "";
  // A line that is cut off is not a user; the first one counts, however long it is.
  const wanted = new Set([beginning, rest].flatMap((text) => text.split("\n").flatMap(userOf)));
  const mayLack = Math.floor(wanted.size / LEFT_SINCE);
  if (wanted.size === 0) return false;
  for await (const line of linesOf(path)) {
    for (const user of userOf(line)) wanted.delete(user);
    if (wanted.size <= mayLack) return true;
  }
  return false;
}

/** None where the line is not JSON. Two systems may both have a user 1. */
function userOf(line: string): readonly string[] {
  const value = parsedJson(line);
  if (typeof value !== "object" || value === null) return [];
  const { externalUserId, email, identifiers } = value as Readonly<Record<string, unknown>>;
  return [JSON.stringify([externalUserId, email, identifiers])];
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path) });
