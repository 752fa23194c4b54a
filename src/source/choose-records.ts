import { HOLD_REASONS } from "./fields/hold-reasons.js";
import { distinctText } from "./identifier-prints.js";
import type { Identifier, IdentifierKind, UserRecord } from "./normalized-user.js";
import { isWithPassword } from "./user-account.js";

/** What tells records apart that share something: the later login, the later account, a verified address, a password. */
export type Preference = keyof typeof PREFERENCES;

/**
 * What a person has decided of a user: `open` where they have seen the record and decided nothing, `unclear` where it may have
 * been about another user; this one is refused then.
 */
export type Decision = "import" | "overwrite" | "leave-out" | "open" | "unclear";

/** How to choose among records of which only one can be a user's. */
export interface Choices {
  /**
   * By the first of these that tells them apart, after whether they have verified an address that they share and whether the old
   * system lets them in. Of records of one ID that are alike the first is taken.
   */
  readonly prefer?: readonly Preference[];
  /**
   * By IDs of the old system; what is decided has precedence. The first pass over the file gives each record's identifiers
   * too, before any user is yielded, and so does the last one: a decision about another user is `unclear`.
   */
  readonly decisions?: {
    readonly get: (userId: string, identifiers?: readonly Identifier[]) => Decision | undefined;
    /** Called after the first pass; what it throws ends the reading. */
    readonly whenRead?: () => void;
    /** Why a decision is `unclear`, for the problem. */
    readonly reasonOf?: (userId: string) => string | undefined;
  };
  /**
   * Whether an earlier run of the import has sent a record, by its number. It stays its user's whatever is decided now: of the
   * others that share something none takes its place on the service. Undo it first to choose again.
   */
  readonly isSent?: ((record: number) => boolean) | undefined;
}

/** A record that shares something with others, with what tells it apart. */
export interface Candidate {
  readonly record: UserRecord;
  /** What it shares. */
  readonly shared: readonly Identifier[];
  /** Records that are connected by what they share have one number, from 1. */
  readonly group: number;
}

/** Of the candidates: which are the users', and which are not, with the record that is in the way of each. */
export type Chosen = ReadonlyMap<number, "kept" | LeftOut>;

export interface LeftOut {
  /** The record that was chosen; absent where a person has left the record out. */
  readonly for?: {
    readonly line: number;
    readonly file?: string | undefined;
    readonly kind: IdentifierKind;
    /** It is the user's because an earlier run has sent it. */
    readonly isSent: boolean;
    /** The address of both is verified for the one that is left out alone. */
    readonly isUnproven: boolean;
  };
  /** What it shares with records that were chosen. */
  readonly taken: readonly Identifier[];
}

const PREFERENCES = {
  "last-login": ({ moments }: UserRecord) => moments?.lastLogin ?? 0,
  newest: ({ moments }: UserRecord) => moments?.joined ?? 0,
  verified: (record: UserRecord) => Number(userIn(record)?.emailVerified === true),
  "has-password": ({ result, loginOnly }: UserRecord) =>
    Number(loginOnly !== undefined || (result.ok && isWithPassword(result.value.user))),
} as const;

/** Whether an address that others have as well is verified for this user. */
function hasProven({ record, shared }: Candidate): boolean {
  return shared.some(({ kind }) => kind === "email") && PREFERENCES.verified(record) > 0;
}

const HELD_BACK: ReadonlySet<string> = new Set(Object.values(HOLD_REASONS).map(({ code }) => code));

function shareOf(kind: IdentifierKind, one: Candidate, other: Candidate): boolean {
  return one.shared.some((own) => own.kind === kind && other.shared.some((its) => keyOf(its) === keyOf(own)));
}

/** Any person can register with the address of another, and never activate that account. */
function claimOf(one: Candidate): number {
  if (hasProven(one)) return 2;
  const { result } = one.record;
  return !result.ok && result.problems.some(({ code }) => HELD_BACK.has(code)) ? 0 : 1;
}

export const PREFERENCE_NAMES = Object.keys(PREFERENCES) as readonly Preference[];

export function hasChoices({ prefer = [], decisions, isSent }: Choices): boolean {
  return prefer.length > 0 || decisions !== undefined || isSent !== undefined;
}

export function isDecidedFor(decision: Decision | undefined): boolean {
  return decision === "import" || decision === "overwrite";
}

/** The user of a record, also of one that is refused. */
export function userIn({ result, loginOnly, rejected }: UserRecord) {
  return result.ok ? result.value.user : (loginOnly ?? rejected)?.user;
}

/** The ID by which a user is imported, also of a refused one; undefined of a record of which none could be read. */
export function idOfUser(record: UserRecord): string | undefined {
  return idFound(record.identifiers) ?? userIn(record)?.externalUserId;
}

export function idFound(identifiers: readonly Identifier[]): string | undefined {
  return identifiers.find(({ kind }) => kind === "id")?.value;
}

/** The candidates of records that were found to share something, in the file's order. */
export function candidatesOf(records: readonly UserRecord[]): readonly Candidate[] {
  const holders = new Map<string, number[]>();
  records.forEach(({ identifiers }, at) => {
    for (const key of new Set(identifiers.filter(isOwn).map(keyOf))) {
      const others = holders.get(key);
      if (others === undefined) holders.set(key, [at]);
      else others.push(at);
    }
  });
  const groups = groupsOf(records, new Map(holders));
  return records.map((record, at) => {
    const shared = record.identifiers.filter((one) => isOwn(one) && (holders.get(keyOf(one))?.length ?? 0) > 1);
    return { record, shared, group: groups[at] as number };
  });
}

/** The number of each record's group, from 1 on. Whom each identifier leads to is taken out of `holders`: asked once. */
function groupsOf(records: readonly UserRecord[], holders: Map<string, readonly number[]>): readonly number[] {
  const groups: number[] = [];
  let group = 0;
  for (const first of records.keys()) {
    const open = groups[first] === undefined ? [first] : [];
    group += open.length;
    for (const at of open) {
      groups[at] = group;
      const keys = (records[at] as UserRecord).identifiers.filter(isOwn).map(keyOf);
      const reached = keys.flatMap((key) => holders.get(key) ?? []);
      for (const other of reached) if (groups[other] === undefined) open.push(other);
      for (const key of keys) holders.delete(key);
    }
  }
  return groups;
}

/** The address of a social login that another user has is not the user's, so there is nothing to choose; nor are names. */
const isOwn = ({ kind }: Identifier): boolean => !/^login|name$/.test(kind);

const keyOf = (one: Identifier): string => `${one.kind} ${distinctText(one)}`;

/** Whether two records are one that the export has twice, as of a list that changed between two of its pages. */
function isTwice({ record: one }: Candidate, { record: other }: Candidate): boolean {
  const id = idOfUser(one);
  return id !== undefined && id === idOfUser(other) && isEqual(contentOf(one), contentOf(other));
}

/** All but its place. */
function contentOf({ index, line, lastLine, file, ...content }: UserRecord): unknown {
  return content;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const fields = Object.entries(one);
  const others: Readonly<Record<string, unknown>> = { ...other };
  return fields.length === Object.keys(others).length && fields.every(([name, value]) => isEqual(value, others[name]));
}

/** Records with one identifier, the best first. */
interface Cluster {
  readonly members: Candidate[];
  kept?: Candidate;
  /** Which of its records is the user's can't be told. */
  isOpen: boolean;
}

/**
 * Chooses records so that no two share anything. A record of which it can't be told whether it is a user's is not in the
 * answer: one is as good as another, two were decided for, or a person has not seen all that it shares something with.
 */
export function chooseRecords(candidates: readonly Candidate[], choices: Choices): Chosen {
  return new Choosing(candidates, choices).chosen();
}

class Choosing {
  readonly #sorted: readonly Candidate[];
  readonly #clusters = new Map<string, Cluster>();
  readonly #kept = new Set<Candidate>();
  readonly #out = new Set<Candidate>();
  readonly #choices: Choices;
  readonly #ranks: ReadonlyMap<Candidate, readonly number[]>;

  constructor(candidates: readonly Candidate[], choices: Choices) {
    this.#choices = choices;
    const { prefer = [] } = choices;
    // A stranger may have the later login; who has verified the address is not one.
    const rankOf = (one: Candidate) =>
      prefer.length === 0 ? [] : [claimOf(one), ...prefer.map((name) => PREFERENCES[name](one.record))];
    this.#ranks = new Map(candidates.map((one) => [one, rankOf(one)]));
    this.#sorted = [...candidates].sort((a, b) => this.#compare(b, a));
    for (const one of this.#sorted) {
      for (const key of new Set(one.shared.map(keyOf))) {
        const cluster = this.#clusters.get(key) ?? { members: [], isOpen: false };
        cluster.members.push(one);
        this.#clusters.set(key, cluster);
      }
    }
  }

  chosen(): Chosen {
    for (const one of this.#sorted) if (this.#isSent(one)) this.#keep(one);
    for (const one of this.#open()) if (this.#decisionOf(one) === "leave-out") this.#out.add(one);
    for (const one of this.#open()) if (isDecidedFor(this.#decisionOf(one))) this.#takeDecided(one);
    for (const one of this.#open()) this.#take(one);
    const chosen = new Map<number, "kept" | LeftOut>();
    for (const { record } of this.#kept) chosen.set(record.index, "kept");
    for (const one of this.#out) chosen.set(one.record.index, this.#leftOut(one));
    return chosen;
  }

  #open(): readonly Candidate[] {
    return this.#sorted.filter((one) => !this.#kept.has(one) && !this.#out.has(one));
  }

  #isSent({ record }: Candidate): boolean {
    return this.#choices.isSent?.(record.index) === true;
  }

  /** A record that nobody has seen may be the user's too. */
  #takeDecided(one: Candidate): void {
    const own = this.#clustersOf(one);
    if (own.some(({ kept }) => kept !== undefined && (this.#isSent(kept) || isTwice(one, kept)))) {
      this.#out.add(one);
      return;
    }
    const others = own.flatMap(({ members }) => members.filter((other) => other !== one && !isTwice(one, other)));
    const isSeen = others.every((other) => ["open", "leave-out"].includes(this.#decisionOf(other) ?? ""));
    if (isSeen) this.#keep(one);
    else this.#leaveOpen(one);
  }

  #take(one: Candidate): void {
    const own = this.#clustersOf(one);
    if (this.#isTaken(one)) this.#out.add(one);
    else if (own.some((cluster) => cluster.isOpen || this.#hasEqual(one, cluster))) this.#leaveOpen(one);
    else this.#keep(one);
  }

  #keep(one: Candidate): void {
    this.#kept.add(one);
    for (const cluster of this.#clustersOf(one)) cluster.kept = one;
  }

  #leaveOpen(one: Candidate): void {
    for (const cluster of this.#clustersOf(one)) cluster.isOpen = true;
  }

  /** Whether another record that could be the user's is as good. */
  #hasEqual(one: Candidate, { members }: Cluster): boolean {
    const mayBe = (other: Candidate) =>
      other !== one && !this.#out.has(other) && !this.#isTaken(other) && !isTwice(one, other);
    const isOpen = (other: Candidate) => this.#isOutrankedByProofAlone(one, other) || this.#isLoginOfEither(one, other);
    if (members.some((other) => mayBe(other) && isOpen(other))) return true;
    for (let at = members.indexOf(one) + 1; at < members.length; at++) {
      const other = members[at] as Candidate;
      if (this.#compare(one, other) !== 0) return false;
      if (mayBe(other)) return true;
    }
    return false;
  }

  /** An address that one has verified says nothing of a number that others have too, who have another address. */
  #isOutrankedByProofAlone(one: Candidate, other: Candidate): boolean {
    return hasProven(one) && !shareOf("email", one, other) && claimOf(other) === 1 && this.#compare(one, other, 1) <= 0;
  }

  /** A login elsewhere that two users have is not told by dates: a user who copied it has the later account. */
  #isLoginOfEither(one: Candidate, other: Candidate): boolean {
    const isProven = hasProven(one) && shareOf("email", one, other);
    return shareOf("third-party", one, other) && !isProven && claimOf(other) > 0;
  }

  #isTaken(one: Candidate): boolean {
    return this.#clustersOf(one).some(({ kept }) => kept !== undefined);
  }

  #leftOut(one: Candidate): LeftOut {
    const taken = one.shared.filter((identifier) => this.#keptWith(identifier) !== undefined);
    const [first] = taken;
    if (first === undefined) return { taken };
    const kept = this.#keptWith(first) as Candidate;
    const { line, file } = kept.record;
    const holders = taken.flatMap((shared) => (shared.kind === "email" ? (this.#keptWith(shared) ?? []) : []));
    const isUnproven = hasProven(one) && holders.some((holder) => !hasProven(holder));
    return { taken, for: { line, file, kind: first.kind, isSent: this.#isSent(kept), isUnproven } };
  }

  #keptWith(shared: Identifier): Candidate | undefined {
    return this.#clusters.get(keyOf(shared))?.kept;
  }

  #clustersOf({ shared }: Candidate): readonly Cluster[] {
    return shared.map((one) => this.#clusters.get(keyOf(one)) as Cluster);
  }

  #decisionOf({ record }: Candidate): Decision | undefined {
    const id = idOfUser(record);
    return id === undefined ? undefined : this.#choices.decisions?.get(id);
  }

  #compare(a: Candidate, b: Candidate, from = 0): number {
    const [ranksOfA = [], ranksOfB = []] = [this.#ranks.get(a), this.#ranks.get(b)];
    const at = ranksOfA.findIndex((rank, index) => index >= from && rank !== ranksOfB[index]);
    return at < 0 ? 0 : (ranksOfA[at] as number) - (ranksOfB[at] as number);
  }
}
