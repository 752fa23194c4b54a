import type { Fields } from "../fields/field.js";
import type { LeftOvers } from "./join-report.js";
import { foldedKey, type LoggedRow, type Part, type PartLog } from "./part-log.js";
import { SpillLog } from "./spill-log.js";

/** Characters of rows that one user may have; no user has as much. */
const MOST_OF_ONE_USER = 1 << 20;

/**
 * What keeps a user's rows from them: several users have their key, rows have it in other letters or with blanks, or they are more
 * than any user has.
 */
export type PartsFault = "key-twice" | "key-spelling" | "too-many";

class KeyGroup {
  readonly users: LoggedRow[] = [];
  parts: LoggedRow[] = [];
  /** Rows that are counted and no longer kept. */
  isTooLarge = false;
  #size = 0;

  add(row: LoggedRow): void {
    if (row.part === undefined) {
      this.users.push(row);
      return;
    }
    this.#size += row.text.length;
    this.isTooLarge ||= this.#size > MOST_OF_ONE_USER;
    this.parts.push(this.isTooLarge ? { ...row, text: "" } : row);
  }
}

interface Matched {
  readonly index: number;
  readonly line: string;
}

interface Match {
  readonly files: number;
  readonly hasUsers: boolean;
  readonly isGuard: IsGuard;
}

/** Whether a row of a part holds what keeps a user out or is asked for at a login; its fields may have been too long to be kept. */
export type IsGuard = (part: string, fields: () => Fields | undefined) => boolean;

/** Brings the rows of each bucket, one in memory at a time, to their users, who stay in the order of their files. */
export async function matchParts(
  rows: PartLog,
  leftOvers: LeftOvers,
  { files, hasUsers, isGuard, mostInMemory }: Match & { readonly mostInMemory: number },
): Promise<SpillLog> {
  const matched = new SpillLog(rows.buckets, mostInMemory);
  try {
    for (let bucket = 0; bucket < rows.buckets; bucket++) {
      const found: Matched[] = [];
      const groups = await groupsOf(rows, bucket);
      const strays = straysIn(groups, { hasUsers, isGuard });
      for (const [key, group] of groups) {
        const hasStrays = strays.has(foldedKey(key));
        matchGroup(group, found, leftOvers, { files, hasUsers, hasStrays });
      }
      found.sort((a, b) => a.index - b.index);
      for (const { line } of found) await matched.add(bucket, line);
    }
    return matched;
  } catch (error) {
    await matched.close();
    throw error;
  }
}

/** Keys, as databases compare them, of such rows that belong to no user. */
function straysIn(
  groups: ReadonlyMap<string, KeyGroup>,
  { hasUsers, isGuard }: Pick<Match, "hasUsers" | "isGuard">,
): ReadonlySet<string> {
  const isOne = ({ part = "", text }: LoggedRow) =>
    isGuard(part, () => (text === "" ? undefined : (JSON.parse(text) as Part).fields));
  const isStray = (group: KeyGroup) =>
    group.users.length === 0 && aloneIn(group, hasUsers) === undefined && group.parts.some(isOne);
  const strays = [...groups].filter(([, group]) => isStray(group));
  return new Set(strays.map(([key]) => foldedKey(key)));
}

async function groupsOf(rows: PartLog, bucket: number): Promise<ReadonlyMap<string, KeyGroup>> {
  const groups = new Map<string, KeyGroup>();
  for await (const row of rows.rowsOf(bucket)) {
    const group = groups.get(row.key) ?? new KeyGroup();
    groups.set(row.key, group);
    group.add(row);
  }
  return groups;
}

/** A row that is a user where no user has it. */
function aloneIn({ parts }: KeyGroup, hasUsers: boolean): LoggedRow | undefined {
  return parts.find(({ aloneIsUser }) => aloneIsUser === true || (aloneIsUser !== false && !hasUsers));
}

function matchGroup(
  group: KeyGroup,
  found: Matched[],
  leftOvers: LeftOvers,
  { files, hasUsers, hasStrays }: Omit<Match, "isGuard"> & { readonly hasStrays: boolean },
): void {
  const { users, parts } = group;
  const [first] = users;
  const alone = first === undefined ? aloneIn(group, hasUsers) : undefined;
  const user = first ?? alone;
  if (user === undefined) {
    for (const { file, part, line } of parts) leftOvers.addRow(file, part as string, line);
    return;
  }
  const others = parts.filter((part) => part !== alone);
  noteFilesWithout(users, parts, leftOvers, files);
  const fault = faultOf(group) ?? (hasStrays ? "key-spelling" : undefined);
  if (fault !== undefined) {
    for (const { index } of alone === undefined ? users : [alone]) found.push(matchedLine(index, fault, "[]"));
  } else if (others.length > 0 || alone !== undefined) {
    found.push(matchedLine(user.index, "", `[${others.map(({ text }) => text).join(",")}]`));
  }
}

function faultOf({ users, parts, isTooLarge }: KeyGroup): PartsFault | undefined {
  if (users.length > 1 && parts.length > 0) return "key-twice";
  return isTooLarge ? "too-many" : undefined;
}

function matchedLine(index: number, fault: PartsFault | "", parts: string): Matched {
  return { index, line: `${index}\t${fault}\t${parts}` };
}

function noteFilesWithout(
  users: readonly LoggedRow[],
  parts: readonly LoggedRow[],
  leftOvers: LeftOvers,
  files: number,
): void {
  for (let file = 1; file < files; file++) {
    if (parts.some((part) => part.file === file)) continue;
    for (const user of users) if (user.file !== file) leftOvers.addUser(file, user.line);
  }
}
