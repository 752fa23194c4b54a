import { defineConfig } from "vitest/config";
import { roomOf } from "./rooms.mjs";

const { tests, exclude } = roomOf(process.env.MUTATION_ROOM);

/** What kills the changes of a room: its own tests, with fewer runs of each property. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: tests,
    exclude,
    env: { PROPERTY_RUNS: "200" },
    testTimeout: 60_000,
  },
});
