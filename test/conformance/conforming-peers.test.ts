import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { runConformance } from "../../src/conformance/index.js";
import { parseSkipFile } from "../../src/conformance/internal.js";
import { type Need, needs, needsProgram } from "../needs.js";

/**
 * Libraries that are known to be right end with exit code 0: their adapters say what they speak, and a skip file says
 * with reasons where they differ on purpose. A vector that is stricter than its source shows itself here.
 */

const FOLDER = join(import.meta.dirname, "../peers");
const RUST = join(FOLDER, "rust-argon2/node_modules/target/release/credport-peer-rust-argon2");
const python = (module: string) =>
  needsProgram("/usr/bin/python3", ["-c", `import ${module}`], `Debian's python3-${module}`);

const PEERS: Readonly<Record<string, Need>> = {
  libxcrypt: needsProgram(
    "perl",
    ["-MJSON::PP", "-e", "exit crypt('', '$y$j9T$$') !~ /^.y.j9T/"],
    "perl with libxcrypt",
  ),
  "argon2-cffi": python("argon2"),
  "rust-argon2": needs("rust-argon2, which .ci/nightly builds", existsSync(RUST)),
  passlib: python("passlib"),
};

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

async function judge(name: string) {
  const folder = join(FOLDER, name);
  const { command } = JSON.parse(textOf(join(folder, "peer.json"))) as { command: readonly string[] };
  const skip = parseSkipFile(textOf(join(folder, "skips.txt")));
  if (!skip.ok) throw new Error(skip.problems[0].message);
  const inFolder = command.map((part) => (existsSync(join(folder, part)) ? join(folder, part) : part));
  const report = await runConformance({ command: inFolder }, { skip: skip.value, timeoutMs: 60_000 });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

describe("a library that is known to be right", () => {
  for (const [name, need] of Object.entries(PEERS)) {
    need.test(
      `${name} conforms, by its hello and its skip file`,
      async () => {
        const { outcome, tally, results, idlePatterns } = await judge(name);
        expect(results.filter(({ status }) => status === "fail").map(({ vector }) => vector.id)).toEqual([]);
        expect([outcome, tally.faults, idlePatterns]).toEqual(["pass", 0, []]);
        expect(tally.right).toBeGreaterThan(200);
      },
      180_000,
    );
  }
});
