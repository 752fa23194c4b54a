import { defineConfig } from "vitest/config";

/**
 * What kills mutants of the hash room: its own tests and vectors. Those that measure
 * time say nothing about a mutant, and those that compute hashes are slow.
 */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/hash/**/*.test.ts", "test/lib/base64.test.ts"],
    exclude: ["test/hash/linear-time.test.ts", "test/hash/verification.test.ts", "test/hash/vectors.test.ts"],
    env: { PROPERTY_RUNS: "200" },
    testTimeout: 60_000,
  },
});
