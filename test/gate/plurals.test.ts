import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

/**
 * A number that is put before a plural reads "1 records" some day: `counted` of
 * src/lib/plural.ts writes both. Constants in capitals are never 1.
 */
const SOURCE = resolve(import.meta.dirname, "../../src");

const NOUNS =
  /^ (?:accounts|bits|bytes|calls|cases|characters|codes|columns|devices|digits|hashes|lines|lists|passwords|phone numbers|problems|records|retries|seconds|social logins|steps|tests|users|vectors|verifications)\b/;
/** Files that don't use the helper yet. The list only ever gets shorter. */
const NOT_YET: readonly string[] = [];
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

function uncountedIn(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateSpan(node)) {
      const expression = node.expression.getText(file);
      if (NOUNS.test(node.literal.text) && !CONSTANT.test(expression.replace(/^.*\./, ""))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        found.push(`${path}:${line + 1}: ${expression}${node.literal.text.slice(0, 20)}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe("plurals", () => {
  it("are written by the one helper", () => {
    const faults = filesUnder(SOURCE).flatMap((path) =>
      uncountedIn(relative(join(SOURCE, ".."), path), readFileSync(path, "utf8")),
    );
    const isLeft = (fault: string) => NOT_YET.some((path) => fault.startsWith(`${path}:`));
    expect(faults.filter((fault) => !isLeft(fault))).toEqual([]);
    const mended = NOT_YET.filter((path) => !faults.some((fault) => fault.startsWith(`${path}:`)));
    expect(mended, "take these off the list").toEqual([]);
  });

  it("would be named, were they written by hand", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
    expect(uncountedIn("x.ts", "const a = `${n} records`;")).toEqual(["x.ts:1: n records"]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a template
    expect(uncountedIn("x.ts", "const a = `${MOST_BYTES} bytes, ${count} recorded`;")).toEqual([]);
  });
});
