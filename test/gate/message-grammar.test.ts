import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

/**
 * One grammar for what people read, in every room: a message and a description begin in lower
 * case and end without a full stop; a remedy is a sentence that begins with a capital and ends
 * with one.
 */
const SOURCE = resolve(import.meta.dirname, "../../src");
const ROOMS: readonly string[] = readdirSync(SOURCE)
  .filter((name) => statSync(join(SOURCE, name)).isDirectory())
  .sort();
/** What the rehearsal service says is the service's own text, capitals included. */
const FOREIGN: Readonly<Record<string, string>> = {
  description: "src/rehearsal/",
  message: "src/rehearsal/",
};

type Kind = "message" | "remedy";

/** Which argument of a call is which kind of text; by the name of the function or method. */
const CALLS: Readonly<Record<string, Readonly<Record<number, Kind>>>> = {
  argument: { 1: "message" },
  option: { 1: "message" },
  requiredOption: { 1: "message" },
  Option: { 1: "message" },
  description: { 0: "message" },
  CouldNotRun: { 1: "message", 2: "remedy" },
  wrongUsage: { 0: "message", 1: "remedy" },
  InvalidArgumentError: { 0: "message" },
  Error: { 0: "message" },
  TypeError: { 0: "message" },
  RangeError: { 0: "message" },
  malformed: { 0: "message" },
};
/** Whatever the function's name: the text after a problem's code is its message. */
const CODE = /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The same of a property in an object. */
const PROPERTIES: Readonly<Record<string, Kind>> = {
  description: "message",
  message: "message",
  remedy: "remedy",
  fine: "message",
  problems: "message",
  couldNotRun: "message",
};

/** Names that are written with a capital wherever they appear. */
const NAMES = /^(?:[A-Z][A-Z0-9]|Ctrl-C|Firebase|Redis)/;
/** What is put in while the program runs. */
const VALUE = "\u0000";

interface Found {
  readonly place: string;
  readonly kind: Kind;
  readonly text: string;
}

function textsIn(path: string, source: string): readonly Found[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2023, true);
  const constants = new Map<string, ts.Expression>();
  const found: Found[] = [];
  const note = (kind: Kind, expression: ts.Expression | undefined): void => {
    if (expression === undefined) return;
    for (const { text, node } of spelledOut(expression, constants)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ place: `${path}:${line + 1}`, kind, text });
    }
  };
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      constants.set(node.name.text, node.initializer);
    }
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const kinds = CALLS[nameOfCallee(node.expression)] ?? {};
      for (const [index, kind] of Object.entries(kinds)) note(kind, node.arguments?.[Number(index)]);
      const code = node.arguments?.findIndex((each) => ts.isStringLiteral(each) && CODE.test(each.text)) ?? -1;
      if (code !== -1 && kinds[code + 1] === undefined) note("message", node.arguments?.[code + 1]);
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      const name = node.name.text;
      const isForeign = Object.hasOwn(FOREIGN, name) && path.startsWith(FOREIGN[name] ?? "");
      const kind = Object.hasOwn(PROPERTIES, name) && !isForeign ? PROPERTIES[name] : undefined;
      if (kind !== undefined) note(kind, node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  collect(file);
  visit(file);
  return found;
}

function nameOfCallee(callee: ts.Expression): string {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return Object.hasOwn(CALLS, name) ? name : "";
}

/** The texts that an expression can be, with a mark for each value that is put in; none where it is no text. */
function spelledOut(
  expression: ts.Expression,
  constants: ReadonlyMap<string, ts.Expression>,
): readonly { readonly text: string; readonly node: ts.Node }[] {
  if (ts.isStringLiteralLike(expression)) return [{ text: expression.text, node: expression }];
  if (ts.isTemplateExpression(expression)) {
    const spans = expression.templateSpans.map(({ literal }) => VALUE + literal.text);
    return [{ text: expression.head.text + spans.join(""), node: expression }];
  }
  if (ts.isConditionalExpression(expression)) {
    return [...spelledOut(expression.whenTrue, constants), ...spelledOut(expression.whenFalse, constants)];
  }
  if (ts.isIdentifier(expression)) {
    const value = constants.get(expression.text);
    return value === undefined || value === expression ? [] : spelledOut(value, new Map());
  }
  return [];
}

function faultOf({ kind, text, place }: Found): string | null {
  const said = `${place}: ${text.replaceAll(VALUE, "…")}`;
  const first = text.charAt(0);
  if (kind === "remedy") {
    if (!/[A-Z\0]/.test(first)) return `${said} (a remedy begins with a capital)`;
    return /[.\0]$/.test(text) ? null : `${said} (a remedy ends with a full stop)`;
  }
  if (/\p{Lu}/u.test(first) && !NAMES.test(text)) return `${said} (a message begins in lower case)`;
  return text.endsWith(".") ? `${said} (a message has no full stop)` : null;
}

function faultsIn(path: string, source: string): readonly string[] {
  return textsIn(path, source)
    .map(faultOf)
    .filter((fault) => fault !== null);
}

describe("the grammar of messages", () => {
  const texts = ROOMS.flatMap((room) =>
    filesUnder(join(SOURCE, room)).flatMap((path) =>
      textsIn(relative(join(SOURCE, ".."), path), readFileSync(path, "utf8")),
    ),
  );

  it("finds the texts of the rooms that it covers", () => {
    expect(texts.filter(({ kind }) => kind === "message").length).toBeGreaterThan(100);
    expect(texts.filter(({ kind }) => kind === "remedy").length).toBeGreaterThan(10);
  });

  it.each(ROOMS)("is kept by src/%s", (room) => {
    const own = texts.filter(({ place }) => place.startsWith(`src/${room}/`));
    expect(own.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  });

  it("would name each kind of fault", () => {
    const source = [
      'command.option("--a", "The first option"); command.option("--b", "second option.");',
      'const message = "Something is wrong";',
      'problem("cli/x", message);',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
      'throw new CouldNotRun("cli/x", isLong ? `${path} is long.` : "fine", "do this");',
      'const row = { message: "No.", remedy: "Do this" };',
      'report(findings, "otpauth/unsupported", "The device counts", place);',
    ].join("\n");
    expect(faultsIn("x.ts", source).map((fault) => fault.replace(/^.*\(/, ""))).toEqual([
      "a message begins in lower case)",
      "a message has no full stop)",
      "a message begins in lower case)",
      "a message has no full stop)",
      "a remedy begins with a capital)",
      "a message begins in lower case)",
      "a remedy ends with a full stop)",
      "a message begins in lower case)",
    ]);
  });

  it("lets names begin with a capital, and values be at either end", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
    const source = 'refuse("x/y", `${name} is not ${other}`); refuse("x/y", "JSON is damaged");';
    expect(faultsIn("x.ts", source)).toEqual([]);
  });
});
