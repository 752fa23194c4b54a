import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { isAlive } from "../is-alive.js";
import { needs } from "../needs.js";
import { runLimited } from "../peers/run-limited.mjs";
import { useTemporaryFolder } from "../temporary-folder.js";

/** What runs the reproductions of faults: one computed for an hour after the program that started it had gone. */

const POSIX = needs("process groups", process.platform !== "win32");
const LONG_MS = 600_000;
const RUN_LIMITED = new URL("../peers/run-limited.mjs", import.meta.url).href;
const folder = useTemporaryFolder();

POSIX.describe("a program that is run for a time", () => {
  POSIX.test("gives what it says and how it ends", async () => {
    const done = await runLimited(["sh", "-c", "echo out; echo err >&2; exit 3"], { limitMs: LONG_MS });
    expect(done).toEqual({ code: 3, signal: null, isLate: false, stdout: "out\n", stderr: "err\n" });
  });

  POSIX.test("is ended late, with what it started", async () => {
    const started = "sleep 10000 & echo $!; wait";
    const { isLate, signal, stdout } = await runLimited(["sh", "-c", started], { limitMs: 3000 });
    expect([isLate, signal]).toEqual([true, "SIGKILL"]);
    await expect.poll(() => isAlive(Number(stdout))).toBe(false);
  });

  POSIX.test("leaves nothing when it ends by itself", async () => {
    const { code, stdout } = await runLimited(["sh", "-c", "sleep 10000 & echo $!"], { limitMs: LONG_MS });
    expect(code).toBe(0);
    await expect.poll(() => isAlive(Number(stdout))).toBe(false);
  });

  POSIX.test("ends when the process that runs it is killed", async () => {
    const note = join(folder.path(), "pid");
    const started = `sleep 10000 & echo $! > ${note}.new; mv ${note}.new ${note}; wait`;
    const call = `const { runLimited } = await import(${JSON.stringify(RUN_LIMITED)});
      await runLimited(["sh", "-c", ${JSON.stringify(started)}], { limitMs: ${LONG_MS} });`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", call], { stdio: "ignore" });
    await expect.poll(() => existsSync(note)).toBe(true);
    const pid = Number(readFileSync(note, "utf8"));
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
