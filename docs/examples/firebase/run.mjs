/**
 * The main job on the sample: check the export, then import what is good into the
 * embedded rehearsal service. The sample holds damaged records on purpose, so both
 * commands end with exit code 1, "problems found"; anything else is a failure here.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const folder = "docs/examples/firebase";
const root = fileURLToPath(new URL("../../../", import.meta.url));
const password = readFileSync(new URL("known-password.txt", import.meta.url));
const source = [`${folder}/users.json`, "--from", "firebase", "--hash-config", `${folder}/hash-config.txt`];
const known = ["--known", "ada@example.com"];

for (const command of ["check", "import"]) {
  const args = [command, ...source, ...known];
  process.stdout.write(`\n$ credport ${args.join(" ")} < ${folder}/known-password.txt\n\n`);
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    input: password,
    stdio: ["pipe", "inherit", "inherit"],
  });
  if (status !== 1) {
    process.stderr.write(`credport ${command} ended with exit code ${status}, not 1\n`);
    process.exit(2);
  }
}

process.stdout.write(`
That was the sample of ${folder}: 200 invented users, 22 of them damaged on purpose.
Nothing left this machine. With an export of your own: README.md, "Check your own export".
To look at single hashes and secrets in a browser: npm run try
`);
