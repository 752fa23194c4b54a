import { stat } from "node:fs/promises";
import { takeLock } from "../../files/index.js";
import { counted } from "../../lib/plural.js";
import { requireNamesBeside } from "../../lib/require-names.js";
import { problem, refuse } from "../../problems/fallback.js";
import { problem as verifyProblem } from "../../problems/verify.js";
import { type Problem, type Result, success } from "../../result.js";
import { type FallbackUser, parseFallbackUser } from "../fallback-user.js";
import { identifierKey, keysToKeep } from "../identifier-key.js";
import { type FallbackLookUp, type Owner, openFiles } from "./named-stores.js";
import { closeBoth, type OpenFiles, openBoth, storeWarnings } from "./open-files.js";
import { fingerprintOf, type StoreEntry } from "./store-entry.js";
import {
  bytesAt,
  entryAt,
  isMarked,
  mark,
  type Note,
  neighboursOf,
  StoreDamaged,
  type StoreFile,
  storePathOf,
} from "./store-file.js";
import { MOST_COMPARED, type PepperValues, type UserStore } from "./stored-user.js";

/** What opening a store needs beside its file. */
export interface FallbackStoreOptions {
  /**
   * The values of the peppers that the file names: `process.env`, usually. A list where one was changed, as
   * `verifyPassword` takes it.
   */
  readonly peppers?: PepperValues | undefined;
  /** For provider-scrypt hashes, as `verifyPassword` takes it; unless `hashes` of the fallback has it. */
  readonly signerKey?: string | undefined;
}

/** Users whose password is left to the fallback, by what they log in with. */
export interface FallbackStore extends UserStore {
  /** Lets the files go. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the file that `credport check --fallback` has written for look-ups at login. The first time it writes a store
 * beside it, `FILE.store`, with keyed fingerprints of what users log in with; only its owner may read it. Where the file
 * was written again since, the store is built again, and migrated users stay so. Memory does not grow with
 * the file: a look-up reads a few KiB, and the same for a user who is not there. A file that has no user, or lacks
 * more than three and more than a tenth of the users left by its store, is refused (`fallback/lines-damaged`): `fewerUsers` of
 * `fallbackStatus` takes it. Fewer are a warning of the opening that builds the store.
 *
 * @param file Path of the file; or of one for each old system, under a name of your own as `{ shop: "users.ndjson" }`: IDs
 * count within it and come after it and a colon.
 * @returns The store, with warnings that name lines that are damaged (`fallback/lines-damaged`) and lines that share
 * an ID, which find no user, or an identifier (`fallback/users-doubled`), or count users who need a signer key that is not
 * given (`verify/signer-key-missing`); or why it can't be used:
 * `fallback/not-readable`, `fallback/store-damaged`, `fallback/store-busy`, `fallback/pepper-missing`.
 *
 * @example
 * ```ts
 * import { mkdtemp, writeFile } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { openFallbackStore } from "credport/login";
 *
 * const file = join(await mkdtemp(join(tmpdir(), "fallback-")), "users.ndjson");
 * await writeFile(file, '{"externalUserId":"7","identifiers":["a@example.com"],"passwordHash":"$P$B"}\n');
 * const opened = await openFallbackStore(file);
 * if (opened.ok === false) throw new Error(opened.problems[0].message);
 * const store = opened.value;
 * (await store.findLegacyUser("A@example.com"))?.id; // => "7"
 * await store.forgetUser({ id: "7" }); // => true
 * await store.findLegacyUser("a@example.com"); // => null
 * await store.addressesOf("a@example.com"); // => ["a@example.com"]
 * await store.close();
 * ```
 */
export async function openFallbackStore(
  file: string | Readonly<Record<string, string>>,
  options: FallbackStoreOptions = {},
): Promise<Result<FallbackStore>> {
  requireNamesBeside("openFallbackStore", options, ["peppers", "signerKey"]);
  const { peppers = {}, signerKey } = options;
  return openFiles(file, { peppers, signerKey }, (path) => openLookUp(path, { peppers, signerKey }));
}

async function openLookUp(
  file: string,
  { peppers = {}, signerKey }: FallbackStoreOptions,
): Promise<Result<FallbackLookUp>> {
  const opened = await openBoth(file);
  if (!opened.ok) return opened;
  const { store } = opened.value;
  const missing = store.header.peppers.filter((name) => (peppers[name] ?? "").length === 0);
  if (missing.length > 0) {
    await closeBoth(opened.value);
    return refuse("fallback/pepper-missing", `there is no value of the pepper ${missing.join(", ")}`);
  }
  const { users, signerKeyUsers = 0 } = store.header;
  const none = users === 0 ? [problem("fallback/lines-damaged", "the file has no users")] : [];
  const keyless = signerKeyUsers === 0 || (signerKey ?? "") !== "" ? [] : [signerKeyMissing(signerKeyUsers)];
  return success(new LookUp(file, opened.value), [...none, ...keyless, ...storeWarnings(opened.value)]);
}

function signerKeyMissing(users: number): Problem {
  const message = `${counted(users, "user")} can't log in without the signer key, here or in hashes of the fallback`;
  return verifyProblem("verify/signer-key-missing", message);
}

/** Open files and how many look-ups read them: what is replaced is closed after the last of these. */
interface SharedFiles {
  readonly files: OpenFiles;
  uses: number;
  isRetired: boolean;
}

class LookUp implements FallbackLookUp {
  readonly #file: string;
  #shared: SharedFiles;
  #renewing: Promise<void> | undefined;

  constructor(file: string, files: OpenFiles) {
    this.#file = file;
    this.#shared = { files, uses: 0, isRetired: false };
  }

  owners(key: string): Promise<readonly Owner[]> {
    return this.#use((files) => ownersIn(files, key));
  }

  forget(id: string): Promise<boolean> {
    return this.#note(id, "forgotten");
  }

  hasBegun(id: string): Promise<boolean> {
    return this.#use(async ({ store }) => {
      const [entry] = await linesOfId(store, id);
      return entry !== undefined && isMarked(store, entry.line, "begun");
    });
  }

  async noteBegun(id: string): Promise<void> {
    if (!(await this.#note(id, "begun"))) throw new Error("the store has no such user");
  }

  async #note(id: string, what: Note): Promise<boolean> {
    for (;;) {
      const done = await this.#use(async ({ store }) => {
        const lines = await linesOfId(store, id);
        for (const { line } of lines) await mark(store, line, what);
        // A store that was built meanwhile may have taken the marks along before.
        const isCurrent = (await identityOf(storePathOf(this.#file))) === store.identity;
        return isCurrent ? lines.length > 0 : undefined;
      });
      if (done !== undefined) return done;
    }
  }

  /** By a lock that is named after the user's fingerprint, which stays the same when the store is built again. */
  async claim(id: string): Promise<(() => Promise<void>) | null> {
    const name = await this.#use(async ({ store }) => fingerprintOf(store.key, "id", id).toString("hex"));
    const taken = await takeLock(`${storePathOf(this.#file)}.${name}`);
    return "lock" in taken ? () => taken.lock.release() : null;
  }

  close(): Promise<void> {
    return retire(this.#shared);
  }

  async #use<T>(work: (files: OpenFiles) => Promise<T>): Promise<T> {
    await this.#renew();
    try {
      return await this.#with(work);
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      // Another file may have been copied over this one, in its place.
      await this.#renewed();
      return this.#with(work);
    }
  }

  async #with<T>(work: (files: OpenFiles) => Promise<T>): Promise<T> {
    const shared = this.#shared;
    shared.uses++;
    try {
      return await work(shared.files);
    } finally {
      shared.uses--;
      if (shared.isRetired && shared.uses === 0) await closeBoth(shared.files);
    }
  }

  /** Another process may have built the store again. */
  async #renew(): Promise<void> {
    if ((await identityOf(storePathOf(this.#file))) === this.#shared.files.store.identity) return;
    await this.#renewed();
  }

  #renewed(): Promise<void> {
    this.#renewing ??= this.#reopen().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #reopen(): Promise<void> {
    const opened = await openBoth(this.#file);
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const older = this.#shared;
    this.#shared = { files: opened.value, uses: 0, isRetired: false };
    await retire(older);
  }
}

async function retire(shared: SharedFiles): Promise<void> {
  if (shared.isRetired) return;
  shared.isRetired = true;
  if (shared.uses === 0) await closeBoth(shared.files);
}

const CHANGED = "the file was changed while it is in use";

async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

async function anyEntry(store: StoreFile, key: Buffer): Promise<StoreEntry | undefined> {
  const { entries } = store.header;
  return entries === 0 ? undefined : entryAt(store, key.readUInt32BE(0) % entries);
}

/** The lines that have the key of an identifier. One that no user has costs the reading of another user's. */
async function ownersIn(files: OpenFiles, known: string): Promise<readonly Owner[]> {
  const { store } = files;
  const key = fingerprintOf(store.key, "identifier", known);
  const near = await neighboursOf(store, key);
  const has = near.filter((entry) => !entry.isId && entry.fingerprint.equals(key));
  // One more than are compared says that there are too many. Whose address it is comes first, then the order of the lines.
  const found = has.slice(0, MOST_COMPARED + 1).toSorted((one, other) => one.line - other.line);
  const other = store.header.users === 0 ? undefined : (near[0] ?? (await anyEntry(store, key)));
  const read = found.length > 0 || other === undefined ? found : [other];
  const owners = await Promise.all(read.map((entry) => ownerAt(files, entry)));
  if (found.length === 0) return [];
  // A store of an older release has one key of each.
  const isSame = (text: string) => identifierKey(text) === known || keysToKeep(text).includes(known);
  if (!owners.every(({ user }) => user.identifiers.some(isSame))) throw new StoreDamaged(CHANGED);
  return owners;
}

async function ownerAt(files: OpenFiles, entry: StoreEntry): Promise<Owner> {
  const user = await readEntry(files, entry);
  const isAlone = (await linesOfId(files.store, user.externalUserId)).length === 1;
  return { user, isAlone, isForgotten: await isMarked(files.store, entry.line, "forgotten") };
}

async function linesOfId(store: StoreFile, id: string): Promise<readonly StoreEntry[]> {
  const key = fingerprintOf(store.key, "id", id);
  const near = await neighboursOf(store, key);
  return near.filter((entry) => entry.isId && entry.fingerprint.equals(key));
}

async function readEntry({ users }: OpenFiles, { offset, length }: StoreEntry): Promise<FallbackUser> {
  const read = parseFallbackUser((await bytesAt(users, offset, length)).toString("utf8"));
  if (!read.ok) throw new StoreDamaged(CHANGED);
  return read.value;
}
