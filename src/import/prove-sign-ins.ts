import type { AdministrationClient } from "../client/index.js";
import type { Problem } from "../result.js";
import { type KnownSignIns, type KnownUser, type SignInEnd, signInEach } from "./try-sign-ins.js";

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
  return signInEach(known.filter(isThere), known.length, (user) => signIn(client, user));
}

async function signIn(
  client: AdministrationClient,
  { email, password, totp }: KnownUser,
): Promise<SignInEnd> {
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

function reasonOf([{ code, message }]: readonly [Problem, ...Problem[]]): SignInEnd {
  return { reason: `${code}: ${message}` };
}
