import type { AdministrationClient } from "../client/index.js";
import type { KnownSignIns } from "../rehearsal/index.js";
import type { Problem } from "../result.js";

/** A user whose password is known. */
export interface KnownCredentials {
  readonly email: string;
  readonly password: string;
  /** A code that their TOTP device shows now. */
  readonly totp?: string | undefined;
}

/** Sign-ins that are on their way at the same time: verifying takes the service a processor each. */
const AT_ONCE = 2;
const MOST_LISTED = 20;

type Answer = "ok" | "wrong" | "wrong-code" | { readonly reason: string };

/**
 * Signs users in at a service with their known passwords, and with their TOTP codes where there are some.
 * A service takes every hash with OK, also where it can't verify it: only a sign-in shows that.
 *
 * @param client Its profile must have the call `signIn`.
 * @param known Who to sign in.
 * @param isThere Whether a user of the list is on the service; the others are counted and not tried.
 * @returns What came of it; `isProven` says whether that is enough.
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
  known: readonly KnownCredentials[],
  isThere: (user: KnownCredentials) => boolean = () => true,
): Promise<KnownSignIns> {
  const tried = known.filter(isThere);
  const failed: string[] = [];
  const notVerified: { readonly email: string; readonly reason: string }[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let user = tried[next++]; user !== undefined; user = tried[next++]) {
      const answer = await signIn(client, user);
      if (answer === "wrong") failed.push(user.email);
      else if (answer === "wrong-code") failed.push(`${user.email}: the TOTP code`);
      else if (answer !== "ok") notVerified.push({ email: user.email, ...answer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    tried: tried.length,
    signedIn: tried.length - failed.length - notVerified.length,
    failed: failed.slice(0, MOST_LISTED),
    notVerified: notVerified.slice(0, MOST_LISTED),
    notImported: known.length - tried.length,
  };
}

async function signIn(
  client: AdministrationClient,
  { email, password, totp }: KnownCredentials,
): Promise<Answer> {
  const signedIn = await client.signIn(email, password);
  if (!signedIn.ok) return reasonOf(signedIn.problems);
  const { isSignedIn, userId } = signedIn.value;
  if (!isSignedIn) return "wrong";
  if (totp === undefined) return "ok";
  if (userId === undefined) return { reason: "the service's answer names no user to whom the code belongs" };
  const verified = await client.verifyTotp(userId, totp);
  if (!verified.ok) return reasonOf(verified.problems);
  return verified.value ? "ok" : "wrong-code";
}

function reasonOf([{ code, message }]: readonly [Problem, ...Problem[]]): Answer {
  return { reason: `${code}: ${message}` };
}
