import type { OutcomeLine } from "../import/index.js";
import { counted, nounFor } from "../lib/plural.js";
import { problem } from "../problems/import.js";
import type { Problem } from "../result.js";
import { DuplicateFinder } from "../source/internal.js";

/** Outcomes that are looked at in one go. */
const BATCH = 1000;
const MOST_NAMED = 5;

/**
 * Finds records of different chunks that are one user on the service: an import sees those of its own chunk only. The
 * service's IDs are fingerprinted in buckets on this machine, so that memory does not grow with the file.
 */
export class SharedUsers {
  readonly #finder = new DuplicateFinder();

  async *watch(outcomes: AsyncIterable<OutcomeLine>): AsyncGenerator<OutcomeLine> {
    let batch: OutcomeLine[] = [];
    for await (const row of outcomes) {
      if (row.outcome === "imported" || row.outcome === "already-there") batch.push(row);
      if (batch.length === BATCH) {
        await this.#add(batch);
        batch = [];
      }
      yield row;
    }
    await this.#add(batch);
  }

  /**
   * What was found, once all outcomes have come.
   *
   * @param outcomes The same again, to name lines.
   */
  async finding(outcomes: AsyncIterable<OutcomeLine>): Promise<Problem | undefined> {
    const found = await this.#finder.finish();
    if (found.isEmpty) return undefined;
    let records = 0;
    const lines: number[] = [];
    for await (const { record, line } of outcomes) {
      if (found.of(record).length === 0) continue;
      records++;
      if (lines.length < MOST_NAMED) lines.push(line);
    }
    const more = records > lines.length ? ", …" : "";
    const message = `${counted(records, "record")} ${nounFor(records, "has", "have")} a user of the service in common with another one: lines ${lines.join(", ")}${more}`;
    return problem("import/user-shared", message);
  }

  close(): Promise<void> {
    return this.#finder.close();
  }

  #add(rows: readonly OutcomeLine[]): Promise<void> {
    const users = rows.flatMap(({ record: index, line, serviceUserId: value }) =>
      value === undefined ? [] : [{ index, line, identifiers: [{ kind: "id", value }] as const }],
    );
    return this.#finder.add(users);
  }
}
