import type { AdministrationClient, FoundUser } from "../../client/index.js";
import type { BulkEntry } from "../../client/internal.js";
import { eachAtOnce } from "../at-once.js";
import { type AskForUsers, findExisting, infosOf, strangersAmong } from "../find-existing.js";
import { USERS_AT_ONCE } from "./bulk-options.js";
import type { BulkQueue } from "./bulk-queue.js";
import type { BulkRecord } from "./bulk-record.js";
import type { Patient, PatientCalls } from "./patient-calls.js";

type Unanswered = Exclude<Patient<never>, { readonly kind: "answered" }>;

/** What the service has of a user of whom it is open whether a call has brought them. */
type UncertainState =
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly entries: readonly BulkEntry[] }
  | { readonly kind: "there"; readonly user: FoundUser };

/** Finds out what became of users whose call had no answer, so that no user is sent twice. */
export class UncertainUsers {
  readonly #queue: BulkQueue;
  readonly #calls: PatientCalls;
  readonly #administration: AdministrationClient;

  constructor(queue: BulkQueue, calls: PatientCalls, administration: AdministrationClient) {
    this.#queue = queue;
    this.#calls = calls;
    this.#administration = administration;
  }

  /**
   * First the queued and failed users, then which of the others exist: a user who leaves the list between the two
   * questions exists. Of users who are not uncertain, what the list says is of another time, and is taken off it. Undefined
   * where the run ends.
   */
  async settle(users: readonly BulkRecord[]): Promise<ReadonlyMap<BulkRecord, UncertainState> | undefined> {
    const byId = new Map(users.map((one) => [one.user.externalUserId, one]));
    const isAnybodyInDoubt = users.some(({ isInDoubt }) => isInDoubt);
    const entries = await this.#queue.entriesOf(new Set(byId.keys()), isAnybodyInDoubt ? undefined : "FAILED");
    if (entries === undefined) return undefined;
    const words = wordsOf(entries, byId);
    const stale = entries.filter(({ externalUserId = "", status }) => {
      return status === "FAILED" && byId.get(externalUserId)?.isInDoubt === false;
    });
    await this.#queue.forget(stale);
    const found = await this.#findAll(users.filter((one) => one.isInDoubt && !words.has(one)));
    if (found === undefined) return undefined;
    for (const [one, user] of found) words.set(one, { kind: "there", user });
    return words;
  }

  /** Who has the ID of this user on the service, and who has an address, number or social login of theirs. */
  async holdersOf(one: BulkRecord): Promise<Patient<Holders>> {
    const own = await this.#find(one);
    if (own.kind !== "answered") return own;
    const found = await findExisting(infosOf(one.source), this.#ask);
    if ("kind" in found) return found;
    const others = found.filter(({ userId }) => userId !== own.value?.userId);
    return { kind: "answered", value: { own: own.value, others } };
  }

  /** Those of them whom nothing shows to be this user. */
  strangersAmong(found: readonly FoundUser[], { source }: BulkRecord): Promise<readonly FoundUser[] | Unanswered> {
    return strangersAmong(found, source, this.#ask);
  }

  readonly #ask: AskForUsers<Unanswered> = async (info) => {
    const users = await this.#calls.perform((options) => this.#administration.findUsers(info, options));
    return users.kind === "answered" ? users.value : users;
  };

  #find({ user }: BulkRecord): Promise<Patient<FoundUser | undefined>> {
    return this.#calls.perform((options) => this.#administration.findUser(user.externalUserId, options));
  }

  async #findAll(users: readonly BulkRecord[]): Promise<ReadonlyMap<BulkRecord, FoundUser> | undefined> {
    const found = new Map<BulkRecord, FoundUser>();
    const isWhole = await eachAtOnce(users, USERS_AT_ONCE, async (one) => {
      const user = await this.#find(one);
      if (user.kind === "answered" && user.value !== undefined) found.set(one, user.value);
      return user.kind === "answered";
    });
    return isWhole ? found : undefined;
  }
}

/** Users of the service in whose way a user would be. */
export interface Holders {
  readonly own: FoundUser | undefined;
  readonly others: readonly FoundUser[];
}

/** For uncertain users: a user sent twice is queued if either copy is. */
function wordsOf(
  entries: readonly BulkEntry[],
  byId: ReadonlyMap<string, BulkRecord>,
): Map<BulkRecord, UncertainState> {
  const words = new Map<BulkRecord, UncertainState>();
  for (const entry of entries) {
    const one = byId.get(entry.externalUserId ?? "");
    if (one?.isInDoubt !== true) continue;
    const before = words.get(one);
    if (entry.status !== "FAILED") words.set(one, { kind: "waiting" });
    else if (before === undefined) words.set(one, { kind: "failed", entries: [entry] });
    else if (before.kind === "failed") {
      words.set(one, { kind: "failed", entries: [...before.entries, entry] });
    }
  }
  return words;
}
