import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

/**
 * docs/bundling.md has the lines that test/runtimes/bundlers.mjs runs, and no others. `UPDATE_DOCS=1` with this file
 * writes them.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/bundling.md");

interface BundlerLine {
  readonly name: string;
  readonly format?: string;
  readonly packages: readonly string[];
  readonly makes: string;
  readonly line: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly manifest?: object;
  readonly note?: string;
}

const { BUNDLER_LINES } = (await import(pathToFileURL(join(ROOT, "test/runtimes/bundler-lines.mjs")).href)) as {
  readonly BUNDLER_LINES: readonly BundlerLine[];
};

const LANGUAGES: Readonly<Record<string, string>> = { mjs: "mjs", toml: "toml", json: "json" };

const block = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** What is in package.json beside its name and its packages. */
function manifestText(manifest: object): string {
  return Object.entries(manifest)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(",\n");
}

function sectionOf({ name, format, files = {}, manifest, line, note }: BundlerLine): string {
  const blocks = Object.entries(files).map(
    ([file, text]) => `\`${file}\`:\n\n${block(LANGUAGES[file.slice(file.lastIndexOf(".") + 1)] ?? "", text)}`,
  );
  const fields = manifest === undefined ? [] : [`In \`package.json\`:\n\n${block("json", manifestText(manifest))}`];
  const title = `## ${[name, format].filter(Boolean).join(", ")}`;
  return [title, ...(note === undefined ? [] : [note]), ...fields, ...blocks, block("sh", line)].join("\n\n");
}

describe("the page on bundlers", () => {
  it("has the lines that are run, and no others", () => {
    const page = readFileSync(PAGE, "utf8");
    const lines = `<!-- lines -->\n\n${BUNDLER_LINES.map(sectionOf).join("\n\n")}\n\n<!-- /lines -->`;
    const expected = page.replace(/<!-- lines -->[\s\S]*<!-- \/lines -->/, () => lines);
    if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, expected);
    else expect(page).toBe(expected);
    expect(expected).toContain(lines);
  });

  it("has a line for each bundler that is promised", () => {
    const promised = "esbuild rollup rolldown vite webpack ncc Bun Parcel Wrangler Next,Turbopack Next,webpack Jest";
    const names = BUNDLER_LINES.map(({ name }) => name.replace(", ", ","));
    const executables = ["bun build --compile", "Node's single executable"];
    expect(names).toEqual(expect.arrayContaining([...promised.split(" "), ...executables]));
  });

  it("is run by the program for each kind that a line makes", () => {
    const program = ["bundlers.mjs", "bundle-places.mjs"]
      .map((file) => readFileSync(join(ROOT, "test/runtimes", file), "utf8"))
      .join("");
    for (const { makes } of BUNDLER_LINES) expect(program).toContain(`rowsOf("${makes}"`);
  });
});
