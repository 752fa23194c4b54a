import { type CallerAnswer, namesSuccess } from "../lib/named-success.js";
import { problem } from "../problems/login.js";
import { abortedOutcome } from "./attempt-login.js";
import { called } from "./call-outside.js";
import { takenOut } from "./carry-out.js";
import { whileAllClaimed } from "./claim-user.js";
import type { EntryPointBusy, ForgetOutcome } from "./entry-point-outcomes.js";
import type { LegacyUser, Settings } from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { addressKey, hasIdentifiers, isLeft, keyed, lookUp, usersOfAccount } from "./look-up.js";
import { repeatedWhile } from "./repeated-while.js";
import type { SingleFlight } from "./single-flight.js";

/** What forgetting shares with the attempts to log in. */
export interface Forgetting {
  readonly options: Settings;
  /** Of users who are migrated, so that a call waits for a login that is about to do it. */
  readonly flights: SingleFlight<LoginOutcome>;
}

/** A user of the old side, by identifiers that lead to them. */
interface Found {
  readonly key: string;
  /** The last of them. */
  readonly identifier: string;
  readonly by: readonly string[];
  readonly user: LegacyUser;
}

/** Sets a password in the service. */
export type SetPassword = () => CallerAnswer | Promise<CallerAnswer>;
type PasswordSetOutcome = ForgetOutcome | { readonly kind: "not-set" };

/**
 * The accounts of these identifiers are to be deleted, or have a password of their own now: the old one must not come
 * back. With `set` no login migrates these users while it runs, and without its success none is forgotten.
 */
export async function forget(context: Forgetting, identifiers: readonly string[]): Promise<ForgetOutcome>;
export async function forget(
  context: Forgetting,
  identifiers: readonly string[],
  set: SetPassword | undefined,
): Promise<PasswordSetOutcome>;
export async function forget(
  context: Forgetting,
  identifiers: readonly string[],
  set?: SetPassword,
): Promise<PasswordSetOutcome> {
  const found = await foundBy(context.options, identifiers);
  return "kind" in found ? found : forgetFound(context, found, set);
}

async function forgetFound(
  context: Forgetting,
  found: readonly Found[],
  set: SetPassword | undefined,
): Promise<PasswordSetOutcome> {
  const { forgetUser } = context.options;
  // Without it the fallback keeps out of it by what the record says.
  if (forgetUser === undefined && found.some(({ user }) => user.migrated !== true)) {
    const message = "there is no forgetUser to take the user out of the old side";
    return { kind: "cannot-forget", problems: [problem("login/function-missing", message)] };
  }
  const migrated = new Set<string>();
  const users = found.map(({ key, user }) => [key, user] as const);
  return whileAlone(context, found, migrated, async () => {
    const forgotten = () => forgetAlone(context.options, found, migrated, set);
    const claimed = await whileAllClaimed(context.options, users, forgotten);
    return claimed.kind === "done" ? claimed.value : { kind: "busy", problems: claimed.problems };
  });
}

/** Each user once, in an order that two calls share, so that neither waits for the other. */
async function foundBy(options: Settings, identifiers: readonly string[]): Promise<readonly Found[] | EntryPointBusy> {
  const users = new Map<string, Found>();
  for (const identifier of identifiers) {
    const found = await lookUp(options, identifier);
    if (found.kind === "failed") return { kind: "busy", problems: found.problems };
    for (const [key, user] of keyed(usersOfAccount(found, identifier, identifiers), identifier)) {
      users.set(key, { key, identifier, user, by: [...(users.get(key)?.by ?? []), identifier] });
    }
  }
  return ofOnePerson([...users.values()], identifiers).toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * Of users whom several identifiers of one account lead to: the user who has all of them, with others of the same address. A
 * user name in the list can be another person's address, who is not to be forgotten with it.
 */
function ofOnePerson(found: readonly Found[], identifiers: readonly string[]): readonly Found[] {
  const whole = found.filter(({ user, by }) => hasIdentifiers(user, by, identifiers));
  const addresses = whole.map(({ user }) => addressKey(user));
  const isTheirs = (one: Found) => whole.includes(one) || addresses.includes(addressKey(one.user) ?? "");
  return whole.length === 0 ? found : found.filter(isTheirs);
}

/** Outcomes after which a login may import a user. */
const LEAVING: readonly string[] = ["busy", "not-set"];

/**
 * Runs while no login of this process migrates one of the users; `migrated` gets the keys of those whom one has migrated
 * before. Users are claimed after that alone, as a login does: one that has a user's turn may wait for another's claim.
 */
async function whileAlone<Outcome extends { readonly kind: string }>(
  context: Forgetting,
  [first, ...rest]: readonly Found[],
  migrated: Set<string>,
  run: () => Promise<Outcome>,
): Promise<Outcome | EntryPointBusy> {
  if (first === undefined) return run();
  const { key } = first;
  for (;;) {
    let ended: Outcome | EntryPointBusy | undefined;
    await context.flights.attempt(async (migrate) => {
      const flight = await migrate(key, async () => {
        ended = await whileAlone(context, rest, migrated, run);
        // A login that waits for this must not import them after it.
        return { migrated: !LEAVING.includes(ended.kind), outcome: abortedOutcome() };
      });
      if (flight === null) migrated.add(key);
    });
    if (ended !== undefined) return ended;
  }
}

async function forgetAlone(
  options: Settings,
  found: readonly Found[],
  migrated: Set<string>,
  set: SetPassword | undefined,
): Promise<PasswordSetOutcome> {
  const before = await outNow(options, found);
  if ("kind" in before) return before;
  if (set === undefined) {
    for (const { key, user } of found) if (before.has(key) && user.migrated !== true) migrated.add(key);
    return forgetNow(options, found, { before, migrated });
  }
  const done = await called(async () => set(), options, "onPasswordSet", null);
  if (done.kind !== "value" || !namesSuccess(done.value)) return { kind: "not-set" };
  // What has set a password can't be called again, so this is repeated here.
  const after = await repeatedWhile(isBusy, () => outNow(options, found));
  if ("kind" in after) return after;
  // Whose password a login has imported before has the new one since; of those, a server without claims has imported theirs.
  const meanwhile = new Set([...after].filter((key) => !before.has(key)));
  return repeatedWhile(isBusy, () => forgetNow(options, found, { before, migrated: meanwhile }));
}

function isBusy(outcome: object): boolean {
  return "kind" in outcome && outcome.kind === "busy";
}

/** Keys of the users whom the old side can't bring back as it is. */
async function outNow(options: Settings, found: readonly Found[]): Promise<ReadonlySet<string> | EntryPointBusy> {
  const out = new Set<string>();
  for (const { key, identifier, user } of found) {
    const left = await isLeft(options, identifier, user);
    if (typeof left !== "boolean") return { kind: "busy", problems: left };
    if (!left) out.add(key);
  }
  return out;
}

async function forgetNow(
  options: Settings,
  found: readonly Found[],
  { before, migrated }: { readonly before: ReadonlySet<string>; readonly migrated: ReadonlySet<string> },
): Promise<ForgetOutcome> {
  const { forgetUser, forgetImported } = options;
  const gone = new Set(migrated);
  for (const { key, identifier, user } of found) {
    const left = forgetUser === undefined ? null : await takenOut(options, identifier, user, forgetUser);
    if (left !== null && left !== "gone") return { kind: "busy", problems: [left] };
    // By a login that began elsewhere, after this process looked.
    if (left === "gone" && forgetImported !== undefined && !before.has(key)) gone.add(key);
  }
  const [first] = found.filter(({ key }) => gone.has(key));
  if (first !== undefined) {
    const message = "a login migrated the user while their password was set or forgotten";
    return { kind: "migrated-meanwhile", user: first.user, problems: [problem("login/migrated-meanwhile", message)] };
  }
  const [{ user } = {}] = found;
  return user === undefined ? { kind: "no-legacy-user" } : { kind: "forgotten", user };
}
