import { LOGIN_PROBLEMS } from "../problems/login.js";
import { problemMaker } from "../problems/problem-maker.js";
import type { Problem } from "../result.js";
import { type SharedWork, shareWork } from "../verify/internal.js";
import { called, timeoutOf } from "./call-outside.js";
import type { LegacyUser, ReleaseUser, Settings } from "./login-fallback-options.js";

const { problem } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS);

/** What was done while the user was this process's alone, or why it was not done. */
type Claimed<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "not-claimed"; readonly problems: readonly [Problem] };

const MILLISECONDS_BETWEEN_TRIES = 50;

/** The same for all whom an identifier leads to: two of them may have one account. In one order, so that neither waits for the other. */
export async function whileAllClaimed<T>(
  options: Settings,
  users: readonly (readonly [key: string, user: LegacyUser])[],
  run: () => Promise<T>,
): Promise<Claimed<T>> {
  const [[key, user] = [], ...others] = users.toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (key === undefined || user === undefined) return { kind: "done", value: await run() };
  const claimed = await whileClaimed(options, user, key, () => whileAllClaimed(options, others, run));
  return claimed.kind === "done" ? claimed.value : claimed;
}

/**
 * Runs while nothing else imports or forgets the user: a deletion waits for an import that has begun
 * elsewhere, and an import that begins after it finds no user. Without `claimUser` this process alone is in order.
 */
async function whileClaimed<T>(
  options: Settings,
  user: LegacyUser,
  key: string,
  run: () => Promise<T>,
): Promise<Claimed<T>> {
  const { claimUser } = options;
  if (claimUser === undefined) return { kind: "done", value: await afterOthers(options, key, run) };
  const claim = await claimWithin(options, () => claimUser(user));
  if (typeof claim !== "function") return { kind: "not-claimed", problems: [claim] };
  try {
    return { kind: "done", value: await run() };
  } finally {
    await called(claim, options, "claimUser");
  }
}

/** What runs last of each user, by the options of a fallback. */
const LAST = /* @__PURE__ */ new WeakMap<Settings, Map<string, SharedWork<unknown>>>();

async function afterOthers<T>(options: Settings, key: string, run: () => Promise<T>): Promise<T> {
  const last = LAST.get(options) ?? new Map<string, SharedWork<unknown>>();
  LAST.set(options, last);
  for (let other = last.get(key); other !== undefined; other = last.get(key)) {
    await other.forOthers().catch(() => null);
    if (last.get(key) === other) last.delete(key);
  }
  const running = shareWork(run);
  last.set(key, running);
  try {
    return await running.own;
  } finally {
    if (last.get(key) === running) last.delete(key);
  }
}

/** Tries until the user is free, for as long as one of the caller's functions may take. */
async function claimWithin(
  options: Settings,
  claim: () => Promise<ReleaseUser | null>,
): Promise<(() => Promise<unknown>) | Problem> {
  const end = performance.now() + timeoutOf(options);
  for (;;) {
    const trying = Promise.resolve().then(claim);
    const tried = await called(() => trying, options, "claimUser");
    if (tried.kind === "value" && typeof tried.value === "function") return tried.value;
    // A late claim would never be released.
    if (tried.kind === "timed-out") trying.then((release) => release?.()).catch(() => undefined);
    if (tried.kind !== "value" || tried.value !== null) {
      return problem("login/function-failed", "claimUser did not succeed");
    }
    if (performance.now() >= end) {
      return problem("login/user-claimed", "another process is bringing this user over or forgetting them");
    }
    await new Promise((wait) => setTimeout(wait, MILLISECONDS_BETWEEN_TRIES));
  }
}
