import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The page without its code blocks, in which nothing is a link or a heading. */
function proseOf(markdown: string): string {
  return markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
}

/** Names of a page's headings in links, as code hosts derive them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of proseOf(markdown).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)) {
    const shown = (heading as string).replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`/g, "");
    const name = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
      .replace(/ /g, "-");
    let anchor = name;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${name}-${count}`;
    anchors.add(anchor);
  }
  for (const [, id] of markdown.matchAll(/<a (?:id|name)="([^"]+)">/g)) anchors.add(id as string);
  return anchors;
}

/** Links of a page within a folder that lead to no file there, or to no heading of that file. */
export function brokenLinks(folder: string, page: string): readonly string[] {
  const text = readFileSync(join(folder, page), "utf8");
  const links = [...proseOf(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, link]) => link as string);
  const references = [...proseOf(text).matchAll(/^\[[^\]]+\]: +(\S+)/gm)].map(([, link]) => link as string);
  return [...links, ...references]
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link) && !leads(folder, page, link))
    .map((link) => `${page}: ${link}`);
}

function leads(folder: string, page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(folder, page) : join(folder, dirname(page), decodeURI(path));
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsOf(readFileSync(target, "utf8")).has(decodeURI(anchor));
}

/** Files of the package that a page names in its text and its commands without a link. */
export function missingMentions(folder: string, page: string): readonly string[] {
  const text = readFileSync(join(folder, page), "utf8");
  return [...text.matchAll(/(?<=^|[\s`"'(])(?:docs|vectors)\/[\w./-]*\w/gm)]
    .map(([path]) => path)
    .filter((path) => !existsSync(join(folder, path)))
    .map((path) => `${page}: ${path}`);
}
