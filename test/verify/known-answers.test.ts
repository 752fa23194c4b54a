import { describe, expect, it } from "vitest";
import { identifyHash } from "../../src/index.js";
import { estimateVerification, verifyPassword } from "../../src/verify/index.js";
import { isCheap, passwordOf, VERIFY_VECTORS, type VerifyVector } from "./verify-vectors.js";

const MOST_OF_A_ROW = 32;
const MOST_OF_A_SOURCE = 5;

/** Vectors by the row of the catalogue that their hash is read by: cheap ones of many sources, dear ones where there are no others. */
function vectorsByRow(): ReadonlyMap<string, readonly VerifyVector[]> {
  const rows = new Map<string, VerifyVector[]>();
  const taken = new Map<string, number>();
  const answered = VERIFY_VECTORS.filter(({ output }) => output !== undefined);
  const cheap = new Set(answered.filter(({ input }) => isCheap(input)));
  for (const vector of [...cheap, ...answered.filter((one) => !cheap.has(one) && !one.flags.includes("Costly"))]) {
    const { hash, source, pepper } = vector.input;
    const row = identifyHash(hash, { ...(source && { source }) }).format ?? "none";
    const chosen = rows.get(row) ?? [];
    const alike = `${row} ${source} ${pepper !== undefined} ${vector.output?.matches}`;
    const seen = taken.get(alike) ?? 0;
    const most = cheap.has(vector) ? MOST_OF_A_ROW : 2;
    if (seen >= MOST_OF_A_SOURCE || chosen.length >= most) continue;
    taken.set(alike, seen + 1);
    rows.set(row, [...chosen, vector]);
  }
  return rows;
}

const BY_ROW = vectorsByRow();

describe("a password is right or wrong as the vectors say, for each row of the catalogue", () => {
  it.each([...BY_ROW])("%s", async (_, vectors) => {
    for (const vector of vectors) {
      const { hash, password: _given, ...options } = vector.input;
      const verified = await verifyPassword(passwordOf(vector), hash, options);
      expect([vector.id, verified.ok && verified.value.matches]).toEqual([vector.id, vector.output?.matches]);
      const estimate = estimateVerification(hash, options);
      expect([vector.id, estimate.ok && estimate.value.scheme]).toEqual([vector.id, vector.output?.scheme]);
    }
  });
});
