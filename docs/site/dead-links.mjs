import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The links of a site, built to be served below a path, that lead to no file or place of it, as `page: link`. */
export function deadLinks(folder, base) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html"));
  const pages = new Map(files.map((path) => [path, linksAndPlaces(readFileSync(join(folder, path), "utf8"))]));
  return files.flatMap((page) => {
    const here = new URL(page, `https://site.example${base}`);
    const dead = [...pages.get(page).links].filter((link) => {
      const { origin, pathname, hash } = new URL(link, here);
      if (origin !== here.origin) return false;
      const path = decodeURI(pathname.slice(base.length));
      return !pathname.startsWith(base) || !leads(folder, pages, path, decodeURIComponent(hash.slice(1)));
    });
    return dead.map((link) => `${page}: ${link}`);
  });
}

function linksAndPlaces(html) {
  const attributes = (pattern) =>
    new Set([...html.matchAll(pattern)].map(([, value]) => value.replaceAll("&amp;", "&")));
  return { links: attributes(/<a\b[^>]*? href="([^"]*)"/g), places: attributes(/\bid="([^"]*)"/g) };
}

function leads(folder, pages, address, place) {
  const path = address.replace(/(?<=^|\/)$/, "index.html");
  const page = pages.get(path);
  if (place !== "" && page !== undefined) return page.places.has(place);
  return existsSync(join(folder, path)) && statSync(join(folder, path)).isFile();
}
