import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

/**
 * The words that docs/style.md replaces appear in no comment and text of src and on no page.
 * The page's table is the list; here are only the uses that are right.
 */
const ROOT = resolve(import.meta.dirname, "../..");
const STYLE = "docs/style.md";

/** Uses that mean something else than the table does. Each has its reason. */
const RIGHT: readonly (readonly [use: RegExp, reason: string])[] = [
  [/When he himself might his quietus make/gu, "Hamlet, which SunMD5 hashes letter for letter"],
  [/\bstands?\s+(?:in\s+)?for\b/giu, "represents"],
  [/\b(?:left|leaves?\s+nothing)\s+behind\b/giu, "what remains, not an order"],
  [/\bthere\s+(?:is|are|was|were)\s+no\b/giu, "says that something does not exist"],
  [/\b(?:is|are|was|were)\s+no\s+(?:longer|more|less)\b/giu, "a comparison, not a negated noun"],
  [/[`"]anew[`"]/gu, "the name of a field of the journal"],
  [/\bthere\s+(?:is|are|was|were)\s+none\b/giu, "says that something does not exist"],
];

interface Rule {
  readonly not: string;
  readonly but: string;
  readonly pattern: RegExp;
}

/** One rule for each phrase of the left column; what is in brackets is a remark, `…` any word. */
function rulesOf(page: string, head = "| Not | But |"): readonly Rule[] {
  const table = page.slice(page.indexOf(head)).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .flatMap((row) => {
      const [, not = "", but = ""] = row.split("|").map((cell) => cell.trim());
      const phrases = not.replace(/\(.*?\)/gu, "").split(",");
      return phrases.map((phrase) => ({ not: phrase.trim(), but, pattern: patternOf(phrase.trim()) }));
    });
}

/** Also where a line ends inside the phrase, with the star of a comment at the next one. */
function patternOf(phrase: string): RegExp {
  const words = phrase.replace(/\s*…$/u, "").split(" ");
  return new RegExp(`(?<![\\p{L}\\p{N}_'-])${words.join("[\\s*/]+")}(?![\\p{L}\\p{N}_'-])`, "giu");
}

function faultsIn(path: string, text: string, rules: readonly Rule[], firstLine = 1): readonly string[] {
  const right = RIGHT.flatMap(([use]) =>
    [...text.matchAll(use)].map(({ index, 0: { length } }) => [index, index + length] as const),
  );
  const found = rules.flatMap(({ not, but, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !right.some(([start, end]) => index >= start && index < end))
      .map(({ index }) => ({ index, not, but })),
  );
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ index, not, but }) => {
      const line = firstLine + text.slice(0, index).split("\n").length - 1;
      return `${path}:${line}: not "${not}", but: ${but}`;
    });
}

/** The comments and the texts of a program, each with its line. */
function proseOf(source: string): readonly { readonly text: string; readonly line: number }[] {
  const file = ts.createSourceFile("x.ts", source, ts.ScriptTarget.ES2023, true);
  const prose: { text: string; line: number }[] = [];
  const seen = new Set<number>();
  const note = (start: number, end: number): void => {
    if (seen.has(start)) return;
    seen.add(start);
    const { line } = file.getLineAndCharacterOfPosition(start);
    prose.push({ text: source.slice(start, end), line: line + 1 });
  };
  const visit = (node: ts.Node): void => {
    const before = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(source, node.end) ?? [];
    for (const { pos, end } of [...before, ...after]) note(pos, end);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) note(node.getStart(file), node.end);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return prose;
}

function faultsOfProgram(path: string, source: string, rules: readonly Rule[]): readonly string[] {
  // A file without the words needs no parser.
  if (rules.every(({ pattern }) => source.search(pattern) === -1)) return [];
  return proseOf(source).flatMap(({ text, line }) => faultsIn(path, text, rules, line));
}

/** Blocks of code show what programs print or take; their lines stay, so that numbers agree. */
function withoutCode(page: string): string {
  return page.replace(/^```.*?^```/gmsu, (block) => block.replace(/[^\n]/gu, " "));
}

const PAGES = [
  ...["", "docs", "docs/guides", "docs/examples/firebase", "docs/examples/login-fallback"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
  "vectors/README.md",
  "vectors/CHANGELOG.md",
];
/** The list itself, and a page that repeats what the vectors say. */
const LEFT_OUT = new Set([STYLE, "docs/peers.md"]);

/** What is not written by hand: made of texts of src or of the vectors, or of the past. */
const MADE = /^(?:docs\/(?:problems|hashes)\.md|(?:vectors\/)?CHANGELOG\.md)$/;
const MADE_PARTS = /How to export the users of [\s\S]*?(?:<!-- end -->|below is the export)/gu;

/** A page without the instructions that a system's file in src has. */
function byHand(page: string): string {
  return withoutCode(page).replace(MADE_PARTS, (part) => part.replace(/[^\n]/gu, " "));
}

/** How often src has a word that pages don't. Lower a number when you take some out; none rises. */
const LEFT_IN_SRC: Readonly<Record<string, number>> = {
  nobody: 20,
  "those who": 4,
  "is none": 6,
  "told of": 1,
  "told by": 1,
  "of theirs": 3,
};

/** What a vector file says to people; its inputs and answers are not prose. */
const PROSE_KEYS = new Set(["comment", "description", "effect", "header", "policy"]);

function proseOfVectors(path: string): string {
  const prose: string[] = [];
  JSON.parse(readFileSync(path, "utf8"), function (this: unknown, key: string, value: unknown) {
    if (PROSE_KEYS.has(key) && typeof value === "string") prose.push(value);
    if (key === "header" && Array.isArray(value)) prose.push(...value);
    return value;
  });
  return prose.join("\n");
}

describe("plain English", () => {
  const rules = rulesOf(readFileSync(join(ROOT, STYLE), "utf8"));
  const ofPages = rulesOf(readFileSync(join(ROOT, STYLE), "utf8"), "| Not on pages | But |");

  it("is what the vectors are described in", () => {
    const files = filesUnder(join(ROOT, "vectors"), ".json").filter((path) => !path.includes("schema"));
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((path) => faultsIn(relative(ROOT, path), proseOfVectors(path), rules))).toEqual([]);
  });

  it("takes its words from the style page", () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.find(({ not }) => not === "behind")?.but).toBe("after");
    expect(rules.find(({ not }) => not === "himself")?.but).toBe("they, them, their");
  });

  it("is what the comments and texts of src are written in", () => {
    const faults = filesUnder(join(ROOT, "src")).flatMap((path) =>
      faultsOfProgram(relative(ROOT, path), readFileSync(path, "utf8"), rules),
    );
    expect(faults).toEqual([]);
  });

  it.each(PAGES.filter((path) => !LEFT_OUT.has(path)))("is what %s is written in", (path) => {
    expect(faultsIn(path, withoutCode(readFileSync(join(ROOT, path), "utf8")), rules)).toEqual([]);
  });

  it.each(PAGES.filter((path) => !LEFT_OUT.has(path) && !MADE.test(path)))(
    "has no word on %s that belongs on no page",
    (path) => expect(faultsIn(path, byHand(readFileSync(join(ROOT, path), "utf8")), ofPages)).toEqual([]),
  );

  it("has in src no more of these words than before", () => {
    const faults = filesUnder(join(ROOT, "src"))
      .flatMap((path) => faultsOfProgram("", readFileSync(path, "utf8"), ofPages))
      .join("\n");
    const found = ofPages.map(({ not }) => [not, faults.split(`not "${not}"`).length - 1] as const);
    const risen = found.filter(([not, count]) => count > (LEFT_IN_SRC[not] ?? 0));
    expect(Object.fromEntries(risen)).toEqual({});
  });

  it("would be missed in comments, texts and templates, across the end of a line too", () => {
    const source = [
      "/** A user, and what",
      " * he has. That is",
      " * no secret. */",
      "const stands = 1; // it goes on",
      'const text = "the salt stands here";',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
      "const more = `${stands} behind the salt`;",
    ].join("\n");
    expect(faultsOfProgram("x.ts", source, rules).map((fault) => fault.replace(/, but.*/, ""))).toEqual([
      'x.ts:2: not "he"',
      'x.ts:2: not "is no …"',
      'x.ts:4: not "goes on"',
      'x.ts:5: not "stands"',
      'x.ts:6: not "behind"',
    ]);
  });

  it("needs each use that is listed as right", () => {
    const programs = filesUnder(join(ROOT, "src"));
    const all = [...programs, ...PAGES.map((path) => join(ROOT, path))].map((path) => readFileSync(path, "utf8"));
    const unused = RIGHT.filter(([use]) => all.every((text) => text.search(use) === -1));
    expect(unused).toEqual([]);
  });

  it("lets be what means something else", () => {
    const page = "`*` stands for any. There is no key. Nothing is left behind. It is no longer `anew`.";
    expect(faultsIn("x.md", page, rules)).toEqual([]);
    expect(faultsIn("x.md", withoutCode("a\n```\nhe stands\n```\nanew"), rules)).toEqual([
      'x.md:5: not "anew", but: again, from scratch',
    ]);
  });
});
