import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ALL_SOURCES } from "../source/all-sources.js";

const SYSTEMS = join(import.meta.dirname, "../../src/source/systems");

/** A module and those of its folder that it imports, without comments. */
function textOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const imported = [...text.matchAll(/from "(\.\.?\/[^"]+)\.js"/g)].map(([, path]) =>
    join(dirname(file), `${path}.ts`),
  );
  const own = imported.filter((path) => path.startsWith(SYSTEMS));
  return text + own.map((path) => textOf(path, seen)).join("\n");
}

/** The text without the lists of names that are declared as read. */
function withoutDeclarations(text: string): string {
  const start = /\bread: (?:new Set|inBothCases)\(/.exec(text);
  if (start === null) return text;
  let end = start.index + start[0].length;
  for (let depth = 1; depth > 0; end++) {
    if (text[end] === "(") depth++;
    else if (text[end] === ")") depth--;
  }
  return text.slice(0, start.index) + withoutDeclarations(text.slice(end));
}

/** A name in either case in which libraries write it. */
function spellingsOf(name: string): readonly string[] {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, camel, camel.charAt(0).toLowerCase() + camel.slice(1)];
}

function isUsed(name: string, text: string): boolean {
  const folded = text.toLowerCase();
  return spellingsOf(name).some((one) => text.includes(one) || folded.includes(`"${one.toLowerCase()}"`));
}

/** Names that a system puts together of others, or hands over with the whole record. */
const COMPOSED: Readonly<Record<string, RegExp>> = {
  clerk: /^(?:primary|(?:un)?verified)_(?:email_address|phone_number)(?:es|s|_id)?$/,
};

/** A declared system reads what its rules name; one that is written by hand says the names a second time. */
const BY_HAND = ALL_SOURCES.filter(({ name }) => textOf(join(SYSTEMS, `${name}.ts`)).includes(": NamedSource<"));

it.each(BY_HAND.map((source) => [source.name, source] as const))(
  "%s uses every field that it declares as read",
  (name, { fields }) => {
    const text = withoutDeclarations(textOf(join(SYSTEMS, `${name}.ts`)));
    const declared = [...new Set(fields.flatMap(({ read }) => [...read]))];
    const unused = declared.filter((field) => !isUsed(field, text));
    expect(unused.filter((field) => COMPOSED[name]?.test(field) !== true)).toEqual([]);
  },
);
