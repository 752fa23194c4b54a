import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";

/** Every name and value that a Redis holds, one character a byte. */
export async function contentOf(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const pieces: string[] = [];
    for (const key of await redis.keys("*")) pieces.push(key, ...(await valuesOf(redis, key)));
    return pieces.join("\n");
  } finally {
    redis.disconnect();
  }
}

/** The commands that a Redis has written down, by which it comes back after a restart; one character a byte. */
export async function appendOnlyFileOf(folder: string): Promise<string> {
  const path = join(folder, "appendonlydir");
  const names = await readdir(path);
  const files = await Promise.all(names.map((name) => readFile(join(path, name), "latin1")));
  return files.join("\n");
}

/** A command of its own for each kind of value; with their bytes, whatever they are. */
const READ: Readonly<Record<string, (key: string) => readonly string[]>> = {
  string: (key) => ["get", key],
  hash: (key) => ["hgetall", key],
  list: (key) => ["lrange", key, "0", "-1"],
  set: (key) => ["smembers", key],
  zset: (key) => ["zrange", key, "0", "-1", "WITHSCORES"],
  stream: (key) => ["xrange", key, "-", "+"],
};

async function valuesOf(redis: Redis, key: string): Promise<readonly string[]> {
  const kind = await redis.type(key);
  // Gone since its name was read.
  if (kind === "none") return [];
  const [command = "", ...args] = READ[kind]?.(key) ?? [];
  if (command === "") throw new Error(`a kind of value that is not looked at: ${kind}`);
  return textsIn(await redis.callBuffer(command, ...args));
}

/** Replies of streams are lists of lists, that of a hash is an object. */
function textsIn(reply: unknown): readonly string[] {
  if (Buffer.isBuffer(reply)) return [reply.toString("latin1")];
  if (Array.isArray(reply)) return reply.flatMap(textsIn);
  if (typeof reply === "object" && reply !== null) return Object.entries(reply).flatMap(textsIn);
  return [String(reply ?? "")];
}

const SHORTEST_ENCODED = 8;

/** Of these texts, those that are in a content: as they are, in hexadecimal, or in base64 at any place of a longer text. */
export function textsFoundIn(content: string, texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].filter((text) => spellingsOf(text).some((spelling) => content.includes(spelling)));
}

function spellingsOf(text: string): readonly string[] {
  if (text.length < SHORTEST_ENCODED) return [text];
  const hex = Buffer.from(text).toString("hex");
  const encoded = [0, 1, 2].flatMap((offset) => {
    // Characters that also depend on what is before and after are left out.
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
    const from = offset === 0 ? 0 : 4;
    return [whole.toString("base64").slice(from), whole.toString("base64url").slice(from)];
  });
  return [Buffer.from(text).toString("latin1"), hex, hex.toUpperCase(), ...encoded];
}
