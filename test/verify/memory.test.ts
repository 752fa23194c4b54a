import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { estimateVerification, type VerifyOptions, verifyPassword } from "../../src/verify/index.js";

interface Vector {
  readonly id: string;
  readonly input: { hash: string; password: string | { hex: string } } & VerifyOptions;
}

const MEBIBYTE = 1_048_576;
/** For the process' own ups and downs. */
const SLACK = 24 * MEBIBYTE;
const FOLDER = new URL("../../vectors/verify/", import.meta.url);

function stated({ input: { hash, password: _, ...options } }: Vector): number {
  const estimate = estimateVerification(hash, options);
  return estimate.ok ? estimate.value.memoryBytes : 0;
}

function peak(): number {
  return process.resourceUsage().maxRSS * 1024;
}

describe("memory", () => {
  it("of no verification exceeds what its estimate states", async () => {
    const vectors = readdirSync(FOLDER)
      .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")).groups as { tests: Vector[] }[])
      .flatMap((group) => group.tests)
      .filter((vector) => stated(vector) >= MEBIBYTE)
      .sort((one, other) => stated(one) - stated(other));
    // The smallest of each size is enough: the process' peak never falls.
    const sizes = [...new Map(vectors.map((vector) => [stated(vector), vector])).values()];
    const large = {
      id: "scrypt of 128 MiB",
      input: { hash: `scrypt:131072:8:1$salt$${"0".repeat(128)}`, password: "x" },
    };
    expect(sizes.length).toBeGreaterThan(5);
    for (const vector of [...sizes, large]) {
      const { hash, password, ...options } = vector.input;
      const before = peak();
      const given = typeof password === "string" ? password : Buffer.from(password.hex, "hex");
      expect((await verifyPassword(given, hash, options)).ok).toBe(true);
      expect(peak() - before, vector.id).toBeLessThan(stated(vector) + SLACK);
    }
  });

  it("is really measured: 64 MiB beyond the peak leave a mark", () => {
    const before = peak();
    const held = Buffer.alloc(before - process.memoryUsage().rss + 64 * MEBIBYTE, 1);
    expect(held.at(-1)).toBe(1);
    expect(peak() - before).toBeGreaterThan(32 * MEBIBYTE);
  });
});
