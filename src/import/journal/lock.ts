import { randomUUID } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { type Result, refuse, success } from "../../result.js";

/** Names one process for as long as the machine runs, and beyond. */
interface Owner {
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

/** A takeover takes milliseconds; one that is older than this died in the middle. */
const TAKEOVER_MS = 10_000;

/**
 * Lets one process at a time write a journal: `<path>.lock` names it. A lock survives a
 * crash of its owner and is taken over as soon as that process is gone.
 */
export async function takeLock(journalPath: string): Promise<Result<Lock>> {
  const path = `${journalPath}.lock`;
  const owner = await describeSelf();
  const mine = `${path}.${owner.token}`;
  try {
    await writeFile(mine, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
    try {
      if (await isLinked(mine, path)) return success(lockAt(path, owner));
      return await takeOver(path, mine, owner);
    } finally {
      await rm(mine, { force: true });
    }
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    return refuse("import/journal-not-opened", `the lock beside the journal can't be written (${code})`);
  }
}

/** Only one process at a time may judge an old lock, or two would take it from each other. */
async function takeOver(path: string, mine: string, owner: Owner): Promise<Result<Lock>> {
  const gate = `${path}.takeover`;
  if (!(await isLinked(mine, gate))) {
    const { mtimeMs } = await stat(gate).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > TAKEOVER_MS) await rm(gate, { force: true });
    return refuse("import/journal-locked", "another process is taking the journal over at this moment");
  }
  try {
    const holder = await readOwner(path);
    if (holder !== undefined && (await isAlive(holder, owner))) {
      return refuse("import/journal-locked", `process ${holder.pid} on ${holder.host} writes this journal`);
    }
    await rm(path, { force: true });
    if (await isLinked(mine, path)) return success(lockAt(path, owner));
    return refuse("import/journal-locked", "another process has just taken the journal");
  } finally {
    await rm(gate, { force: true });
  }
}

/** Makes a name for a whole file in one step, which fails where the name exists. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function lockAt(path: string, { token }: Owner): Lock {
  return {
    release: async () => {
      if ((await readOwner(path))?.token === token) await rm(path, { force: true });
    },
  };
}

/** Undefined where there is no lock, or none that can be read: its writer died before it was whole. */
async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, "utf8")) as Owner;
    return Number.isInteger(owner.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}

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
