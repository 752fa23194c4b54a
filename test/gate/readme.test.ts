import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

/**
 * What the README says that the two commands print is what they print. After a
 * change on purpose: UPDATE_README=1 npx vitest run --project gate test/gate/readme.test.ts
 */
const ROOT = resolve(import.meta.dirname, "../..");
const README = join(ROOT, "README.md");
const folder = "docs/examples/firebase";

function outputOf(command: string): string {
  const args = `${command} ${folder}/users.json --from firebase --hash-config ${folder}/hash-config.txt --known ada@example.com`;
  const { stdout, status } = spawnSync(process.execPath, ["dist/cli/main.js", ...args.split(" ")], {
    cwd: ROOT,
    encoding: "utf8",
    input: readFileSync(join(ROOT, folder, "known-password.txt")),
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "" },
  });
  expect(status).toBe(1);
  return `\`\`\`console\n$ npx credport ${args} < ${folder}/known-password.txt\n${steady(stdout).trimEnd()}\n\`\`\`\n`;
}

/** How long it took differs from run to run. */
function steady(text: string): string {
  return text
    .replace(/\d+(?:\.\d+)? (ms|s|users\/s|\/s)\b/g, "… $1")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:…");
}

it.each(["check", "import"])("shows the real output of credport %s", (command) => {
  const text = readFileSync(README, "utf8");
  const start = text.indexOf(`<!-- output of ${command} -->\n`) + `<!-- output of ${command} -->\n`.length;
  const end = text.indexOf("<!-- end -->", start);
  const output = outputOf(command);
  if (process.env.UPDATE_README === "1")
    writeFileSync(README, text.slice(0, start) + output + text.slice(end));
  else expect(text.slice(start, end)).toBe(output);
});
