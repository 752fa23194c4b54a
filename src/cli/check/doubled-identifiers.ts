import { type Tally, TallySheet } from "../../lib/tally.js";
import { identifierKey, type WritableFallbackUser } from "../../login/index.js";
import { fallbackIdentifiers } from "../../login/internal.js";
import { DuplicateFinder } from "../../source/internal.js";

/** Finds what several users of the fallback's file log in with: one user's name can be another one's address. */
export class DoubledIdentifiers {
  readonly #finder = new DuplicateFinder();
  /** Of each user in the file, in its order. */
  readonly #lines: number[] = [];

  async add(user: WritableFallbackUser, line: number): Promise<void> {
    const keys = new Set(fallbackIdentifiers(user).map(identifierKey));
    const identifiers = [...keys].map((value) => ({ kind: "email", value }) as const);
    await this.#finder.add([{ index: this.#lines.length, line, identifiers }]);
    this.#lines.push(line);
  }

  /** Of the users who share something, as the store will say it of their lines. */
  async tallies(): Promise<readonly Tally[]> {
    const found = await this.#finder.finish();
    const sheet = new TallySheet();
    for (const [index, line] of found.isEmpty ? [] : this.#lines.entries()) {
      if (found.of(index).length > 0) sheet.addNames({ line }, ["fallback/users-doubled"]);
    }
    return sheet.tallies();
  }

  close(): Promise<void> {
    return this.#finder.close();
  }
}
