import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DENO, installed, missingRow, versionIn } from "./install.mjs";

/** As JSR's own tool publishes a package that is written for Node; TypeScript's own compiler has checked the types. */
const PUBLISH = [
  ["publish", "--dry-run", "--allow-dirty", "--no-check", "--no-lock"],
  ["--unstable-sloppy-imports", "--unstable-bare-node-builtins"],
].flat();

/** What JSR would say to the package: it takes no name whose type has to be worked out. */
export function jsrPlace({ folder, root }) {
  const name = "JSR, without slow types";
  const place = installed(folder, "place-Deno", [DENO]);
  const program = place === null ? "" : join(place, "node_modules", DENO, "deno");
  if (!existsSync(program)) return missingRow(name, DENO);
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, stderr } = spawnSync(program, PUBLISH, { cwd: root, encoding: "utf8", env });
  const fault = stderr.match(/^error.*$/m)?.[0] ?? `exit code ${status}`;
  const result = status === 0 ? "would be published" : fault.slice(0, 160);
  return { name, version: versionIn(place, DENO), result, isGood: status === 0 };
}
