import { expect } from "vitest";
import type { SourceName } from "../../../src/hash/index.js";
import {
  detectSource,
  type NormalizedUser,
  parseDecryptionKeys,
  type ReadableSource,
  type ReadExportOptions,
  readUniqueUsers,
  type SourceRecord,
} from "../../../src/source/index.js";
import { totpCode, verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, codesOf, collect } from "../read-users.js";
import { LONG_PASSWORD, PASSWORD, TOTP_CODE } from "./samples.js";

/** What `detectSource` says of a text: source and certainty, or why it can't tell. */
export async function detected(text: string): Promise<unknown> {
  const found = await detectSource(new TextEncoder().encode(text));
  return found.ok ? [found.value.source, found.value.certainty] : found.problems[0].code;
}

interface Reading extends Partial<Omit<ReadExportOptions, "from" | "join">> {
  /** The texts of further files. */
  readonly join?: readonly string[];
  /** The text of a file of keys. */
  readonly keys?: string;
}

/** All records of an export, given as text. */
export async function readAs(
  from: ReadExportOptions["from"],
  text: string,
  { join = [], keys, ...options }: Reading = {},
): Promise<SourceRecord[]> {
  const parsed = keys === undefined ? undefined : parseDecryptionKeys(keys);
  if (parsed?.ok === false) throw new Error(parsed.problems[0].code);
  return collect(
    readUniqueUsers(() => bytesOf(text), {
      ...options,
      from,
      ...(parsed === undefined ? {} : { decryptionKeys: parsed.value }),
      ...(join.length === 0
        ? {}
        : { join: join.map((file, at) => ({ name: `file ${at}`, open: () => bytesOf(file) })) }),
    }),
  );
}

/** What became of each record: the user without its hash, or the codes; with the warnings' codes. */
export function outcomes(records: readonly SourceRecord[]): unknown[] {
  return records.map((record) => {
    if (record.kind === "unreadable") return record.problem.code;
    const { result, userId } = record;
    if (!result.ok) return [userId, ...result.problems.map(({ code }) => code)];
    const { passwordHash, hashingAlgorithm, source, ...user } = result.value.user;
    const scheme = passwordHash?.split("$")[1];
    const warnings = result.warnings.map(({ code }) => code);
    return {
      ...user,
      ...(scheme === undefined ? {} : { scheme, source }),
      ...(warnings[0] ? { warnings } : {}),
    };
  });
}

/** Whether the fallback would let each user in with this password, by the user's ID. */
export async function fallbackTakes(
  records: readonly SourceRecord[],
  password: string,
  options: { readonly pepper?: string } = {},
): Promise<Readonly<Record<string, boolean | string>>> {
  const taken = records.map(async (record) => {
    if (record.kind !== "user" || record.loginOnly === undefined) return [];
    const { hash, source } = record.loginOnly;
    const result = await verifyPassword(password, hash, { ...options, ...(source && { source }) });
    return [[record.userId ?? "", result.ok ? result.value.matches : result.problems[0].code] as const];
  });
  return Object.fromEntries((await Promise.all(taken)).flat());
}

type Named = Reading & { readonly from: ReadExportOptions["from"] };

/** Each record as its user, or the codes for which it was refused, by the user's ID. */
export async function outcomesById(text: string, { from, ...reading }: Named) {
  const records = await readAs(from, text, reading);
  return Object.fromEntries(
    records.map((record): [string, unknown] => {
      if (record.kind !== "user") return ["end", record.problem.code];
      const { result, userId, line } = record;
      return [userId ?? `line ${line}`, result.ok ? result.value.user : codesOf(record)];
    }),
  );
}

/** The user of an ID with their warnings and what is not carried. */
export async function readUserOf(text: string, id: string, { from, ...reading }: Named) {
  const records = await readAs(from, text, reading);
  const record = records.find((one) => one.kind === "user" && one.userId === id);
  if (record?.kind !== "user") throw new Error(`no record of ${id}`);
  const { result, loginOnly } = record;
  return {
    user: result.ok ? result.value.user : undefined,
    codes: codesOf(record),
    notCarried: result.ok ? (result.value.notCarried ?? []) : [],
    further: result.ok ? result.value.further : undefined,
    metadata: result.ok ? result.value.metadata : undefined,
    loginOnly,
  };
}

/** What reading an export gives, by the users' IDs. */
interface TableExport {
  readonly users: Readonly<Record<string, NormalizedUser>>;
  readonly loginOnly: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly notCarried: readonly string[];
  readonly leftOver: readonly unknown[];
}

/** Reads the text of an export, with further files beside it. */
export async function readTables(
  from: ReadableSource,
  text: string,
  reading: Omit<Reading, "onJoined"> = {},
): Promise<TableExport> {
  const leftOver: unknown[] = [];
  const onJoined: ReadExportOptions["onJoined"] = (report) => leftOver.push(...report.leftOver);
  const records = await readAs(from, text, { ...reading, onJoined });
  const found = { users: {}, loginOnly: {}, refused: {}, warnings: {} } as Record<string, Record<string, unknown>>;
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
    } else if (loginOnly !== undefined) Object.assign(found.loginOnly as object, { [userId]: loginOnly.hash });
    else Object.assign(found.refused as object, { [userId]: codesOf(record) });
  }
  return { ...found, notCarried: [...notCarried].sort(), leftOver } as unknown as TableExport;
}

/** What a sample's hashes are of. */
interface Proof {
  readonly password?: string;
  readonly pepper?: string;
}

/** A hash is one of a password, and of no other that is like it. */
async function proveHash(
  hash: string,
  source: SourceName | undefined,
  { password = PASSWORD, pepper }: Proof = {},
): Promise<void> {
  const context = {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { pepper }),
  };
  for (const [typed, matches] of [
    [password, true],
    [`${password.slice(0, -1)}f`, false],
  ] as const) {
    const verification = await verifyPassword(typed, hash, context);
    expect([hash, verification]).toMatchObject([hash, { ok: true, value: { matches } }]);
  }
}

/** Every hash that can be imported or verified at login is one of the samples' password; how many there are. */
export async function expectSamplePasswords(records: readonly SourceRecord[], source: ReadableSource) {
  let hashes = 0;
  for (const record of records) {
    if (record.kind !== "user") continue;
    const hash = record.result.ok ? record.result.value.user.passwordHash : record.loginOnly?.hash;
    if (hash === undefined) continue;
    hashes++;
    await proveHash(hash, source === "credport" ? undefined : source);
  }
  return hashes;
}

/** As `expectSamplePasswords`, of what tables gave; and every second factor gives the code of oathtool. */
export async function prove(read: TableExport, source: SourceName): Promise<number> {
  const unixSeconds = Date.UTC(2026, 0, 1) / 1000;
  for (const { totp } of Object.values(read.users)) {
    for (const { secretKey } of totp) expect(totpCode(secretKey, { unixSeconds })).toBe(TOTP_CODE);
  }
  return proveHashes(read, source);
}

/** As `prove`, of the hashes alone; the pepper is one of those for the login. */
export async function proveHashes(
  { users, loginOnly }: TableExport,
  source: ReadableSource,
  proof: Proof = {},
): Promise<number> {
  const own = source === "credport" ? undefined : source;
  const { pepper: _, ...unpeppered } = proof;
  const hashes = [
    ...Object.values(users).map((user) => [user.passwordHash, user.source, unpeppered] as const),
    ...Object.values(loginOnly).map((hash) => [hash, own, proof] as const),
  ].filter(([hash]) => hash !== undefined);
  for (const [hash = "", origin, its] of hashes) await proveHash(hash, origin, its);
  return hashes.length;
}

/** Whether the long password verifies against a user's hash, whoever verifies it. */
export async function knowsPassword({ user, loginOnly }: Awaited<ReturnType<typeof readUserOf>>) {
  const hash = user?.passwordHash ?? loginOnly?.hash ?? "";
  const source = user?.source ?? loginOnly?.source;
  const verification = await verifyPassword(LONG_PASSWORD, hash, source === undefined ? {} : { source });
  return verification.ok && verification.value.matches;
}

/** The moment of the codes that `oathtool` gave: 2024-01-01 00:00:00 UTC. */
const CODE_AT = 1_704_067_200;

/** Whether a code is that of a user's second factor at a moment, in seconds since 1970. */
export function takesCode(user: NormalizedUser | undefined, code: string, unixSeconds = CODE_AT): boolean {
  const secret = user?.totp[0]?.secretKey;
  return secret !== undefined && totpCode(secret, { unixSeconds }) === code;
}
