import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CliIo } from "../../../src/cli/cli-io.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { misbehaving, SMALL_SUITE, vectorFolder } from "../../conformance/doubling.js";
import { needs } from "../../needs.js";
import { PROGRAM } from "../run-built-cli.js";

async function credport(args: readonly string[], input = "", onInterrupt: CliIo["onInterrupt"] = () => () => {}) {
  const written = { stdout: "", stderr: "" };
  const io: CliIo = {
    stdin: Readable.from([input]) as unknown as CliIo["stdin"],
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    env: {},
    onInterrupt,
  };
  return { exitCode: await runCli(args, io), ...written };
}

/** A program that never answers, and makes a file when it has started. */
const DEAF = "fs.writeFileSync(process.argv[1], ''); setInterval(() => {}, 1000)";

/** Standard output on a disk that is full. */
function brokenOutput() {
  let said = "";
  const io: CliIo = {
    stdin: Readable.from([]) as unknown as CliIo["stdin"],
    stdout: {
      write() {
        throw new Error("ENOSPC");
      },
    },
    stderr: { write: (text) => (said += text) },
    env: {},
    onInterrupt: () => () => {},
  };
  return { io, stderr: () => said };
}

/** `credport conform` with the small suite. */
const conform = (...args: readonly string[]) => credport(["conform", "--vectors", vectorFolder(SMALL_SUITE), ...args]);

describe("credport conform", () => {
  it.each([
    ["none", 0],
    ["wrong-answer", 1],
    ["rubbish", 2],
  ])("ends an adapter's run (%s) with exit code %i", async (manner, exitCode) => {
    expect((await conform("--", ...misbehaving(manner))).exitCode).toBe(exitCode);
  });

  it("prints no report with --quiet, and takes none that is asked for beside it", async () => {
    const quiet = await conform("--quiet", "--", ...misbehaving("wrong-answer"));
    expect([quiet.exitCode, quiet.stdout]).toEqual([1, ""]);
    const asked = await conform("--quiet", "--report", "junit", "--", ...misbehaving("none"));
    expect([asked.exitCode, asked.stderr]).toEqual([
      2,
      expect.stringContaining("cannot be used with option '--quiet'"),
    ]);
  });

  it("ends with exit code 2 and a remedy where nothing can be run", async () => {
    for (const [args, code] of [
      [["--", "/nonexistent/tool"], "conformance/adapter-unusable"],
      [["--", ...misbehaving("wrong-protocol")], "conformance/adapter-unusable"],
      [[], "conformance/option-malformed"],
      [["--self", "--", "x"], "conformance/option-malformed"],
      [["--timeout", "0", "--", "x"], "conformance/option-malformed"],
      [["--cost-timeout", "x", "--", "x"], "conformance/option-malformed"],
      [["--parallel", "many", "--", "x"], "conformance/option-malformed"],
      [["--only", "nothing/*", "--list"], "conformance/option-malformed"],
      [["--only", "double", "--only", "nothing", "--list"], "conformance/option-malformed"],
      [["--skip", "nothing/*", "--", ...misbehaving("none")], "conformance/option-malformed"],
      [["--skip-file", "/dev/null", "--", ...misbehaving("none")], "cli/not-readable"],
      [["--only", "nothing/*", "--", ...misbehaving("none")], "conformance/option-malformed"],
    ] as const) {
      const { exitCode, stdout } = await conform("--json", ...args);
      expect([exitCode, JSON.parse(stdout).error.code]).toEqual([2, code]);
    }
    const { exitCode, stderr } = await conform("--report", "html", "--", "x");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("text, json, junit, tap, markdown")]);
  });

  it("reads a skip file, and insists on reasons", async () => {
    const folder = vectorFolder();
    const file = join(folder, "skip.txt");
    writeFileSync(file, "double/small-003 gives -1 on this machine\n");
    const fine = await conform("--skip-file", file, "--json", "--", ...misbehaving("wrong-answer"));
    expect([fine.exitCode, JSON.parse(fine.stdout).totals.skipped]).toEqual([0, 1]);
    const stale = await conform("--skip-file", file, "--skip-must-fail", "--", ...misbehaving("none"));
    expect([stale.exitCode, stale.stdout]).toEqual([1, expect.stringContaining("passes, but is skipped: gives -1")]);
    writeFileSync(file, "double/small-033 is no more\n");
    const idle = await conform("--skip-file", file, "--json", "--", ...misbehaving("none"));
    expect([idle.exitCode, idle.stderr]).toEqual([0, expect.stringContaining("no vector matches double/small-033")]);
    const strict = await conform("--skip-file", file, "--skip-must-fail", "--", ...misbehaving("none"));
    expect([strict.exitCode, strict.stderr]).toEqual([2, expect.stringContaining("no vector matches")]);
    writeFileSync(file, "double/small-003\n");
    const bare = await conform("--skip-file", file, "--", ...misbehaving("none"));
    expect([bare.exitCode, bare.stderr]).toEqual([2, expect.stringContaining("line 1 gives no reason")]);
  });

  it("lists what would be run", async () => {
    const { stdout, exitCode } = await conform(
      "--list",
      "--only",
      "*/small-00?",
      "--only",
      "double/*-004",
      "--skip",
      "*/small-00?",
    );
    expect([exitCode, stdout]).toEqual([2, ""]);
    const some = await conform("--list", "--only", "double/*-004", "--only", "double/*-005", "--skip", "double/*-005");
    expect([some.exitCode, some.stdout]).toEqual([0, "double/small-004  the number 5\n"]);
  });

  it("copies the vectors, into an empty folder only", async () => {
    const target = vectorFolder();
    expect((await conform("--copy", target)).exitCode).toBe(0);
    expect(readFileSync(join(target, "double/small.json"), "utf8")).toBe(JSON.stringify(SMALL_SUITE));
    const again = await conform("--copy", target);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining("is not empty")]);
  });

  it("gives a report also where the program can't be started", async () => {
    const refused = (format: string) => conform("--report", format, "--", "/nonexistent/tool");
    expect(await refused("junit")).toEqual({
      exitCode: 2,
      stdout: expect.stringMatching(
        /<testsuite name="harness" tests="1" failures="0" errors="1"[\s\S]*could not be started/,
      ),
      stderr: expect.stringContaining("could not be started"),
    });
    expect((await refused("tap")).stdout).toMatch(/^TAP version 14\n1\.\.0\nBail out! the program could not be/);
    expect((await refused("markdown")).stdout).toMatch(/^# Not run\n\n\*\*broken\*\* \(the program could not/);
    expect((await refused("text")).stdout).toBe("");
    const [json, report] = await Promise.all([conform("--json", "--", "/nonexistent/tool"), refused("json")]);
    expect([report.exitCode, report.stdout]).toEqual([2, json.stdout]);
  });

  it("does not take a failure of its own for a verdict", async () => {
    const io = brokenOutput();
    const args = ["conform", "--vectors", vectorFolder(SMALL_SUITE), "--", ...misbehaving("none")];
    expect([await runCli(args, io.io), io.stderr()]).toEqual([
      2,
      expect.stringContaining("the run itself failed (Error: ENOSPC)"),
    ]);
  });

  needs("/dev/full", existsSync("/dev/full")).test("does not take a full disk for a verdict", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "conform", "--list", "--only", "totp-code"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect([status, stderr]).toEqual([2, "credport: cannot write the output (ENOSPC)\n"]);
  });

  it("ends itself on the second Ctrl-C", async () => {
    const folder = vectorFolder(SMALL_SUITE);
    const started = join(folder, "started");
    const command = [PROGRAM, "conform", "--vectors", folder, "--", process.execPath, "-e", DEAF, started];
    const child = spawn(process.execPath, command, { stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await expect.poll(() => existsSync(started)).toBe(true);
    // Two of a kind that come at once are one, and one that comes while the process ends would end it without a code.
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toBe(2);
  });

  it("ends the program at once on Ctrl-C", async () => {
    const listeners: (() => void)[] = [];
    const args = ["conform", "--vectors", vectorFolder(SMALL_SUITE), "--json", "--", ...misbehaving("hangs")];
    const run = credport(args, "", (listener) => {
      listeners.push(listener);
      setTimeout(listener, 500);
      return () => {};
    });
    const { exitCode, stdout } = await run;
    expect([exitCode, JSON.parse(stdout).brokenReason]).toEqual([2, "the run was interrupted"]);
  });

  it("copies nowhere below a folder that the system makes up", async () => {
    const { exitCode, stderr } = await conform("--copy", "/proc/credport/vectors");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("cannot copy to /proc/credport/vectors")]);
  });

  it("copies the package's own vectors by default", async () => {
    const target = vectorFolder();
    expect((await credport(["conform", "--copy", target])).exitCode).toBe(0);
    expect(readdirSync(target)).toEqual(expect.arrayContaining(["verify", "otpauth", "normalize"]));
  });

  it("answers as an adapter itself, over the protocol", async () => {
    const lines = [
      { cmd: "hello", protocol: 1 },
      {
        cmd: "run",
        seq: 7,
        id: "x",
        operation: "secret-to-base32",
        input: { secret: "66", encoding: "hex" },
      },
      { cmd: "run", seq: 8, id: "x", operation: "toString", input: {} },
      { cmd: "bye" },
    ].map((line) => `${JSON.stringify(line)}\n`);
    const { stdout } = await credport(["conform", "--serve"], lines.join(""));
    const [hello, seven, eight] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(hello).toMatchObject({
      protocol: 1,
      implementation: { name: "credport", language: "TypeScript" },
    });
    expect(seven).toEqual({ seq: 7, ok: { base32: "MY" } });
    expect(eight).toEqual({ seq: 8, errored: { context: "the implementation has no such operation" } });
  });
});
