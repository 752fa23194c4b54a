import { problem } from "../problems/login.js";
import { abortedOutcome, alreadyMigrated, flightKey, goneMeanwhile, notMigrated } from "./attempt-login.js";
import { carriedOut, takenOut } from "./carry-out.js";
import { whileClaimed } from "./claim-user.js";
import type {
  EmailChangeOutcome,
  ForgetOutcome,
  NoLegacyUser,
  PasswordResetOutcome,
  SignUpOutcome,
} from "./entry-point-outcomes.js";
import { addressesLedTo } from "./log-in.js";
import type { LegacyUser, LoginStore, Settings } from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { lookUp } from "./look-up.js";
import type { Flight, SingleFlight } from "./single-flight.js";

/** What these calls share with the attempts to log in. */
interface SharedState extends Pick<Partial<LoginStore>, "addressesOf"> {
  readonly options: Settings;
  /** Of users who are migrated, so that a call waits for a login that is about to do it. */
  readonly flights: SingleFlight<LoginOutcome>;
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
  | { readonly kind: "already-migrated" | "migrated"; readonly user: LegacyUser };

/** Makes an account to which a link can be sent. */
async function prepared({ options, creations }: SharedState, identifier: string): Promise<Prepared> {
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") return { kind: "busy", problems: found.problems };
  if (found.kind === "nobody") return { kind: "no-legacy-user" };
  const { user } = found;
  if (user.migrated === true) return { kind: "already-migrated", user };
  if (user.disabled === true) return { kind: "disabled", user };
  const { importWithoutPassword } = options;
  if (importWithoutPassword === undefined) return { kind: "on-old-side", user };
  return creations.attempt(async (migrate) => {
    const key = flightKey(user, identifier);
    const flight = await migrate(key, async () => {
      const claimed = await whileClaimed(options, user, key, () =>
        created(options, identifier, user, importWithoutPassword),
      );
      if (claimed.kind === "done") return claimed.value;
      return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: claimed.problems } };
    });
    if (flight === null || flight.migrated) return { kind: "migrated", user };
    const { outcome } = flight;
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
  if (done.kind === "done") return { migrated: true, outcome: alreadyMigrated(user) };
  return { migrated: false, outcome: notMigrated(user, step, done) };
}

/** A person wants an account of the new service with this identifier. */
export async function signUp({ options }: SharedState, identifier: string): Promise<SignUpOutcome> {
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") return { kind: "busy", problems: found.problems };
  if (found.kind === "nobody") return { kind: "free" };
  const { user } = found;
  return { kind: user.migrated === true ? "already-migrated" : "taken", user };
}

/** The account of this identifier is to be deleted, or has a password of its own now: the old one must not come back. */
export async function forget(context: SharedState, identifier: string): Promise<ForgetOutcome> {
  const found = await lookUp(context.options, identifier);
  if (found.kind === "failed") return { kind: "busy", problems: found.problems };
  if (found.kind === "nobody") return { kind: "no-legacy-user" };
  return forgetFound(context, identifier, found.user);
}

async function forgetFound(
  { options, flights }: SharedState,
  identifier: string,
  user: LegacyUser,
): Promise<ForgetOutcome> {
  const { forgetUser } = options;
  if (forgetUser === undefined) {
    // The fallback keeps out of it by what the record says.
    if (user.migrated === true) return { kind: "forgotten", user };
    const message = "there is no forgetUser to take the user out of the old side";
    return { kind: "cannot-forget", problems: [problem("login/forget-missing", message)] };
  }
  const forgetNow = async (): Promise<ForgetOutcome> => {
    const left = await takenOut(options, identifier, user, forgetUser);
    return left === null ? { kind: "forgotten", user } : { kind: "busy", problems: [left] };
  };
  return flights.attempt(async (migrate) => {
    // Logins that looked the user up before this must not import them after it.
    for (;;) {
      let ended: ForgetOutcome | undefined;
      const flight = await migrate(flightKey(user, identifier), async () => {
        ended = await forgetClaimed(options, identifier, user, forgetNow);
        return { migrated: ended.kind !== "busy", outcome: abortedOutcome() };
      });
      if (ended !== undefined) return ended;
      // A login that was about to import them and did not succeed: the next one must not, either.
      if (flight !== null) continue;
      const done = await forgetNow();
      return done.kind === "forgotten" ? { kind: "migrated-meanwhile", user } : done;
    }
  });
}

/** A login of another process may have migrated the user while this one waited for its end. */
async function forgetClaimed(
  options: Settings,
  identifier: string,
  user: LegacyUser,
  forgetNow: () => Promise<ForgetOutcome>,
): Promise<ForgetOutcome> {
  const claimed = await whileClaimed(options, user, flightKey(user, identifier), async (): Promise<ForgetOutcome> => {
    const found = options.claimUser === undefined ? null : await lookUp(options, identifier);
    if (found?.kind === "failed") return { kind: "busy", problems: found.problems };
    const ended = await forgetNow();
    const isGone = found?.kind === "nobody" || (found?.kind === "user" && found.user.migrated === true);
    return isGone && user.migrated !== true && ended.kind === "forgotten"
      ? { kind: "migrated-meanwhile", user }
      : ended;
  });
  return claimed.kind === "done" ? claimed.value : { kind: "busy", problems: claimed.problems };
}

/** An account of the new service exchanges one address for another. */
export async function emailChange(context: SharedState, from: string, to: string): Promise<EmailChangeOutcome> {
  const { options } = context;
  const [old, other] = [await lookUp(options, from), await lookUp(options, to)];
  if (old.kind === "failed") return { kind: "busy", problems: old.problems };
  if (other.kind === "failed") return { kind: "busy", problems: other.problems };
  if (other.kind === "user" && other.user.migrated !== true && !isSame(old, other.user)) {
    return { kind: "taken", user: other.user };
  }
  if (old.kind === "nobody") return { kind: "free" };
  const forgotten = await forgetFound(context, from, old.user);
  if (forgotten.kind === "busy" || forgotten.kind === "cannot-forget") return forgotten;
  return { kind: "free" };
}

function isSame(old: Awaited<ReturnType<typeof lookUp>>, { id }: LegacyUser): boolean {
  return old.kind === "user" && old.user.id === id && id !== undefined && id !== "";
}
