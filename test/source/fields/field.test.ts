import { describe, expect, it } from "vitest";
import {
  Findings,
  idText,
  isSetField,
  jsonTextField,
  listField,
  momentField,
  textField,
  userIdField,
  wholeNumberField,
  writtenFlagField,
} from "../../../src/source/fields/field.js";

function read<T>(reader: (findings: Findings) => T): { readonly value: T; readonly problems: number } {
  const findings = new Findings();
  return { value: reader(findings), problems: findings.problems.length };
}

describe("a flag as databases write it", () => {
  it.each([
    ...[true, "true", "TRUE", "t", "1", 1, "yes", "on"].map((value) => [value, true] as const),
    ...[false, "false", "False", "f", "0", 0, "no", "off"].map((value) => [value, false] as const),
    ...[undefined, null, ""].map((value) => [value, undefined] as const),
  ])("%j is %j", (value, flag) => {
    expect(read((findings) => writtenFlagField({ a: value }, "a", findings))).toEqual({
      value: flag,
      problems: 0,
    });
  });

  it.each(["maybe", 2, {}, "2021-01-01", "truee"])("%j is a problem", (value) => {
    expect(read((findings) => writtenFlagField({ a: value }, "a", findings))).toEqual({
      value: undefined,
      problems: 1,
    });
  });
});

describe("a field that is set", () => {
  it.each(["2021-03-05", 1614961200, true, "t", { $date: 0 }])("%j", (value) => {
    expect(isSetField({ a: value }, "a")).toBe(true);
  });

  it.each(["", null, undefined, false, 0, "0", "f", "NULL", "\\N", "0000-00-00 00:00:00"])("not %j", (value) => {
    expect(isSetField({ a: value }, "a")).toBe(false);
  });
});

describe("a moment", () => {
  const at = Date.UTC(2021, 2, 5, 16, 35, 16);
  it.each([
    ["2021-03-05T16:35:16Z", at],
    ["2021-03-05 16:35:16", at],
    ["2021-03-05 16:35:16.775123+00", at + 775],
    ["2021-03-05T18:35:16+02:00", at],
    ["2021-03-05", Date.UTC(2021, 2, 5)],
    [at / 1000, at],
    [at, at],
    [String(at), at],
    [{ $date: "2021-03-05T16:35:16Z" }, at],
    [{ $date: { $numberLong: String(at) } }, at],
    ["", undefined],
    ["0000-00-00 00:00:00", undefined],
    [[], undefined],
  ])("%j", (value, moment) => {
    expect(read((findings) => momentField({ a: value }, "a", findings))).toEqual({
      value: moment,
      problems: 0,
    });
  });

  it.each(["yesterday", "2021-13-05", "11-FEB-20 07.51.57 PM", ["2021-03-05"], "1".repeat(50)])("not %j", (value) => {
    expect(read((findings) => momentField({ a: value }, "a", findings)).problems).toBe(1);
  });
});

describe("an ID", () => {
  it.each([
    ["u1", "u1"],
    [7, "7"],
    [{ $oid: "60425dc43519d90068f82973" }, "60425dc43519d90068f82973"],
    [{ $numberLong: "9007199254740993" }, "9007199254740993"],
    [7.5, undefined],
    [2 ** 53, undefined],
    ["", undefined],
  ])("%j is %j", (value, id) => {
    expect(idText(value)).toBe(id);
  });

  it("that no double holds is not read as another user's", () => {
    expect(read((findings) => userIdField({ id: 2 ** 53 }, "id", findings))).toEqual({
      value: undefined,
      problems: 2,
    });
  });
});

it("reads a whole number as text too, and none out of range", () => {
  const range = { least: 1, most: 60 };
  const numbers = ["30", 30, undefined, "61", "3e1", 1.5].map((value) =>
    read((findings) => wholeNumberField({ a: value }, "a", range, findings)),
  );
  expect(numbers.map(({ value, problems }) => [value, problems])).toEqual([
    [30, 0],
    [30, 0],
    [undefined, 0],
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
});

it("reads JSON that is kept as text, and names what is none without showing it", () => {
  expect(read((findings) => jsonTextField({ a: '{"sub":"1"}' }, "a", findings)).value).toEqual({ sub: "1" });
  expect(read((findings) => jsonTextField({ a: ["x"] }, "a", findings)).value).toEqual(["x"]);
  const findings = new Findings();
  expect(jsonTextField({ a: "{secret" }, "a", findings)).toBeUndefined();
  expect(findings.problems.all().map(({ message }) => message)).toEqual(["a is a text; it must be JSON"]);
});

it("says which kind of value a field has and must have, and never the value", () => {
  const values = ["secret", 71, true, ["secret"], { secret: 1 }];
  const messages = values.flatMap((a) => {
    const findings = new Findings();
    if (typeof a !== "string") textField({ a }, "a", findings);
    if (typeof a !== "boolean") writtenFlagField({ a }, "a", findings);
    if (!Array.isArray(a)) listField({ a }, "a", findings);
    return findings.problems.all().map(({ message }) => message);
  });
  const flag = "true or false, also as t and f, yes and no, on and off, or 1 and 0";
  expect(messages).toEqual([
    `a is a text; it must be ${flag}`,
    "a is a text; it must be a list",
    "a is a number; it must be a text",
    `a is a number; it must be ${flag}`,
    "a is a number; it must be a list",
    "a is true or false; it must be a text",
    "a is true or false; it must be a list",
    "a is a list; it must be a text",
    `a is a list; it must be ${flag}`,
    "a is an object; it must be a text",
    `a is an object; it must be ${flag}`,
    "a is an object; it must be a list",
  ]);
});
