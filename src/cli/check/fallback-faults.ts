import { type Tally, TallySheet } from "../../lib/tally.js";
import type { WritableFallbackUser } from "../../login/index.js";
import { fallbackIdentifiers, keysToKeep } from "../../login/internal.js";
import { DuplicateFinder } from "../../source/internal.js";
import { estimateVerification } from "../../verify/index.js";

/**
 * Finds what will be wrong with users in the fallback's file: several log in with the same, since one user's name can be
 * another one's address; or a hash is over a pepper that is not named, and no right password would match.
 */
export class FallbackFaults {
  readonly #finder = new DuplicateFinder();
  /** Of each user in the file, in its order. */
  readonly #users: { readonly line: number; readonly lacksPepper: boolean }[] = [];

  async add(user: WritableFallbackUser, pepperName: string | undefined, line: number): Promise<void> {
    const keys = new Set(fallbackIdentifiers(user).flatMap(keysToKeep));
    const identifiers = [...keys].map((value) => ({ kind: "email", value }) as const);
    await this.#finder.add([{ index: this.#users.length, line, identifiers }]);
    this.#users.push({ line, lacksPepper: pepperName === undefined && isPeppered(user) });
  }

  /** Of the users who share something, as the store will say it of their lines, and of those whose pepper is not named. */
  async tallies(): Promise<readonly Tally[]> {
    const found = await this.#finder.finish();
    const sheet = new TallySheet();
    for (const [index, { line, lacksPepper }] of this.#users.entries()) {
      if (!found.isEmpty && found.of(index).length > 0) sheet.addNames({ line }, ["fallback/users-doubled"]);
      if (lacksPepper) sheet.addNames({ line }, ["fallback/pepper-missing"]);
    }
    return sheet.tallies();
  }

  close(): Promise<void> {
    return this.#finder.close();
  }
}

function isPeppered({ hash, source, peppered }: WritableFallbackUser): boolean {
  if (hash === undefined || peppered === false) return false;
  if (peppered === true) return true;
  const estimate = estimateVerification(hash, { source });
  return !estimate.ok && estimate.problems[0].code === "verify/pepper-missing";
}
