import { identifyHash } from "../../hash/index.js";
import { defined } from "../../lib/defined.js";
import { requireNamesBeside } from "../../lib/require-names.js";
import type { Problem, Result } from "../../result.js";
import { estimateVerification, verifyPassword } from "../../verify/index.js";
import { type FallbackUser, parseFallbackUser } from "../fallback-user.js";
import { fileLines } from "./file-lines.js";
import { type OpenFiles, storeWarnings, withBoth } from "./open-files.js";
import { readMarks } from "./store-file.js";

/** Users who are left and have one scheme and one system. */
export interface FallbackGroup {
  readonly scheme: string;
  /** Null where the export does not say it. */
  readonly source: string | null;
  readonly left: number;
}

/** Users who are left, by how long ago they last logged in. */
export interface LastLoginGroup {
  /** Days ago at most; null where the last login is longer ago, or not known. */
  readonly withinDays: number | null;
  readonly isKnown: boolean;
  readonly left: number;
}

/** How far a migration at login has come. */
export interface FallbackStatus {
  readonly users: number;
  /** Migrated and forgotten. */
  readonly migrated: number;
  /** Users who can still log in and have not. */
  readonly left: number;
  /** Users who can't log in, kept so that no other person signs up as them: disabled, or without a hash. */
  readonly withoutLogin: number;
  /** Of these, users who are not disabled: they may come back, and the file has no hash to check their password with. */
  readonly withoutHash: number;
  /** Remaining users, the largest group first. */
  readonly groups: readonly FallbackGroup[];
  /** Remaining users, the latest login first; empty where no line of the file says when a user last logged in. */
  readonly lastLogins: readonly LastLoginGroup[];
  /**
   * The day, as `2027-05-01`, on which no user who is left has logged in for `inactiveDays`: a day for
   * deleting the old hashes. Where a line does not say when its user did, the day on which the file was written
   * counts. Null where no users are left.
   */
  readonly deletableOn: string | null;
  /** Lines that can't be read, and lines that share an identifier. */
  readonly warnings: readonly Problem[];
}

/** The moment that ages are counted from, for a report of another day. */
export interface FallbackStatusOptions {
  /** Milliseconds since 1970; today unless given. */
  readonly now?: number | undefined;
  /** After so many days without a login a user is not waited for any more: 1 to 36500, 365 unless given. */
  readonly inactiveDays?: number | undefined;
  /** Takes the file though it lacks users who are left by its store, as after deletions in the old system. */
  readonly fewerUsers?: boolean | undefined;
}

/**
 * Counts the users of a fallback's file who are migrated, and the users who are left, by scheme and system, and by
 * their last login where the export says it.
 * Builds the store where there is none yet; changes nothing else.
 *
 * @param file What `credport check --fallback` has written.
 * @returns The counts; or the problems that `openFallbackStore` would have, save for peppers. Throws a `TypeError` where
 * `inactiveDays` is out of its range.
 *
 * @example
 * ```ts
 * import { mkdtemp, writeFile } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { fallbackStatus } from "credport/login";
 *
 * const file = join(await mkdtemp(join(tmpdir(), "fallback-")), "users.ndjson");
 * const hash = "$P$984478476IagS59wHZvyQMArzfx58u.";
 * await writeFile(file, JSON.stringify({ externalUserId: "7", identifiers: ["ann"], passwordHash: hash }));
 * const status = await fallbackStatus(file);
 * status.ok && status.value.groups; // => [{ scheme: "phpass", source: null, left: 1 }]
 * ```
 */
export async function fallbackStatus(
  file: string,
  options: FallbackStatusOptions = {},
): Promise<Result<FallbackStatus>> {
  requireNamesBeside("fallbackStatus", options, ["now", "inactiveDays", "fewerUsers"]);
  const { now = Date.now(), inactiveDays = 365, fewerUsers = false } = options;
  if (!(Number.isInteger(inactiveDays) && inactiveDays >= 1 && inactiveDays <= MOST_DAYS)) {
    throw new TypeError(`inactiveDays must be a whole number from 1 to ${MOST_DAYS}`);
  }
  return withBoth(
    file,
    async (files) => {
      const logins = new Map<number | "longer" | "unknown", number>();
      const groups = new Map<string, { scheme: string; source: string | null; left: number }>();
      const { header } = files.store;
      let [left, withoutLogin, withoutHash, latest] = [0, 0, 0, 0];
      for await (const user of usersInFile(files)) {
        if (!canLogIn(user)) {
          withoutLogin++;
          if (user.disabled !== true) withoutHash++;
          continue;
        }
        const { passwordHash, source = null, lastLogin } = user;
        latest = Math.max(latest, lastLogin === undefined ? header.modified : Date.parse(lastLogin));
        const age = ageOf(lastLogin, now);
        logins.set(age, (logins.get(age) ?? 0) + 1);
        const { scheme } = identifyHash(passwordHash);
        const key = JSON.stringify([scheme, source]);
        const group = groups.get(key) ?? { scheme: scheme ?? "unknown", source, left: 0 };
        groups.set(key, group);
        group.left++;
        left++;
      }
      return {
        users: header.users,
        migrated: header.users - left - withoutLogin,
        left,
        withoutLogin,
        withoutHash,
        groups: [...groups.values()].sort((one, other) => other.left - one.left),
        lastLogins: lastLoginGroups(logins),
        deletableOn: left === 0 ? null : dayAfter(Math.min(latest, now), inactiveDays),
        warnings: storeWarnings(files),
      };
    },
    fewerUsers,
  );
}

/** Ages that are told apart, in days: who comes every month, every quarter, every year, or hardly ever. */
const AGES = [30, 90, 365, 1095] as const;
const MILLISECONDS_OF_A_DAY = 86_400_000;

/** A hundred years. */
const MOST_DAYS = 36_500;

function dayAfter(moment: number, days: number): string {
  return new Date(moment + days * MILLISECONDS_OF_A_DAY).toISOString().slice(0, 10);
}

function ageOf(lastLogin: string | undefined, now: number): number | "longer" | "unknown" {
  if (lastLogin === undefined) return "unknown";
  const days = (now - Date.parse(lastLogin)) / MILLISECONDS_OF_A_DAY;
  return AGES.find((age) => days <= age) ?? "longer";
}

function lastLoginGroups(counts: ReadonlyMap<number | "longer" | "unknown", number>): readonly LastLoginGroup[] {
  const isKnown = [...counts.keys()].some((age) => age !== "unknown");
  if (!isKnown) return [];
  const rows: readonly LastLoginGroup[] = [
    ...AGES.map((age) => ({ withinDays: age, isKnown: true, left: counts.get(age) ?? 0 })),
    { withinDays: null, isKnown: true, left: counts.get("longer") ?? 0 },
    { withinDays: null, isKnown: false, left: counts.get("unknown") ?? 0 },
  ];
  return rows.filter(({ left }) => left > 0);
}

/** A user who is left, without the hash: whom to write to. */
export interface UserLeft {
  readonly externalUserId: string;
  readonly identifiers: readonly string[];
  readonly email?: string;
  readonly lastLogin?: string;
}

/**
 * Calls a function for each user of a fallback's file who is not migrated, in the order of the file: the list
 * of users to write to. Nothing of their hashes is in it.
 *
 * @param file What `credport check --fallback` has written.
 * @param each Gets one user after the other; it is awaited.
 * @returns How many they are; or the problems of `fallbackStatus`.
 *
 * @example
 * ```ts
 * import { mkdtemp, writeFile } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { fallbackUsersLeft } from "credport/login";
 *
 * const file = join(await mkdtemp(join(tmpdir(), "fallback-")), "users.ndjson");
 * const hash = "$P$984478476IagS59wHZvyQMArzfx58u.";
 * await writeFile(file, JSON.stringify({ externalUserId: "7", identifiers: ["ann"], passwordHash: hash }));
 * const names: string[] = [];
 * await fallbackUsersLeft(file, async ({ identifiers }) => void names.push(...identifiers));
 * names; // => ["ann"]
 * ```
 */
export async function fallbackUsersLeft(
  file: string,
  each: (user: UserLeft) => Promise<void>,
): Promise<Result<number>> {
  return withBoth(file, async (files) => {
    let left = 0;
    for await (const { externalUserId, identifiers, email, lastLogin } of usersLeft(files)) {
      left++;
      await each({ externalUserId, identifiers, ...defined({ email, lastLogin }) });
    }
    return left;
  });
}

/** A user whose password the fallback can check and who may log in. */
type UserWithHash = FallbackUser & { readonly passwordHash: string };

function canLogIn(user: FallbackUser): user is UserWithHash {
  return user.passwordHash !== undefined && user.disabled !== true;
}

async function* usersLeft(files: OpenFiles): AsyncGenerator<UserWithHash, void> {
  for await (const user of usersInFile(files)) if (canLogIn(user)) yield user;
}

async function* usersInFile({ users, store }: OpenFiles): AsyncGenerator<FallbackUser, void> {
  const marks = await readMarks(store, "forgotten");
  for await (const { text, index } of fileLines(users)) {
    if (text === null || text === "" || marks[index] !== 0) continue;
    const read = parseFallbackUser(text);
    if (read.ok) yield read.value;
  }
}

/** What the verifications of one scheme at one cost take on this machine. */
export interface CapacityGroup {
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly left: number;
  /** Of one verification, the middle one of those that were measured; null where it can't be verified. */
  readonly milliseconds: number | null;
  readonly memoryBytes: number;
  /** Why it can't be verified: a problem's code. */
  readonly problem: string | null;
}

/** What the logins of a migration need. */
export interface FallbackPlan {
  readonly left: number;
  readonly groups: readonly CapacityGroup[];
  /** Users who can't be verified at login: they have to choose a new password. */
  readonly unverifiable: number;
  /** Verifications that one core of this machine does in a second, over the mix of users who are left; null without users. */
  readonly perCoreAndSecond: number | null;
  readonly loginsPerHour: number;
  /** Cores that are busy at that rate all the time. */
  readonly cores: number;
  /** Memory of as many verifications at a time, each as large as the largest. */
  readonly memoryBytes: number;
}

/** Schemes at a cost that are told apart; beyond that, schemes are. */
const MOST_GROUPS = 200;
const SAMPLES = 3;

/**
 * Says how many cores the logins of an hour keep busy: it measures a verification of each scheme and cost that the users
 * who are left have, on this machine, one after the other.
 *
 * @param file What `credport check --fallback` has written.
 * @param loginsPerHour Logins of users who are left, at the busiest hour. Throws a `TypeError` where it is not a number
 * over 0.
 * @returns The plan; or the problems of `fallbackStatus`.
 *
 * @example
 * ```ts
 * import { mkdtemp, writeFile } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { planFallback } from "credport/login";
 *
 * const file = join(await mkdtemp(join(tmpdir(), "fallback-")), "users.ndjson");
 * const hash = "$P$984478476IagS59wHZvyQMArzfx58u.";
 * await writeFile(file, JSON.stringify({ externalUserId: "7", identifiers: ["ann"], passwordHash: hash }));
 * const plan = await planFallback(file, 60_000);
 * plan.ok && [plan.value.left, plan.value.cores > 0]; // => [1, true]
 * ```
 */
export async function planFallback(file: string, loginsPerHour: number): Promise<Result<FallbackPlan>> {
  if (!(Number.isFinite(loginsPerHour) && loginsPerHour > 0)) {
    throw new TypeError("loginsPerHour must be a number over 0");
  }
  return withBoth(file, async (files) => {
    const groups: CapacityGroup[] = [];
    for (const group of (await costGroups(files)).values()) groups.push(await measured(group));
    return planOf(groups, loginsPerHour);
  });
}

interface CostGroup extends Omit<CapacityGroup, "milliseconds" | "left"> {
  left: number;
  readonly sample: UserWithHash;
}

async function costGroups(files: OpenFiles): Promise<ReadonlyMap<string, CostGroup>> {
  const groups = new Map<string, CostGroup>();
  for await (const sample of usersLeft(files)) {
    const estimate = estimateVerification(sample.passwordHash, contextOf(sample));
    const { scheme, parameters, memoryBytes } = estimate.ok
      ? estimate.value
      : { scheme: identifyHash(sample.passwordHash).scheme ?? "unknown", parameters: {}, memoryBytes: 0 };
    const problem = estimate.ok ? null : estimate.problems[0].code;
    const coarse = JSON.stringify([scheme, problem, sample.source]);
    const fine = JSON.stringify([scheme, problem, sample.source, parameters]);
    // Beyond the bound, costs that are all different count as the first of them.
    const key = groups.has(fine) || groups.size < MOST_GROUPS ? fine : coarse;
    const group = groups.get(key) ?? { scheme, parameters, memoryBytes, problem, left: 0, sample };
    groups.set(key, group);
    group.left++;
  }
  return groups;
}

/** A pepper of any value costs what the real one costs. */
function contextOf({ source, peppered, pepper }: FallbackUser) {
  return defined({ source, pepper: peppered === false ? "" : pepper === undefined ? undefined : "pepper" });
}

async function measured({ sample, ...group }: CostGroup): Promise<CapacityGroup> {
  if (group.problem !== null) return { ...group, milliseconds: null };
  const times: number[] = [];
  // The first one also loads the engine.
  for (let run = 0; run <= SAMPLES; run++) {
    const begin = performance.now();
    const verified = await verifyPassword("not the password", sample.passwordHash, contextOf(sample));
    if (!verified.ok) return { ...group, milliseconds: null, problem: verified.problems[0].code };
    if (run > 0) times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  return { ...group, milliseconds: times[Math.floor(SAMPLES / 2)] as number };
}

function planOf(groups: readonly CapacityGroup[], loginsPerHour: number): FallbackPlan {
  const able = groups.filter(({ milliseconds }) => milliseconds !== null);
  const sum = (all: readonly CapacityGroup[], of: (group: CapacityGroup) => number) =>
    all.reduce((total, group) => total + of(group), 0);
  const left = sum(groups, (group) => group.left);
  const verifiable = sum(able, (group) => group.left);
  const spent = sum(able, (group) => group.left * (group.milliseconds ?? 0));
  const mean = verifiable === 0 ? 0 : spent / verifiable;
  const cores = (loginsPerHour * mean) / MILLISECONDS_OF_AN_HOUR;
  const largest = Math.max(0, ...able.map(({ memoryBytes }) => memoryBytes));
  return {
    left,
    groups: [...groups].sort((one, other) => other.left - one.left),
    unverifiable: left - verifiable,
    perCoreAndSecond: mean === 0 ? null : 1000 / mean,
    loginsPerHour,
    cores,
    memoryBytes: Math.ceil(cores) * largest,
  };
}

const MILLISECONDS_OF_AN_HOUR = 3_600_000;
