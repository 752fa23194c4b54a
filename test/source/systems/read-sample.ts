import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  type ReadableSource,
  type ReadExportOptions,
  readExport,
  type SourceRecord,
} from "../../../src/source/index.js";
import { verifyPassword } from "../../../src/verify/index.js";
import { bytesOf, collect } from "../read-users.js";

/** The password of every user in the samples; their hashes are by passlib, bcrypt and argon2. */
export const SAMPLE_PASSWORD = "correct horse";

export function sampleOf(name: string): string {
  return readFileSync(new URL(`samples/${name}`, import.meta.url), "utf8");
}

export function readAs(
  from: ReadableSource,
  text: string,
  options: Partial<ReadExportOptions> = {},
): Promise<SourceRecord[]> {
  return collect(readExport(bytesOf(text), { from, ...options }));
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

/** Every hash that can be imported or verified at login is one of the sample's password, and of no other. */
export async function expectSamplePasswords(records: readonly SourceRecord[], source: ReadableSource) {
  let hashes = 0;
  for (const record of records) {
    if (record.kind !== "user") continue;
    const hash = record.result.ok ? record.result.value.user.passwordHash : record.loginOnly?.hash;
    if (hash === undefined) continue;
    hashes++;
    const context = source === "credport" ? {} : { source };
    for (const [password, matches] of [
      [SAMPLE_PASSWORD, true],
      ["correct horsf", false],
    ] as const) {
      expect(await verifyPassword(password, hash, context)).toMatchObject({ ok: true, value: { matches } });
    }
  }
  return hashes;
}
