import { createInterface } from "node:readline";
import { printable } from "../lib/printable.js";
import type { RehearsalService } from "../rehearsal/index.js";
import { type CliIo, CouldNotRun } from "./cli-io.js";
import type { ImportTarget } from "./import-target.js";
import { readSecret } from "./read-secret.js";

interface KnownPassword {
  readonly email: string;
  readonly password: string;
}

/** How the known passwords fared at the rehearsal service. */
export interface KnownSignIns {
  /** Users of the list who were imported with a password. */
  readonly tried: number;
  readonly signedIn: number;
  /** E-mail addresses of those who could not sign in. */
  readonly failed: readonly string[];
  /** Those whose password could not be verified here, which says nothing of the service. */
  readonly notVerified: readonly NotVerified[];
  /** Users of the list who are not on the service. */
  readonly notImported: number;
}

export interface NotVerified {
  readonly email: string;
  readonly reason: string;
}

/** Whether at least one known password signs in, and none fails to. */
export function isProven({ tried, signedIn }: KnownSignIns): boolean {
  return tried > 0 && signedIn === tried;
}

const MOST_LISTED = 20;
/** Verifying takes a processor for some tens of milliseconds. */
const AT_ONCE = 2;

/** Asked for before the import begins, so that nobody has to wait for the prompt. */
export async function askKnownPasswords(
  { known, to }: { readonly known?: string; readonly to?: string },
  io: CliIo,
): Promise<readonly KnownPassword[] | undefined> {
  if (known === undefined) return undefined;
  if (to !== undefined) {
    throw new CouldNotRun("cli/known-needs-rehearsal", "--known was given together with --to");
  }
  if (known !== "-") return [{ email: known, password: await readSecret(`Password of ${known}`, io) }];
  const list: KnownPassword[] = [];
  for await (const text of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() !== "") list.push(...readLine(text, list.length + 1));
  }
  return list;
}

function readLine(text: string, line: number): readonly KnownPassword[] {
  try {
    const { email, password } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof password === "string" && typeof email === "string") return [{ email, password }];
    if (typeof password === "string" && email === null) return [];
  } catch {
    // Said below; the text itself is a secret.
  }
  throw new CouldNotRun("cli/known-malformed", `line ${line} of standard input has no email and password`);
}

/** Signs each of them in at the rehearsal service, which verifies as the service would. */
export async function tryKnownPasswords(
  known: readonly KnownPassword[],
  { rehearsal }: ImportTarget,
): Promise<KnownSignIns | undefined> {
  if (rehearsal === undefined) return undefined;
  const there = emailsWithPassword(rehearsal.state());
  const tried = known.filter(({ email }) => there.has(email.trim().toLowerCase()));
  const failed: string[] = [];
  const notVerified: NotVerified[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let user = tried[next++]; user !== undefined; user = tried[next++]) {
      const answer = await signIn(rehearsal, user);
      if (answer === "wrong") failed.push(user.email);
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

/** A refusal of the rehearsal service is a text and no JSON: the hash is too costly to be verified here. */
async function signIn(
  rehearsal: RehearsalService,
  user: KnownPassword,
): Promise<"ok" | "wrong" | { readonly reason: string }> {
  const response = await rehearsal.fetch("http://localhost/rehearsal/signin", {
    method: "POST",
    body: JSON.stringify(user),
  });
  if (!response.ok) return { reason: printable((await response.text()).trim()) };
  const { status } = (await response.json()) as { status?: unknown };
  return status === "OK" ? "ok" : "wrong";
}

function emailsWithPassword({
  users,
}: {
  readonly users: readonly RehearsalUserLike[];
}): ReadonlySet<string> {
  const methods = users.flatMap(({ loginMethods }) => loginMethods);
  return new Set(
    methods.flatMap(({ recipeId, email }) =>
      recipeId === "emailpassword" && email !== undefined ? [email] : [],
    ),
  );
}

interface RehearsalUserLike {
  readonly loginMethods: readonly { readonly recipeId: string; readonly email?: string }[];
}
