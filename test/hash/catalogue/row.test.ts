import { expect, it } from "vitest";
import { recognised, verifiable } from "../../../src/hash/catalogue/row.js";
import { success } from "../../../src/result.js";

const ROW = { system: "Example", scheme: "md5", markers: ["$x$"], reason: "It is an example." } as const;
const recipe = { readings: [{ steps: [], key: new Uint8Array() }] } as const;

it("has its system as a wrapping where something is kept or taken off", () => {
  const parse = () => success(() => recipe);
  const kept = verifiable({ ...ROW, name: "kept", treatment: "keep", parse });
  expect(kept.wrapping).toEqual({ name: "kept", system: "Example", treatment: "keep" });
  expect(verifiable({ ...ROW, name: "bare", treatment: null, parse }).wrapping).toBeNull();
});

it("says with its reason why the service does not take it, unchangeably", () => {
  const row = recognised({ ...ROW, name: "known", treatment: null, pattern: /^\$x\$$/ });
  expect(row).toMatchObject({ problem: "scheme/unsupported", problems: [{ code: "scheme/unsupported" }] });
  expect(row.problems[0]?.message).toBe("It is an example.");
  expect(Object.isFrozen(row.problems) && Object.isFrozen(row.problems[0])).toBe(true);
});
