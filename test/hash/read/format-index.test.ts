import { describe, expect, it } from "vitest";
import { isMarker } from "../../../src/hash/catalogue/marker.js";
import type { HashFormat } from "../../../src/hash/catalogue/row.js";
import {
  type FiledFormat,
  formatsOf,
  formatsOfSource,
  indexOf,
  innerFormats,
  inOrder,
  isOwnNotation,
} from "../../../src/hash/read/find-formats.js";
import { BUILT_IN_FORMATS, createCatalogue } from "../../../src/index.js";

/** A row of which nothing matters but by what it is filed. */
function row(name: string, filing: object): HashFormat {
  return { name, kind: "recognised", treatment: "keep", markers: [], ...filing } as unknown as HashFormat;
}

const ROWS = [
  row("last", { markers: ["$a$"], last: true }),
  row("not-last", { markers: ["$a$"], last: false }),
  row("own", { markers: ["$a$", "$a$", "$b$"], treatment: null }),
  row("native", { markers: ["$a$"], kind: "native" }),
  row("braces", { markers: ["{name}"] }),
  row("list", { markers: ["{name,", "{other|"] }),
  row("locked", { markers: ["!!", "!x!"] }),
  row("bare", { markers: ["name$", "name:", "3|"] }),
  row("colons", { markers: [":A:"] }),
  row("shape", { begins: "$n" }),
  row("other-shape", { begins: "n" }),
  row("no-shape", {}),
  row("of-source", { begins: "n", sources: ["django"] }),
  row("of-source-marked", { markers: ["$a$"], sources: ["django", "gitea"] }),
];
const INDEX = indexOf(createCatalogue(ROWS));
const names = (filed: readonly FiledFormat[]) => filed.map(({ format }) => format.name);

describe("the rows that a text may be of", () => {
  it.each<[string, readonly string[]]>([
    ["$a$x", ["not-last", "own", "native", "last", "shape"]],
    ["$a$", ["not-last", "own", "native", "last", "shape"]],
    ["$b$x", ["own", "shape"]],
    ["$a", ["shape"]],
    ["$c$x", ["shape"]],
    ["a$a$", []],
    ["{name}x", ["braces"]],
    ["{NAME}x", ["braces"]],
    ["{Name, 12}", ["list"]],
    ["{OTHER|12}", ["list"]],
    ["{name", []],
    ["!", []],
    ["!!", ["locked"]],
    ["!x!y", ["locked"]],
    ["!X!y", []],
    ["name$x", ["bare", "shape", "other-shape"]],
    ["name:x", ["bare", "shape", "other-shape"]],
    ["NAME$x", []],
    ["name}x", ["shape", "other-shape"]],
    ["3|x", ["bare"]],
    [":A:x", ["colons"]],
    [":a:x", []],
    ["", []],
  ])("%j", (text, found) => {
    expect(names(formatsOf(text, INDEX))).toEqual(found);
  });

  it.each<[string, boolean]>([
    ["$a$", true],
    ["{name}", true],
    ["name:", true],
    ["3|", true],
    ["!!", true],
    [`${"x".repeat(32)}$`, true],
    [`${"x".repeat(33)}$`, false],
    ["$a", false],
    ["name", false],
    ["{NAME}", false],
    ["{name", false],
    ["$a$b$", false],
    ["", false],
  ])("are found by the marker %j: %s", (marker, isFound) => {
    expect(isMarker(marker)).toBe(isFound);
    const index = indexOf(createCatalogue([row("marked", { markers: [marker] })]));
    if (isFound) expect(names(formatsOf(`${marker}y`, index))).toEqual(["marked"]);
  });

  it("of a source are those that its name makes readable, and no others", () => {
    expect(names(formatsOfSource("django", INDEX))).toEqual(["of-source", "of-source-marked"]);
    expect(names(formatsOfSource("gitea", INDEX))).toEqual(["of-source-marked"]);
    expect(names(formatsOfSource("auth0", INDEX))).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ["$a$x", ["own", "native"]],
    ["$b$x", ["own"]],
    ["{name}x", []],
    ["nx", []],
  ])("inside a wrapping are those of a scheme's own notation: %j", (text, found) => {
    expect(names(innerFormats(text, INDEX))).toEqual(found);
  });
});

describe("the order of rows", () => {
  it("is the given one, and the last are after all others", () => {
    const given = [row("a", { last: true }), row("b", {}), row("c", { last: true }), row("d", { last: false })];
    expect(inOrder(given).map(({ name }) => name)).toEqual(["b", "d", "a", "c"]);
  });

  it("is filed once for each catalogue", () => {
    const catalogue = createCatalogue(BUILT_IN_FORMATS);
    expect(indexOf(catalogue)).toBe(indexOf(catalogue));
    expect(indexOf(undefined)).toBe(indexOf(undefined));
    expect(indexOf(catalogue)).not.toBe(indexOf(undefined));
  });
});

it("a scheme's own notation is a standard string, or one that no vendor spells", () => {
  const kinds = [
    row("native", { kind: "native", treatment: "keep" }),
    row("own", { treatment: null }),
    row("vendor", { treatment: "keep" }),
    { name: "strip", kind: "strip", markers: [] } as unknown as HashFormat,
  ];
  expect(kinds.filter(isOwnNotation).map(({ name }) => name)).toEqual(["native", "own"]);
});
