import { type FileHandle, open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Taken, takeLock } from "../../files/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { problem, refuse } from "../../problems/fallback.js";
import { type Problem, type Result, requireText, success } from "../../result.js";
import { buildStore, FileFaulty } from "./build-store.js";
import { openStoreFile, readMarks, StoreDamaged, type StoreFile, type StoreHeader, storePathOf } from "./store-file.js";

/** The file and the store over it, both open. */
export interface OpenFiles {
  readonly users: FileHandle;
  readonly store: StoreFile;
  /** What is said of the store once, where it was built just now. */
  readonly ofBuild: readonly Problem[];
}

/** Builds the store where there is none, or where it is over another state of the file, with `fewerUsers` also over fewer. */
export async function openBoth(file: string, fewerUsers = false): Promise<Result<OpenFiles>> {
  requireText(file, "file");
  let users: FileHandle | undefined;
  try {
    users = await open(file, "r");
    const store = await openOrBuild(users, storePathOf(file), fewerUsers);
    const fault = store.ok ? faultOf(store.value.header) : undefined;
    if (store.ok && fault === undefined) return success({ users, store: store.value, ofBuild: store.warnings });
    await users.close();
    if (!store.ok) return store;
    await store.value.handle.close();
    return refuse("fallback/lines-damaged", fault as string);
  } catch (error) {
    await users?.close();
    if (error instanceof StoreDamaged) {
      return refuse("fallback/store-damaged", `the store is damaged: ${error.message}`);
    }
    if (error instanceof FileFaulty) return refuse("fallback/lines-damaged", error.message);
    const { code, path = file } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const named = printable(path);
    return refuse("fallback/not-readable", `the file of the fallback or its store can't be used: ${named} (${code})`);
  }
}

export async function closeBoth({ users, store }: OpenFiles): Promise<void> {
  await Promise.all([users.close(), store.handle.close()]);
}

/** Opens both for some work, and closes them after it. */
export async function withBoth<T>(
  file: string,
  work: (files: OpenFiles) => Promise<T>,
  fewerUsers = false,
): Promise<Result<T>> {
  const opened = await openBoth(file, fewerUsers);
  if (!opened.ok) return opened;
  try {
    return success(await work(opened.value));
  } finally {
    await closeBoth(opened.value);
  }
}

async function openOrBuild(users: FileHandle, path: string, fewerUsers: boolean): Promise<Result<StoreFile>> {
  const { size, mtimeMs } = await users.stat();
  const isOver = ({ header }: StoreFile) => header.bytes === size && header.modified === mtimeMs;
  const store = await openStoreFile(path);
  if (store !== undefined && isOver(store)) return success(store);
  await store?.handle.close();
  const taken = await lockToBuild(path);
  if ("holder" in taken) return refuse("fallback/store-busy", "another process builds the store");
  try {
    // Another process may have built it before the lock was ours.
    const older = await openStoreFile(path);
    if (older !== undefined && isOver(older)) return success(older);
    try {
      let few: string | undefined;
      const faultOver = async (built: StoreFile, left: number) => {
        const fault = faultOf(built.header);
        if (fault !== undefined || fewerUsers) return fault;
        const missing = await countMissing(built);
        const message = missing === 0 ? undefined : lackingMessage(missing, left, built.header);
        if (isTooFew(missing, left, built.header)) return `${message}: ${ACCEPT}`;
        few = message;
        return undefined;
      };
      const store = await buildStore(users, path, older, faultOver);
      return success(store, few === undefined ? [] : [problem("fallback/lines-damaged", few)]);
    } finally {
      await older?.handle.close();
    }
  } finally {
    await taken.lock.release();
  }
}

/** Servers that start together: one of them builds, which takes seconds, and the others wait for it. */
const MOST_WAITED_MS = 60_000;
const BETWEEN_LOOKS_MS = 100;

async function lockToBuild(path: string): Promise<Taken> {
  const until = Date.now() + MOST_WAITED_MS;
  for (;;) {
    const taken = await takeLock(path);
    if (!("holder" in taken) || Date.now() >= until) return taken;
    await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** Why a file is not the fallback's, or not all of it: whom it does not have would be unknown at each door. */
function faultOf({ users, damagedCount, isCut, lines }: StoreHeader): string | undefined {
  if (users === 0 && damagedCount > 0)
    return `none of ${counted(lines, "line")} is a user of the fallback, whose file credport check --fallback makes of an export`;
  return isCut === true ? `the file ends in line ${lines}, which can't be read: it may be cut off` : undefined;
}

const ACCEPT = "restore it, or accept fewer by credport fallback status FILE --fewer-users";

/** People are deleted in the old system one by one; so many at once are those of a file that was emptied, cut or is an older one. */
const FEW_MISSING = 3;
const SHARE_MISSING = 10;

/** Users of the older store who are left would be unknown, and their addresses free for a sign-up. */
function isTooFew(missing: number, left: number, { users }: StoreHeader): boolean {
  if (missing === 0) return false;
  return users === 0 || (missing > FEW_MISSING && missing * SHARE_MISSING > left);
}

function lackingMessage(missing: number, left: number, { users }: StoreHeader): string {
  const ofLeft = left === 1 ? "the only user" : `${missing} of the ${counted(left, "user")}`;
  return `the file has ${counted(users, "user")}, and lacks ${ofLeft} of its store who ${nounFor(left, "is", "are")} not migrated`;
}

async function countMissing(built: StoreFile): Promise<number> {
  const forgotten = await readMarks(built, "forgotten");
  return forgotten.subarray(built.header.lines).reduce((count, mark) => count + 1 - mark, 0);
}

/** What is wrong with some lines of the file, which does not keep the others from being used. */
export function storeWarnings({ store, ofBuild }: OpenFiles): readonly Problem[] {
  const { damaged, damagedCount, doubled, doubledCount } = store.header;
  const warnings = [...ofBuild];
  if (damagedCount > 0) {
    const message = `${counted(damagedCount, "line")} can't be read: ${named(damaged, damagedCount)}`;
    warnings.push(problem("fallback/lines-damaged", message));
  }
  if (doubledCount > 0) {
    const pairs = doubled.map(([first, second]) => `${first} and ${second}`);
    const message = `${counted(doubledCount, "pair")} of lines share an ID or an identifier: ${named(pairs, doubledCount)}`;
    warnings.push(problem("fallback/users-doubled", message));
  }
  return warnings;
}

const MOST_SHOWN = 10;

function named(places: readonly (string | number)[], count: number): string {
  const shown = places.slice(0, MOST_SHOWN).join(", ");
  return count > MOST_SHOWN ? `${shown} and ${count - MOST_SHOWN} more` : shown;
}
