import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly files: readonly string[] };

/** Pages that the package leaves out, as `!docs/{a,b}.md` has them. */
const LEFT_OUT = new Set(
  files.flatMap((one) => {
    const [, names = ""] = /^!docs\/\{(.+)\}\.md$/.exec(one) ?? [];
    return names.split(",").map((name) => join("docs", `${name}.md`));
  }),
);
const FOLDERS = files.filter((one) => !/[*!]/.test(one));

function isPacked(path: string): boolean {
  if (["README.md", "LICENSE", "package.json"].includes(path)) return true;
  if (FOLDERS.some((one) => path === one || path.startsWith(`${one}/`))) return true;
  return /^docs\/[^/]+\.md$/.test(path) && !LEFT_OUT.has(path);
}

const pagesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const PAGES = ["README.md", ...pagesIn("docs"), ...pagesIn("docs/guides"), ...pagesIn("docs/conformance")].filter(
  (path) => path.endsWith(".md") && isPacked(path),
);

/** Links to what the package does not have, from a page that does not say that something is in the repository. */
function lostLinks(page: string, text: string): readonly string[] {
  if (/in the repository/.test(text.replace(/\s+/g, " "))) return [];
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, to = ""]) => to);
  return links.filter((to) => !isPacked(normalize(join(dirname(page), to)))).map((to) => `${page}: ${to}`);
}

it("a page of the package links to pages of the package, or says that the other one is in the repository", () => {
  expect(PAGES.length).toBeGreaterThan(50);
  expect([...LEFT_OUT].every((path) => path.endsWith("docs/.md") || existsSync(path))).toBe(true);
  expect(PAGES.flatMap((page) => lostLinks(page, readFileSync(page, "utf8")))).toEqual([]);
});

it("a link to a page that is left out is found", () => {
  expect(lostLinks("docs/faq.md", "See [quality](quality.md).")).toEqual(["docs/faq.md: quality.md"]);
  expect(lostLinks("docs/faq.md", "See [quality](quality.md), in the\nrepository.")).toEqual([]);
  expect(lostLinks("docs/guides/okta.md", "See [login](../login.md).")).toEqual([]);
});
