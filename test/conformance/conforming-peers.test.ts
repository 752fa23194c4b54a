import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runConformance } from "../../src/conformance/index.js";
import { parseSkipFile } from "../../src/conformance/internal.js";
import { needs } from "../needs.js";
import { listPeers } from "../peers/list-peers.mjs";

/**
 * Libraries that are known to be right end with exit code 0: their adapters say what they speak, and a skip file says
 * with reasons where they differ on purpose. A vector that is stricter than its source shows itself here.
 */

/** How many right answers each gives at least. `node test/peers/prepare-peers.mjs` brings those that are not of Debian. */
const CONFORMING: Readonly<Record<string, number>> = {
  "argon2-cffi": 300,
  "java/commons-codec": 350,
  "java/jbcrypt": 100,
  libxcrypt: 900,
  passlib: 2200,
  "perl/crypt-argon2": 300,
  "perl/crypt-eksblowfish": 120,
  "perl/crypt-passwdmd5": 150,
  "perl/crypt-unixcrypt": 15,
  "python-packages/werkzeug": 90,
  "ruby/bcrypt": 250,
  "rust/rust-argon2": 350,
  "rust/scrypt": 80,
  "rust/sha-crypt": 200,
  "rust/yescrypt": 40,
};

const HELLO = '{"cmd":"hello","protocol":1}\n{"cmd":"bye"}\n';
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Whether the program and its library are there: it says hello, and libxcrypt is not another crypt(3). */
function isThere(name: string, [program = "", ...args]: readonly string[]): boolean {
  if (name === "libxcrypt" && spawnSync("perl", ["-e", "exit crypt('', '$y$j9T$$') !~ /^.y.j9T/"]).status !== 0)
    return false;
  return spawnSync(program, args, { input: HELLO, encoding: "utf8" }).stdout?.includes('"protocol"') ?? false;
}

async function judge(command: readonly string[], skips: string) {
  const skip = parseSkipFile(textOf(skips));
  if (!skip.ok) throw new Error(skip.problems[0].message);
  const report = await runConformance({ command }, { skip: skip.value, timeoutMs: 60_000 });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

describe("a library that is known to be right", () => {
  const peers = listPeers().filter(({ name }) => Object.hasOwn(CONFORMING, name));

  it("has an adapter", () => {
    expect(peers.map(({ name }) => name)).toEqual(Object.keys(CONFORMING).sort());
  });

  for (const { name, command, skips } of peers) {
    needs(`the peer ${name}`, isThere(name, command)).test(
      `${name} conforms, by its hello and its skip file`,
      async () => {
        const { outcome, tally, results, idlePatterns } = await judge(command, skips);
        expect(results.filter(({ status }) => status === "fail").map(({ vector }) => vector.id)).toEqual([]);
        expect([outcome, tally.faults, idlePatterns]).toEqual(["pass", 0, []]);
        expect(tally.right).toBeGreaterThan(CONFORMING[name] ?? 0);
      },
      180_000,
    );
  }
});
