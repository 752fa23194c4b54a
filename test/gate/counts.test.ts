import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { PROBLEM_CODES } from "../../src/problems/index.js";
import { READABLE_SOURCES } from "../../src/source/index.js";

/**
 * How many of a thing a page says there are is how many there are. A count of vectors may also be of a run whose
 * manifest the page names.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const MANIFEST = readFileSync(join(ROOT, "vectors/manifest.json"));
const { count } = JSON.parse(MANIFEST.toString()) as { readonly count: number };
const DIGEST = createHash("sha256").update(MANIFEST).digest("hex");

/** From a thousand on it is the whole suite; what a runtime or an example runs of it is less. */
const STATED =
  /(?<number>\d{1,3}(?:,\d{3})+|\d{4,}) vectors(?: of the manifest whose SHA-256 begins with (?<digest>[\da-f]{12}))?/g;

const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | object>>;
};

/** What is counted, by the words that a page has for it. credport's own format is not another system's. */
const PRESENT: Readonly<Record<string, number>> = {
  "(?:hash )?formats": BUILT_IN_FORMATS.length,
  "problem codes": PROBLEM_CODES.length,
  "codes of problems": PROBLEM_CODES.length,
  systems: READABLE_SOURCES.length - 1,
  guides: readdirSync(join(ROOT, "docs/guides")).length - 1,
  subpaths: Object.values(exports).filter((target) => typeof target === "object").length,
};

/** A number in figures: what is spelled out is a part of the whole. */
function miscounted(text: string): readonly string[] {
  return Object.entries(PRESENT).flatMap(([words, present]) =>
    [...text.matchAll(new RegExp(`\\b(\\d[\\d,]*)\\s+${words}\\b`, "g"))]
      .filter(([, number = ""]) => Number(number.replaceAll(",", "")) !== present)
      .map(([stated]) => stated),
  );
}

function faultsOf(text: string): readonly string[] {
  return [...text.matchAll(STATED)]
    .filter(({ groups }) => {
      const { number = "", digest = "" } = groups ?? {};
      const isOfPast = digest !== "" && !DIGEST.startsWith(digest);
      return !isOfPast && Number(number.replaceAll(",", "")) !== count;
    })
    .map(([stated]) => stated);
}

const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "vectors/README.md"].concat(
  readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
);

it.each(pages)("%s states no count of vectors as present that is not the manifest's", (page) => {
  expect(faultsOf(readFileSync(join(ROOT, page), "utf8"))).toEqual([]);
});

it.each(pages)("%s states no other number of formats, systems, codes, guides or subpaths than there are", (page) => {
  expect(miscounted(readFileSync(join(ROOT, page), "utf8"))).toEqual([]);
});

it("a number of formats or subpaths that is off by one is found", () => {
  const { length } = BUILT_IN_FORMATS;
  expect(miscounted(`${length + 1} formats, ${length - 1}\nhash formats, 1 subpaths`)).toHaveLength(3);
  expect(miscounted(`${length} formats of ten systems`)).toEqual([]);
});

it.each(["docs/peers.md", "docs/peers.html"])("%s is of the vectors that are here: npm run peers", (page) => {
  const [, vectors, digest] =
    /over the (\d+) vectors of the manifest whose SHA-256 begins with ([0-9a-f]{12})/.exec(
      readFileSync(join(ROOT, page), "utf8"),
    ) ?? [];
  expect([Number(vectors), digest]).toEqual([count, DIGEST.slice(0, 12)]);
});

it("the page of peers names the manifest of its run, and counts what its tables have", () => {
  const page = readFileSync(join(ROOT, "docs/peers.md"), "utf8");
  const [, implementations, vectors] =
    /^(\d+) implementations, run on .* over the (\d+) vectors of the manifest whose SHA-256 begins/m.exec(page) ?? [];
  const [first = "", second = ""] = page.split(/^\| Implementation \|.*\n/m).slice(1);
  const rowsOf = (table: string) => (table.split("\n\n")[0] ?? "").split("\n").slice(1);
  expect([rowsOf(first).length, rowsOf(second).length]).toEqual([Number(implementations), Number(implementations)]);
  const own = rowsOf(first).find((row) => row.startsWith("| credport |")) ?? "";
  const judged = [...own.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
  expect(judged).toBe(Number(vectors));
  expect(rowsOf(second).find((row) => row.startsWith("| credport |"))).toContain(`| ${vectors} |`);
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
