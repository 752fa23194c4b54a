import { randomUUID } from "node:crypto";
import { link, open, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { realPathOf } from "./real-path.js";
import { answersCalls, giveSignOfLife, placeOf, socketName } from "./sign-of-life.js";

/** The process that holds a lock, as its file names it. */
export interface Owner {
  /** In its own container or machine; another process may have the same number elsewhere. */
  readonly pid: number;
  readonly host: string;
  /** Of `placeOf`; empty where the owner gives no sign of life but its heartbeat. */
  readonly place: string;
  /** Tells it from every other one. */
  readonly token: string;
}

/** One process may write the file. */
export interface Lock {
  /**
   * To be asked before each step that only one process may take: false where another process has taken
   * the lock over, because this one was suspended for so long that it was held for dead. Answers at once
   * while the last heartbeat is fresh.
   */
  confirm(): Promise<boolean>;
  /** Whether the last heartbeat is fresh, so that `confirm` need not be waited for. */
  isFresh(): boolean;
  release(): Promise<void>;
}

/** The lock, or who has it. */
export type Taken = { readonly lock: Lock } | { readonly holder: Owner };

export interface TakeOptions {
  /** Told that the heartbeat is watched of a holder who can't be asked, which takes `WATCH_MS`. */
  readonly onWatch?: ((holder: Owner) => void) | undefined;
  /** Ends the watch; the lock is then not taken. */
  readonly signal?: AbortSignal | undefined;
}

const BEAT_MS = 2_000;
/** A heartbeat counts for so long. Less than `WATCH_MS`, so that an owner never relies on a heartbeat that another process found silent. */
const LEASE_MS = 10_000;
/** A holder whose heart does not beat for so long is dead. */
const WATCH_MS = 20_000;

/** What a lock needs of the file system and of the other processes; small, so that a test can put them in any order. */
export interface LockSteps {
  write(path: string, text: string): Promise<void>;
  /** Makes a name for a whole file in one step; false where the name exists. */
  link(from: string, to: string): Promise<boolean>;
  /** Undefined where there is no file. */
  read(path: string): Promise<string | undefined>;
  remove(path: string): Promise<void>;
  isAlive(seen: SeenLock): Promise<boolean>;
}

/** A lock's file as it was read. */
interface SeenLock {
  readonly path: string;
  readonly text: string;
  /** Undefined where the file names no owner: the machine crashed before the disk had it. */
  readonly holder: Owner | undefined;
}

/** A lock can be let go, and taken by the next one, between two looks; a few times, not without end. */
const MOST_TRIES = 100;
/** Takeovers that were cut off, each in the middle of taking over the one before. */
const MOST_DEPTH = 8;

/**
 * Lets one process at a time write a file: `<file>.lock` names it, whatever name the file was given by.
 * A lock survives a crash of its owner. It is taken over at once where the system says that the owner is
 * gone, and else once its heartbeat has been silent for `WATCH_MS`. Throws what the system refuses.
 */
export async function takeLock(path: string, options: TakeOptions = {}): Promise<Taken> {
  const lockPath = `${await realPathOf(path)}.lock`;
  const folder = dirname(lockPath);
  const token = randomUUID();
  const place = await placeOf(folder);
  const sign = place === "" ? undefined : await giveSignOfLife(folder, token);
  const owner = { pid: process.pid, host: hostname(), place: sign === undefined ? "" : place, token };
  const steps = nodeSteps(place, options);
  const close = async (): Promise<void> => sign?.close();
  const now = readClocks();
  const holder = await contend(lockPath, owner, steps).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (holder === undefined) return { lock: new HeldLock(lockPath, owner, steps, close, now) };
  await close();
  return { holder };
}

/** Takes the lock of that name, or gives back who has it. */
export async function contend(path: string, owner: Owner, steps: LockSteps): Promise<Owner | undefined> {
  return new Taking(steps, owner, `${path}.${owner.token}`).take(path);
}

/** Removes the owner's lock only: another process may have taken it over meanwhile. */
export async function letGo(path: string, { token }: Owner, steps: LockSteps): Promise<void> {
  const text = await steps.read(path);
  if (text !== undefined && parseOwner(text)?.token === token) await steps.remove(path);
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

  async take(path: string): Promise<Owner | undefined> {
    await this.#steps.write(this.#mine, JSON.stringify(this.#owner));
    try {
      return await this.#hold(path, 0);
    } finally {
      await this.#steps.remove(this.#mine);
    }
  }

  /** Takes the name, from a dead holder too; gives back the holder where they are alive. */
  async #hold(path: string, depth: number): Promise<Owner | undefined> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await this.#steps.link(this.#mine, path)) return undefined;
      const text = await this.#steps.read(path);
      // Let go in this moment: nothing is there to be removed.
      if (text === undefined) continue;
      const holder = parseOwner(text);
      // Another program's file, which only its owner may remove.
      if (holder === undefined && !NOTHING.test(text)) return NOBODY_KNOWN;
      const seen = { path, text, holder };
      if (await this.#steps.isAlive(seen)) return holder ?? NOBODY_KNOWN;
      const other = await this.#removeDead(seen, depth);
      if (other !== undefined) return other;
    }
    return NOBODY_KNOWN;
  }

  /**
   * Removes a dead holder's lock. Only who holds the gate that is named after that very lock may do so,
   * and the lock is looked at once more after the gate: a living process's lock is never removed, and
   * one heartbeat makes its text another. A gate whose holder died is taken over in the same way.
   */
  async #removeDead({ path, text, holder }: SeenLock, depth: number): Promise<Owner | undefined> {
    const gate = `${path}.after-${holder?.token ?? "unreadable"}`;
    if (depth === MOST_DEPTH) return NOBODY_KNOWN;
    const other = await this.#hold(gate, depth + 1);
    if (other !== undefined) return other;
    try {
      if ((await this.#steps.read(path)) !== text) return undefined;
      await this.#steps.remove(path);
      if (holder !== undefined) await this.#removeRemains(path, holder);
      return undefined;
    } finally {
      await letGo(gate, this.#owner, this.#steps);
    }
  }

  async #removeRemains(path: string, { token }: Owner): Promise<void> {
    await this.#steps.remove(`${path}.${token}`);
    await this.#steps.remove(join(dirname(path), socketName(token)));
  }
}

class HeldLock implements Lock {
  readonly #path: string;
  readonly #owner: Owner;
  readonly #steps: LockSteps;
  readonly #close: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #confirmedAt: Clocks;
  #beating: Promise<boolean> | undefined;

  constructor(path: string, owner: Owner, steps: LockSteps, close: () => Promise<void>, takenAt: Clocks) {
    this.#path = path;
    this.#owner = owner;
    this.#steps = steps;
    this.#close = close;
    this.#confirmedAt = takenAt;
    // A beat that fails is tried again by the next one, and by `confirm`.
    this.#timer = setInterval(() => void this.#beat().catch(() => undefined), BEAT_MS);
    this.#timer.unref();
  }

  async confirm(): Promise<boolean> {
    return this.isFresh() || this.#beat();
  }

  isFresh(): boolean {
    return elapsedSince(this.#confirmedAt) < LEASE_MS;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating?.catch(() => undefined);
    await letGo(this.#path, this.#owner, this.#steps);
    await this.#close();
  }

  #beat(): Promise<boolean> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<boolean> {
    const now = readClocks();
    const isOurs = await beat(this.#path, this.#owner);
    if (isOurs) this.#confirmedAt = now;
    return isOurs;
  }
}

/** One more blank at the lock's end. Only where it is the owner's before and after is it their heartbeat. */
async function beat(path: string, { token }: Owner): Promise<boolean> {
  const file = await open(path, "a+").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  try {
    if (file === undefined || parseOwner(await file.readFile("utf8"))?.token !== token) return false;
    await file.appendFile(" ");
  } finally {
    await file?.close();
  }
  return parseOwner((await readOrNothing(path)) ?? "")?.token === token;
}

/** One clock never jumps, and the other continues while the machine sleeps. */
interface Clocks {
  readonly steady: number;
  readonly wall: number;
}

function readClocks(): Clocks {
  return { steady: performance.now(), wall: Date.now() };
}

function elapsedSince({ steady, wall }: Clocks): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}

/** Other processes were always quicker, or the file is another program's. */
const NOBODY_KNOWN: Owner = { pid: 0, host: "", place: "", token: "" };

/** What a crash leaves of a text that the disk did not have yet. */
const NOTHING = /^\0*$/;

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, host, place, token } = JSON.parse(text) as Owner;
    const isSound = Number.isInteger(pid) && typeof host === "string" && typeof place === "string";
    return isSound && TOKEN.test(token) ? { pid, host, place, token } : undefined;
  } catch {
    return undefined;
  }
}

/** It becomes part of a path. */
const TOKEN = /^[A-Za-z0-9-]{1,64}$/;

function nodeSteps(place: string, options: TakeOptions): LockSteps {
  return {
    write: (path, text) => writeFile(path, text, { flag: "wx", mode: 0o600, flush: true }),
    link: linkNew,
    read: readOrNothing,
    remove: (path) => rm(path, { force: true }),
    isAlive: (seen) => isAlive(seen, place, options),
  };
}

async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The system knows of a process that shares this machine and mount; of any other, its heartbeat tells. */
async function isAlive(seen: SeenLock, place: string, options: TakeOptions): Promise<boolean> {
  const { path, holder } = seen;
  if (holder !== undefined && holder.place !== "" && holder.place === place) {
    const answers = await answersCalls(dirname(path), holder.token);
    if (answers !== undefined) return answers;
  }
  options.onWatch?.(holder ?? NOBODY_KNOWN);
  return beats(seen, options.signal);
}

/** Measured by this process's own clock, because those of two machines differ. */
async function beats({ path, text }: SeenLock, signal: AbortSignal | undefined): Promise<boolean> {
  for (const since = readClocks().steady; performance.now() - since < WATCH_MS; ) {
    try {
      await wait(BEAT_MS / 2, undefined, signal === undefined ? {} : { signal });
    } catch {
      return true;
    }
    const now = await readOrNothing(path);
    // Another lock, or none: to be looked at from the beginning.
    if (now === undefined || !now.startsWith(text)) return false;
    if (now !== text) return true;
  }
  return false;
}
