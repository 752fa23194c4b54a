import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { PROGRAM, runBuiltCli } from "../run-built-cli.js";

const SAMPLE = fileURLToPath(new URL("../../../docs/examples/firebase/", import.meta.url));
const USERS = join(SAMPLE, "users.json");
const TEXT = readFileSync(USERS);
const FIREBASE = ["--from", "firebase", "--hash-config", join(SAMPLE, "hash-config.txt")];

const temporary = useTemporaryFolder();

async function run(args: readonly string[], options: FakeIoOptions = {}) {
  const fake = fakeIo(options);
  const code = await runCli(args, fake.io);
  return { code, out: fake.out(), err: fake.err(), listeners: fake.interruptListeners() };
}

describe("an export from standard input", () => {
  it.each([
    ["check", ["--json"]],
    ["import", ["--dry-run", "--json"]],
    ["import", ["--json"]],
  ])("is read by %s %j as the file is", async (command, args) => {
    const withoutTimes = (text: string) => text.replaceAll(/"[a-zA-Z]*(?:[Ss]econds|Ms)": [\d.]+/g, "");
    const fromFile = await run([command, USERS, ...FIREBASE, ...args]);
    const chunks = Array.from({ length: 20 }, (_, at) =>
      TEXT.subarray((at * TEXT.length) / 20, ((at + 1) * TEXT.length) / 20),
    );
    const fromStdin = await run([command, "-", ...FIREBASE, ...args], { stdin: chunks });
    expect(fromStdin.code).toBe(fromFile.code);
    expect(withoutTimes(fromStdin.out)).toBe(withoutTimes(fromFile.out));
    expect(fromStdin.listeners).toBe(0);
  });

  it("is called standard input, and may be compressed", async () => {
    const { code, out } = await run(["check", "-", ...FIREBASE], { stdin: gzipSync(TEXT) });
    expect(code).toBe(1);
    expect(out).toContain("standard input (firebase)");
    const empty = await run(["check", "-", ...FIREBASE]);
    expect(empty.code).toBe(2);
    expect(empty.err + empty.out).toContain("the file is empty");
  });

  it.each([
    ["cli/wrong-usage", ["check", "-", ...FIREBASE], { stdinIsTerminal: true }],
    ["cli/wrong-usage", ["import", "-", ...FIREBASE], { stdinIsTerminal: true }],
    ["cli/wrong-usage", ["check", "-", ...FIREBASE, "--known", "ada@example.com"], {}],
    ["cli/wrong-usage", ["import", "-", ...FIREBASE, "--known", "-"], {}],
    ["cli/wrong-usage", ["import", "-", ...FIREBASE, "--to", "https://auth.example.com"], {}],
  ])("is refused with %s for %j", async (problem, args, options) => {
    const { code, out } = await run([...args, "--json"], options);
    expect([code, JSON.parse(out).error.code]).toEqual([2, problem]);
  });

  it("is named where it can't be read", async () => {
    function* failing() {
      yield "{";
      throw Object.assign(new Error("input/output error"), { code: "EIO" });
    }
    const { code, err, listeners } = await run(["check", "-", ...FIREBASE], { stdin: failing() });
    expect([code, err]).toEqual([2, expect.stringContaining("cannot read standard input (EIO)")]);
    expect(listeners).toBe(0);
  });

  it("does not take a file called - for it", async () => {
    const { code, err } = await run(["check", "./-", ...FIREBASE], { stdin: TEXT });
    expect([code, err]).toEqual([2, expect.stringContaining("cannot read ./- (ENOENT)")]);
  });
});

describe("the program", () => {
  it("reads a pipe and leaves nothing in the folder for temporary files", async () => {
    const env = { TMPDIR: temporary.path() };
    const { code, out } = await runBuiltCli(["check", "-", ...FIREBASE], { stdin: TEXT.toString(), env });
    expect([code, out]).toEqual([1, expect.stringContaining("22 not importable")]);
    expect(temporary.entries()).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)("leaves nothing of it behind at %s", async (signal) => {
    const child = spawn(process.execPath, [PROGRAM, "check", "-", ...FIREBASE], {
      env: { ...process.env, TMPDIR: temporary.path() },
    });
    child.stdin.on("error", () => undefined);
    const ended = once(child, "close");
    // The program has begun to keep its input when it has taken more than a pipe holds.
    for (let at = 0; at < 64; at++) {
      if (!child.stdin.write(Buffer.alloc(1 << 16, " "))) await once(child.stdin, "drain");
    }
    child.kill(signal);
    const [code] = await ended;
    expect(code).toBe(signal === "SIGKILL" ? null : 2);
    expect(temporary.entries()).toEqual([]);
  });
});
