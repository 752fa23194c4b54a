import { expect, it } from "vitest";
import { operatorRemedyOf, PROBLEM_CODES, type ProblemCode } from "../../src/problems/index.js";

/** The login-time fallback runs in a program only: no command has its problems. */
const CODES = PROBLEM_CODES.filter((code) => !code.startsWith("login/"));

/** Words of the interface, of a file or of the world, though written like a name in a program. */
const FIELDS = ["hashingAlgorithm", "memoryBytes", "passwordBytes", "externalUserId", "userPassword"];

function namesInPrograms(code: ProblemCode): readonly string[] {
  const words =
    operatorRemedyOf(code).match(
      /\b[a-z]+[0-9]*[A-Z][A-Za-z0-9]*\b|\b[a-z]\w*\(\)|\b[a-z]\w*: (?:true|false|")|\blimits\./g,
    ) ?? [];
  return words.filter((word) => !FIELDS.includes(word));
}

it.each(CODES)("the remedy of %s sends no operator to a function or an option of the library", (code) => {
  expect(namesInPrograms(code)).toEqual([]);
});
