/** What the site's sidebar leads to: each page of docs/ once, under its own title. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { slugOf } from "./links.mjs";
import { DOCS, MADE } from "./places.mjs";
import { AREAS } from "./problem-pages.mjs";

/** The pages of docs/, by what their reader wants. A gate names those that are missing. */
export const GROUPS = {
  "Move users": ["start", "importing", "walkthrough", "rehearsal", "scale", "faq", "glossary"],
  "What is in an export": ["sources", "hashes", "secrets", "expressions", "catalogue"],
  "Old hashes at login": ["login", "verify-and-upgrade", "serving", "sessions"],
  "Embed credport": ["library", "verify", "client", "runtimes", "bundling"],
  "Test implementations": ["conformance", "conformance-runner", "peers", "faults"],
  "What you can rely on": ["compatibility", "threats", "licences", "quality", "architecture", "style"],
};

function pageLink(name) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(DOCS, `${name}.md`), "utf8"));
  return { text: title.replaceAll("`", ""), link: `/${name}` };
}

/** The links of an index: rows of a table, or a list. */
function linksIn(folder, address) {
  const links = readFileSync(join(folder, "index.md"), "utf8").matchAll(/^(?:\||-) \[(.+?)\]\((.+?)\)/gm);
  return [...links].map(([, text, path]) => ({ text, link: `${address}${path}` }));
}

export function sidebar() {
  const up = { text: "All pages", link: "/" };
  const areas = AREAS.map((title) => ({ text: title, link: `/problems#${slugOf(title)}` }));
  return {
    "/guides/": [up, { text: "Guides", link: "/guides/", items: linksIn(join(DOCS, "guides"), "/guides/") }],
    "/api/": [up, { text: "API reference", link: "/api/", items: linksIn(join(MADE, "api"), "/api/") }],
    "/problems": [up, { text: "Problems", link: "/problems", items: areas }],
    "/": Object.entries(GROUPS).map(([text, names]) => ({ text, items: names.map(pageLink) })),
  };
}
