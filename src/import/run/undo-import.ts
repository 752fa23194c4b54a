import type { AdministrationClient, CallOptions, FoundDevice, FoundUser } from "../../client/index.js";
import { defined } from "../../lib/defined.js";
import { type OptionNames, requireOptions } from "../../lib/require-names.js";
import { problem } from "../../problems/import.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import type { NormalizedUser } from "../../source/index.js";
import { eachAtOnce } from "../at-once.js";
import { type Journal, openJournal } from "../journal/journal.js";
import { type JournalBinding, shortUserId } from "../journal/journal-line.js";
import { type MadeUser, madeUsers, type SentUser } from "../journal/made-users.js";
import { openToRead } from "../journal/read-outcomes.js";
import { recover } from "../journal/recover.js";
import type { UserPrint } from "../journal/user-print.js";
import { FEW, isAnyThere } from "./confirm-users.js";

export type { MadeUser } from "../journal/made-users.js";

/** What became of the users whom a journal had made. */
export interface UndoReport {
  /** Users whom the journal has made, whole or in part, and who were not undone before; of those it has changed, who are gone. */
  readonly users: number;
  readonly deleted: number;
  /** Were there before: the logins and devices that this journal has added to them are deleted, and nothing else. */
  readonly restored: number;
  /** No longer on the service, also where this journal has only changed them. */
  readonly gone: number;
  /** Kept: they have a session, so they have signed in since. */
  readonly signedIn: number;
  /** Kept: they have a login, TOTP device, e-mail address or phone number that this journal has not given them. */
  readonly extended: number;
  /** Could not be looked at or deleted. */
  readonly failed: number;
  /**
   * Of whom a call was under way when the import ended: what it has made, if anything, is not in the journal. The same import
   * finds it when it is run again; undo it after that.
   */
  readonly underWay: number;
  /** Lines of users who were kept or failed; at most 100. */
  readonly keptLines: readonly number[];
  /** What stays, because no call takes it back. */
  readonly stays: StayingChanges;
}

/** What an import has changed of users who were on the service before, and no call takes back. */
export interface StayingChanges {
  /** Users whose password is the export's: the service doesn't have the earlier one any more. */
  readonly passwords: number;
  /** Users whose one-time codes go to the phone number or address of the export. */
  readonly contacts: number;
  /** Lines of these users; at most 100. */
  readonly lines: readonly number[];
}

/** Adds up what stays, user by user. */
class StayingSheet {
  #passwords = 0;
  #contacts = 0;
  readonly #lines: number[] = [];

  add({ changed, line }: MadeUser): void {
    if (changed.includes("password")) this.#passwords++;
    if (changed.includes("contact")) this.#contacts++;
    if (changed.length > 0 && line !== undefined && this.#lines.length < MOST_LINES) this.#lines.push(line);
  }

  changes(): StayingChanges {
    // The journal has users in the order in which they were done.
    const lines = this.#lines.toSorted((one, other) => one - other);
    return { passwords: this.#passwords, contacts: this.#contacts, lines };
  }
}

/** Which users, and how. */
export interface UndoOptions {
  readonly journal: string;
  /** For the service that the journal belongs to; its profile must have `deleteUser` and `findUser`. */
  readonly administration: AdministrationClient;
  /** Where `administration` sends, so that the journal of another service is refused. */
  readonly target: Pick<JournalBinding, "baseUrl" | "tenantPath" | "profile">;
  /**
   * Delete users who have signed in, or have got logins, devices, addresses or numbers of their own since, as well; not an
   * account that has only the ID in common with the user.
   */
  readonly usedToo?: boolean | undefined;
  /** Called with what became of the users so far, after each of them. */
  readonly onProgress?: ((report: UndoReport) => void) | undefined;
  /** Ends the work after the users on their way; the same call resumes. */
  readonly signal?: AbortSignal | undefined;
}

const KNOWN: OptionNames<UndoOptions> = {
  ...{ journal: true, administration: true, target: true, usedToo: true, onProgress: true, signal: true },
};

const AT_ONCE = 8;
const MOST_LINES = 100;
/** Failures in a row after which it is the service, not the users. */
const EVIDENCE = 20;

/**
 * Reads which users a journal has made, or changed where they were on the service before. Nothing is sent and
 * nothing changed.
 *
 * @param path Of a journal that no import writes now.
 *
 * @example
 * ```ts
 * import { readMadeUsers } from "credport/import";
 *
 * const made = await readMadeUsers("/nowhere/journal");
 * made.ok ? "" : made.problems[0].code; // => "import/journal-unusable"
 * ```
 */
export async function readMadeUsers(path: string): Promise<Result<AsyncIterable<MadeUser>>> {
  const read = await readJournal(path);
  return read.ok ? success(read.value.users) : read;
}

/**
 * Counts whom `undoImport` would look at, and what it can't take back. Nothing is sent and nothing changed.
 *
 * @param path Of a journal that no import writes now.
 *
 * @example
 * ```ts
 * import { previewUndo } from "credport/import";
 *
 * const counted = await previewUndo("/nowhere/journal");
 * counted.ok ? "" : counted.problems[0].code; // => "import/journal-unusable"
 * ```
 */
export async function previewUndo(path: string): Promise<Result<Pick<UndoReport, "users" | "stays" | "underWay">>> {
  const read = await readJournal(path);
  if (!read.ok) return read;
  const stays = new StayingSheet();
  let users = 0;
  for await (const user of read.value.users) {
    stays.add(user);
    if (canBeTakenBack(user)) users++;
  }
  return success({ users, stays: stays.changes(), underWay: read.value.underWay });
}

/**
 * Deletes the users whom a journal has made, login by login, and nobody else: of users who were there before, only
 * the logins and TOTP devices that this journal has added (passwords and contacts that it replaced stay, and are
 * counted); and, unless told so, nothing of those who have signed in or got a login, device, address or number of
 * their own since. Each deletion is noted in
 * the journal, so the work can be interrupted and resumed, and an import with the same journal starts these
 * users over.
 *
 * @returns What became of them; or the `import/…` problem for which it was not begun or ended early, with
 * `progress` beside it.
 *
 * @example
 * ```ts
 * import { createAdministrationClient } from "credport/client";
 * import { undoImport } from "credport/import";
 *
 * const baseUrl = "http://localhost";
 * const administration = createAdministrationClient({ baseUrl, apiKey: "key", service: "supertokens" });
 * const target = { baseUrl, tenantPath: "", profile: "supertokens" };
 * const undone = await undoImport({ journal: "/nowhere/journal", administration, target });
 * undone.ok ? "" : undone.problems[0].code; // => "import/journal-unusable"
 * ```
 */
export async function undoImport(
  options: UndoOptions,
): Promise<Result<UndoReport> & { readonly progress: UndoReport }> {
  requireOptions("undoImport", options, KNOWN);
  const { journal: path, target, administration, signal } = options;
  const read = await readJournal(path);
  if (!read.ok) return { ...read, progress: NOTHING };
  const { binding, users, underWay, isUndoOpen } = read.value;
  const opened = await openJournal({ path, binding: { ...binding, ...target } }, signal);
  if (!opened.ok) return { ...opened, progress: NOTHING };
  const undo = new Undo(opened.value, options, underWay);
  let isWhole = false;
  try {
    const isKnown = await isAnyThere(opened.value.sample, administration, signal);
    await undo.all(users, isKnown ? undefined : isUndoOpen ? AT_ONCE : FEW);
    isWhole = undo.stopReason === undefined;
  } finally {
    const unwritten = await opened.value.close({ whole: isWhole || undefined });
    if (unwritten !== undefined) undo.stop(unwritten);
  }
  const progress = undo.report();
  const { stopReason } = undo;
  return stopReason === undefined ? { ...success(progress), progress } : { ...failure(stopReason), progress };
}

const NOTHING: UndoReport = {
  ...{ users: 0, deleted: 0, restored: 0, gone: 0, signedIn: 0, extended: 0, failed: 0, underWay: 0 },
  keptLines: [],
  stays: { passwords: 0, contacts: 0, lines: [] },
};

/** What the journal belongs to, and whom it has made. */
async function readJournal(path: string): Promise<
  Result<{
    readonly binding: JournalBinding;
    readonly users: AsyncIterable<SentUser>;
    readonly underWay: number;
    readonly isUndoOpen: boolean;
  }>
> {
  const file = await openToRead(path);
  if ("ok" in file) return file;
  const recovered = await recover(file).finally(() => file.close());
  if (!recovered.ok) return recovered;
  const { binding, undone, inDoubt, isUndoOpen } = recovered.value;
  return binding === undefined
    ? failure(problem("import/journal-unusable", "the journal does not say what it belongs to"))
    : success({ binding, users: usersIn(path, undone), underWay: inDoubt.size, isUndoOpen });
}

/** Opens the journal when the users are asked for, so that what was never read need not be closed. */
async function* usersIn(path: string, undone: ReadonlyMap<number, number>): AsyncGenerator<SentUser> {
  const file = await openToRead(path);
  if ("ok" in file) throw new TypeError("the journal was taken away while it was read");
  try {
    yield* madeUsers(file, undone);
  } finally {
    await file.close();
  }
}

const NOT_UNDONE = {
  remedy: "Look into what the service says, then run the same command again: it resumes where it was.",
};

/** Whether the journal has made something of the user, beside what it has changed. */
function canBeTakenBack({ logins, devices }: MadeUser): boolean {
  return logins.length + devices.length > 0;
}

function noneThere(): Problem {
  const message =
    "the service knows none of the journal's users who were asked for: it has another database, or they were deleted there";
  return problem("import/target-changed", message);
}

type Fate = "deleted" | "restored" | "gone" | "signedIn" | "extended" | "failed";

/** A program that has given the user an ID of its own changes that of the first login. */
function hasOtherLogin({ logins }: SentUser, { userId, loginIds }: FoundUser): boolean {
  return loginIds.length > logins.length || loginIds.some((id) => id !== userId && !logins.includes(id));
}

const NOT_LISTED: ReadonlySet<string> = new Set(["client/service-refused", "client/feature-not-licensed"]);

const UNDONE: ReadonlySet<Fate> = new Set<Fate>(["deleted", "restored", "gone"]);

/** Fingerprints of what a user is reached by, as the export had it. */
function contactsIn({ print }: SentUser): ReadonlySet<string> {
  const { email, leftOut, phone, social } = print ?? {};
  return new Set([email ?? [], leftOut ?? [], phone ?? [], social ?? []].flat());
}

class Undo {
  readonly #journal: Journal;
  readonly #options: UndoOptions;
  readonly #counts = { deleted: 0, restored: 0, gone: 0, signedIn: 0, extended: 0, failed: 0 };
  readonly #keptLines: number[] = [];
  readonly #stays = new StayingSheet();
  readonly #underWay: number;
  /** Users who are gone, until one is found: another database at this address would have the journal forget them all. */
  #waiting: MadeUser[] | undefined;
  #mostWaiting = 0;
  #users = 0;
  #failedInARow = 0;
  #stopReason: Problem | undefined;

  constructor(journal: Journal, options: UndoOptions, underWay: number) {
    this.#underWay = underWay;
    this.#journal = journal;
    this.#options = options;
  }

  get stopReason(): Problem | undefined {
    return this.#stopReason;
  }

  stop(reason: Problem): void {
    this.#stopReason ??= reason;
  }

  /** @param mostGone How many may be gone before one is found; undefined where the service is known to be the journal's. */
  async all(users: AsyncIterable<SentUser>, mostGone: number | undefined): Promise<void> {
    if (mostGone !== undefined) [this.#waiting, this.#mostWaiting] = [[], mostGone];
    const isWhole = await eachAtOnce(users, AT_ONCE, async (user) => {
      if (canBeTakenBack(user)) await this.#one(user);
      else await this.#oneChanged(user);
      if (this.#options.signal?.aborted === true) {
        this.stop(problem("import/interrupted", "the work was ended before every user was reached"));
      }
      return this.#stopReason === undefined;
    });
    if (isWhole) await this.#noteWaiting();
  }

  report(): UndoReport {
    const stays = this.#stays.changes();
    return { users: this.#users, ...this.#counts, underWay: this.#underWay, keptLines: this.#keptLines, stays };
  }

  async #one(user: SentUser): Promise<void> {
    const fate = await this.#decide(user);
    if (fate !== "gone") this.#stays.add(user);
    await this.#count(user, fate);
  }

  /** Of whom nothing can be taken back: what was changed stays, unless they are gone. */
  async #oneChanged(user: MadeUser): Promise<void> {
    const { serviceUserId } = user;
    const found = serviceUserId === undefined ? undefined : await this.#find(serviceUserId);
    if (found?.ok === true && found.value === undefined) return this.#count(user, "gone");
    if (found?.ok === false) this.#failed(found.problems[0]);
    else this.#failedInARow = 0;
    this.#stays.add(user);
  }

  async #noteWaiting(): Promise<void> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const user of waiting) await this.#count(user, "gone");
  }

  async #count(user: MadeUser, fate: Fate): Promise<void> {
    if (fate === "gone" && this.#waiting !== undefined) {
      if (this.#waiting.push(user) > this.#mostWaiting) this.stop(noneThere());
      return;
    }
    this.#users++;
    this.#counts[fate]++;
    if (UNDONE.has(fate)) this.#journal.note({ undone: user.record });
    else if (user.line !== undefined && this.#keptLines.length < MOST_LINES) this.#keptLines.push(user.line);
    this.#options.onProgress?.(this.report());
    const unwritten = await this.#journal.room();
    if (unwritten !== undefined) this.stop(unwritten);
  }

  async #decide(user: SentUser): Promise<Fate> {
    const { logins, serviceUserId = "" } = user;
    const [first = serviceUserId] = logins;
    const found = await this.#find(first);
    if (!found.ok) return this.#failed(found.problems[0]);
    if (found.value === undefined) return "gone";
    if (this.#isAnothers(user, found.value)) return "extended";
    const use = this.#options.usedToo === true ? undefined : await this.#useOf(user, found.value);
    return use ?? this.#delete(user);
  }

  /** Why they are kept. */
  async #useOf(user: SentUser, found: FoundUser): Promise<Fate | undefined> {
    const { administration } = this.#options;
    // Of a user who was there before, the other logins stay whatever they are.
    const isDeleted = !user.wasThere;
    if (isDeleted && (hasOtherLogin(user, found) || this.#hasOtherContact(user, found))) return "extended";
    const sessions = await administration.countSessions(found.userId, this.#callOptions());
    if (!sessions.ok) return this.#failed(sessions.problems[0]);
    if (sessions.value > 0) return "signedIn";
    if (!isDeleted || user.print === undefined || !administration.has("listDevices")) return undefined;
    const devices = await administration.listDevices(found.userId, this.#callOptions());
    if (!devices.ok) return NOT_LISTED.has(devices.problems[0].code) ? undefined : this.#failed(devices.problems[0]);
    return this.#hasOtherDevice(user, devices.value) ? "extended" : undefined;
  }

  /** Where names are not noted, one that took the place of another is not seen. */
  #hasOtherDevice(user: SentUser, devices: readonly FoundDevice[]): boolean {
    const { totp = [], names } = user.print ?? {};
    if (devices.length > totp.length) return true;
    return (
      names !== undefined &&
      devices.some(({ name }) => {
        const device = { secretKey: "", period: 30, skew: 1, deviceName: name };
        const [shown] = this.#printWith(user, { totp: [device] })?.names ?? [];
        return shown !== undefined && !names.includes(shown);
      })
    );
  }

  /** An ID alone may be another person's by now, and a login another address or number. */
  #hasOtherContact(user: SentUser, { logins }: FoundUser): boolean {
    const own = contactsIn(user);
    return logins.some((login) => this.#contactsOf(login, user).some((one) => !own.has(one)));
  }

  /**
   * After a bulk import the service finds users by the old system's ID, which may be another import's by now: nothing of
   * the account is this user's then.
   */
  #isAnothers(user: SentUser, { logins }: FoundUser): boolean {
    if (user.userId === undefined || user.serviceUserId !== user.userId || user.wasThere) return false;
    const own = contactsIn(user);
    const shown = logins.flatMap((login) => this.#contactsOf(login, user));
    return shown.length > 0 && !shown.some((one) => own.has(one));
  }

  /** Fingerprints of what a login shows. */
  #contactsOf(
    { recipeId, email, phoneNumber, thirdParty }: FoundUser["logins"][number],
    user: SentUser,
  ): readonly string[] {
    const { id = "", userId = "" } = thirdParty ?? {};
    const login = { thirdPartyId: id, thirdPartyUserId: userId, email: "", isVerified: false };
    // A provider may have changed the address of a social login.
    const contact = recipeId === "thirdparty" ? {} : defined({ email, phoneNumber });
    const shown = this.#printWith(user, { ...contact, thirdParty: thirdParty === undefined ? [] : [login] });
    return [shown?.email ?? [], shown?.phone ?? [], shown?.social ?? []].flat();
  }

  /** Of what the service shows; undefined where it can't be compared: longer IDs are cut in the journal. */
  #printWith({ userId, print }: SentUser, shown: Partial<NormalizedUser>): UserPrint | undefined {
    if (print === undefined || userId === undefined || shortUserId(`${userId} `) === userId) return undefined;
    return this.#journal.printOf({ externalUserId: userId, emailVerified: false, thirdParty: [], totp: [], ...shown });
  }

  async #delete({ logins, devices, wasThere, serviceUserId = "" }: SentUser): Promise<Fate> {
    const { administration } = this.#options;
    for (const device of devices) {
      const removed = await administration.removeDevice(serviceUserId, device, this.#callOptions());
      if (!removed.ok) return this.#failed(removed.problems[0]);
    }
    // The first one last: second factors are kept under its ID.
    for (const login of logins.toReversed()) {
      const deleted = await administration.deleteLogin(login, this.#callOptions());
      if (!deleted.ok) return this.#failed(deleted.problems[0]);
    }
    this.#failedInARow = 0;
    return wasThere ? "restored" : "deleted";
  }

  async #find(userId: string): Promise<Result<FoundUser | undefined>> {
    const found = await this.#options.administration.findUser(userId, this.#callOptions());
    if (found.ok && found.value !== undefined) await this.#noteWaiting();
    return found;
  }

  #failed({ code, message }: Problem): "failed" {
    this.#failedInARow++;
    if (this.#failedInARow >= EVIDENCE || code === "client/call-not-offered") {
      this.stop(problem("import/service-down", `no user can be deleted any more: ${code}: ${message}`, NOT_UNDONE));
    }
    return "failed";
  }

  #callOptions(): CallOptions {
    return { signal: this.#options.signal };
  }
}
