import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { PROBLEM_CODES } from "../../src/problems/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";

/** What of the documentation site can be held without building it: test/nightly/site.test.ts builds it. */
const DOCS = resolve(import.meta.dirname, "../../docs");
const load = <T>(name: string) => import(new URL(`../../docs/site/${name}`, import.meta.url).href) as Promise<T>;

const folder = useTemporaryFolder();

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path(), name)), { recursive: true });
    writeFileSync(join(folder.path(), name), text);
  }
}

it("names a link to a page, a place or a file that is not there", async () => {
  const { deadLinks } = await load<{ deadLinks(folder: string, base: string): string[] }>("dead-links.mjs");
  write({
    "index.html": '<a href="/site/a/">1</a><a class="x" href="/site/a/#two">2</a><a href="/site/b.html">3</a>',
    "a/index.html": '<h2 id="one"></h2><a href="#one">1</a><a href="../x.json">2</a><a href="https://b.example/">3</a>',
    "x.json": "{}",
  });
  expect(deadLinks(folder.path(), "/site/")).toEqual(["index.html: /site/a/#two", "index.html: /site/b.html"]);
  write({ "a/index.html": '<a href="#one">1</a><a href="y.json?a=1&amp;b=2">2</a><a href="/a/">3</a>' });
  const dead = ["#one", "y.json?a=1&b=2", "/a/"].map((link) => `a/index.html: ${link}`);
  expect(deadLinks(folder.path(), "/site/")).toEqual(expect.arrayContaining(dead));
});

it("has a place in its sidebar for each page", async () => {
  const { GROUPS } = await load<{ GROUPS: Readonly<Record<string, readonly string[]>> }>("sidebar.mjs");
  const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md"));
  const listed = [...Object.values(GROUPS).flat(), "problems"].map((name) => `${name}.md`);
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

it("serves each schema of the repository at the path of its $id, with those that it names", async () => {
  const { copyServedFiles } = await load<{ copyServedFiles(target: string): void }>("served-files.mjs");
  copyServedFiles(folder.path());
  const tracked = execFileSync("git", ["ls-files", "*.schema.json"], { cwd: join(DOCS, ".."), encoding: "utf8" });
  const schemas = tracked.trim().split("\n");
  expect(schemas.length).toBeGreaterThan(20);
  for (const file of schemas) {
    const text = readFileSync(join(DOCS, "..", file), "utf8");
    const { $id } = JSON.parse(text) as { $id: string };
    expect([file, new URL($id).origin]).toEqual([file, "https://credport.example"]);
    const names = ["", ...[...text.matchAll(/"\$ref": "([^#"]+)/g)].map(([, name = ""]) => name)];
    const served = names.map((name) => join(folder.path(), new URL(name, $id).pathname));
    expect(readFileSync(served[0] as string, "utf8")).toBe(text);
    expect(served.filter((path) => !existsSync(path))).toEqual([]);
  }
});

it("has a page for each problem", async () => {
  const { addressOf, isCode } = await load<{ addressOf(code: string): string; isCode(text: string): boolean }>(
    "problem-pages.mjs",
  );
  expect(PROBLEM_CODES.filter((code) => !isCode(code))).toEqual([]);
  expect(isCode("bcrypt/no-such-problem")).toBe(false);
  expect(addressOf("bcrypt/cost-out-of-range")).toBe("/problems/bcrypt/cost-out-of-range/");
});

it.each([
  ["login.md", { href: "/login.md" }],
  ["guides/index.md", { href: "/guides/index.md" }],
  ["login.md#doors", { href: "/login.md#doors" }],
  ["../SECURITY.md", { href: "https://code.example/blob/main/SECURITY.md" }],
  ["examples/sessions/README.md", { href: "https://code.example/blob/main/docs/examples/sessions/README.md" }],
])("leads from a page to %s", async (href, expected) => {
  const { addressOnSite } = await load<{ addressOnSite(page: string, href: string, repository: string): object }>(
    "links.mjs",
  );
  const from = (page: string, link: string) => addressOnSite(join(DOCS, page), link, "https://code.example");
  expect(from("guides/auth0.md", "../peers.html")).toEqual({ href: "../peers.html", target: "_self" });
  expect(from("site/index.md", "../peers.html")).toEqual({ href: "peers.html", target: "_self" });
  expect(from("faq.md", href)).toEqual(expected);
  expect(from("guides/auth0.md", `../${href}`)).toEqual(expected);
  expect(() => from("faq.md", `x${href}`)).toThrow("leads nowhere");
});
