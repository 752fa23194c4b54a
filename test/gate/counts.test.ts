import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

/** How many vectors a page says there are is what the manifest says, or the page names the manifest of its run. */
const ROOT = resolve(import.meta.dirname, "../..");
const MANIFEST = readFileSync(join(ROOT, "vectors/manifest.json"));
const { count } = JSON.parse(MANIFEST.toString()) as { readonly count: number };
const DIGEST = createHash("sha256").update(MANIFEST).digest("hex");

/** From a thousand on it is the whole suite; what a runtime or an example runs of it is less. */
const STATED =
  /(?<number>\d{1,3}(?:,\d{3})+|\d{4,}) vectors(?: of the manifest whose SHA-256 begins with (?<digest>[\da-f]{12}))?/g;

function faultsOf(text: string): readonly string[] {
  return [...text.matchAll(STATED)]
    .filter(({ groups }) => {
      const { number = "", digest = "" } = groups ?? {};
      const isOfPast = digest !== "" && !DIGEST.startsWith(digest);
      return !isOfPast && Number(number.replaceAll(",", "")) !== count;
    })
    .map(([stated]) => stated);
}

const pages = ["README.md", "vectors/README.md"].concat(
  readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
);

it.each(pages)("%s states no count of vectors as present that is not the manifest's", (page) => {
  expect(faultsOf(readFileSync(join(ROOT, page), "utf8"))).toEqual([]);
});

it("the page of peers says which manifest its run was of", () => {
  expect(readFileSync(join(ROOT, "docs/peers.md"), "utf8")).toMatch(
    /vectors of the manifest whose SHA-256 begins/,
  );
});

it("a count that is off by one is found, with or without the present manifest", () => {
  const present = `of the manifest whose SHA-256 begins with ${DIGEST.slice(0, 12)}`;
  const wrong = [
    `${count + 1} vectors`,
    `${(count + 1).toLocaleString("en")} vectors`,
    `${count + 1} vectors ${present}`,
  ];
  for (const text of wrong) expect(faultsOf(text)).toHaveLength(1);
  for (const text of [`${count} vectors`, `${count} vectors ${present}`]) expect(faultsOf(text)).toEqual([]);
});
