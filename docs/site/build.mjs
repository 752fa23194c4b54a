/**
 * Builds the documentation site of docs/ into docs/site/dist: `npm run site`. Further arguments are VitePress', such as
 * `--base /credport/`. A link that leads nowhere and a warning of typedoc fail it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../try/build.mjs";
import { deadLinks } from "./dead-links.mjs";
import { DIST, MADE, ROOT, SITE } from "./places.mjs";
import { writeProblemPages } from "./problem-pages.mjs";
import { copyServedFiles } from "./served-files.mjs";

const [LOCK, INSTALLED] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => join(SITE, name));
const VITEPRESS = join(SITE, "node_modules/vitepress/bin/vitepress.js");

function run(program, ...args) {
  execFileSync(program, args, { cwd: SITE, stdio: "inherit" });
}

if (!existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync(LOCK).mtimeMs) {
  run("npm", "ci", "--prefix", SITE, "--ignore-scripts", "--no-audit", "--no-fund");
}
rmSync(MADE, { recursive: true, force: true });
const { buildApi } = await import("./build-api.mjs");
await buildApi(ROOT, join(MADE, "api"));
writeProblemPages();
run(process.execPath, VITEPRESS, "build", SITE, ...process.argv.slice(2));
copyServedFiles(DIST);
await buildPage(join(DIST, "try"), "../");

const at = process.argv.indexOf("--base");
const dead = deadLinks(DIST, at < 0 ? "/" : process.argv[at + 1]);
if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join("\n")}`);
