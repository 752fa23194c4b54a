import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const SMOKE = resolve(import.meta.dirname, "../runtimes/smoke.mjs");
/** Passes on what is installed; `npm run runtimes` installs the others. */
const PROGRAMS: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ["this Node", process.execPath, []],
  ["Bun", "bun", []],
  ["Deno", "deno", ["run", "--allow-all"]],
];

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.for(PROGRAMS)("vectors of all engines and the client on %s", ([name, program, args], { skip }) => {
  skip(!isInstalled(program), `${name} is not installed: npm run runtimes installs and tests it`);
  const printed = execFileSync(program, [...args, SMOKE, "verify/commands-*"], { encoding: "utf8" });
  expect(JSON.parse(printed)).toMatchObject({ vectors: { failed: [] }, client: "imports" });
});
