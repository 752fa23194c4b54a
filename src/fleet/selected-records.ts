import { createHmac } from "node:crypto";
import type { Selection } from "../import/internal.js";
import { problem } from "../problems/fleet.js";
import type { SourceRecord } from "../source/index.js";
import type { ChunkRecords } from "./chunk-starts.js";
import type { Ledger } from "./ledger.js";
import { StopRun } from "./stop-run.js";

/** Records of a chunk by their number in it, each with the keyed fingerprint of its user ID; empty where it had none. */
export type ChunkSelection = ReadonlyMap<number, string>;

/** Records that are noted at once. */
const BATCH = 1000;
const PRINT_CHARACTERS = 22;

/** What is noted of the records that are imported: their numbers in the file, and keyed fingerprints of their users' IDs. */
export function selectionRows(key: string, selection: Selection): readonly (readonly [number, string])[] {
  return [...selection].map(([record, userId]) => [record, `${record} ${printOf(key, userId)}`]);
}

/** Notes which records are imported from now on. */
export async function noteSelection(ledger: Ledger, key: string, selection: Selection): Promise<void> {
  const name = ledger.key("only");
  await ledger.redis.del(name);
  const rows = selectionRows(key, selection);
  for (let at = 0; at < rows.length; at += BATCH) {
    await ledger.redis.zadd(name, ...rows.slice(at, at + BATCH).flat());
  }
}

export async function selectionOf(ledger: Ledger, { first, records }: ChunkRecords): Promise<ChunkSelection> {
  const rows = await ledger.redis.zrangebyscore(ledger.key("only"), first, `(${first + records}`);
  return new Map(
    rows.map((row) => {
      const [record, print = ""] = row.split(" ");
      return [Number(record) - first, print];
    }),
  );
}

/** Whether a record is selected whose number is not below this one. */
export async function hasSelectedFrom(ledger: Ledger, record: number): Promise<boolean> {
  return (await ledger.redis.zcount(ledger.key("only"), record, "+inf")) > 0;
}

/**
 * The records as they come. Ends the run where a selected one has another user ID than when it was named: in another
 * export, other users have its number.
 */
export async function* verifiedSelection(
  records: AsyncIterable<SourceRecord>,
  selection: ChunkSelection,
  key: string,
): AsyncGenerator<SourceRecord> {
  for await (const record of records) {
    const print = record.kind === "user" ? (selection.get(record.index) ?? "") : "";
    if (record.kind === "user" && print !== "" && print !== printOf(key, record.userId ?? null)) {
      const message = "a record that --only names is another user than the one on this line of the export";
      const field = `line ${record.line}`;
      throw new StopRun(problem("fleet/of-other-export", message, { field }));
    }
    yield record;
  }
}

function printOf(key: string, userId: string | null): string {
  if (userId === null) return "";
  const hmac = createHmac("sha256", Buffer.from(key, "base64url")).update("user ID\n").update(userId);
  return hmac.digest("base64url").slice(0, PRINT_CHARACTERS);
}
