import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { filesUnder } from "./files-under.js";

const ROOT = resolve(import.meta.dirname, "../..");
/** What a caller gives: options by their names, and the parts of a login server. */
const GIVEN =
  /(?:Options|Costs)$|^(?:HashContext|LegacyUser|LoginLimits|LoginParts|LoginService|LoginStore|OldHashes|ResetLinks|Spellings|UserSalt)$/;

/** Optional fields of interfaces of these names that do not take undefined. */
function strictFields(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  if (!text.includes("interface ") || !text.includes("?:")) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration).filter(({ name }) => GIVEN.test(name.text));
  return interfaces.flatMap(({ name, members }) =>
    members
      .filter(ts.isPropertySignature)
      .filter(({ questionToken, type }) => questionToken !== undefined && !takesUndefined(type))
      .map((field) => `${name.text}.${field.name.getText()}`),
  );
}

function takesUndefined(type: ts.TypeNode | undefined): boolean {
  const isUndefined = ({ kind }: ts.TypeNode) => kind === ts.SyntaxKind.UndefinedKeyword;
  return type !== undefined && ts.isUnionTypeNode(type) && type.types.some(isUndefined);
}

it("an optional field of what a caller gives takes undefined, as from a variable that may be unset", () => {
  const rooms = filesUnder(resolve(ROOT, "src"), ".ts").filter((path) => !/src\/(?:cli|lib)\//.test(path));
  expect(rooms.length).toBeGreaterThan(500);
  expect(rooms.flatMap(strictFields)).toEqual([]);
});
