import { describe, expect, it } from "vitest";
import { FieldReader } from "../../src/hash/field-reader.js";
import type { Problem } from "../../src/result.js";

/** A value and what is told of it: the bytes in hexadecimal, or the codes of the problems. */
function read(value: unknown, ask: (fields: FieldReader) => unknown): unknown {
  const problems: Problem[] = [];
  const answer = ask(new FieldReader({ field: value }, problems));
  if (problems.length > 0) return problems.map(({ code, field }) => `${code} in ${field}`);
  return answer instanceof Uint8Array ? Buffer.from(answer).toString("hex") : answer;
}

const INCOMPLETE = ["wrapping/incomplete in field"];
const UNSUPPORTED = ["wrapping/parameter-unsupported in field"];
const UNDECODABLE = ["wrapping/undecodable in field"];

describe("a field as text", () => {
  it.each([
    ["a", "a"],
    [["a"], "a"],
    ["x".repeat(4096), "x".repeat(4096)],
    ["x".repeat(4097), INCOMPLETE],
    ["", INCOMPLETE],
    [undefined, INCOMPLETE],
    [null, INCOMPLETE],
    [1, INCOMPLETE],
    [["a", "b"], INCOMPLETE],
    [[], INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(read(value, (fields) => fields.text("field"))).toEqual(answer);
  });

  it("is too long or missing, and the message says which", () => {
    const messageOf = (value: unknown) => {
      const problems: Problem[] = [];
      new FieldReader({ field: value }, problems).text("field");
      return problems[0]?.message;
    };
    expect(messageOf("x".repeat(4097))).toBe("the field field is too long");
    for (const value of ["", 1]) expect(messageOf(value)).toBe("the field field is missing or is not text");
  });

  it("is its own only, not one that every object has", () => {
    const problems: Problem[] = [];
    const fields = new FieldReader({}, problems);
    expect([fields.has("constructor"), fields.text("toString"), problems.length]).toEqual([false, "", 1]);
  });
});

describe("a field is there", () => {
  it.each([
    ["", true],
    [0, true],
    [[], true],
    [["a"], true],
    [null, false],
    [undefined, false],
    [[null], false],
  ])("%j: %s", (value, isThere) => {
    expect(read(value, (fields) => fields.has("field"))).toBe(isThere);
  });
});

describe("a field as one of several words", () => {
  it.each([
    ["d", 1],
    [["i"], 2],
    ["x", UNSUPPORTED],
    ["toString", UNSUPPORTED],
    ["", INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(read(value, (fields) => fields.oneOf("field", { d: 1, i: 2 }))).toEqual(answer);
  });
});

describe("a field of a layout", () => {
  it.each([
    ["ab", "ab"],
    ["abc", INCOMPLETE],
    ["", INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(read(value, (fields) => fields.matching("field", /^..$/, "two letters"))).toEqual(answer);
  });
});

describe("a field as a whole number", () => {
  it.each([
    [0, 0],
    [27_500, 27_500],
    ["27500", 27_500],
    ["0", 0],
    ["9999999999", 9_999_999_999],
    ["10000000000", INCOMPLETE],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [2 ** 53, INCOMPLETE],
    [-1, INCOMPLETE],
    [1.5, INCOMPLETE],
    ["1.5", INCOMPLETE],
    ["-1", INCOMPLETE],
    [" 1", INCOMPLETE],
    ["1 ", INCOMPLETE],
    ["", INCOMPLETE],
    [true, INCOMPLETE],
    [undefined, INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(read(value, (fields) => fields.integer("field"))).toEqual(answer);
  });
});

describe("a field as base64", () => {
  it.each<[string, "standard" | "url-safe", string | readonly string[]]>([
    ["QUI=", "standard", "4142"],
    ["QUI", "standard", "4142"],
    ["QUJD", "standard", "414243"],
    ["+/+/", "standard", "fbffbf"],
    ["-_-_", "url-safe", "fbffbf"],
    ["+/+/", "url-safe", UNDECODABLE],
    ["-_-_", "standard", UNDECODABLE],
    ["QUI==", "standard", UNDECODABLE],
    ["QQ=", "standard", UNDECODABLE],
    ["QUJDR", "standard", UNDECODABLE],
    ["QU!D", "standard", UNDECODABLE],
    ["", "standard", INCOMPLETE],
  ])("%j in the %s alphabet", (value, alphabet, answer) => {
    expect(read(value, (fields) => fields.base64("field", alphabet))).toEqual(answer);
  });

  it.each<[string, string | readonly string[]]>([
    ["QUI=", "QUI="],
    ["QUJD", "QUJD"],
    ["QUI", UNDECODABLE],
    ["QQ", UNDECODABLE],
    ["QU!D", UNDECODABLE],
    ["", INCOMPLETE],
  ])("%j as the text that it is, padding and all", (value, answer) => {
    expect(read(value, (fields) => fields.paddedBase64("field", "standard"))).toEqual(answer);
  });
});

describe("a field in hexadecimal", () => {
  it.each([
    ["0aFf", "0aff"],
    ["0aF", INCOMPLETE],
    ["0g", INCOMPLETE],
    [" 0a", INCOMPLETE],
    ["0a ", INCOMPLETE],
    ["", INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(read(value, (fields) => fields.hex("field"))).toEqual(answer);
  });
});

describe("a field with fields of its own", () => {
  const inside = (value: unknown) => read(value, (fields) => fields.inner("field").text("name"));

  it.each([
    [{ name: "a" }, "a"],
    ['{"name":"a"}', "a"],
    [['{"name":"a"}'], "a"],
    [{}, ["wrapping/incomplete in name"]],
    ['{"name":""}', ["wrapping/incomplete in name"]],
    ["{", INCOMPLETE],
    ["null", INCOMPLETE],
    ['"text"', INCOMPLETE],
    [null, INCOMPLETE],
    [1, INCOMPLETE],
  ])("%j", (value, answer) => {
    expect(inside(value)).toEqual(answer);
  });

  it("is read up to 4,096 characters of JSON", () => {
    const json = (length: number) => `{"name":"a"}${" ".repeat(length - 12)}`;
    expect([inside(json(4096)), inside(json(4097))]).toEqual(["a", INCOMPLETE]);
  });
});

it("the text is composed unless a field was wrong, and then every wrong field is told", () => {
  expect(new FieldReader({}).compose("text")).toEqual({ ok: true, value: "text", warnings: [] });
  const wrong = new FieldReader({ a: 1, b: -1 });
  wrong.text("a");
  wrong.integer("b");
  expect(wrong.compose("text")).toMatchObject({ ok: false, problems: [{ field: "a" }, { field: "b" }] });
});
