import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { executables, packInto } from "../../.ci/pack-vectors.mjs";
import { runConformance } from "../../src/conformance/index.js";
import { thirdByDay } from "../by-day.js";
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

function onlyOnce<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

interface Runner {
  readonly need: Need;
  /** Builds it, once and where that is needed, and gives the command. */
  readonly command: () => readonly string[];
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  Python: { need: PYTHON, command: () => ["python3", source("conform.py")] },
  Go: {
    need: GO,
    command: onlyOnce(() => {
      execFileSync("go", ["build", "-o", built("conform-go"), source("conform.go")], {
        env: { ...process.env, GO111MODULE: "off" },
      });
      return [built("conform-go")];
    }),
  },
  Rust: {
    need: RUST,
    command: onlyOnce(() => {
      execFileSync("rustc", ["-O", "--edition", "2021", "-o", built("conform-rust"), source("conform.rs")]);
      return [built("conform-rust")];
    }),
  },
};

const ONLY = [
  "verify/bypass",
  "verify/published",
  "verify/refused",
  "verify/wrapped",
  "verify/kratos",
  "parse-*",
  "build-provider-scrypt",
  "totp-code",
  "scheme:argon2",
];
const SKIP = ["variant:2x", "variant:argon2-v16", "owner:!passlib", "evidence:published"];
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

/** Of another group only Linux shows whose they are. */
const CHILDREN = ["sleep 10000", ...(process.platform === "linux" ? ["setsid sleep 10000"] : [])];

/** A runner whose adapter starts children, notes them, and answers nothing; and how it ended and what it said. */
function started([program = "", ...args]: readonly string[], note: string, factor: string) {
  const who = '"implementation": {"name": "a", "version": "1", "language": "sh"}';
  const hello = `{"protocol": 1, ${who}, "operations": ["secret-to-base32"]}`;
  const children = CHILDREN.map((one) => `${one} & echo $! >> ${built(note)}`).join("; ");
  const adapter = `read line; echo '${hello}'; read line; ${children}; wait`;
  const options = ["--statuses", "--factor", factor, "--only", ASKED, set, "--", "sh", "-c", adapter];
  const child = spawn(program, [...args, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const said = child.stdout.toArray().then((pieces) => pieces.join(""));
  const ended = once(child, "close").then(async ([code]) => [code as number, await said] as const);
  return [ended, child] as const;
}

function pidsIn(note: string): readonly number[] {
  if (!existsSync(built(note))) return [];
  return readFileSync(built(note), "utf8").trim().split("\n").map(Number);
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
          "accepted-variant errored fail not-asked not-reached pass policy refused skipped timeout unconfirmed unsupported".split(
            " ",
          ),
        );
        expect(theirs(command(), everyAnswer)).toEqual(statuses);
      },
      300_000,
    );

    need.test(
      `${language}: ends what an adapter has started when its time is up, or the run is interrupted`,
      async () => {
        const runner = command();
        const [late] = started(runner, `${language}.late`, "0.3");
        expect(await late).toEqual([1, `${ASKED} timeout\n`]);
        await expect.poll(() => pidsIn(`${language}.late`).filter(isAlive)).toEqual([]);

        const [interrupted, child] = started(runner, `${language}.interrupted`, "100");
        await expect.poll(() => pidsIn(`${language}.interrupted`).length, { timeout: 60_000 }).toBe(CHILDREN.length);
        child.kill("SIGTERM");
        expect(await interrupted).toEqual([2, ""]);
        await expect.poll(() => pidsIn(`${language}.interrupted`).filter(isAlive)).toEqual([]);
      },
      300_000,
    );
  }
});

const THESE = "verify/php-00*";
const LARGE = "verify/passwords-080";
/** Whose answer no other implementation confirms. */
const OWN_READING = "verify/php-001";
/** Whose answer is policy. */
const POLICY = "verify/passwords-072";
const CONFORMS = "Conforms: 0 true faults, 0 policy differences, 0 not reached";
const NOT_A_KIND = "an answer that is not exactly one of ok, error, skipped and errored";
const noVector = (pattern: string) => `no vector matches ${pattern}`;

/** Each manner of an adapter: the exit code of every runner, and what those of one file say. */
const MANNERS: Readonly<Record<string, readonly [code: number, says: string, only?: string]>> = {
  none: [0, CONFORMS],
  "says-nulls": [0, CONFORMS],
  "says-a-number-of-400-digits": [0, CONFORMS],
  "says-a-number-of-5000-digits": [0, CONFORMS],
  "ends-lines-by-crlf": [0, CONFORMS],
  "ignores-bye": [0, CONFORMS],
  "leaves-a-child": [0, CONFORMS],
  "wrong-answers": [1, "Does not conform: 9 true faults"],
  "errs-at-all": [1, "Does not conform: 0 true faults, 0 policy differences, 0 not reached, 9 adapter errors"],
  "is-not-utf-8": [1, "Does not conform: 1 true fault,"],
  "nests-64-deep": [1, "Does not conform: 1 true fault,"],
  "writes-half-a-line": [1, "Does not conform: 3 true faults"],
  dies: [1, "Does not conform: 3 true faults"],
  "dies-of-all-but-one": [2, "Broken: 9 true faults, 1 policy difference, 0 not reached; 11 of 11 compared", "verify"],
  "reads-nothing": [1, "Does not conform: 1 true fault,", LARGE],
  "no-implementation": [2, "implementation has no name"],
  "no-operations": [2, "operations are not a list of names"],
  "null-operations": [2, "operations are not a list of names"],
  "operations-as-text": [2, "operations are not a list of names"],
  "empty-operations": [2, "nothing was compared"],
  "misspelt-operations": [2, "the program offers verfy, which is not an operation of the vectors"],
  "notations-as-text": [2, "notations are not a list of names"],
  "empty-notations": [2, "nothing was compared"],
  "misspelt-notations": [2, noVector("notation:bcrpyt")],
  "owners-as-text": [2, "owners are not a list of names"],
  "protocol-as-text": [2, "no hello of protocol 1"],
  "skips-all": [2, "nothing was compared"],
  "refuses-all": [2, "nothing was compared", OWN_READING],
  "differs-in-policy": [2, "nothing was compared", POLICY],
  "skips-without-reason": [2, "a skipped case without a reason"],
  "says-ok-as-text": [2, NOT_A_KIND],
  "says-two-kinds": [2, NOT_A_KIND],
  "says-nan": [2, "a line that is not a JSON object"],
  "says-sequence-as-text": [2, "a wrong seq"],
  "says-sequence-as-true": [2, "a wrong seq"],
  "writes-blank-lines": [2, "a line that is not a JSON object"],
  "says-it-twice": [2, ""],
  "says-the-last-twice": [2, "a line that was not asked for"],
  "begins-with-a-mark": [2, "a line that is not a JSON object: \\ufeff"],
  "writes-a-log": [2, "Broken: 0 true faults, 0 policy differences, 0 not reached, 1 adapter error; "],
  "nests-200000-deep": [2, "more than 64 lists and objects inside each other"],
  "nests-65-deep": [2, "more than 64 lists and objects inside each other"],
  "writes-without-end": [2, "a line of more than 16777216 bytes"],
  "talks-after-bye": [2, "a line that was not asked for: goodbye"],
};

/** Of these the report is there all the same, and the reason after it. */
const STOPPED = /10 cases in a row brought no answer \(crashed\)\n$/;

/** What is wrong with the call or the set. */
const CALLS: Readonly<Record<string, readonly [options: readonly string[], set: string, says: string]>> = {
  "--only that is misspelt": [["--only", "verify/ptp-*"], "small", noVector("verify/ptp-*")],
  "--skip that is misspelt": [["--skip", "verify/ptp-*"], "small", noVector("verify/ptp-*")],
  "--skip of everything": [["--skip", "*"], "small", "nothing was compared"],
  "an option that there is not": [["--onyl", "verify"], "small", ""],
  "no time": [["--factor", "0"], "small", ""],
  "an empty folder": [[], "empty", "no vectors in"],
  "no folder": [[], "absent", "no vectors in"],
  "a set without a file": [[], "missing", "the set is not whole: verify.jsonl is missing"],
  "a set with a file that is cut": [[], "cut", "the set is not that of SHA256SUMS: verify.jsonl"],
  "a set that is not JSON": [[], "broken", "verify.jsonl has a line that is not JSON"],
};

/** Sets of a few cases, since each runner reads one for each manner; one that was trimmed has no sums. */
function writeSets(): void {
  const text = readFileSync(join(set, "verify.jsonl"), "utf8");
  const lines = text.split("\n").filter((line) => /"id":"verify\/(php-00.|passwords-080|passwords-072)"/.test(line));
  const small = `${lines.join("\n")}\n`;
  const sums = readFileSync(join(set, "SHA256SUMS"), "utf8");
  const own = sums.split("\n").find((line) => line.endsWith("verify.jsonl")) as string;
  // A case more than are asked before the run ends.
  const more = small.split("\n").find((line) => line.includes('"id":"verify/php-002"')) as string;
  const sets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    small: { "verify.jsonl": small },
    more: { "verify.jsonl": `${small}${more.replace("verify/php-002", "verify/php-999")}\n` },
    empty: {},
    missing: { SHA256SUMS: `${own}\n` },
    cut: { SHA256SUMS: `${own}\n`, "verify.jsonl": small },
    broken: { "verify.jsonl": small.slice(0, 300) },
  };
  for (const [name, files] of Object.entries(sets)) {
    mkdirSync(built(name));
    for (const [file, content] of Object.entries(files)) writeFileSync(join(built(name), file), content);
  }
  mkdirSync(built("vectors/verify"), { recursive: true });
  for (const topic of ["php.json", "passwords.json"]) {
    cpSync(join(VECTORS, "verify", topic), join(built("vectors/verify"), topic));
  }
}

/** The whole report of one failure, to be pasted into an issue; the same in every language. */
function reportOfOne(): string {
  const lines = readFileSync(join(built("small"), "verify.jsonl"), "utf8")
    .trim()
    .split("\n");
  const one = lines.map((line) => JSON.parse(line)).find(({ id }) => id === "verify/php-002");
  const verdict = "Does not conform: 1 true fault, 0 policy differences, 0 not reached; 1 of 1 compared";
  return `${verdict}
hostile 1 (JavaScript) against 1 vector of suite unknown
fail 1

verify/php-002 fail: ${one.comment}
  input      ${JSON.stringify(one.input)}
  expected   {"matches":true}
  answer     {"seq":1,"ok":{}}
  confirmed  ${one.confirmed}
  effect     ${one.effect}

${verdict}
`;
}

const hostile = (manner: string) => [
  process.execPath,
  resolve(import.meta.dirname, "hostile-adapter.mjs"),
  built("small"),
  manner,
];

async function ourCode(manner: string, only: string): Promise<number> {
  const options = { vectors: built("vectors"), only: [only], parallel: 1, timeoutMs: 10_000 * 0.3 };
  const report = await runConformance({ command: hostile(manner) }, options);
  if (!report.ok) return 2;
  return { pass: 0, fail: 1, broken: 2 }[report.value.outcome];
}

function codeOf([program = "", ...args]: readonly string[], options: readonly string[], name: string, manner: string) {
  const all = [...args, "--factor", "0.3", ...options, built(name), "--", ...hostile(manner)];
  const { status, stdout, stderr } = spawnSync(program, all, { encoding: "utf8", timeout: 60_000 });
  return { status, said: stdout + stderr };
}

describe.sequential("a run that is no verdict, or not the one hoped for", () => {
  writeSets();

  it("credport: ends with the exit code that those of one file are held to", async () => {
    const manners = thirdByDay(Object.entries(MANNERS));
    const found: Record<string, number> = {};
    for (const [manner, [, , only = THESE]] of manners) found[manner] = await ourCode(manner, only);
    expect(found).toEqual(Object.fromEntries(manners.map(([manner, [code]]) => [manner, code])));
  }, 300_000);

  for (const [turn, [language, { need, command }]] of Object.entries(RUNNERS).entries()) {
    need.test(
      `${language}: ends with the exit code of credport, and says why`,
      () => {
        const runner = command();
        for (const [manner, [code, says, only = THESE]] of thirdByDay(Object.entries(MANNERS), turn)) {
          const { status, said } = codeOf(runner, ["--only", only], "small", manner);
          expect([manner, status, said]).toEqual([manner, code, expect.stringContaining(says)]);
        }
        for (const [name, [options, folder, says]] of Object.entries(CALLS)) {
          const { status, said } = codeOf(runner, options, folder, "none");
          expect([name, status, said]).toEqual([name, 2, expect.stringContaining(says)]);
        }
        const stopped = codeOf(runner, ["--only", "verify/p*-*"], "small", "dies-of-all-but-one");
        expect(stopped.said).toMatch(STOPPED);
        expect(stopped.said).toContain("hostile 1 (JavaScript) against 11 vectors of suite unknown");
        const rest = codeOf(runner, ["--statuses"], "more", "dies-of-all-but-one");
        expect(rest.said.match(/ (?:errored|policy|not-run)$/gm)).toHaveLength(11);
        expect(rest.said).toContain(" not-run\n");
        const logging = codeOf(runner, ["--only", THESE], "small", "writes-a-log");
        expect(logging.said).toMatch(/\npass 2, errored 1, not-run 6\n/);
        expect(logging.said).toMatch(/Broken: verify\/php-00\d: a line that is not a JSON object: debug\n$/);
        const one = codeOf(runner, ["--only", "verify/php-002"], "small", "wrong-answers");
        expect(one.said).toBe(reportOfOne());
      },
      300_000,
    );
  }
});

/** A case or two for the runner that a copy has. */
const TRIED = ["--only", "verify/php-001", "SET", "--", ...hostile("none")];
const tried = (folder: string, ...command: readonly string[]) => [
  ...command,
  ...TRIED.map((one) => (one === "SET" ? folder : one)),
];

/** What whoever takes the copy does first, in its folder; each prints or proves that the set is there. */
const COPIES: Readonly<Record<string, readonly [Need, readonly (readonly string[])[]]>> = {
  go: [
    GO,
    [
      ["go", "vet", "./..."],
      ["go", "test", "./..."],
      ["go", "build", "-o", "conform", "./runners"],
      tried("data", "./conform"),
    ],
  ],
  rust: [
    needsProgram("cargo"),
    [
      ["cargo", "test", "--quiet", "--offline", "--lib"],
      tried("data", "cargo", "run", "--quiet", "--offline", "--bin", "credport-conform", "--"),
    ],
  ],
  python: [
    PYTHON,
    [
      ["python3", "-B", "-c", "import credport_vectors as v; assert len(v.cases('verify')) > 1000"],
      tried("src/credport_vectors/data", "python3", "-B", "-m", "credport_vectors.conform"),
    ],
  ],
  maven: [
    needsProgram("javac"),
    [
      ["javac", "-d", "classes", "src/main/java/example/credport/Vectors.java"],
      ["java", "-cp", "classes:src/main/resources", "example.credport.Vectors", "verify"],
    ],
  ],
};

/** A set of 28 MB is read by what was not optimised: without these, half of the time is for them. */
const UNCHECKED = {
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_PROFILE_TEST_DEBUG: "0",
  CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: "false",
  CARGO_PROFILE_DEV_OVERFLOW_CHECKS: "false",
};

describe("a copy for another ecosystem", () => {
  for (const [name, [need, commands]] of Object.entries(COPIES)) {
    need.test(
      `${name}: loads the set where it is vendored, in the version of the suite`,
      () => {
        const cwd = rootOf(name);
        const env = {
          ...process.env,
          ...UNCHECKED,
          PYTHONPATH: join(cwd, "src"),
          GOFLAGS: "-mod=mod",
          GO111MODULE: "on",
        };
        for (const [program = "", ...args] of commands) execFileSync(program, args, { cwd, env, stdio: "pipe" });
        const { suiteVersion } = JSON.parse(readFileSync(join(VECTORS, "manifest.json"), "utf8"));
        expect(readFileSync(join(cwd, "LICENSE"), "utf8")).toContain("BSD");
        expect(readFileSync(join(cwd, "README.md"), "utf8")).toContain(`In this copy for ${name} the set is in `);
        expect(cwd.endsWith(`credport-vectors-${suiteVersion}-${name}`)).toBe(true);
      },
      180_000,
    );
  }
});

const OWN_TARGET = [process.platform, { x64: "amd64" }[process.arch as string] ?? process.arch] as const;

describe("the runner as one file", () => {
  GO.test(
    "has the set inside, runs where nothing else is, and takes another set",
    () => {
      const [file = ""] = executables(folder, [OWN_TARGET]);
      mkdirSync(built("alone"));
      const run = (...args: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(file, args, { cwd: built("alone"), encoding: "utf8", env: {} });
        return [status, stdout + stderr];
      };
      const adapter = hostile("none");
      const { suiteVersion } = JSON.parse(readFileSync(join(VECTORS, "manifest.json"), "utf8"));
      const one = expect.stringContaining(`against 1 vector of suite ${suiteVersion}`);
      expect(run("--only", "verify/php-001", "--", ...adapter)).toEqual([0, one]);
      expect(run("--only", "verify/php-001", "--", ...adapter, "--", "more")).toEqual([0, one]);
      const other = expect.stringContaining("against 1 vector of suite unknown");
      expect(run("--only", "verify/php-001", built("small"), "--", ...adapter)).toEqual([0, other]);
      expect(run("--version")).toEqual([0, `${suiteVersion}\n`]);
      expect(run("-h")).toEqual([0, expect.stringContaining("[--statuses] -- <program>")]);
      expect(run(...adapter)).toEqual([2, expect.stringContaining("[--statuses] -- <program>")]);
      expect(run("--")).toEqual([2, expect.stringContaining("[--statuses] -- <program>")]);
    },
    180_000,
  );
});

describe("a static set", () => {
  PYTHON.test("has the sums of its files beside them", () => {
    const sums = readFileSync(join(set, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums).toHaveLength(11);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: set });
  });

  PYTHON.test("is run as its page says, and held to its sums", () => {
    const page = readFileSync(join(set, "README.md"), "utf8");
    const { suiteVersion } = JSON.parse(readFileSync(join(VECTORS, "manifest.json"), "utf8"));
    expect(page).toContain(`credport-vectors ${suiteVersion}`);
    const line = page.split("\n").find((one) => one.startsWith("python3 ")) as string;
    const [program = "", ...args] = line.split(" -- ")[0]!.split(" ");
    const [folder = "", ...rest] = args.reverse();
    const all = [...rest.reverse(), "--only", "verify/php-001", folder, "--", ...hostile("none")];
    expect(execFileSync(program, all, { cwd: set, encoding: "utf8" })).toContain(`of suite ${suiteVersion}`);
  });
});
