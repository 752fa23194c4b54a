import { describe, expect, it } from "vitest";
import { BCRYPT_PROBLEMS, problem, refuse } from "../../src/problems/bcrypt.js";
import { HASH_PROBLEMS } from "../../src/problems/hash.js";
import { operatorRemedyFor, operatorRemedyOf, PROBLEM_CODES, PROBLEMS, remedyOf } from "../../src/problems/index.js";
import { problemMaker, rowIn } from "../../src/problems/problem-maker.js";

const EVERY_AREA = problemMaker(PROBLEMS);

describe("problemMaker", () => {
  it.each(PROBLEM_CODES)("gives %s the remedy of its row", (code) => {
    expect(EVERY_AREA.problem(code, "said", { field: "f" })).toEqual({
      code,
      message: "said",
      field: "f",
      remedy: remedyOf(code),
    });
  });

  it("makes problems of several areas, and of no other one", () => {
    const both = problemMaker(BCRYPT_PROBLEMS, HASH_PROBLEMS);
    expect(both.problem("hash/quoted", "said").remedy).toBe(remedyOf("hash/quoted"));
    expect(both.problem("bcrypt/truncated", "said").remedy).toBe(remedyOf("bcrypt/truncated"));
    // @ts-expect-error: a code of another area
    expect(() => both.problem("argon2/truncated", "said")).toThrow(TypeError);
  });

  it("gives a problem the remedy of its place, which the operator is told as well", () => {
    const own = problem("bcrypt/truncated", "said", { field: "f", remedy: "Look there." });
    expect(own).toEqual({ code: "bcrypt/truncated", message: "said", field: "f", remedy: "Look there." });
    expect(operatorRemedyFor(own)).toBe("Look there.");
    const usual = EVERY_AREA.problem("verify/signer-key-missing", "said");
    expect(operatorRemedyFor(usual)).toBe(operatorRemedyOf("verify/signer-key-missing"));
  });

  it("refuses with one problem", () => {
    const first = problem("bcrypt/truncated", "said", { offset: 0 });
    expect(refuse("bcrypt/truncated", "said", { offset: 0 })).toEqual({ ok: false, problems: [first] });
  });
});

it("finds the row of a code where it is of the areas, and of nothing that rows inherit", () => {
  expect(rowIn("hash/quoted", BCRYPT_PROBLEMS, HASH_PROBLEMS)?.remedy).toContain("CSV");
  expect(rowIn("hash/quoted", BCRYPT_PROBLEMS)).toBeUndefined();
  expect(rowIn("toString", PROBLEMS)).toBeUndefined();
});

it("says to the operator at a command line what an option does, where one does it", () => {
  expect(remedyOf("verify/signer-key-missing")).toMatch(/^Give signerKey/);
  expect(operatorRemedyOf("verify/signer-key-missing")).toMatch(/^Give --signer-key-file/);
  expect(operatorRemedyOf("hash/quoted")).toBe(remedyOf("hash/quoted"));
  expect(operatorRemedyOf("not/a-code")).toBeUndefined();
});
