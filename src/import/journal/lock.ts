import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { type Result, refuse, success } from "../../result.js";

/** Names one process for as long as the machine runs, and beyond. */
export interface Owner {
  readonly pid: number;
  /** When the process began, in the system's own measure; process numbers are used again. */
  readonly startedAt: string;
  readonly boot: string;
  readonly host: string;
  readonly token: string;
}

export interface Lock {
  release(): Promise<void>;
}

/** What a lock needs of the file system and of the other processes; small, so that a test can put them in any order. */
export interface LockSteps {
  write(path: string, text: string): Promise<void>;
  /** Makes a name for a whole file in one step; false where the name exists. */
  link(from: string, to: string): Promise<boolean>;
  /** Undefined where there is no file. */
  read(path: string): Promise<string | undefined>;
  remove(path: string): Promise<void>;
  isAlive(holder: Owner, self: Owner): Promise<boolean>;
}

/** A lock can be let go, and taken by the next one, between two looks; a few times, not for ever. */
const MOST_TRIES = 100;
/** Takeovers that were cut off, each in the middle of taking over the one before. */
const MOST_DEPTH = 8;

/**
 * Lets one process at a time write a journal: `<path>.lock` names it. A lock survives a
 * crash of its owner and is taken over as soon as that process is gone.
 */
export async function takeLock(
  journalPath: string,
  steps: LockSteps = NODE_STEPS,
  self?: Owner,
): Promise<Result<Lock>> {
  const path = `${journalPath}.lock`;
  try {
    const owner = self ?? (await describeSelf());
    const taking = new Taking(steps, owner, `${path}.${owner.token}`);
    return await taking.take(path);
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    return refuse("import/journal-not-opened", `the lock beside the journal can't be written (${code})`);
  }
}

/** One process's try to take a lock. */
class Taking {
  readonly #steps: LockSteps;
  readonly #owner: Owner;
  /** A file of its own that names the owner: a link to it is a lock, whole from the first moment. */
  readonly #mine: string;

  constructor(steps: LockSteps, owner: Owner, mine: string) {
    this.#steps = steps;
    this.#owner = owner;
    this.#mine = mine;
  }

  async take(path: string): Promise<Result<Lock>> {
    await this.#steps.write(this.#mine, JSON.stringify(this.#owner));
    try {
      const holder = await this.#hold(path, 0);
      if (holder === undefined) return success({ release: () => this.#release(path) });
      const who = holder.pid === 0 ? "another process" : `process ${holder.pid} on ${holder.host}`;
      return refuse("import/journal-locked", `${who} writes this journal`);
    } finally {
      await this.#steps.remove(this.#mine);
    }
  }

  /** Takes the name, from a dead holder too; gives back who holds it where somebody alive does. */
  async #hold(path: string, depth: number): Promise<Owner | undefined> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await this.#steps.link(this.#mine, path)) return undefined;
      const text = await this.#steps.read(path);
      // Let go in this moment: nothing is there to be removed.
      if (text === undefined) continue;
      const holder = parseOwner(text);
      if (holder !== undefined && (await this.#steps.isAlive(holder, this.#owner))) return holder;
      const other = await this.#removeDead(path, text, depth);
      if (other !== undefined) return other;
    }
    return NOBODY_KNOWN;
  }

  /**
   * Removes a dead holder's lock. Only who holds the gate that is named after that very lock may do so,
   * and the lock is looked at once more behind the gate: a living process's lock is never removed. A
   * gate whose holder died is taken over in the same way.
   */
  async #removeDead(path: string, text: string, depth: number): Promise<Owner | undefined> {
    const gate = `${path}.after-${parseOwner(text)?.token ?? "unreadable"}`;
    if (depth === MOST_DEPTH) return NOBODY_KNOWN;
    const other = await this.#hold(gate, depth + 1);
    if (other !== undefined) return other;
    try {
      if ((await this.#steps.read(path)) === text) await this.#steps.remove(path);
      return undefined;
    } finally {
      await this.#release(gate);
    }
  }

  /** Nobody else's, where it was taken over although this process lives. */
  async #release(path: string): Promise<void> {
    const text = await this.#steps.read(path);
    if (text !== undefined && parseOwner(text)?.token === this.#owner.token) await this.#steps.remove(path);
  }
}

/** Somebody was always quicker. */
const NOBODY_KNOWN: Owner = { pid: 0, startedAt: "", boot: "", host: "", token: "" };

/** Undefined where the text names nobody: the machine crashed before the disk had it. */
function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    return Number.isInteger(owner.pid) && TOKEN.test(owner.token) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** It becomes part of a path. */
const TOKEN = /^[A-Za-z0-9-]{1,64}$/;

const NODE_STEPS: LockSteps = {
  write: (path, text) => writeFile(path, text, { flag: "wx", mode: 0o600 }),
  link: async (from, to) => {
    try {
      await link(from, to);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  },
  read: async (path) => {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  },
  remove: (path) => rm(path, { force: true }),
  isAlive,
};

/** A process of another machine can't be asked, so it counts as alive. */
async function isAlive(holder: Owner, self: Owner): Promise<boolean> {
  if (holder.host !== self.host) return true;
  if (holder.boot !== self.boot) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const { state, startedAt } = await lookUp(holder.pid);
  if (state === ZOMBIE) return false;
  return startedAt === "" || holder.startedAt === "" || startedAt === holder.startedAt;
}

async function describeSelf(): Promise<Owner> {
  return {
    pid: process.pid,
    startedAt: (await lookUp(process.pid)).startedAt,
    boot: (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim(),
    host: hostname(),
    token: randomUUID(),
  };
}

/** Ended, but its parent has not asked for its exit code yet. */
const ZOMBIE = "Z";
const STATE_FIELD = 3;
const START_TIME_FIELD = 22;

/** Two fields of `/proc/<pid>/stat` (proc(5)); empty texts on systems without it. */
async function lookUp(pid: number): Promise<{ readonly state: string; readonly startedAt: string }> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name in parentheses and may hold blanks.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): string => fields[number - STATE_FIELD] ?? "";
  return { state: field(STATE_FIELD), startedAt: field(START_TIME_FIELD) };
}
