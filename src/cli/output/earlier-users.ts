import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parsedJson } from "../../lib/json-text.js";

/** Of a larger file this much is read at its beginning and at its end, in bytes. */
const MOST_BYTES = 1 << 16;
/** One user in so many may have left the export since. */
const LEFT_SINCE = 8;

/** The beginning of a file, with its first line. */
export async function beginningOf(path: string): Promise<readonly [firstLine: string, text: string]> {
  const text = await textAt(path, 0);
  const [line = ""] = text.split(/\r?\n/, 1);
  return [line, text];
}

/** Lines of a file that have something in them. */
export async function countLines(path: string): Promise<number> {
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
export async function hasUsersOf(earlier: string, size: number, path: string): Promise<boolean> {
  const beginning = await textAt(earlier, 0);
  const rest = size > MOST_BYTES ? await textAt(earlier, Math.max(MOST_BYTES, size - MOST_BYTES)) : "";
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

async function textAt(path: string, position: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, position);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
