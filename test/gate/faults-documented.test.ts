import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * docs/faults.md is written from test/peers/faults/faults.json and the programs beside it:
 * `UPDATE_DOCS=1 npx vitest run --project gate test/gate/faults-documented.test.ts`. That each program still shows its
 * fault is for `npm run faults` to say, which needs eight languages and their registries.
 */
const FOLDER = new URL("../peers/faults/", import.meta.url);
const PAGE = new URL("../../docs/faults.md", import.meta.url);

interface Fault {
  readonly id: string;
  readonly language: keyof typeof EXTENSIONS;
  readonly packages: readonly [string, ...string[]];
  readonly title: string;
  readonly hurts: string;
  readonly cause: string;
  readonly prints: readonly string[];
  readonly right: string;
  readonly vectors: readonly string[];
  readonly owner?: string;
  readonly isPrivate?: boolean;
  readonly platform?: string;
}

const EXTENSIONS = {
  Go: "go",
  Java: "java",
  JavaScript: "mjs",
  Perl: "pl",
  PHP: "php",
  Python: "py",
  Ruby: "rb",
  Rust: "rs",
} as const;
const FENCES = {
  Go: "go",
  Java: "java",
  JavaScript: "javascript",
  Perl: "perl",
  PHP: "php",
  Python: "python",
  Ruby: "ruby",
  Rust: "rust",
} as const;
const faults = JSON.parse(readFileSync(new URL("faults.json", FOLDER), "utf8")) as readonly Fault[];
const fileOf = ({ id, language }: Fault) => `${id}.${EXTENSIONS[language]}`;
const suite = await loadSuite();
const cases = new Map((suite.ok ? suite.value.cases : []).map((vector) => [vector.id, vector]));

const INTRODUCTION = `# Faults of known libraries

<!-- Written by test/gate/faults-documented.test.ts from test/peers/faults; do not edit. -->

${faults.length} faults that the [vectors](../vectors/README.md) found. Each has a program that shows it with the version
named here, and \`npm run faults\` runs all of them: \`npm run faults -- --newest\` takes the newest version of each
library, and an entry whose library is fixed fails. Each section can be sent to the owner as it is.

A fault with **Report in private first** lets an attacker in. Send it through the owner's security policy, and wait for
the answer.`;

/** A section as an issue would have it. */
function section(fault: Fault): string {
  const [name = "", version = ""] = fault.packages[0].split(" ");
  const code = readFileSync(new URL(fileOf(fault), FOLDER), "utf8").trim();
  const vectors = fault.vectors.map((id) => `\`${id}\``).join(", ");
  return [
    `## ${name} ${version}: ${fault.title.replaceAll("$", "\\$")}`,
    ...(fault.isPrivate === true ? ["**Report in private first.**"] : []),
    `Who is hurt: ${fault.hurts}.`,
    `\`\`\`${FENCES[fault.language]}\n${code}\n\`\`\``,
    `It prints \`${fault.prints.join("`, `")}\`. Right is: ${fault.right}.`,
    `Cause: ${fault.cause}.`,
    `Packages: ${fault.packages.map((one) => `\`${one}\``).join(", ")}${fault.platform === undefined ? "" : `, on ${fault.platform}`}. Vectors: ${vectors}, confirmed by ${witnessesOf(fault)}.`,
    fault.owner ?? "No report of it is known.",
  ].join("\n\n");
}

function witnessesOf({ vectors }: Fault): string {
  const all = vectors.flatMap((id) => (cases.get(id) as ConformanceCase | undefined)?.provenance ?? []);
  const names = all.flatMap(({ checkedBy, source, isPublished }) => (isPublished ? [source, ...checkedBy] : checkedBy));
  return [...new Set(names)].join(", ");
}

const page = `${[INTRODUCTION, ...faults.map(section)].join("\n\n")}\n`;
if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, page);

it("are at least fifteen, each with a program, and no program is without an entry", () => {
  expect(faults.length).toBeGreaterThanOrEqual(15);
  const programs = readdirSync(FOLDER).filter((name) => !["faults.json", "run.mjs"].includes(name));
  expect(programs.sort()).toEqual(faults.map(fileOf).sort());
});

/** A vector that takes a refusal beside an answer, and no plain no is wrong, fails nobody: it shows no fault. */
const permitsAll = ({ problem, mayRefuse, outputs = [] }: Partial<ConformanceCase> = {}) =>
  (problem ?? mayRefuse) !== undefined &&
  outputs.some(({ matches }) => matches === true) &&
  outputs.some(({ matches }) => matches === false);

it.each(faults)("$id has vectors of the suite that others confirm", ({ vectors, packages }) => {
  expect(vectors.length).toBeGreaterThan(0);
  for (const id of vectors) {
    const { checkedBy = [], isPublished = false } = cases.get(id)?.provenance ?? {};
    expect([id, isPublished || checkedBy.length > 0]).toEqual([id, true]);
    expect([id, permitsAll(cases.get(id))]).toEqual([id, false]);
  }
  for (const one of packages) expect(one).toMatch(/^\S+ \S+( --features \w+)?$/);
});

it("are on the page as they are in the data", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});
