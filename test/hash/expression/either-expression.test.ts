import { describe, expect, it } from "vitest";
import { expressionsIn } from "../../../src/hash/expression/either-expression.js";

const textsIn = (text: string) => {
  const read = expressionsIn(text);
  return read.ok ? read.value.map((one) => one.text) : read.problems.map(({ code, offset }) => [code, offset]);
};

describe("the expressions of a text", () => {
  it.each([
    ["one", "md5(password)", ["md5(password)"]],
    ["several", "md5(password)\0md5(salt . password)", ["md5(password)", "md5(salt . password)"]],
    ["one that has the mark in a text", "md5('a\0b' . password)", ["md5('a\0b' . password)"]],
    ["none, since one is not sound", "md5(password)\0md5(", [["expression/malformed", 13]]],
    ["none, since one is empty", "md5(password)\0", [["expression/malformed", 13]]],
  ])("are %s", (_, text, read) => {
    expect(textsIn(text)).toEqual(read);
  });
});
