import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { documentedCommands, faultOfCommand } from "./documented-commands.js";

/** Each command line of credport on a page is one that the program takes. */
const ROOT = resolve(import.meta.dirname, "../..");

const PAGES = (readdirSync(ROOT, { recursive: true, encoding: "utf8" }) as string[]).filter(
  (path) => /^(?:\w+\.md|(?:docs|vectors)\/.*\.md)$/.test(path) && !/node_modules|^docs.site.made/.test(path),
);

async function faultsOf(path: string, page: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const command of documentedCommands(path, page)) {
    const fault = await faultOfCommand(command);
    if (fault !== null) faults.push(`${command.place}: credport ${command.words.join(" ")}: ${fault}`);
  }
  return faults;
}

it("every command line of credport on a page is one that the program takes", {
  timeout: 120_000,
}, async () => {
  const found = await Promise.all(PAGES.map((path) => faultsOf(path, readFileSync(join(ROOT, path), "utf8"))));
  expect(found.flat()).toEqual([]);
});

it("finds the commands of blocks, of terminals, of manifests and of sentences", () => {
  const page = [
    "Run `credport\nsources django`, or credport sources.",
    "```sh",
    "npm install credport bullmq",
    "KEY=… npx credport check users.json \\",
    "  --from firebase > out.txt # and look",
    "parallel credport import {} --from credport ::: a b",
    "```",
    "```yaml",
    "args: ['credport undo \"/data/x\" --yes']",
    "```",
  ].join("\n");
  expect(documentedCommands("x.md", page).map(({ place, words }) => [place, words.join(" ")])).toEqual([
    ["x.md:5", "check users.json --from firebase"],
    ["x.md:7", "import {} --from credport"],
    ["x.md:10", "undo /data/x --yes"],
    ["x.md:1", "sources django"],
  ]);
});

it("names an option, a command, a value or an argument that the program does not take", async () => {
  const page = [
    "`credport move-users` and `credport check --from nowhere-at-all`, but `credport undo` and `credport check --from …`",
    "```sh",
    "credport check users.json --form firebase",
    "credport fallback statuses users.ndjson",
    "credport undo",
    "credport undo a.journal b.journal",
    "```",
  ].join("\n");
  expect((await faultsOf("x.md", page)).map((fault) => fault.split(": ")[0])).toEqual([
    "x.md:3",
    "x.md:4",
    "x.md:5",
    "x.md:6",
    "x.md:1",
    "x.md:1",
  ]);
});
