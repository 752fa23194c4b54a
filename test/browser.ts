import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { expect } from "vitest";
import { needs } from "./needs.js";

const places = (process.env.PATH ?? "").split(delimiter);
const path = ["chromium", "google-chrome"].flatMap((name) => places.map((place) => join(place, name))).find(existsSync);

/** A browser to drive, found on the path: its script there needs other programs of the system. */
export const BROWSER = { ...needs("Chromium", path !== undefined), path: path ?? "" };

export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({ executablePath: BROWSER.path, args: ["--no-sandbox"] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How a reader can look at a page. */
const LOOKS = {
  light: { scheme: "light", width: 1200, height: 900 },
  dark: { scheme: "dark", width: 1200, height: 900 },
  phone: { scheme: "light", width: 390, height: 844 },
  "dark-phone": { scheme: "dark", width: 390, height: 844 },
} as const;

export const ALL_LOOKS = Object.keys(LOOKS) as readonly (keyof typeof LOOKS)[];

/**
 * Holds a page, in one look, to the width of its window and to all that axe knows, and takes a picture of it. Pictures are
 * in the folder that CREDPORT_SCREENSHOTS names, else in the one given, which is gone after the test.
 */
export async function expectFitToRead(
  page: Page,
  look: keyof typeof LOOKS,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<void> {
  const { scheme, width, height } = LOOKS[look];
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height });
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html].join()))",
  )) as readonly string[];
  const into = process.env.CREDPORT_SCREENSHOTS ?? folder;
  mkdirSync(into, { recursive: true });
  const picture = await page.screenshot({ path: join(into, `${name}-${look}.png`) as `${string}.png` });
  expect({ look, found }).toEqual({ look, found: [] });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  expect(picture.length).toBeGreaterThan(5_000);
}
