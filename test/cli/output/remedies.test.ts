import { expect, it } from "vitest";
import { remediedBeside } from "../../../src/cli/output/remedies.js";
import { operatorRemedyOf, PROBLEMS } from "../../../src/problems/index.js";
import { problemMaker } from "../../../src/problems/problem-maker.js";

const { problem } = problemMaker(PROBLEMS);

it("tells of a user's problem what an option does, what helps beside a given option, or what helps in its own case", () => {
  const remedyOf = (...found: Parameters<typeof problem>) => remediedBeside(problem(...found), "reset").remedy;
  expect(remedyOf("user/password-encrypted", "said")).toBe(operatorRemedyOf("user/password-encrypted"));
  expect(remedyOf("user/no-credential", "said")).toContain("--without-password reset takes users");
  expect(remedyOf("request/field-missing", "said", { remedy: "Name a tenant." })).toBe("Name a tenant.");
});
