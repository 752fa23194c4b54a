import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { SourceName } from "../../../src/hash/index.js";
import {
  detectSource,
  type NormalizedUser,
  type ReadableSource,
  type ReadExportOptions,
  readUniqueUsers,
} from "../../../src/source/index.js";
import { totpCode, verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, codesOf, collect } from "../read-users.js";

/** The password of every user of the samples; samples/php-hashes.sh makes their hashes. */
const PASSWORD = "correct horse";
/** `oathtool --totp -b JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP -N "2026-01-01 00:00:00 UTC"` */
export const TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const TOTP_CODE = "452777";

export function sampleOf(name: string): string {
  return readFileSync(new URL(`samples/${name}`, import.meta.url), "utf8");
}

const HASHES = new Map(
  sampleOf("php-hashes.tsv")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t") as [string, string]),
);

/** A hash of the samples' password as samples/php-hashes.sh names it. */
export function hashOf(name: string): string {
  const hash = HASHES.get(name);
  if (hash === undefined) throw new Error(`there is no hash called ${name}`);
  return hash;
}

/** Rows as MySQL's and PHP's programs write them into a dump. */
export function insertInto(table: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const written = (value: unknown) =>
    typeof value === "string" && !value.startsWith("0x")
      ? `'${value.replaceAll("'", "''")}'`
      : String(value ?? "NULL");
  const values = rows.map((row) => `(${columns.map((name) => written(row[name])).join(", ")})`);
  return `-- phpMyAdmin SQL Dump\nINSERT INTO \`${table}\` (\`${columns.join("`, `")}\`) VALUES\n${values.join(",\n")};\n`;
}

/** What reading an export gives, by the users' IDs. */
export interface TableExport {
  readonly users: Readonly<Record<string, NormalizedUser>>;
  readonly loginOnly: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly notCarried: readonly string[];
  readonly leftOver: readonly unknown[];
}

type Options = Partial<Omit<ReadExportOptions, "from" | "join" | "onJoined">>;

/** Reads the text of an export, with further files beside it. */
export async function readTables(
  from: ReadableSource,
  text: string,
  { joined = [], ...options }: Options & { readonly joined?: readonly string[] } = {},
): Promise<TableExport> {
  const leftOver: unknown[] = [];
  const records = await collect(
    readUniqueUsers(() => bytesOf(text), {
      ...options,
      from,
      join: joined.map((file, at) => ({ name: `file ${at}`, open: () => bytesOf(file) })),
      onJoined: (report) => leftOver.push(...report.leftOver),
    }),
  );
  const found = { users: {}, loginOnly: {}, refused: {}, warnings: {} } as Record<
    string,
    Record<string, unknown>
  >;
  const notCarried = new Set<string>();
  for (const record of records) {
    if (record.kind !== "user") throw new Error(record.problem.message);
    const { result, loginOnly, userId = `line ${record.line}` } = record;
    if (result.ok) {
      Object.assign(found.users as object, { [userId]: result.value.user });
      // Of every hash whose system trims or escapes passwords; the hashes' own tests have it.
      const codes = codesOf(record).filter((code) => code !== "wrapping/password-altered");
      if (codes.length > 0) Object.assign(found.warnings as object, { [userId]: codes });
      for (const name of result.value.notCarried ?? []) notCarried.add(name);
    } else if (loginOnly !== undefined)
      Object.assign(found.loginOnly as object, { [userId]: loginOnly.hash });
    else Object.assign(found.refused as object, { [userId]: codesOf(record) });
  }
  return { ...found, notCarried: [...notCarried].sort(), leftOver } as unknown as TableExport;
}

/**
 * Every hash that was read verifies the samples' password as what the import or the fallback takes it for, and every
 * second factor gives the code of oathtool.
 */
export async function prove({ users, loginOnly }: TableExport, source: SourceName): Promise<number> {
  const hashes = [
    ...Object.values(users).map((user) => [user.passwordHash, user.source] as const),
    ...Object.values(loginOnly).map((hash) => [hash, source] as const),
  ].flatMap(([hash, origin]) =>
    hash === undefined ? [] : [{ hash, context: origin === undefined ? {} : { source: origin } }],
  );
  for (const { hash, context } of hashes) {
    expect([hash, await verifyPassword(PASSWORD, hash, context)]).toMatchObject([
      hash,
      { ok: true, value: { matches: true } },
    ]);
    expect(await verifyPassword("wrong", hash, context)).toMatchObject({ value: { matches: false } });
  }
  const unixSeconds = Date.UTC(2026, 0, 1) / 1000;
  for (const { totp } of Object.values(users)) {
    for (const { secretKey } of totp) expect(totpCode(secretKey, { unixSeconds })).toBe(TOTP_CODE);
  }
  return hashes.length;
}

/** The source that a file's content tells. */
export async function detected(text: string): Promise<readonly [string, string] | string> {
  const result = await detectSource(new TextEncoder().encode(text));
  return result.ok ? [result.value.source, result.value.certainty] : result.problems[0].code;
}
