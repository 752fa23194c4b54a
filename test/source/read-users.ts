import { readFileSync } from "node:fs";
import {
  type FirebaseHashConfig,
  parseFirebaseHashConfig,
  type ReadExportOptions,
  readExport,
  readUniqueUsers,
  type SourceRecord,
  type UserRecord,
} from "../../src/source/index.js";

const FOLDER = new URL("../../docs/examples/firebase/", import.meta.url);

export function sampleText(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf8");
}

/** The hash parameters of the sample. */
export function sampleHashConfig(): FirebaseHashConfig {
  const parsed = parseFirebaseHashConfig(sampleText("hash-config.txt"));
  if (!parsed.ok) throw new Error(parsed.problems[0].code);
  return parsed.value;
}

export async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}

export async function collect(records: AsyncIterable<SourceRecord>): Promise<SourceRecord[]> {
  const all: SourceRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

/** One Firebase record, read alone. */
export async function readOne(fields: unknown, options: Partial<ReadExportOptions> = {}): Promise<UserRecord> {
  const text = JSON.stringify({ users: [fields] });
  const [record] = await collect(readExport(bytesOf(text), { from: "firebase", ...options }));
  if (record?.kind !== "user") throw new Error("no record was read");
  return record;
}

export async function readUnique(
  users: readonly unknown[],
  options: Partial<ReadExportOptions> = {},
): Promise<UserRecord[]> {
  const text = JSON.stringify({ users });
  const records = await collect(readUniqueUsers(() => bytesOf(text), { from: "firebase", ...options }));
  return records as UserRecord[];
}

/** The codes of a refused record, or of an accepted one's warnings. */
export function codesOf({ result }: UserRecord): string[] {
  return (result.ok ? result.warnings : result.problems).map(({ code }) => code);
}
