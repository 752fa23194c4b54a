import { counted, nounFor } from "../../lib/plural.js";
import { problem, refuse } from "../../problems/import.js";
import { type Problem, type Result, success } from "../../result.js";
import type { SourceRecord, UserRecord } from "../../source/index.js";
import { idOfUser } from "../../source/internal.js";
import { compareTargets } from "../journal/binding.js";
import type { JournalFile } from "../journal/journal-file.js";
import {
  JOURNAL_VERSION,
  type JournalBinding,
  type JournalLine,
  type KeyedOutcomeLine,
  type KnownLine,
  type OutcomeLine,
  parseLine,
  shortUserId,
} from "../journal/journal-line.js";
import { type KeyedPrint, keyedPrint } from "../journal/keyed-print.js";
import { type ReadLine, readLines } from "../journal/read-lines.js";
import { openToRead } from "../journal/read-outcomes.js";
import { isRecordNumber } from "../journal/record-states.js";
import { type JournalState, recover } from "../journal/recover.js";
import { hasInCommon, printOf, type UserPrint } from "../journal/user-print.js";
import { LineIndex } from "../line-index.js";

/** What the first import says of a user. */
type FirstState =
  /** It has not imported them. */
  | { readonly kind: "unknown" }
  /** A part of them is on the service. */
  | { readonly kind: "unfinished" }
  | {
      readonly kind: "known";
      readonly user: FirstUser;
      /** They were not in its export, or nothing was sent for them: it has not seen them since an import before it. */
      readonly isNoted: boolean;
    };

export interface FirstUser {
  readonly serviceUserId: string;
  /** Of their one-time code's login, where it is not their first one. */
  readonly codeUserId: string | undefined;
  readonly print: UserPrint;
  /** Of the fingerprints. */
  readonly key: string;
}

/** A user of the first export who is not in the second one. */
export interface GoneUser {
  /** Of the first export. */
  readonly line: number;
  readonly userId: string;
  readonly serviceUserId: string | undefined;
}

/** A line has some hundred bytes; a user with many logins has more. */
const LINE_BYTES = 1 << 10;
const MOST_LINE_BYTES = 1 << 16;
const LINE_END = 0x0a;
/** One in so many of the users of the smaller side has to be on the other one, where a user that is unknown loses something. */
const LEAST_IN_COMMON = 10;
/** So many users by number alone may all have another number. */
const MOST_NUMBERS = 9;

/** The journal of an earlier import, asked user by user. It is read, and never written. */
export class FirstImport {
  readonly #file: JournalFile;
  readonly #state: JournalState;
  readonly #key: string;
  /** Nearly all users have their fingerprints under one key. */
  #keyed: { readonly key: string; readonly print: KeyedPrint };
  readonly #places: LineIndex;
  /** By IDs of the service. */
  readonly #accounts: LineIndex;
  /** Users of the second export. */
  #seen = 0;
  /** Known ones by number alone, and those of them who have any part of then. */
  #byNumber = 0;
  #inCommon = 0;

  private constructor(file: JournalFile, state: JournalState, key: string) {
    this.#file = file;
    this.#state = state;
    this.#key = key;
    this.#keyed = { key, print: keyedPrint(key) };
    this.#places = new LineIndex(key);
    this.#accounts = new LineIndex(key);
  }

  /** Problems: those of `openJournal`, `import/first-journal-unfit`, `import/first-unfinished`. */
  static async open(path: string, now: JournalBinding | undefined): Promise<Result<FirstImport>> {
    const file = await openToRead(path);
    if ("ok" in file) return file;
    const recovered = await recover(file);
    const refused = recovered.ok ? unfit(recovered.value, now) : recovered;
    if (refused !== undefined || !recovered.ok) {
      await file.close();
      return refused as Exclude<typeof refused, undefined>;
    }
    const { value } = recovered;
    const first = new FirstImport(file, value, value.key as string);
    await first.#findPlaces();
    return success(first);
  }

  /** Says which journal this is, and nothing of its key. */
  get name(): string {
    return keyedPrint(this.#key)("journal");
  }

  /** Makes fingerprints that can be compared with those of a user. */
  keyedFor({ key }: FirstUser): KeyedPrint {
    if (key !== this.#keyed.key) this.#keyed = { key, print: keyedPrint(key) };
    return this.#keyed.print;
  }

  async stateOf(externalUserId: string): Promise<FirstState> {
    const userId = shortUserId(externalUserId);
    const place = this.#places.get(userId);
    const line = place === undefined ? undefined : await this.#lineAt(place);
    if (line === undefined || line.userId !== userId) return { kind: "unknown" };
    const { serviceUserId, codeUserId, print } = line;
    if ("known" in line && serviceUserId === undefined) return { kind: "unfinished" };
    if ("outcome" in line && !isDone(line)) return { kind: "unfinished" };
    if (print === undefined || serviceUserId === undefined) return { kind: "unknown" };
    const key = typeof line.key === "string" ? line.key : this.#key;
    return { kind: "known", user: { serviceUserId, codeUserId, print, key }, isNoted: "known" in line };
  }

  /** The user for whom the first import has made, or found, an account or a login of this ID. */
  async ownerOf(serviceUserId: string): Promise<{ readonly userId: string; readonly line: number } | undefined> {
    const place = this.#accounts.get(serviceUserId);
    const line = place === undefined ? undefined : await this.#lineAt(place);
    if (line?.userId === undefined) return undefined;
    const isTheirs = line.serviceUserId === serviceUserId || line.codeUserId === serviceUserId;
    return isTheirs ? { userId: line.userId, line: line.line } : undefined;
  }

  /** The second export has this user. A record without an ID that was read is not one of the first import. */
  noteSeen(record: UserRecord): void {
    const id = idOfUser(record);
    if (id === undefined) return;
    this.#seen++;
    const userId = shortUserId(id);
    if (this.#places.get(userId) !== undefined) this.#places.noteAsked(userId);
  }

  /** Notes the users of an export, as far as it can be read: what ends there ends the import too. */
  async noteAll(records: AsyncIterable<SourceRecord>): Promise<void> {
    for await (const record of records) {
      if (record.kind !== "user") continue;
      this.noteSeen(record);
      await this.#compare(record);
    }
  }

  /** Of a user by number alone: of others, an address or social login that differs is never carried. */
  async #compare({ result }: UserRecord): Promise<void> {
    if (!result.ok || this.#inCommon * LEAST_IN_COMMON >= this.#places.size) return;
    const { user } = result.value;
    if (user.phoneNumber === undefined || user.passwordHash !== undefined || user.thirdParty.length > 0) return;
    const state = await this.stateOf(user.externalUserId);
    if (state.kind !== "known") return;
    this.#byNumber++;
    if (hasInCommon(state.user.print, printOf(user, this.keyedFor(state.user)))) this.#inCommon++;
  }

  /**
   * Whether the users that were seen are others than those of the first import. By other IDs each of them would count as new,
   * and what they have at the service as of no first import.
   *
   * @param isStrict A user that is unknown loses something: their password at the service, or all of it as one who is gone.
   */
  otherUsers(isStrict: boolean): Problem | undefined {
    const { asked, size } = this.#places;
    if (this.#byNumber > MOST_NUMBERS && this.#inCommon * LEAST_IN_COMMON < this.#byNumber) {
      const message = `of ${counted(this.#byNumber, "user")} by phone number alone who are in both, ${this.#inCommon} have a number, address or device of the first import`;
      return problem("import/first-journal-unfit", message, { remedy: OTHER_NUMBERS });
    }
    const isFew = asked * LEAST_IN_COMMON < Math.min(size, this.#seen);
    if (size === 0 || (asked > 0 && !(isStrict && isFew))) return undefined;
    const message = `of ${counted(size, "user")} of the first import, ${asked} ${nounFor(asked, "is", "are")} among the ${this.#seen} of this export`;
    return problem("import/first-journal-unfit", message);
  }

  /** Users of the first import who were not seen. */
  async *gone(): AsyncGenerator<GoneUser> {
    for await (const value of this.#unasked()) {
      const { line, userId, serviceUserId } = value;
      if ("known" in value ? serviceUserId !== undefined : isDone(value)) yield { line, userId, serviceUserId };
    }
  }

  /**
   * What the journal of a second import has to say at its end, for a third one: of each user of whom it has no word.
   *
   * @param said Its lines. Who was seen is forgotten.
   */
  async *unsaid(said: AsyncIterable<ReadLine>): AsyncGenerator<KnownLine> {
    this.#places.forgetAsked();
    for await (const { value } of said) {
      const userId =
        value !== undefined && ("known" in value || ("outcome" in value && isDone(value))) ? value.userId : undefined;
      if (userId !== undefined && this.#places.get(userId) !== undefined) this.#places.noteAsked(userId);
    }
    for await (const value of this.#unasked()) {
      const known = knownOf(value, this.#key);
      if (known !== undefined) yield known;
    }
  }

  async *#unasked(): AsyncGenerator<(KeyedOutcomeLine | KnownLine) & { readonly userId: string }> {
    for await (const { at, value } of readLines(this.#file)) {
      const line = value === undefined ? undefined : lineOfUser(value);
      if (line?.userId === undefined) continue;
      const { userId } = line;
      if (this.#places.get(userId) === at && !this.#places.wasAsked(userId)) yield { ...line, userId };
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #findPlaces(): Promise<void> {
    const { states, steps } = this.#state;
    for await (const { at, value } of readLines(this.#file)) {
      const line = value === undefined ? undefined : lineOfUser(value);
      if (line?.userId === undefined) continue;
      const { userId } = line;
      if ("outcome" in line) {
        const { record, outcome } = line;
        const isThere = isDone(line) || steps.has(record);
        if (isThere && states.outcomeOf(record) === outcome) this.#note(line, userId, at);
      } else if (value !== undefined && "known" in value) this.#note(line, userId, at);
      else if (steps.has(line.known) && states.get(line.known) === "none") this.#note(line, userId, at);
    }
  }

  #note({ serviceUserId, codeUserId }: OutcomeLine | KnownLine, userId: string, at: number): void {
    this.#places.set(userId, at);
    for (const id of [serviceUserId, codeUserId]) if (id !== undefined) this.#accounts.set(id, at);
  }

  async #lineAt(place: number): Promise<KeyedOutcomeLine | KnownLine | undefined> {
    for (const length of [LINE_BYTES, MOST_LINE_BYTES]) {
      const bytes = await this.#file.read(place, length);
      const end = bytes.indexOf(LINE_END);
      if (end < 0) continue;
      const line = parseLine(new TextDecoder().decode(bytes.subarray(0, end)));
      return line && lineOfUser(line);
    }
    return undefined;
  }
}

function isDone({ outcome }: OutcomeLine): boolean {
  return outcome === "imported" || outcome === "already-there";
}

/** Where a line names a user; a step of one who may have no outcome is a note that they are there in part, with the login that it made. */
function lineOfUser(line: JournalLine): KeyedOutcomeLine | KnownLine | undefined {
  if ("outcome" in line || "known" in line) return line;
  if (!("step" in line) || typeof line.userId !== "string" || !isRecordNumber(line.line)) return undefined;
  return { known: line.record, line: line.line, userId: line.userId, codeUserId: line.id };
}

/** Undefined where nothing is known of the user by which they could be found. */
function knownOf(
  value: (KeyedOutcomeLine | KnownLine) & { readonly userId: string },
  ownKey: string,
): KnownLine | undefined {
  const { line, userId, serviceUserId, codeUserId, print, key = ownKey } = value;
  const place = { known: "known" in value ? value.known : value.record, line, userId };
  const isPart = "known" in value ? serviceUserId === undefined : !isDone(value);
  if (isPart) return { ...place, codeUserId: serviceUserId ?? codeUserId };
  return serviceUserId === undefined ? undefined : { ...place, serviceUserId, codeUserId, print, key };
}

const OTHER_NUMBERS =
  "Give the journal of this system's first import. If it is this one, export all users again, not those alone whose number has changed.";

/** Why a journal can't be the first one of this import. */
function unfit(state: JournalState, now: JournalBinding | undefined): Exclude<Result<never>, { ok: true }> | undefined {
  const { binding, key, inDoubt, version, isRead } = state;
  if (binding === undefined) return refuse("import/journal-unusable", "the journal does not say what it belongs to");
  if (key === undefined) {
    return refuse("import/first-journal-unfit", "the first journal holds no fingerprints of its users", {
      remedy: "Import without it: users who exist stay as they are or are overwritten, as --existing says.",
    });
  }
  if (version < JOURNAL_VERSION) {
    const message = "an older version wrote the first journal, with IDs that can be others than this export's";
    return refuse("import/first-journal-unfit", message);
  }
  const other: Problem | undefined = now === undefined ? undefined : compareTargets(binding, now);
  if (other !== undefined) return { ok: false, problems: [other] };
  if (inDoubt.size > 0) return { ok: false, problems: [unfinished("the first import ended with users on their way")] };
  if (binding.changedSince === undefined || isRead) return undefined;
  const message = "the journal is that of a second export, whose import has not come to its end";
  return { ok: false, problems: [unfinished(message)] };
}

export function unfinished(message: string): Problem {
  return problem("import/first-unfinished", message);
}
