import { defineConfig } from "vitest/config";
import { bundleTests } from "./bundle-tests.mjs";
import { roomOf } from "./rooms.mjs";

/** What kills the changes of a room: its own tests, with fewer runs of each property. */
export default defineConfig(async () => ({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: await bundleTests(roomOf(process.env.MUTATION_ROOM)),
    // Each bundle has its own modules already.
    isolate: false,
    env: { PROPERTY_RUNS: "50" },
    testTimeout: 60_000,
  },
}));
