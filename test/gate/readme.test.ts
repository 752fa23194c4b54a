import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { guideLinks } from "../guides/guide-page.js";
import { ALSO } from "../guides/systems-table.js";
import { useTemporaryFolder } from "../temporary-folder.js";

/**
 * What the README and the first pages say that commands print is what they print, and the README
 * leads to every guide. After a change on purpose:
 * UPDATE_README=1 npx vitest run --project gate test/gate/readme.test.ts
 */
const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = "docs/examples/firebase";
const SAMPLE = `${FOLDER}/users.json --from firebase --hash-config ${FOLDER}/hash-config.txt --known ada@example.com`;
const PASSWORD = `${FOLDER}/known-password.txt`;

/** A hash that can be imported, and one that only looks like it. */
const HASHES = [
  "bcrypt$$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  "$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES",
];

interface Shown {
  readonly page: string;
  readonly args: string;
  /** The file that the page has one write first. */
  readonly file?: string;
  /** What is typed after the arguments, and what the program reads. */
  readonly redirection: string;
  readonly input: string | Buffer;
}

const password = { redirection: `< ${PASSWORD}`, input: readFileSync(join(ROOT, PASSWORD)) };
const COMMANDS: Readonly<Record<string, Shown>> = {
  identify: {
    page: "README.md",
    args: "identify",
    redirection: `<<'END'\n${HASHES.join("\n")}\nEND`,
    input: `${HASHES.join("\n")}\n`,
  },
  "check-sample": {
    page: "docs/start.md",
    args: "check users.ndjson --from auth0 --known ann@example.com",
    file: "users.ndjson",
    redirection: "",
    input: "U*U\n",
  },
  check: { page: "docs/walkthrough.md", args: `check ${SAMPLE}`, ...password },
  import: { page: "docs/walkthrough.md", args: `import ${SAMPLE}`, ...password },
};

const folder = useTemporaryFolder();

/** Where a command runs: in the clone, or where the page has one write a file. */
function placeOf({ page, file }: Shown): string {
  if (file === undefined) return ROOT;
  const [, content = ""] = readFileSync(join(ROOT, page), "utf8").split(`cat > ${file} <<'END'\n`);
  writeFileSync(join(folder.path(), file), content.slice(0, content.indexOf("END\n")));
  return folder.path();
}

function outputOf(shown: Shown): string {
  const { args, redirection, input } = shown;
  const { stdout, status } = spawnSync(process.execPath, [join(ROOT, "dist/cli/main.js"), ...args.split(" ")], {
    cwd: placeOf(shown),
    encoding: "utf8",
    input,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "" },
  });
  expect(status).toBe(1);
  return `\`\`\`console\n$ ${`npx credport ${args} ${redirection}`.trimEnd()}\n${steady(stdout).trimEnd()}\n\`\`\`\n`;
}

/** How long it took differs from run to run. */
function steady(text: string): string {
  return text.replace(/\d+(?:\.\d+)? (ms|s|users\/s|\/s)\b/g, "… $1").replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:…");
}

/** Holds what is between a mark and the next end to the text, or writes it. */
function expectBetween(page: string, mark: string, wanted: string): void {
  const path = join(ROOT, page);
  const text = readFileSync(path, "utf8");
  const start = text.indexOf(`<!-- ${mark} -->\n`) + `<!-- ${mark} -->\n`.length;
  const end = text.indexOf("<!-- end -->", start);
  if (process.env.UPDATE_README === "1") writeFileSync(path, text.slice(0, start) + wanted + text.slice(end));
  else expect(text.slice(start, end)).toBe(wanted);
}

describe("the README and the first pages", () => {
  it.each(Object.entries(COMMANDS))("show the real output of credport %s", (name, command) => {
    expectBetween(command.page, `output of ${name}`, outputOf(command));
  });

  it("lead to the guide of each system", () => {
    expectBetween("README.md", "guides", `${guideLinks("docs/guides/")}\n`);
  });

  it("take no format for a system's own that the catalogue does not have", () => {
    const names = new Set(BUILT_IN_FORMATS.map(({ name }) => name));
    expect(
      Object.values(ALSO)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });
});
