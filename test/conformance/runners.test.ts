import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { packInto } from "../../.ci/pack-vectors.mjs";
import { runConformance } from "../../src/conformance/index.js";
import { isAlive } from "../is-alive.js";
import { type Need, needsProgram } from "../needs.js";

/** The runners of one file, for those who have no Node, say of every case what credport's runner says. */

const folder = mkdtempSync(join(tmpdir(), "credport-runners-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const roots = await packInto(folder);
const rootOf = (name: string) => roots.find((root) => root.endsWith(`-${name}`)) as string;
const set = rootOf("static");
const VECTORS = resolve(import.meta.dirname, "../../vectors");
const source = (name: string) => join(VECTORS, "runners", name);
const built = (name: string) => join(folder, name);

const GO = needsProgram("go", ["version"]);
const RUST = needsProgram("rustc");
const PYTHON = needsProgram("python3");

interface Runner {
  readonly need: Need;
  /** Builds it, where that is needed, and gives the command. */
  readonly command: () => readonly string[];
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  Python: { need: PYTHON, command: () => ["python3", source("conform.py")] },
  Go: {
    need: GO,
    command: () => {
      execFileSync("go", ["build", "-o", built("conform-go"), source("conform.go")], {
        env: { ...process.env, GO111MODULE: "off" },
      });
      return [built("conform-go")];
    },
  },
  Rust: {
    need: RUST,
    command: () => {
      execFileSync("rustc", ["-O", "--edition", "2021", "-o", built("conform-rust"), source("conform.rs")]);
      return [built("conform-rust")];
    },
  },
};

const ONLY = [
  "verify/bypass",
  "verify/published",
  "verify/refused",
  "verify/kratos",
  "verify/unverified",
  "parse-*",
  "totp-code",
  "scheme:argon2",
];
const SKIP = ["variant:2x", "owner:!passlib", "evidence:recomputed"];
const FACTOR = 0.2;
/** It has no twin, which would be asked first. */
const ASKED = "secret-to-base32/rfc4648-001";

async function ours(command: readonly string[]): Promise<readonly string[]> {
  const report = await runConformance(
    { command },
    {
      only: ONLY,
      skip: SKIP.map((pattern) => ({ pattern, reason: "no" })),
      timeoutMs: 10_000 * FACTOR,
      costTimeoutMs: 2000 * FACTOR,
    },
  );
  if (!report.ok) throw new Error(report.problems[0].message);
  expect(report.value.outcome).not.toBe("broken");
  return report.value.results.map(({ vector, status }) => `${vector.id} ${status}`).sort();
}

function theirs(runner: readonly string[], command: readonly string[]): readonly string[] {
  const [program = "", ...args] = runner;
  const flags = [...ONLY.flatMap((one) => ["--only", one]), ...SKIP.flatMap((one) => ["--skip", one])];
  const options = ["--statuses", "--factor", String(FACTOR), ...flags, set, "--", ...command];
  const done = spawnSync(program, [...args, ...options], { encoding: "utf8", maxBuffer: 1 << 26 });
  expect([done.status === 0 || done.status === 1, done.stderr]).toEqual([true, expect.any(String)]);
  return done.stdout.trim().split("\n").sort();
}

describe.sequential("a runner of one file", () => {
  const everyAnswer = [process.execPath, resolve(import.meta.dirname, "every-answer.mjs"), set];
  const expected = PYTHON.isMet || GO.isMet || RUST.isMet ? ours(everyAnswer) : Promise.resolve([]);

  for (const [language, { need, command }] of Object.entries(RUNNERS)) {
    need.test(
      `${language}: gives every case the status that credport gives it`,
      async () => {
        const statuses = await expected;
        const kinds = new Set(statuses.map((line) => line.split(" ")[1]));
        expect([...kinds].sort()).toEqual(
          "accepted-variant errored fail not-asked not-reached pass policy refused skipped timeout unsupported".split(
            " ",
          ),
        );
        expect(theirs(command(), everyAnswer)).toEqual(statuses);
      },
      300_000,
    );

    need.test(
      `${language}: ends what an adapter has started when its time is up`,
      async () => {
        const note = built(`${language}.pid`);
        const hello = '{"protocol": 1, "operations": ["secret-to-base32"]}';
        const adapter = `read line; echo '${hello}'; read line; sleep 10000 & echo $! > ${note}; wait`;
        const [program = "", ...args] = command();
        const options = ["--statuses", "--factor", "0.3", "--only", ASKED, set, "--", "sh", "-c", adapter];
        expect(spawnSync(program, [...args, ...options], { encoding: "utf8" }).stdout).toBe(`${ASKED} timeout\n`);
        const pid = Number(readFileSync(note, "utf8"));
        expect(pid).toBeGreaterThan(0);
        await expect.poll(() => isAlive(pid)).toBe(false);
      },
      300_000,
    );
  }
});

/** What whoever takes the copy does first, in its folder; each prints or proves that the set is there. */
const COPIES: Readonly<Record<string, readonly [Need, readonly (readonly string[])[]]>> = {
  go: [
    GO,
    [
      ["go", "vet", "./..."],
      ["go", "test", "./..."],
    ],
  ],
  rust: [needsProgram("cargo"), [["cargo", "test", "--quiet", "--offline", "--lib"]]],
  python: [PYTHON, [["python3", "-B", "-c", "import credport_vectors as v; assert len(v.cases('verify')) > 1000"]]],
  maven: [
    needsProgram("javac"),
    [
      ["javac", "-d", "classes", "src/main/java/example/credport/Vectors.java"],
      ["java", "-cp", "classes:src/main/resources", "example.credport.Vectors", "verify"],
    ],
  ],
};

describe("a copy for another ecosystem", () => {
  for (const [name, [need, commands]] of Object.entries(COPIES)) {
    need.test(
      `${name}: loads the set where it is vendored, in the version of the suite`,
      () => {
        const cwd = rootOf(name);
        const env = { ...process.env, PYTHONPATH: join(cwd, "src"), GOFLAGS: "-mod=mod", GO111MODULE: "on" };
        for (const [program = "", ...args] of commands) execFileSync(program, args, { cwd, env, stdio: "pipe" });
        const { suiteVersion } = JSON.parse(readFileSync(join(VECTORS, "manifest.json"), "utf8"));
        expect(readFileSync(join(cwd, "LICENSE"), "utf8")).toContain("BSD");
        expect(cwd.endsWith(`credport-vectors-${suiteVersion}-${name}`)).toBe(true);
      },
      180_000,
    );
  }
});

describe("a static set", () => {
  PYTHON.test("has the sums of its files beside them", () => {
    const sums = readFileSync(join(set, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums).toHaveLength(11);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: set });
  });
});
