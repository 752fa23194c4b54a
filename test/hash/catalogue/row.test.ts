import { expect, it } from "vitest";
import { recognised, verifiable } from "../../../src/hash/catalogue/row.js";
import { success } from "../../../src/result.js";

const ROW = { scheme: "md5", markers: ["$x$"], reason: "It is an example." } as const;
const parts = { key: new Uint8Array() };

it("has its name as a wrapping where something is kept or taken off", () => {
  const read = () => success(() => parts);
  const kept = verifiable({ ...ROW, name: "kept", treatment: "keep", read });
  expect(kept.wrapping).toEqual({ name: "kept", treatment: "keep" });
  expect(verifiable({ ...ROW, name: "bare", treatment: null, read }).wrapping).toBeNull();
});

it("says with its reason why the service does not take it, unchangeably", () => {
  const row = recognised({ ...ROW, name: "known", treatment: null, pattern: /^\$x\$$/ });
  expect(row).toMatchObject({ problem: "scheme/unsupported", problems: [{ code: "scheme/unsupported" }] });
  expect(row.problems[0]?.message).toBe("It is an example.");
  expect(Object.isFrozen(row.problems) && Object.isFrozen(row.problems[0])).toBe(true);
});
