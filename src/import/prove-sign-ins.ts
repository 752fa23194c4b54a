import type { AdministrationClient } from "../client/index.js";
import { printable } from "../lib/printable.js";
import { requireArgument } from "../lib/require-argument.js";
import type { RehearsalService, RehearsalState } from "../rehearsal/index.js";
import type { Problem } from "../result.js";
import { eachAtOnce } from "./at-once.js";

/** A user whose password is known. */
export interface KnownUser {
  readonly email: string;
  readonly password: string;
  /** A code that their TOTP device shows now. A rehearsal does not ask for it. */
  readonly totp?: string | undefined;
}

/** How known passwords fared. */
export interface KnownSignIns {
  /** Users of the list who were imported with a password. */
  readonly tried: number;
  readonly signedIn: number;
  /** E-mail addresses of users who could not sign in; at most 20. */
  readonly failed: readonly string[];
  /** Users whose password could not be verified on this machine, or whom the service does not have. At most 20. */
  readonly notVerified: readonly NotVerified[];
  /** Users of the list who are not on the service. */
  readonly notImported: number;
}

/** A user whose password could not be verified on this machine, and why. */
export interface NotVerified {
  readonly email: string;
  readonly reason: string;
}

const MOST_LISTED = 20;
/** Verifying keeps a processor busy for tens of milliseconds. */
const AT_ONCE = 2;

/**
 * Whether at least one known password signs in, and none fails to.
 */
export function allSignedIn({ tried, signedIn }: KnownSignIns): boolean {
  return tried > 0 && signedIn === tried;
}

/**
 * Signs users in at a service with their known passwords, and with their TOTP codes where there are some.
 * A service takes every hash with OK, also where it can't verify it: only a sign-in shows that.
 *
 * @param client Its profile must have the call `signIn`.
 * @param known Who to sign in.
 * @param isThere Whether a user of the list is on the service; the others are counted and not tried.
 * @returns What came of it; `allSignedIn` says whether that is enough.
 *
 * @example
 * ```ts
 * import { createAdministrationClient } from "credport/client";
 * import { proveSignIns } from "credport/import";
 *
 * const fetch = async () => Response.json({ status: "WRONG_CREDENTIALS_ERROR" });
 * const service = "supertokens";
 * const client = createAdministrationClient({ baseUrl: "http://localhost", apiKey: "key", service, fetch });
 * const { tried, failed } = await proveSignIns(client, [{ email: "ada@example.com", password: "…" }]);
 * [tried, failed]; // => [1, ["ada@example.com"]]
 * ```
 */
export async function proveSignIns(
  client: AdministrationClient,
  known: readonly KnownUser[],
  isThere: (user: KnownUser) => boolean = () => true,
): Promise<KnownSignIns> {
  requireArgument("client", client, "object", { signIn: "function" });
  requireArgument("known", known, "array");
  return signInEach(known.filter(isThere), known.length, (user) => signIn(client, user));
}

async function signIn(client: AdministrationClient, { email, password, totp }: KnownUser): Promise<SignInEnd> {
  const signedIn = await client.signIn(email, password);
  if (!signedIn.ok) return reasonOf(signedIn.problems);
  const { isSignedIn, userId } = signedIn.value;
  if (!isSignedIn) return (await isMissing(client, email)) ? { reason: MISSING } : "wrong";
  if (totp === undefined) return "ok";
  if (userId === undefined) return { reason: "the service's answer names no user to whom the code belongs" };
  const verified = await client.verifyTotp(userId, totp);
  if (!verified.ok) return reasonOf(verified.problems);
  return verified.value ? "ok" : "wrong-code";
}

const MISSING = "the service has no user with this address";

/** Counts users whom the service lacks as not imported, where they are no more than may be: all of them were shown. */
export function withoutMissing(signIns: KnownSignIns, most: number): KnownSignIns {
  const notVerified = signIns.notVerified.filter(({ reason }) => reason !== MISSING);
  const missing = signIns.notVerified.length - notVerified.length;
  if (missing > most) return signIns;
  const { tried, notImported } = signIns;
  return { ...signIns, tried: tried - missing, notVerified, notImported: notImported + missing };
}

/** A service says the same of a wrong password. */
async function isMissing(client: AdministrationClient, email: string): Promise<boolean> {
  const found = client.has("findUsers") ? await client.findUsers({ email }) : undefined;
  return found?.ok === true && found.value.length === 0;
}

/** What is said beside the address of a user whose password is right and whose code is not. */
const WRONG_CODE = ": the TOTP code";

/** Whether a user who failed could sign in but for the code. */
export const isCodeAtFault = (failed: string): boolean => failed.endsWith(WRONG_CODE);

function reasonOf([{ code, message }]: readonly [Problem, ...Problem[]]): SignInEnd {
  return { reason: `${code}: ${message}` };
}

/**
 * Signs users in at a rehearsal service after an import into it. It verifies as the real service would, so this proves the hash parameters before the real import.
 */
export async function trySignIns(
  rehearsal: Pick<RehearsalService, "fetch" | "state">,
  known: readonly KnownUser[],
): Promise<KnownSignIns> {
  const there = emailsWithPassword(rehearsal.state());
  const isThere = ({ email }: KnownUser): boolean => there.has(email.trim().toLowerCase());
  return signInEach(known.filter(isThere), known.length, (user) => rehearseSignIn(rehearsal, user));
}

/** How a sign-in ended; a reason says why the password could not be verified at all. */
type SignInEnd = "ok" | "wrong" | "wrong-code" | { readonly reason: string };

/** Signs users in, two at a time, and counts how that ended; `all` is the length of the whole list. */
async function signInEach(
  tried: readonly KnownUser[],
  all: number,
  signInOne: (user: KnownUser) => Promise<SignInEnd>,
): Promise<KnownSignIns> {
  const failed: string[] = [];
  const notVerified: NotVerified[] = [];
  await eachAtOnce(tried, AT_ONCE, async (user) => {
    const end = await signInOne(user);
    if (end === "wrong") failed.push(user.email);
    else if (end === "wrong-code") failed.push(`${user.email}${WRONG_CODE}`);
    else if (end !== "ok") notVerified.push({ email: user.email, ...end });
    return true;
  });
  return {
    tried: tried.length,
    signedIn: tried.length - failed.length - notVerified.length,
    failed: failed.slice(0, MOST_LISTED),
    notVerified: notVerified.slice(0, MOST_LISTED),
    notImported: all - tried.length,
  };
}

/** A refusal of the rehearsal service is text, not JSON: the hash is too costly to be verified here. */
async function rehearseSignIn({ fetch }: Pick<RehearsalService, "fetch">, user: KnownUser): Promise<SignInEnd> {
  const response = await fetch("http://localhost/rehearsal/signin", {
    method: "POST",
    body: JSON.stringify(user),
  });
  if (!response.ok) return { reason: printable((await response.text()).trim()) };
  const { status } = (await response.json()) as { status?: unknown };
  return status === "OK" ? "ok" : "wrong";
}

function emailsWithPassword({ users }: RehearsalState): ReadonlySet<string> {
  const methods = users.flatMap(({ loginMethods }) => loginMethods);
  const byPassword = methods.filter(({ recipeId }) => recipeId === "emailpassword");
  return new Set(byPassword.flatMap(({ email }) => email ?? []));
}
