import { describe, expect, it } from "vitest";
import { HASH_FORMATS } from "../../src/hash/catalogue/index.js";
import { VERIFIERS } from "../../src/verify/verifiers.js";

describe("the table of verifiers", () => {
  const verifiable = HASH_FORMATS.flatMap((format) =>
    format.kind === "legacy" && format.disposition === "verifiable" ? [format.name] : [],
  );

  it("has a verifier for every row of the catalogue that says verifiable, and no other", () => {
    expect([...VERIFIERS.keys()].sort()).toEqual([...verifiable].sort());
  });
});
