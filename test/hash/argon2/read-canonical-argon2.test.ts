import { describe, expect, it } from "vitest";
import { isCanonicalArgon2, readCanonicalArgon2 } from "../../../src/hash/argon2/read-canonical-argon2.js";
import { parseArgon2 } from "../../../src/index.js";
import { faultOf } from "../refusal.js";

const SALT = "c29tZXNhbHQ";
const DIGEST = "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const hash = (parameters: string, variant = "argon2id") => `$${variant}$v=19$${parameters}$${SALT}$${DIGEST}`;

/** What it takes is what needs neither change nor warning: no smaller and no larger set. */
describe("a canonical argon2 string is taken", () => {
  it.each([
    ["of argon2id", hash("m=256,t=2,p=1"), { variant: "argon2id", memoryCost: 256 }],
    ["of argon2i", hash("m=256,t=2,p=1", "argon2i"), { variant: "argon2i" }],
    ["of argon2d", hash("m=256,t=2,p=1", "argon2d"), { variant: "argon2d" }],
    ["of version 16", hash("m=256,t=2,p=1").replace("v=19", "v=16"), { version: 16 }],
    ["with m at 8 for each lane", hash("m=32,t=2,p=4"), { memoryCost: 32, parallelism: 4 }],
    ["with m at its end", hash("m=4294967295,t=2,p=1"), { memoryCost: 4294967295 }],
    ["with t of 1", hash("m=256,t=1,p=1"), { timeCost: 1 }],
    ["with t at its end", hash("m=256,t=4294967295,p=1"), { timeCost: 4294967295 }],
    ["with p at its end", hash("m=134217720,t=1,p=16777215"), { parallelism: 16777215 }],
  ])("%s", (_, text, parts) => {
    expect(readCanonicalArgon2(text)).toMatchObject(parts);
    expect(isCanonicalArgon2(text)).toBe(true);
  });
});

describe("a string with a fault is not taken, and parseArgon2 places the fault", () => {
  it.each([
    ["a slash after the digits of m", "m=25/,t=2,p=1", ["argon2/malformed", "m", 19]],
    ["a slash after the digit of t", "m=256,t=2/,p=1", ["argon2/malformed", "t", 24]],
    ["a full stop in p", "m=256,t=2,p=1.", ["argon2/malformed", "p", 28]],
    ["a colon after the digits of m", "m=25:,t=2,p=1", ["argon2/malformed", "m", 19]],
    ["an empty m", "m=,t=2,p=1", ["argon2/malformed", "m", 17]],
    ["an empty t", "m=256,t=,p=1", ["argon2/malformed", "t", 23]],
    ["an empty p", "m=256,t=2,p=", ["argon2/malformed", "p", 27]],
    ["a leading zero in p", "m=256,t=2,p=01", ["argon2/malformed", "p", 27]],
    ["no t", "m=256,p=1", ["argon2/malformed", "t", 24]],
    ["no p", "m=256,t=2", ["argon2/malformed", "p", 24]],
    ["m of eleven digits", "m=42949672960,t=2,p=1", ["argon2/parameter-out-of-range", "m", 17]],
    ["p one past its end", "m=134217728,t=1,p=16777216", ["argon2/parameter-out-of-range", "p", 33]],
  ])("%s", (_, parameters, fault) => {
    expect(readCanonicalArgon2(hash(parameters))).toBeNull();
    expect(faultOf(parseArgon2(hash(parameters)))).toEqual(fault);
  });
});
