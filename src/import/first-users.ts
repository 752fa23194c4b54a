import { asCompared } from "../lib/identifier-text.js";
import { counted, nounFor } from "../lib/plural.js";
import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import type { UserRecord } from "../source/index.js";
import type { ImportOutcome } from "./outcome.js";
import type { KnownSignIns, KnownUser } from "./prove-sign-ins.js";

/** Users whose password is known, as they are found in an export and imported before all others. */
export class FirstUsers {
  readonly #emails: ReadonlySet<string>;
  readonly #there = new Set<string>();
  readonly #emailOf = new Map<number, string>();

  constructor(known: readonly KnownUser[]) {
    this.#emails = new Set(known.map(({ email }) => asCompared(email)));
  }

  /** Whether a user may be one of them, by an address alone: what their record comes to is not known yet. */
  mayBe(email: string): boolean {
    return this.#emails.has(asCompared(email));
  }

  isOne({ index, result }: UserRecord): boolean {
    const email = result.ok ? result.value.user.email : undefined;
    if (email === undefined) return false;
    const key = asCompared(email);
    if (!this.#emails.has(key)) return false;
    this.#there.add(key);
    this.#emailOf.set(index, key);
    return true;
  }

  isThere(user: KnownUser): boolean {
    return this.#there.has(asCompared(user.email));
  }

  note({ record, kind }: Pick<ImportOutcome, "record" | "kind">): void {
    if (kind !== "imported" && kind !== "already-there") {
      this.#there.delete(this.#emailOf.get(record) ?? "");
    }
  }
}

/** Why no other user is sent. */
export function notSignedIn({ tried, signedIn }: KnownSignIns): Problem {
  const message =
    tried === 0
      ? "none of the known users was imported, so nothing is proven"
      : `${signedIn} of ${counted(tried, "known user")} ${nounFor(tried, "signs", "sign")} in at the service; no other user was sent`;
  return problem("import/known-not-signed-in", message);
}
