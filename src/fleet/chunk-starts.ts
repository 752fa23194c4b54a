import type { Ledger } from "./ledger.js";

/** The records of one chunk among those of the file. */
export interface ChunkRecords {
  /** Number of its first record in the file. */
  readonly first: number;
  readonly records: number;
}

/** Where the records of each chunk begin, once all chunks are scanned. */
export async function chunkStarts(ledger: Ledger, chunks: number): Promise<readonly ChunkRecords[]> {
  const records = new Map<number, number>();
  for await (const [at, note] of ledger.notes("scanned")) records.set(Number(at), recordsOf(note));
  let first = 0;
  return Array.from({ length: chunks }, (_, at) => {
    const chunk = { first, records: records.get(at) ?? 0 };
    first += chunk.records;
    return chunk;
  });
}

/** Records of all chunks that are scanned. */
export async function countRecords(ledger: Ledger): Promise<number> {
  let records = 0;
  for await (const [, note] of ledger.notes("scanned")) records += recordsOf(note);
  return records;
}

const recordsOf = (note: string): number => (JSON.parse(note) as { readonly records: number }).records;
