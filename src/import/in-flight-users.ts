import type { NormalizedUser } from "../source/index.js";

/**
 * The users in flight, by what the service tells them apart by (`keysOf`): two who share an e-mail
 * address, phone number or social login would race for it.
 */
export class InFlightUsers {
  #count = 0;
  #wake: (() => void) | undefined;
  readonly #byKey = new Map<string, Promise<void>>();

  get count(): number {
    return this.#count;
  }

  /** The end of a user in flight who shares something with this one. */
  conflictOf(keys: readonly string[]): Promise<void> | undefined {
    for (const key of keys) {
      const other = this.#byKey.get(key);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  /** @param done Resolves when the user's import has ended; never rejects. */
  add(keys: readonly string[], done: Promise<void>): void {
    const removed = done.then(() => {
      this.#count--;
      for (const key of keys) this.#byKey.delete(key);
      this.#wake?.();
    });
    this.#count++;
    for (const key of keys) this.#byKey.set(key, removed);
  }

  /** Resolves when any of them has ended. For one caller at a time. */
  oneEnded(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async allEnded(): Promise<void> {
    while (this.#count > 0) await this.oneEnded();
  }
}

/** What users are told apart by. */
export function keysOf(user: NormalizedUser): readonly string[] {
  return [...contactsOf(user), ...user.thirdParty.map(({ email }) => emailKey(email))];
}

/** Those of them that no two users of an export have: the address of a social login may be another one's. */
export function contactsOf({ email, phoneNumber, thirdParty }: NormalizedUser): readonly string[] {
  const keys = thirdParty.map((login) => `third-party ${login.thirdPartyId}\n${login.thirdPartyUserId}`);
  if (email !== undefined) keys.push(emailKey(email));
  if (phoneNumber !== undefined) keys.push(`phone ${phoneNumber}`);
  return keys;
}

/** As the service compares it: trimmed and in lower case. */
function emailKey(email: string): string {
  return `email ${email.trim().toLowerCase()}`;
}
