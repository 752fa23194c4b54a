import { readFileSync } from "node:fs";
import type { ReaderItem, RecordReader } from "../../../src/source/index.js";

/** A sample that another program wrote; the scripts beside it say how. */
export function sampleBytes(name: string): Buffer {
  return readFileSync(new URL(`../samples/${name}`, import.meta.url));
}

/** All items of a file that arrives in pieces of some size. */
export async function itemsOf(
  reader: RecordReader,
  file: string | Uint8Array,
  pieceBytes = 1 << 16,
): Promise<ReaderItem[]> {
  const bytes = Buffer.from(file as string);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const items: ReaderItem[] = [];
  for await (const item of reader.read(pieces())) items.push(item);
  return items;
}

export function recordsIn(items: readonly ReaderItem[]): unknown[] {
  return items.flatMap((item) => (item.kind === "record" ? [item.value] : []));
}

/** What is wrong, each with its lines: `source/record-damaged 3`, `source/records-unreadable 3-5`. */
export function faultsIn(items: readonly ReaderItem[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === "record") return (item.damage ?? []).map(({ code }) => `${code} ${item.place.line}`);
    if (item.kind === "end-fault") return [`end ${item.problem.code} ${item.line}`];
    const { line, lastLine } = item.place;
    return [`${item.problem.code} ${lastLine === undefined ? line : `${line}-${lastLine}`}`];
  });
}
