import { roomOf } from "./test/mutation/rooms.mjs";

/** One room a run, so that each is done in half an hour: `npm run mutation -- secret`. */
const { name, mutate, least } = roomOf(process.env.MUTATION_ROOM);

export default {
  testRunner: "vitest",
  vitest: { configFile: "test/mutation/vitest.config.mjs", related: false },
  plugins: ["@stryker-mutator/vitest-runner", "./test/mutation/ignore-messages.mjs"],
  ignorers: ["messages"],
  mutate,
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 6_000,
  incremental: true,
  incrementalFile: `reports/mutation/${name}-incremental.json`,
  jsonReporter: { fileName: `reports/mutation/${name}.json` },
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: least },
};
