import { BULK_DEFAULTS, FIRST_ROUND, MOST_BATCH_CHARACTERS } from "./bulk-options.js";

/** Counts the calls of a bulk import: the first has few users, the others as many as a call takes. */
export class BatchCount {
  #calls = 0;
  #users = 0;
  #characters = 0;

  /** @param characters Of the user's text. */
  add(characters: number): void {
    const most = this.#calls < 2 ? FIRST_ROUND : BULK_DEFAULTS.batchUsers;
    const isFull = this.#users === most || this.#characters + characters > MOST_BATCH_CHARACTERS;
    if (this.#calls === 0 || isFull) {
      this.#calls++;
      this.#users = 0;
      this.#characters = 0;
    }
    this.#users++;
    this.#characters += characters;
  }

  get calls(): number {
    return this.#calls;
  }
}
