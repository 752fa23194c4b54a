import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mismatchesOf } from "../functions-of.mjs";

const FUZZ = resolve(import.meta.dirname, "fuzz.mjs");

// It begins with a look at what the built entry points export: a function that no round names ends it.
it("a few rounds of the fuzz, which names every function of every entry point, find no fault", async () => {
  const args = [FUZZ, "--seed", "24", "--rounds", "60", "--seconds", "600"];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((failed) => failed);
  expect(stdout).toBe("fuzz: 600 seconds from --seed 24\nfuzz: 60 rounds, 0 faults\n");
});

it("a function that is in no list is named, and one that no entry point has", () => {
  const entries = { "credport/a": { read: () => 1, LIMIT: 1 }, "credport/b": { write: () => 1 } };
  expect(mismatchesOf(entries, ["read", "write"])).toEqual([]);
  expect(mismatchesOf(entries, ["read", "LIMIT"])).toEqual([
    "write of credport/b is in no list",
    "no entry point has LIMIT",
  ]);
});
