import { describe, expect, it } from "vitest";
import { type Argon2Hash, formatArgon2, formatBcrypt, normalizeHash, parseArgon2 } from "../../src/index.js";
import { readUniqueUsers } from "../../src/source/index.js";

const BCRYPT = {
  version: "2b",
  cost: 5,
  salt: "CCCCCCCCCCCCCCCCCCCCC.",
  digest: "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
} as const;
const ARGON2: Argon2Hash = {
  ...{ variant: "argon2id", version: 19, memoryCost: 256, timeCost: 2, parallelism: 4 },
  ...{ salt: new Uint8Array(16), digest: new Uint8Array(32) },
};

describe("a formatter names the part that is wrong", () => {
  it.each([
    [{ version: "2c" }, "hash.version must be 2a, 2b, 2x or 2y"],
    [{ cost: 3 }, "hash.cost must be a whole number from 4 to 31"],
    [{ cost: "05" }, "hash.cost must be a number"],
    [{ salt: BCRYPT.salt.slice(1) }, "hash.salt must be 22 characters"],
    [{ digest: undefined }, "hash.digest must be a string"],
  ])("of bcrypt: %j", (part, message) => {
    expect(() => formatBcrypt({ ...BCRYPT, ...part } as never)).toThrow(message);
  });

  it.each([
    [{ variant: "id" }, "hash.variant must be argon2d, argon2i or argon2id"],
    [{ version: "1.3" }, "hash.version must be 16 or 19"],
    [{ memoryCost: 0.5 }, "hash.memoryCost must be a whole number of KiB"],
    [{ memoryCost: 31 }, "hash.memoryCost must be a whole number of KiB from 8 for each lane"],
    [{ timeCost: 0 }, "hash.timeCost must be"],
    [{ parallelism: Number.NaN }, "hash.parallelism must be"],
    [{ salt: "c29tZXNhbHQ" }, "hash.salt must be a Uint8Array"],
    [{ digest: new Uint8Array(3) }, "hash.digest must be at least 4 bytes"],
  ])("of argon2: %j", (part, message) => {
    expect(() => formatArgon2({ ...ARGON2, ...part } as never)).toThrow(message);
  });

  it("and writes what is sound", () => {
    expect(formatBcrypt(BCRYPT)).toBe(`$2b$05$${BCRYPT.salt}${BCRYPT.digest}`);
    expect(parseArgon2(formatArgon2({ ...ARGON2, memoryCost: 32 }))).toMatchObject({ ok: true });
    expect(formatArgon2({ ...ARGON2, memoryCost: 2 ** 32 - 1, parallelism: 16_777_215 })).toContain("p=16777215");
  });
});

it("a flag that is a text is refused: false would be taken for true, or true for false", () => {
  expect(() => normalizeHash("x", { peppered: "false" as never })).toThrow("peppered must be true or false");
  const reading = { from: "firebase", includeDisabled: "false" as never } as const;
  expect(() => readUniqueUsers(() => (async function* () {})(), reading)).toThrow("includeDisabled must be true or");
});
