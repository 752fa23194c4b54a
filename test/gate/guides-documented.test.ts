import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUIDED_SOURCES } from "../guides/guide-facts.js";
import { guidePage, guidesIndex } from "../guides/guide-page.js";

/**
 * docs/guides/ is made from one template and the facts of each source:
 * `UPDATE_DOCS=1 npx vitest run --project gate test/gate/guides-documented.test.ts` writes it again.
 */
const FOLDER = new URL("../../docs/guides/", import.meta.url);
const PAGES: Readonly<Record<string, string>> = {
  "index.md": guidesIndex(),
  ...Object.fromEntries(GUIDED_SOURCES.map((name) => [`${name}.md`, guidePage(name)])),
};

if (process.env.UPDATE_DOCS === "1") {
  for (const [name, page] of Object.entries(PAGES)) writeFileSync(new URL(name, FOLDER), page);
}

describe("docs/guides", () => {
  it("has a page for each guide, and no other", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(PAGES).sort());
  });

  it.each(Object.entries(PAGES))("has %s as the template makes it", (name, page) => {
    expect(readFileSync(new URL(name, FOLDER), "utf8")).toBe(page);
  });

  it.each(Object.entries(PAGES))("names the one command that leads through it all in %s", (_, page) => {
    expect(page).toMatch(/`(?:npx )?credport migrate/);
  });
});
