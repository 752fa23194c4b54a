import { describe, expect, it } from "vitest";
import { expressionsIn } from "../../../src/hash/expression/either-expression.js";

const textsIn = (text: string) =>
  expressionsIn(text).map((one) => (one.ok ? one.value.text : [one.problems[0].code, one.problems[0].offset]));

describe("the expressions of a text", () => {
  it.each([
    ["one", "md5(password)", ["md5(password)"]],
    ["several", "md5(password)\0md5(salt . password)", ["md5(password)", "md5(salt . password)"]],
    ["one that has the mark in a text", "md5('a\0b' . password)", ["md5('a\0b' . password)"]],
    ["one that is sound and one that is not", "md5(password)\0md5(", ["md5(password)", ["expression/malformed", 4]]],
    ["one that is sound and one that is empty", "md5(password)\0", ["md5(password)", ["expression/malformed", 0]]],
  ])("are %s", (_, text, read) => {
    expect(textsIn(text)).toEqual(read);
  });
});
