import type { Problem } from "../result.js";
import { alreadyMigrated, goneMeanwhile, notMigrated, ownedByOther } from "./attempt-login.js";
import { carriedOut, notedAccount } from "./carry-out.js";
import { whileAllClaimed } from "./claim-user.js";
import type { EmailChangeOutcome, NoLegacyUser, PasswordResetOutcome, SignUpOutcome } from "./entry-point-outcomes.js";
import { type Forgetting, forget } from "./forget.js";
import { addressesLedTo } from "./log-in.js";
import type { LegacyUser, LoginStore, Settings } from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { flightKey, isNamed, keyed, lookUp, usersOfAccount, usersWith } from "./look-up.js";
import type { Flight, SingleFlight } from "./single-flight.js";

/** What these calls share with the attempts to log in. */
interface SharedState extends Forgetting, Pick<Partial<LoginStore>, "addressesOf"> {
  /** Of accounts that are made without a password. */
  readonly creations: SingleFlight<LoginOutcome>;
}

/** The password of this identifier was forgotten, or is said to be. */
export async function passwordReset(context: SharedState, identifier: string): Promise<PasswordResetOutcome> {
  const outcome = await prepared(context, identifier);
  if (outcome.kind === "on-old-side" || outcome.kind === "disabled" || outcome.kind === "busy") return outcome;
  // The link is for an account, whatever was typed.
  const addresses = await addressesLedTo(context, identifier);
  return "code" in addresses ? { kind: "busy", problems: [addresses] } : { ...outcome, addresses };
}

type Prepared =
  | Exclude<PasswordResetOutcome, { readonly addresses: readonly string[] }>
  | NoLegacyUser
  | { readonly kind: "already-migrated"; readonly user: LegacyUser }
  | { readonly kind: "migrated"; readonly user: LegacyUser; readonly problems: readonly Problem[] };

/** Makes an account to which a link can be sent. */
async function prepared({ options, creations }: SharedState, identifier: string): Promise<Prepared> {
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") return { kind: "busy", problems: found.problems };
  if (found.kind === "nobody") return { kind: "no-legacy-user" };
  const { users } = found;
  let user: LegacyUser | undefined;
  for (const one of users) {
    const isHeld = one.migrated === true || one.disabled === true || one.noReset === true;
    const owned = isHeld ? undefined : await ownedByOther(options, identifier, one);
    if (owned?.kind === "busy") return owned;
    if (owned === null) user ??= one;
  }
  if (user === undefined) return { kind: users[0].migrated === true ? "already-migrated" : "disabled", user: users[0] };
  const { importWithoutPassword } = options;
  if (importWithoutPassword === undefined) return { kind: "on-old-side", user };
  return creations.attempt(async (migrate) => {
    const key = flightKey(user, identifier);
    const flight = await migrate(key, async () => {
      const claimed = await whileAllClaimed(options, keyed(users, identifier), () =>
        created(options, identifier, user, importWithoutPassword),
      );
      if (claimed.kind === "done") return claimed.value;
      return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: claimed.problems } };
    });
    if (flight === null) return { kind: "migrated", user, problems: [] };
    const { outcome } = flight;
    if (flight.migrated) return { kind: "migrated", user, problems: "problems" in outcome ? outcome.problems : [] };
    if (outcome.kind === "already-migrated") return { kind: "already-migrated", user };
    return { kind: "busy", problems: "problems" in outcome ? outcome.problems : [] };
  });
}

/** The old record stays, with its password: a link that any person can ask for must not take it away. */
async function created(
  options: Settings,
  identifier: string,
  user: LegacyUser,
  importWithoutPassword: NonNullable<Settings["importWithoutPassword"]>,
): Promise<Flight<LoginOutcome>> {
  const gone = await goneMeanwhile(options, identifier, user);
  if (gone !== null) return { migrated: false, outcome: gone };
  const { nothing: step } = options.names;
  const done = await carriedOut(() => importWithoutPassword(user), options, step);
  if (done.kind === "done") {
    const unnoted = await notedAccount(options, user, done.account);
    if (unnoted === null) return { migrated: true, outcome: alreadyMigrated(user, done.leftOut) };
    return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: [unnoted] } };
  }
  return { migrated: false, outcome: notMigrated(user, step, done) };
}

/** A person wants an account of the new service with this identifier. */
export async function signUp({ options }: SharedState, identifier: string): Promise<SignUpOutcome> {
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") return { kind: "busy", problems: found.problems };
  const users = usersWith(found, identifier);
  const [first] = users;
  if (first === undefined) return { kind: "free" };
  const left = users.find(({ migrated }) => migrated !== true);
  return left === undefined ? { kind: "already-migrated", user: first } : { kind: "taken", user: left };
}

/** An account of the new service exchanges one address for another. */
export async function emailChange(context: SharedState, from: string, to: string): Promise<EmailChangeOutcome> {
  const { options } = context;
  const old = await lookUp(options, from);
  if (old.kind === "failed") return { kind: "busy", problems: old.problems };
  const other = await lookUp(options, to);
  if (other.kind === "failed") return { kind: "busy", problems: other.problems };
  const ids = usersOfAccount(old, from)
    .map(({ id }) => id)
    .filter(isNamed)
    .map(String);
  const user = usersWith(other, to).find(({ id, migrated }) => migrated !== true && !ids.includes(String(id)));
  if (user !== undefined) return { kind: "taken", user };
  if (old.kind === "nobody") return { kind: "free" };
  const forgotten = await forget(context, [from]);
  if (forgotten.kind === "busy" || forgotten.kind === "cannot-forget") return forgotten;
  return { kind: "free" };
}
