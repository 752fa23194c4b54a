import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface ProgramRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built program as a user does: a process of its own, with pipes. */
export async function runBuiltCli(
  args: readonly string[],
  { stdin = "", env = {}, cwd }: { stdin?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<ProgramRun> {
  if (!existsSync(PROGRAM)) throw new Error("dist is missing: npm run build");
  const { PATH = "", TMPDIR } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
