import { expect, it } from "vitest";
import { usualThreads } from "../../../src/cli/check/usual-threads.js";

const MIB = 1 << 20;

it.each([
  ["a small file", 32 * MIB - 1, 4, {}, 1],
  ["a large file", 32 * MIB, 4, {}, 4],
  ["a large file on one core", 32 * MIB, 1, {}, 1],
  ["a large file on many cores", 32 * MIB, 64, {}, 8],
  ["a large file in Deno", 32 * MIB, 4, { deno: "2.9.6" }, 1],
])("reads %s with as many threads as are of use", (_, bytes, cores, versions, threads) => {
  expect(usualThreads(bytes, cores, { node: "20.19.0", ...versions })).toBe(threads);
});
