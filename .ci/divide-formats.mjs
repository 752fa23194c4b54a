/**
 * A format is declared whole in `src/hash/catalogue`: how its text is read, what is computed of it, who writes it, what
 * documentation says. A bundle that reads hashes needs only the first. So the build takes the rest out of the rows and
 * puts it into tables by name, which are left out where nothing asks for them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Their rows keep the reason: the problem of each text says it. */
const SAY_THE_REASON = ["verifiable", "recognised", "lock"];
const PURE = "/* @__PURE__ */ ";

/** The tables of `by-name.js` are made of what is in its `byName("<property>")`. */
const TABLE = /byName\("(\w+)"\)/g;

export function divideFormats(folder) {
  const index = join(folder, "by-name.js");
  const tables = readFileSync(index, "utf8");
  const properties = [...tables.matchAll(TABLE)].map(([, property]) => property);
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const divided = files.flatMap((name) => {
    const parts = dividedFile(readFileSync(join(folder, name), "utf8"), properties);
    if (parts === undefined) return [];
    writeFileSync(join(folder, name), parts);
    return [name];
  });
  const alias = (name, property) => `${property}_${divided.indexOf(name)}`;
  const imports = divided.map((name) => {
    const names = properties.map((property) => `all_${property} as ${alias(name, property)}`);
    return `import { ${names.join(", ")} } from "./${name}";`;
  });
  const made = tables.replaceAll(TABLE, (_, property) => {
    return `${PURE}Object.fromEntries(${PURE}[].concat(${divided.map((name) => alias(name, property)).join(", ")}))`;
  });
  writeFileSync(index, [...imports, made].join("\n"));
}

/** A module with each of the properties in a list of its own, or undefined where it declares no format. */
function dividedFile(text, properties) {
  const source = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true);
  const declarations = found(source, (node) => declaredFormat(node) !== undefined);
  if (declarations.length === 0) return undefined;
  const makers = new Map(declarations.map((call) => [makerOf(call), call]).filter(([maker]) => maker));
  const calls = found(source, ({ expression, parent }) => {
    return parent !== undefined && ts.isArrayLiteralExpression(parent) && makers.has(expression?.getText());
  });
  const lists = properties.flatMap((property) => {
    const single = declarations.filter((call) => !makerOf(call)).map((call) => entry(call, property));
    const made = calls.map((call) => {
      const maker = call.expression.getText();
      const args = call.arguments.map((argument) => argument.getText());
      return entry(makers.get(maker), property) && `${PURE}${maker}_${property}(${args.join(", ")})`;
    });
    const entries = [...single, ...made].filter((value) => value !== undefined);
    return [
      ...[...makers].map(([maker, call]) => makerOfEntry(`${maker}_${property}`, call, property)),
      `export const all_${property} = [${entries.join(",\n")}];`,
    ];
  });
  const takenOut = declarations.flatMap((call) => properties.flatMap((property) => taken(call, property) ?? []));
  return [without(text, takenOut), ...lists].join("\n");
}

function found(node, fits) {
  const below = [];
  ts.forEachChild(node, (child) => {
    below.push(...found(child, fits));
  });
  return fits(node) ? [node, ...below] : below;
}

/** `verifiable("<name>", …, { system: …, … })`: the object. */
function declaredFormat(node) {
  if (!ts.isCallExpression(node)) return undefined;
  const last = node.arguments.at(-1);
  return last !== undefined && ts.isObjectLiteralExpression(last) && propertyOf(last, "system") ? last : undefined;
}

function propertyOf(object, property) {
  return object.properties.find(({ name }) => name?.getText() === property);
}

/** The function of the module that makes this row, for rows that are not alone. */
function makerOf(call) {
  let node = call;
  while (node !== undefined && !ts.isFunctionDeclaration(node)) node = node.parent;
  return node?.name.getText();
}

function taken(call, property) {
  if (property === "reason" && SAY_THE_REASON.includes(call.expression.getText())) return undefined;
  return propertyOf(declaredFormat(call), property);
}

function entry(call, property) {
  const row = taken(call, property);
  if (row === undefined) return undefined;
  const value = ts.isShorthandPropertyAssignment(row) ? row.name : row.initializer;
  return `[${call.arguments[0].getText()}, ${ts.isCallExpression(value) ? PURE : ""}${value.getText()}]`;
}

function makerOfEntry(name, call, property) {
  let node = call;
  while (!ts.isFunctionDeclaration(node)) node = node.parent;
  const parameters = node.parameters.map((parameter) => parameter.getText());
  return `function ${name}(${parameters.join(", ")}) { return ${entry(call, property)}; }`;
}

function without(text, nodes) {
  const places = nodes.map((node) => [node.getFullStart(), node.getEnd()]).sort(([a], [b]) => b - a);
  return places.reduce((rest, [start, end]) => {
    return rest.slice(0, start) + rest.slice(rest.charAt(end) === "," ? end + 1 : end);
  }, text);
}
