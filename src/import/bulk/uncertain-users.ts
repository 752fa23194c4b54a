import type { AdministrationClient, FoundUser } from "../../client/index.js";
import type { BulkEntry } from "../../client/internal.js";
import { eachAtOnce } from "../at-once.js";
import { type AskForUsers, findExisting, infosOf, strangersAmong } from "../find-existing.js";
import { USERS_AT_ONCE } from "./bulk-options.js";
import type { BulkQueue } from "./bulk-queue.js";
import type { BulkRecord } from "./bulk-record.js";
import { askedId, isMade } from "./own-user.js";
import type { Patient, PatientCalls } from "./patient-calls.js";

type Unanswered = Exclude<Patient<never>, { readonly kind: "answered" }>;

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
   * Those of the uncertain users whom the service knows, each with the entries that failed; none where one waits, or the
   * service has an account with the user's ID. First it is asked for queued and failed users, then for the others: a user who leaves the
   * list between the two questions exists. Undefined where the run ends.
   */
  async known(users: readonly BulkRecord[]): Promise<ReadonlyMap<BulkRecord, readonly BulkEntry[]> | undefined> {
    const byId = new Map(users.flatMap((one) => (one.isInDoubt ? [[one.user.externalUserId, one]] : [])));
    if (byId.size === 0) return new Map();
    const entries = await this.#queue.entriesOf(byId);
    if (entries === undefined) return undefined;
    const known = new Map<BulkRecord, readonly BulkEntry[]>();
    for (const entry of entries) {
      const one = byId.get(entry.externalUserId ?? "") as BulkRecord;
      const before = known.get(one);
      // A user sent twice is queued if either copy is.
      const waits = entry.status !== "FAILED" || before?.length === 0;
      known.set(one, waits ? [] : [...(before ?? []), entry]);
    }
    const isWhole = await eachAtOnce([...byId.values()], USERS_AT_ONCE, async (one) => {
      if (known.has(one)) return true;
      const user = await this.#find(one.user.externalUserId);
      if (user.kind === "answered" && user.value !== undefined) known.set(one, []);
      return user.kind === "answered";
    });
    return isWhole ? known : undefined;
  }

  /** The account that this import has made of the user. */
  async madeOf(one: BulkRecord): Promise<Patient<FoundUser | undefined>> {
    const found = await this.#find(askedId(one));
    const isOthers = found.kind === "answered" && found.value !== undefined && !isMade(found.value, one);
    return isOthers ? { kind: "answered", value: undefined } : found;
  }

  /** Who has the ID of this user on the service, and who has an address, number or social login of theirs. */
  async holdersOf(one: BulkRecord): Promise<Patient<Holders>> {
    const own = await this.#find(one.user.externalUserId);
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

  #find(id: string): Promise<Patient<FoundUser | undefined>> {
    return this.#calls.perform((options) => this.#administration.findUser(id, options));
  }
}

/** Users of the service in whose way a user would be. */
export interface Holders {
  readonly own: FoundUser | undefined;
  readonly others: readonly FoundUser[];
}
