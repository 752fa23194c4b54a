import { expect, it } from "vitest";
import { PROBLEM_CODES, PROBLEM_REMEDIES, type ProblemCode } from "../../src/problems.js";

/** What an operator at the command line can meet of a secret, a request or the service. */
const AREAS = ["secret", "otpauth", "totp", "request", "client", "service", "cli"];
const CODES = PROBLEM_CODES.filter((code) => AREAS.includes(code.split("/")[0] as string));

/** Words of the interface, of a file or of the world, though written like a name in a program. */
const FIELDS = ["hashingAlgorithm"];

function namesInPrograms(code: ProblemCode): readonly string[] {
  const words =
    PROBLEM_REMEDIES[code].match(
      /\b[a-z]+[A-Z][A-Za-z]*\b|\b[a-z]\w*\(\)|\b[a-z]\w*: (?:true|false|")|\blimits\./g,
    ) ?? [];
  return words.filter((word) => !FIELDS.includes(word));
}

it("covers every area that it names", () => {
  expect(new Set(CODES.map((code) => code.split("/")[0]))).toEqual(new Set(AREAS));
});

it.each(CODES)("the remedy of %s sends nobody to a function or an option of the library", (code) => {
  expect(namesInPrograms(code)).toEqual([]);
});
