import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linksOfSite, slugOf } from "../links.mjs";
import { DIST, DOCS, MADE, NAV, ROOT } from "../places.mjs";
import { sidebar } from "../sidebar.mjs";

const { description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { repository } = JSON.parse(readFileSync(join(ROOT, ".ci/publisher.json"), "utf8"));

/** The pages are above the folder where Vue is installed: while they are rendered it is that one's. */
const VUE_OF_SITE = {
  name: "vue-of-site",
  enforce: "pre",
  resolveId: (id, _, { ssr }) => (ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null),
};

const SEARCH = {
  // Each problem has a page of its own, and the table of implementations is for the eye.
  _render: (source, env, markdown) => {
    const html = markdown.render(source, env);
    return /^(?:problems|peers)\.md$/.test(env.relativePath) ? "" : html;
  },
  // A page tells more than a signature.
  miniSearch: { searchOptions: { boostDocument: (id) => (id.includes("/api/") ? 0.3 : 1) } },
};

export default {
  title: "credport",
  description,
  // No icon: browsers ask for one else.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: DOCS,
  srcExclude: ["examples/**"],
  outDir: DIST,
  cacheDir: join(MADE, "cache"),
  // All other links are held to the built files: dead-links.mjs.
  ignoreDeadLinks: "localhostLinks",
  rewrites: { "site/index.md": "index.md", "site/made/:page(.*)": ":page" },
  markdown: {
    // Colours that all readers can tell from their ground.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slugOf },
    config: (markdown) => linksOfSite(markdown, repository),
  },
  vite: { plugins: [VUE_OF_SITE] },
  themeConfig: {
    search: { provider: "local", options: SEARCH },
    outline: [2, 3],
    docFooter: { prev: false, next: false },
    nav: NAV,
    sidebar: sidebar(),
  },
};
