import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/hash/internal.js";
import { runnerOf } from "../../../src/verify/schemes/index.js";
import { keyOfHmac } from "../../../src/verify/schemes/scrypt.js";
import type { Received } from "../../../src/verify/steps/step-runner.js";

const salt = new Uint8Array(16);

/** In the units of the limits, and under the names that a reader knows. */
describe("what a step costs", () => {
  it.each<[Step, object, object]>([
    [
      { kind: "bcrypt", version: "2b", cost: 10, salt },
      { bcryptCost: 10, memoryBytes: 4168 },
      { version: "2b", cost: 10 },
    ],
    [
      {
        kind: "argon2",
        variant: "argon2id",
        version: 19,
        memoryCost: 65536,
        timeCost: 3,
        parallelism: 4,
        salt,
        length: 32,
      },
      { memoryBytes: 67108864, argon2TimeCost: 3, argon2Work: 196608, argon2Parallelism: 4 },
      { variant: "argon2id", version: 19, memoryCost: 65536, timeCost: 3, parallelism: 4 },
    ],
    [
      { kind: "scrypt", n: 16384, r: 8, p: 2, length: 64, salt },
      { memoryBytes: 1024 * 16388, scryptWork: 262144 },
      { n: 16384, r: 8, p: 2 },
    ],
    // Where the key is long, the two PBKDF2 of scrypt are what takes the time.
    [
      { kind: "scrypt", n: 2, r: 1, p: 1, length: 1024, salt },
      { memoryBytes: 640, scryptWork: 80 },
      { n: 2, r: 1, p: 1 },
    ],
    [
      { kind: "pbkdf2", digest: "sha256", iterations: 1000, length: 32, salt },
      { pbkdf2Iterations: 1000 },
      { digest: "sha256", iterations: 1000 },
    ],
    [
      { kind: "pbkdf2", digest: "sha1", iterations: 1000, length: 64, salt },
      { pbkdf2Iterations: 4000 },
      { digest: "sha1", iterations: 1000 },
    ],
    [{ kind: "md5-crypt", salt, marker: "$1$" }, { digestRounds: 1000 }, { rounds: 1000 }],
    [{ kind: "sha-crypt", digest: "sha512", rounds: 5000, salt }, { digestRounds: 5000 }, { rounds: 5000 }],
    [{ kind: "sha1-crypt", rounds: 480000, salt: "s" }, { digestRounds: 480000 }, { rounds: 480000 }],
    [{ kind: "phpass", digest: "md5", rounds: 8192, salt, length: 22 }, { digestRounds: 8192 }, { rounds: 8192 }],
    [
      { kind: "iterated-digest", digest: "sha512", rounds: 500000, salt },
      { digestRounds: 500000 },
      { digest: "sha512", rounds: 500000 },
    ],
    [
      { kind: "chained-digest", digest: "sha256", rounds: 1001 },
      { digestRounds: 1001 },
      { digest: "sha256", rounds: 1001 },
    ],
    [{ kind: "des-crypt", rounds: 25, salt: "ab", readsAll: false }, { digestRounds: 25 }, { rounds: 25 }],
  ])("%o", (step, costs, parameters) => {
    const runner = runnerOf(step);
    expect(runner.costs?.(step)).toEqual(costs);
    expect(runner.parameters?.(step)).toEqual(parameters);
  });
});

describe("HMAC pads its key with NULs, so a NUL at the end of a password is not seen", () => {
  const received = (text: string, more: object = {}): Received => ({
    bytes: Uint8Array.from(Buffer.from(text, "latin1")),
    coverage: "whole",
    ...more,
  });

  it.each<[string, Received, string]>([
    ["of text", received("ab"), "whole"],
    ["of text with a NUL inside", received("a\0b"), "whole"],
    ["of text with a NUL at the end", received("ab\0"), "up-to-nul"],
    ["of nothing", received(""), "whole"],
    ["of a digest, which may end so", received("ab\0", { isDigest: true }), "whole"],
    ["of UTF-16, whose characters may end so", received("a\0", { isUtf16: true }), "whole"],
    ["of UTF-16 with a NUL at the end", received("a\0\0\0", { isUtf16: true }), "up-to-nul"],
    ["of what was not seen whole before", received("ab", { coverage: "first-8-bytes" }), "first-8-bytes"],
  ])("%s", (_, given, coverage) => {
    expect(keyOfHmac(given).coverage).toBe(coverage);
  });
});
