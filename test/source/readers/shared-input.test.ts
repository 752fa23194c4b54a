import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { detectSource } from "../../../src/source/index.js";
import type { ReaderItem, RecordReader } from "../../../src/source/readers/record-reader.js";
import { MOST_RECORDS, SharedInput } from "../../../src/source/readers/shared-input.js";
import { ALL_SOURCES } from "../all-sources.js";
import { HOSTILE_TEXTS, hostileText } from "../hostile/hostile-texts.js";

const samples = (name: string) => readFile(new URL(`../samples/${name}`, import.meta.url));
const READERS = ALL_SOURCES.flatMap(({ name, readers }) => readers.map((reader) => [name, reader] as const));
const SQL_READERS = READERS.filter(([, { format }]) => format === "SQL").slice(0, 5);

/** With the ends that the last record of a beginning may lack. */
async function* alone(bytes: Uint8Array) {
  yield bytes;
  yield Buffer.from("\n\n");
}

/** The records by which a system is told: the first ones, of each table. */
async function firstRecords(items: AsyncIterable<ReaderItem>): Promise<readonly unknown[]> {
  const counts = new Map<string | undefined, number>();
  const found: unknown[] = [];
  for await (const item of items) {
    if (item.kind !== "record") continue;
    const count = (counts.get(item.table) ?? 0) + 1;
    counts.set(item.table, count);
    if (count <= MOST_RECORDS) found.push([item.table, item.value]);
  }
  return found;
}

async function differences(bytes: Uint8Array, readers: readonly (readonly [string, RecordReader])[]) {
  const shared = new SharedInput(bytes);
  const found: string[] = [];
  for (const [name, reader] of readers) {
    const own = await firstRecords(reader.read(alone(bytes)));
    const ours = await firstRecords(reader.read(shared));
    if (JSON.stringify(own) !== JSON.stringify(ours)) found.push(`${name}, ${reader.format}`);
  }
  return found;
}

describe("an input that many readers share", () => {
  it("gives each of them the first records that it finds by itself, also of a hostile text", async () => {
    const found: string[] = [];
    for (const [at, name] of HOSTILE_TEXTS.entries()) {
      const readers = READERS.filter((_, number) => number % 8 === at % 8);
      for (const fault of await differences(hostileText(name, 600), readers)) found.push(`${name}: ${fault}`);
    }
    expect(found).toEqual([]);
  });

  it("gives each of them the rows of its own tables", async () => {
    const dumps = ["mariadb-plain.sql", "postgresql-copy.sql", "postgresql-inserts.sql", "sqlite.sql"];
    for (const name of dumps) expect(await differences(await samples(name), READERS)).toEqual([]);
    const many = ALL_SOURCES.map(({ name }, at) => `INSERT INTO ${name}_users (id, a) VALUES (${at}, 'x');`);
    const rows = many.flatMap((statement) => Array(25).fill(statement));
    expect(await differences(Buffer.from(`${rows.join("\n")}\n`), READERS)).toEqual([]);
  });

  it("gives each of them the rows that follow damage in a table that none of them asks for", async () => {
    const users = "INSERT INTO users (id, email, password) VALUES (1,'a@example.com','x'),(2,'b','y');\n";
    const found: string[] = [];
    for (const name of HOSTILE_TEXTS) {
      const text = hostileText(name, 600).toString("latin1");
      if (!text.includes("users (")) continue;
      const others = text.replaceAll("users (", "other_rows (");
      for (const end of ["\n", ";\n", "');\n", ");\n"]) {
        const bytes = Buffer.from(`${others}${end}${users}`, "latin1");
        for (const [source, reader] of SQL_READERS) {
          const shared = JSON.stringify(await firstRecords(reader.read(new SharedInput(bytes))));
          const own = await firstRecords(reader.read(alone(bytes)));
          const missing = own.filter((record) => !shared.includes(JSON.stringify(record)));
          if (missing.length > 0) found.push(`${name}, ${source}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it("tells lists under different keys apart", async () => {
    const lists = ["users", "data", "accounts", "user", "items"].map((key) => `"${key}":[{"of":"${key}"}]`);
    for (const at of lists.keys()) {
      const text = `{${[...lists.slice(at), ...lists.slice(0, at)].join(",")}}`;
      expect(await differences(Buffer.from(text), READERS)).toEqual([]);
    }
  });

  it("is read a few times, however many sources look at it", async () => {
    const texts = ["statements of one row", "a record of many keys", "lines with two values"];
    const read = vi.spyOn(SharedInput.prototype, Symbol.asyncIterator);
    for (const name of texts) {
      read.mockClear();
      await detectSource(hostileText(name, 10_000));
      expect(read.mock.calls.length).toBeGreaterThan(0);
      expect(read.mock.calls.length).toBeLessThan(12);
    }
    read.mockRestore();
  });
});
