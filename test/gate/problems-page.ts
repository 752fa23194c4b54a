import { readFileSync } from "node:fs";
import ts from "typescript";
import type { Fault, ProblemRow, Repeat } from "../../src/problems/problem-row.js";
import { filesUnder } from "./files-under.js";

const FOLDER = new URL("../../src/problems/", import.meta.url).pathname;

/** What a row's comment says. */
export interface Explanation {
  readonly meaning: string;
  /** Where it comes from in the field, where that is known. */
  readonly cause?: string;
  /** The function or option that helps in code. */
  readonly inCode?: string;
}

/** The rows of one area, with the heading that the comment of its table is. */
export interface Area {
  readonly name: string;
  readonly title: string;
  readonly explanations: ReadonlyMap<string, Explanation>;
}

/** Reads the comments of all areas' tables. */
export function readAreas(): readonly Area[] {
  return filesUnder(FOLDER).flatMap((path) => areaIn(readFileSync(path, "utf8")));
}

/** The area that a source text defines: its table is the one constant whose members are codes. */
export function areaIn(text: string): readonly Area[] {
  const file = ts.createSourceFile("area.ts", text, ts.ScriptTarget.ES2023, true);
  return file.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const rows = tableOf(statement)?.properties.filter(ts.isPropertyAssignment) ?? [];
    const [first] = rows;
    if (first === undefined || !ts.isStringLiteral(first.name)) return [];
    const explanations = rows.map(
      (row) => [(row.name as ts.StringLiteral).text, explanationIn(commentOf(row, text))] as const,
    );
    return [
      {
        name: first.name.text.slice(0, first.name.text.indexOf("/")),
        title: commentOf(statement, text),
        explanations: new Map(explanations),
      },
    ];
  });
}

function tableOf(statement: ts.VariableStatement): ts.ObjectLiteralExpression | undefined {
  let value = statement.declarationList.declarations[0]?.initializer;
  while (value !== undefined && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))) {
    value = value.expression;
  }
  return value !== undefined && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The text of the comment before a node; its lines stay apart. */
function commentOf(node: ts.Node, text: string): string {
  const [comment] = ts.getLeadingCommentRanges(text, node.pos)?.slice(-1) ?? [];
  if (comment === undefined) return "";
  return text
    .slice(comment.pos + 3, comment.end - 2)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}

function explanationIn(comment: string): Explanation {
  const [meaning = "", ...tags] = comment.split(/^@/m);
  const tagged = Object.fromEntries(
    tags.map((tag) => [tag.slice(0, tag.search(/\s/)), joined(tag.slice(tag.search(/\s/)))]),
  );
  return { meaning: joined(meaning), ...tagged };
}

function joined(lines: string): string {
  return lines
    .trim()
    .split(/\s*\n\s*/)
    .join(" ");
}

const HEAD = `# Problems

<!-- Written from the tables in src/problems by \`npm run docs\`. -->

Every function that takes data from outside answers with a \`Result\`; when it is not
ok, each problem has a code from this list. A code, once released, keeps its meaning.
Messages name a place and a character class, never a piece of a hash, secret or
password. The remedies below are what \`problem.remedy\` holds, word for word; where an
option of a command helps, the command line says that instead.`;

const FAULTS: Readonly<Record<Fault, string>> = {
  "user-data": "one user's data",
  settings: "the settings",
  service: "the service",
  environment: "the machine or the network",
  caller: "the call or the command",
};

const REPEATS: Readonly<Record<Repeat, string>> = {
  safe: "at once",
  later: "after the remedy",
  never: "not as it was",
};

/** The page that documents every problem, in the order of the table. */
export function problemsPage(rows: Readonly<Record<string, ProblemRow>>, areas: readonly Area[]): string {
  const codes = Object.keys(rows);
  const inOrder = areas.toSorted((a, b) => placeOf(a, codes) - placeOf(b, codes));
  const paragraphs = inOrder.flatMap((area) => [`## ${area.title}`, ...sectionsOf(area, rows)]);
  return `${[HEAD, ...paragraphs].join("\n\n")}\n`;
}

function placeOf({ name }: Area, codes: readonly string[]): number {
  return codes.findIndex((code) => code.startsWith(`${name}/`));
}

function sectionsOf({ explanations }: Area, rows: Readonly<Record<string, ProblemRow>>): readonly string[] {
  return [...explanations].flatMap(([code, explanation]) =>
    section(code, rows[code] as ProblemRow, explanation),
  );
}

function section(code: string, row: ProblemRow, { meaning, cause, inCode }: Explanation): readonly string[] {
  return [
    `### \`${code}\``,
    cause === undefined ? meaning : `${meaning} Common cause: ${cause}`,
    `**Remedy:** ${row.remedy}`,
    ...(row.atCommandLine === undefined ? [] : [`**At the command line:** ${inMarkdown(row.atCommandLine)}`]),
    ...(inCode === undefined ? [] : [`**In code:** ${inCode}`]),
    `**Fault of:** ${FAULTS[row.fault ?? "user-data"]}. **Repeat:** ${REPEATS[row.repeat ?? "never"]}.`,
  ];
}

/** `<name>` in a remedy is not an element of the page. */
function inMarkdown(text: string): string {
  return text.replaceAll("<", "\\<");
}
