import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript7/bin/tsc");

/** A mistake in a call, where the compiler is to point at, and words that it is to say. */
const MISTAKES: readonly (readonly [call: string, at: string, words: string])[] = [
  ["{ store: opened, service }", "store:", "'Failure' is missing the following properties"],
  ["{ store: { findLegacyUser: async () => null }, service }", "store:", "Property 'forgetUser' is missing"],
  ["{ store, service, pepper: 'x' }", "pepper:", "'pepper' does not exist in type 'LoginParts"],
  ["{ store, service, hashes: { peper: 'x' } }", "peper:", "Did you mean to write 'pepper'?"],
  ["{ store: { ...store, findLegacyUser: async () => [row] }, service }", "async", "missing the following properties"],
  ["{ store: { ...store, findLegacyUser: async () => ({ id: 7 }) }, service }", "async", "'{ id: number; }'"],
  ["{ store, service: { ...service, importWithHash: async () => new Response() } }", "async", "Type 'Response'"],
  ["{ store, service: { ...service, signIn: async () => 'u1' } }", "async", "Type 'string' is not assignable"],
];

it("TypeScript 7 says of a mistake in createLoginFallback what it is, in the place where it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "credport-messages-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/credport"));
    symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
    const head = [
      'import { createLoginFallback, openFallbackStore } from "credport/login";',
      'const opened = await openFallbackStore("users.ndjson");',
      'const row = { id: "1", passwordHash: "x" };',
      "const store = { findLegacyUser: async () => null, forgetUser: async () => true };",
      "const service = { signIn: async () => null, importWithHash: async () => true };",
    ];
    const calls = MISTAKES.map(([call]) => `createLoginFallback(${call});`);
    writeFileSync(join(folder, "calls.mts"), [...head, ...calls, ""].join("\n"));
    const settings = "--noEmit --strict --skipLibCheck --target es2023 --module nodenext --pretty false".split(" ");
    const said = saidBy(["calls.mts", ...settings], folder);
    const faults = said.split(/^calls\.mts(?=\()/m).slice(1);
    expect(faults).toHaveLength(MISTAKES.length);
    for (const [index, [, at, words]] of MISTAKES.entries()) {
      const [, line, column] = /^\((\d+),(\d+)\)/.exec(faults[index] ?? "") ?? [];
      expect(Number(line), faults[index]).toBe(head.length + index + 1);
      expect(faults[index]).toContain(words);
      expect((calls[index] as string).slice(0, Number(column) - 1 + at.length), faults[index]).toContain(at);
      expect((calls[index] as string).slice(Number(column) - 1), faults[index]).not.toMatch(/^service/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function saidBy(words: readonly string[], folder: string): string {
  try {
    return execFileSync(process.execPath, [TSC, ...words], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
