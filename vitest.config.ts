import { defineConfig } from "vitest/config";

/** One seed for properties, but at night. */
const PROPERTIES = {
  alias: [{ find: /^fast-check$/, replacement: new URL("test/properties.ts", import.meta.url).pathname }],
};
const SITE = "test/nightly/site.test.ts";

/**
 * `suite` is `npm test`; `gate` holds the checks on the repository and the packed artifact, `types` those that a compiler
 * makes; `site` builds the documentation site, at night.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core unused; of two that is half, and tests that wait for servers need little of theirs.
    maxWorkers: "100%",
    reporters: ["default", "./test/skipped-tests.ts"],
    projects: [
      {
        resolve: PROPERTIES,
        test: {
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: ["test/gate/**", "test/peers/**", SITE],
          // Nothing is expected to take as long: a busy machine or a slow disk is to fail no test.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
      {
        resolve: PROPERTIES,
        test: {
          name: "gate",
          include: ["test/gate/**/*.test.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "site",
          include: [SITE],
          testTimeout: 600_000,
          // It installs and builds.
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
    ],
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary", "html"] },
  },
});
