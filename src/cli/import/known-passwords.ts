import { createInterface } from "node:readline";
import type { KnownUser } from "../../rehearsal/index.js";
import { type CliIo, CouldNotRun } from "../cli-io.js";
import { readSecret } from "../input/read-secret.js";

/** Asked for before the import begins, so that nobody has to wait for the prompt. */
export async function askKnownPasswords(
  { known, to }: { readonly known?: string; readonly to?: string },
  io: CliIo,
): Promise<readonly KnownUser[] | undefined> {
  if (known === undefined) return undefined;
  if (to !== undefined) {
    throw new CouldNotRun("cli/known-needs-rehearsal", "--known was given together with --to");
  }
  if (known !== "-") return [{ email: known, password: await readSecret(`Password of ${known}`, io) }];
  const list: KnownUser[] = [];
  for await (const text of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() !== "") list.push(...readLine(text, list.length + 1));
  }
  return list;
}

function readLine(text: string, line: number): readonly KnownUser[] {
  try {
    const { email, password } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof password === "string" && typeof email === "string") return [{ email, password }];
    if (typeof password === "string" && email === null) return [];
  } catch {
    // Reported below; the text itself is a secret.
  }
  throw new CouldNotRun("cli/known-malformed", `line ${line} of standard input has no email and password`);
}
