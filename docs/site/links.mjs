/** Makes the links of pages, which are written for readers of the repository, into links of the site. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { DOCS, MADE, ROOT } from "./places.mjs";
import { addressOf, isCode } from "./problem-pages.mjs";

/** Files of docs/ that are served beside the pages. */
export const SERVED = ["peers.html", "openapi.json", "conformance"];
/** Folders of JSON Schemas, which are served where the path of each $id says. */
export const SCHEMAS = ["docs/conformance", "schemas", "vectors/schema"];
/** And what is built. */
const BESIDE_PAGES = [...SERVED, "try"];

/** A heading's name in links, as code hosts derive it. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replace(/ /g, "-");
}

/** The path of a file on the site. */
function pathOnSite(file) {
  return relative(file.startsWith(MADE) ? MADE : DOCS, file).replace(/^site\//, "");
}

/** Where a link of a page leads on the site: to a page, to a file beside the pages, or to the repository. */
export function addressOnSite(page, href, repository) {
  const [path, anchor] = href.split("#");
  const isOfProblem = page.startsWith(resolve(MADE, "problems"));
  const target = resolve(isOfProblem ? DOCS : dirname(page), decodeURI(path));
  if (!existsSync(target)) throw new Error(`${relative(ROOT, page)}: ${href} leads nowhere`);
  const to = pathOnSite(target);
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (to.endsWith(".md") && !/^(?:\.\.|examples)\//.test(to)) return { href: `/${to}${hash}` };
  // VitePress puts no base before a link that it is not to follow itself.
  if (BESIDE_PAGES.includes(to.split("/")[0]))
    return { href: relative(dirname(pathOnSite(page)), to), target: "_self" };
  return { href: `${repository}/blob/main/${relative(ROOT, target)}${hash}` };
}

/** The same tokens, with links of the site, and with links from problems' codes to their pages. */
function withLinksOfSite(tokens, page, repository) {
  let depth = 0;
  return tokens.flatMap((token) => {
    depth += token.type.startsWith("link_") ? token.nesting : 0;
    if (token.type === "link_open") {
      const href = token.attrGet("href");
      if (!/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(href)) {
        for (const [name, value] of Object.entries(addressOnSite(page, href, repository))) token.attrSet(name, value);
      }
    }
    // Braces in code are not Vue's.
    if (token.type === "code_inline") token.attrSet("v-pre", "");
    // A problem's code leads to its page.
    const isProblem = token.type === "code_inline" && depth === 0 && isCode(token.content);
    return isProblem ? linked(token, addressOf(token.content)) : [token];
  });
}

function linked(token, href) {
  const open = new token.constructor("link_open", "a", 1);
  open.attrSet("href", href);
  return [open, token, new token.constructor("link_close", "a", -1)];
}

/** A plugin of markdown-it. */
export function linksOfSite(markdown, repository) {
  markdown.core.ruler.push("links-of-site", ({ tokens, env }) => {
    const page = env.realPath ?? env.path;
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "inline") continue;
      token.children = withLinksOfSite(token.children, page, repository);
      // A head without a name is not one.
      if (token.content === "") for (const cell of [tokens[at - 1], tokens[at + 1]]) cell.tag = "td";
    }
  });
}
