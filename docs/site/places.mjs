/** Where the site's parts are. What is made for it, `made` and `dist`, is not kept. */
import { resolve } from "node:path";

export const SITE = import.meta.dirname;
export const DOCS = resolve(SITE, "..");
export const ROOT = resolve(SITE, "../..");
export const MADE = resolve(SITE, "made");
export const DIST = resolve(SITE, "dist");
