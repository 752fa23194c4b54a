import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import SuiteOrder from "./test/suite-order.js";

/** One seed for properties, but at night. */
const PROPERTIES = {
  alias: [{ find: /^fast-check$/, replacement: new URL("test/properties.ts", import.meta.url).pathname }],
};
const SITE = "test/nightly/site.test.ts";

/**
 * What a test file says that needs a process of its own: it replaces modules, clocks or what is global, or looks at what is
 * loaded, or at memory or time.
 */
const NEEDS_OWN_PROCESS =
  /\bvi\.(mock|doMock|resetModules|useFakeTimers|setSystemTime|stubGlobal|stubEnv|spyOn)\(|liveBytes|leastGrowth|memoryUsage|cpuUsage|cpuMilliseconds|getReport\(|UV_THREADPOOL_SIZE/;
const APART = readdirSync(new URL("test", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path.replaceAll("\\", "/")}`)
  .filter((path) => NEEDS_OWN_PROCESS.test(readFileSync(new URL(path, import.meta.url), "utf8")));

const SUITE = {
  // Nothing is expected to take as long: a busy machine or a slow disk is to fail no test.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
};
const NOT_OF_THE_SUITE = ["test/gate/**", "test/peers/**", SITE];

/**
 * `npm test` is the two projects `suite*`: `suite`, whose files share a process, and `suite-apart`, whose files each have
 * their own; a file by its name needs no project. `gate` holds the checks on the repository and the packed artifact, `types` those that a compiler
 * makes; `site` builds the documentation site, at night.
 */
export default defineConfig({
  test: {
    // Tests wait for servers, disks and other processes: two more than cores keep these busy meanwhile.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SuiteOrder },
    // The projects, and a run after another one, share what a module is made into: kept by its text.
    experimental: { fsModuleCache: true },
    reporters: ["default", "./test/skipped-tests.ts"],
    projects: [
      {
        resolve: PROPERTIES,
        test: {
          ...SUITE,
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: [...NOT_OF_THE_SUITE, ...APART],
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        resolve: PROPERTIES,
        test: { ...SUITE, name: "suite-apart", include: APART, exclude: NOT_OF_THE_SUITE },
      },
      {
        resolve: PROPERTIES,
        test: {
          name: "gate",
          isolate: false,
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
            // The compiler that builds the package, which takes a third of the time.
            checker: "node_modules/typescript7/bin/tsc",
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
    ],
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary", "html"] },
  },
});
