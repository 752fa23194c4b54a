/** Where the site's parts are. What is made for it, `made` and `dist`, is not kept. */
import { resolve } from "node:path";

export const SITE = import.meta.dirname;
export const DOCS = resolve(SITE, "..");
export const ROOT = resolve(SITE, "../..");
export const MADE = resolve(SITE, "made");
export const DIST = resolve(SITE, "dist");

/** What the head of each page leads to. */
export const NAV = [
  { text: "Start", link: "/start" },
  { text: "Guides", link: "/guides/" },
  { text: "Problems", link: "/problems" },
  { text: "API", link: "/api/" },
  { text: "Try it", link: "/try/index.html", target: "_self" },
];
