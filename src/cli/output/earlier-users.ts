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
  const users = new Map([beginning, rest].flatMap((text) => text.split("\n")).map((line) => [line, loginsOf(line)]));
  const wanted = new Map<string, Set<string>>();
  for (const [line, logins] of users) {
    for (const login of logins) wanted.set(login, (wanted.get(login) ?? new Set()).add(line));
  }
  const missing = new Set([...users].flatMap(([line, logins]) => (logins.length === 0 ? [] : [line])));
  const mayLack = Math.floor(missing.size / LEFT_SINCE);
  if (missing.size === 0) return false;
  for await (const line of linesOf(path)) {
    for (const login of loginsOf(line)) for (const one of wanted.get(login) ?? []) missing.delete(one);
    if (missing.size <= mayLack) return true;
  }
  return false;
}

/**
 * By what a user is known again, one of which is enough; none where the line is not JSON. Two systems may both have a user 1,
 * so their profile tells them apart where the file has nothing else of them.
 */
function loginsOf(line: string): readonly string[] {
  const value = parsedJson(line);
  if (typeof value !== "object" || value === null) return [];
  const { externalUserId: id, metadata, ...user } = value as Readonly<Record<string, unknown>>;
  const { email, phoneNumber, thirdParty, identifiers } = user;
  const lists = [thirdParty, identifiers].flatMap((list) => (Array.isArray(list) ? list : []));
  const logins = [typeof email === "string" ? email.toLowerCase() : email, phoneNumber, ...lists.map(loginOf)];
  const known = logins.filter((login) => login !== undefined && login !== null);
  return (known.length === 0 ? [metadata ?? null] : known).map((login) => JSON.stringify([id, login]));
}

/** Of a social login, and of an identifier, what never changes. */
function loginOf(login: unknown): unknown {
  const { thirdPartyId, thirdPartyUserId } = (login ?? {}) as Readonly<Record<string, unknown>>;
  return thirdPartyUserId === undefined ? JSON.stringify(login).toLowerCase() : [thirdPartyId, thirdPartyUserId];
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path) });
