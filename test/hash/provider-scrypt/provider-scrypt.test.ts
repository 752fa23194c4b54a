import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  BUILT_IN_FORMATS,
  buildProviderScrypt,
  createCatalogue,
  normalizeHash,
  type ProblemCode,
  type ProviderScryptParts,
  parseProviderScrypt,
} from "../../../src/index.js";
import { byDay } from "../../by-day.js";
import { expectRefusal, faultOf } from "../refusal.js";

// From the published sample of the format: firebase/scrypt's README.
const HASH_PART = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
const SALT = "42xEC+ixf3L2lw==";
const TAIL = "m=14$r=8$s=Bw==";
const HASH = `$f_scrypt$${HASH_PART}$${SALT}$${TAIL}`;
const SALT_AT = 10 + HASH_PART.length + 1;
const TAIL_AT = SALT_AT + SALT.length + 1;

const withTail = (tail: string) => `$f_scrypt$${HASH_PART}$${SALT}$${tail}`;
const withSalt = (salt: string) => `$f_scrypt$${HASH_PART}$${salt}$${TAIL}`;
const withHash = (hash: string) => `$f_scrypt$${hash}$${SALT}$${TAIL}`;

describe("parseProviderScrypt", () => {
  it("gives the parts as bytes and numbers", () => {
    const parsed = parseProviderScrypt(HASH);
    expect(parsed).toMatchObject({ ok: true, value: { memCost: 14, rounds: 8 }, warnings: [] });
    if (!parsed.ok) return;
    expect(Buffer.from(parsed.value.passwordHash).toString("base64")).toBe(HASH_PART);
    expect(Buffer.from(parsed.value.salt).toString("base64")).toBe(SALT);
    expect([...parsed.value.saltSeparator]).toEqual([7]);
  });

  it.each([
    ["an empty separator", "m=14$r=8$s=", { saltSeparator: new Uint8Array(0) }],
    ["the least costs", "m=1$r=1$s=Bw==", { memCost: 1, rounds: 1 }],
    ["the greatest mem_cost", "m=30$r=2$s=Bw==", { memCost: 30, rounds: 2 }],
    ["the greatest mem_cost that one round has", "m=15$r=1$s=Bw==", { memCost: 15, rounds: 1 }],
    ["the greatest rounds", "m=14$r=1073741823$s=Bw==", { rounds: 1073741823 }],
  ])("reads %s", (_, tail, value) => {
    expect(parseProviderScrypt(withTail(tail))).toMatchObject({ ok: true, value });
  });
});

const MALFORMED: readonly (readonly [string, string, ProblemCode, number])[] = [
  ["nothing at all", "", "hash/empty", 0],
  ["another scheme", "$scrypt$ln=14", "provider-scrypt/not-provider-scrypt", 0],
  ["another spelling of the name", HASH.replace("f_scrypt", "fscrypt"), "provider-scrypt/not-provider-scrypt", 0],
  ["cut off after the name", "$f_scrypt$", "provider-scrypt/truncated", 10],
  ["cut off after the hash", `$f_scrypt$${HASH_PART}`, "provider-scrypt/truncated", SALT_AT - 1],
  ["cut off after the salt", `$f_scrypt$${HASH_PART}$${SALT}`, "provider-scrypt/truncated", TAIL_AT - 1],
  ["no parameters", withTail(""), "provider-scrypt/parameter-missing", TAIL_AT],
  ["an empty hash", withHash(""), "provider-scrypt/part-missing", 10],
  ["an empty salt", withSalt(""), "provider-scrypt/part-missing", SALT_AT],
  ["no m", withTail("r=8$s=Bw=="), "provider-scrypt/parameter-missing", TAIL_AT + 10],
  ["no r", withTail("m=14$s=Bw=="), "provider-scrypt/parameter-missing", TAIL_AT + 11],
  ["no s", withTail("m=14$r=8"), "provider-scrypt/parameter-missing", TAIL_AT + 8],
  ["no s, but its dollar sign", withTail("m=14$r=8$"), "provider-scrypt/parameter-missing", TAIL_AT + 9],
  ["m twice", withTail("m=14$m=14$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 5],
  ["s twice", withTail("s=Bw==$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 11],
  ["another parameter", withTail("m=14$p=1$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 5],
  ["another name", withTail("mem=14$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT],
  ["a name without its sign", withTail("m14$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT],
  ["no number", withTail("m=$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 2],
  ["a leading zero", withTail("m=014$r=8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 2],
  ["a sign", withTail("m=14$r=+8$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 7],
  ["a decimal point", withTail("m=14$r=8.0$s=Bw=="), "provider-scrypt/malformed", TAIL_AT + 7],
  [
    "more digits than any number has",
    withTail(`m=${"1".repeat(17)}$r=8$s=Bw==`),
    "provider-scrypt/malformed",
    TAIL_AT + 2,
  ],
  ["m of 0", withTail("m=0$r=8$s=Bw=="), "provider-scrypt/parameter-out-of-range", TAIL_AT + 2],
  ["m of 31", withTail("m=31$r=8$s=Bw=="), "provider-scrypt/parameter-out-of-range", TAIL_AT + 2],
  [
    "N where its logarithm belongs",
    withTail("m=16384$r=8$s=Bw=="),
    "provider-scrypt/parameter-out-of-range",
    TAIL_AT + 2,
  ],
  [
    "m that one round does not have",
    withTail("m=16$r=1$s=Bw=="),
    "provider-scrypt/parameter-out-of-range",
    TAIL_AT + 2,
  ],
  ["r of 0", withTail("m=14$r=0$s=Bw=="), "provider-scrypt/parameter-out-of-range", TAIL_AT + 7],
  ["r past its end", withTail("m=14$r=1073741824$s=Bw=="), "provider-scrypt/parameter-out-of-range", TAIL_AT + 7],
  [
    "r past its end, in front of m",
    withTail("r=1073741824$m=14$s=Bw=="),
    "provider-scrypt/parameter-out-of-range",
    TAIL_AT + 2,
  ],
  ["a fourth dollar sign after", `${HASH}$`, "provider-scrypt/malformed", HASH.length],
  ["a part after", `${HASH}$x=1`, "provider-scrypt/malformed", HASH.length],
  [
    "the order s, r, m, which normalizeHash mends",
    withTail("s=Bw==$r=8$m=14"),
    "provider-scrypt/parameter-order",
    TAIL_AT,
  ],
  [
    "the order m, s, r, which normalizeHash mends",
    withTail("m=14$s=Bw==$r=8"),
    "provider-scrypt/parameter-order",
    TAIL_AT + 5,
  ],
  ["a dot in the hash", withHash(`.${HASH_PART.slice(1)}`), "provider-scrypt/malformed", 10],
  ["a space in the salt", withSalt(`42xE +ixf3L2lw==`), "provider-scrypt/malformed", SALT_AT + 4],
  ["a line feed in the separator", withTail("m=14$r=8$s=B\nw="), "provider-scrypt/malformed", TAIL_AT + 12],
  ["padding inside the salt", withSalt("42xE=+ixf3L2lw=="), "provider-scrypt/base64-form", SALT_AT + 4],
  ["padding and nothing else", withSalt("=="), "provider-scrypt/base64-form", SALT_AT],
  ["four signs of padding and nothing else", withSalt("===="), "provider-scrypt/base64-form", SALT_AT],
  ["four signs of padding after a whole salt", withSalt("AAAA===="), "provider-scrypt/base64-form", SALT_AT + 4],
  [
    "a separator of padding alone",
    withTail("m=14$r=8$s==="),
    "provider-scrypt/base64-form",
    TAIL_AT + "m=14$r=8$s=".length,
  ],
  ["one sign of padding too few", withSalt("42xEC+ixf3L2lw="), "provider-scrypt/base64-form", SALT_AT + 14],
  ["one sign of padding too many", withSalt("42xEC+ixf3L2lw==="), "provider-scrypt/base64-form", SALT_AT + 14],
  ["padding where none belongs", withSalt("42xEC+ixf3L2="), "provider-scrypt/base64-form", SALT_AT + 12],
  [
    "padding missing, which normalizeHash adds",
    withSalt("42xEC+ixf3L2lw"),
    "provider-scrypt/base64-form",
    SALT_AT + 14,
  ],
  ["a salt of 4n + 1 characters", withSalt("42xEC"), "provider-scrypt/truncated", SALT_AT + 5],
  ["unused bits in the salt", withSalt("42xEC+ixf3L2lx=="), "provider-scrypt/truncated", SALT_AT + 13],
  ["unused bits in the separator", withTail("m=14$r=8$s=Bx=="), "provider-scrypt/truncated", TAIL_AT + 12],
  ["both alphabets in the salt", withSalt("42x_C+ixf3L2lw=="), "provider-scrypt/base64-form", SALT_AT],
  [
    "the URL-safe alphabet, which normalizeHash rewrites",
    withSalt("42xEC-ixf3L2lw=="),
    "provider-scrypt/base64-form",
    SALT_AT,
  ],
  ["a byte order mark in front", `\ufeff${HASH}`, "hash/surrounding-characters", 0],
  ["a line feed after", `${HASH}\n`, "hash/surrounding-characters", HASH.length],
];

it.each(MALFORMED)("parseProviderScrypt refuses %s", (_, text, code, offset) => {
  expectRefusal(parseProviderScrypt(text), code, offset);
});

describe("normalizeHash repairs provider-scrypt", () => {
  const urlSafe = HASH.replaceAll("+", "-").replaceAll("/", "_");

  it.each([
    ["the URL-safe alphabet of the Admin SDK", urlSafe, ["alphabet-converted", "alphabet-converted"]],
    ["missing padding", HASH.replaceAll("=$", "$").replaceAll("=$", "$"), ["padding-added", "padding-added"]],
    ["the order of the parameters", withTail("r=8$m=14$s=Bw=="), ["parameters-reordered"]],
    ["a separator without padding", withTail("m=14$r=8$s=Bw"), ["padding-added"]],
  ])("by %s", (_, text, kinds) => {
    const normalized = normalizeHash(text);
    expect(normalized).toMatchObject({
      ok: true,
      value: { scheme: "provider-scrypt", passwordHash: HASH, hashingAlgorithm: "provider_scrypt" },
    });
    if (normalized.ok) expect(normalized.value.changes.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("by the alphabet alone, where no padding belongs", () => {
    const normalized = normalizeHash(withSalt("42x_"));
    expect(normalized).toMatchObject({ ok: true, value: { passwordHash: withSalt("42x/") } });
    expect(normalized.ok && normalized.value.changes.map(({ kind, field }) => [kind, field])).toEqual([
      ["alphabet-converted", "salt"],
    ]);
  });

  it("and names the hash where its length is not a signer key's", () => {
    const fault = faultOf(normalizeHash(withHash(SALT)));
    expect(fault).toEqual(["provider-scrypt/hash-length", "passwordHash", 10]);
  });

  it("and refuses a hash that is not as long as a signer key", () => {
    expectRefusal(normalizeHash(withHash(SALT)), "provider-scrypt/hash-length", 10);
    expectRefusal(normalizeHash(`  ${withHash(SALT)}`), "provider-scrypt/hash-length", 12);
    const long = Buffer.alloc(65, 1).toString("base64");
    expectRefusal(normalizeHash(withHash(long)), "provider-scrypt/hash-length", 10);
  });
});

describe("buildProviderScrypt", () => {
  const parts: ProviderScryptParts = {
    passwordHash: HASH_PART,
    salt: SALT,
    memCost: 14,
    rounds: 8,
    saltSeparator: "Bw==",
  };

  it("puts the published sample together", () => {
    expect(buildProviderScrypt(parts)).toMatchObject({ ok: true, value: HASH, warnings: [] });
  });

  it("takes either alphabet, padded or not, and an empty separator", () => {
    const loose = {
      passwordHash: HASH_PART.replaceAll("+", "-").replaceAll("/", "_").replace("==", ""),
      salt: "42xEC-ixf3L2lw",
      saltSeparator: "Bw",
    };
    expect(buildProviderScrypt({ ...parts, ...loose })).toMatchObject({ ok: true, value: HASH });
    expect(buildProviderScrypt({ ...parts, saltSeparator: "" })).toMatchObject({
      ok: true,
      value: withTail("m=14$r=8$s="),
    });
  });

  it("refuses the first parts of a process as well, where the separator was left out", async () => {
    vi.resetModules();
    const fresh = await import("../../../src/index.js");
    const built = fresh.buildProviderScrypt({ ...parts, saltSeparator: undefined } as never);
    expectRefusal(built, "provider-scrypt/parameter-missing");
  });

  it.each<[string, object, ProblemCode, string, number?]>([
    ["no hash", { passwordHash: "" }, "provider-scrypt/part-missing", "passwordHash", 0],
    ["a hash that is not text", { passwordHash: null }, "provider-scrypt/part-missing", "passwordHash"],
    ["no salt", { salt: "" }, "provider-scrypt/part-missing", "salt", 0],
    ["a salt that is not text", { salt: undefined }, "provider-scrypt/part-missing", "salt"],
    [
      "a separator that was left out",
      { saltSeparator: undefined },
      "provider-scrypt/parameter-missing",
      "saltSeparator",
    ],
    ["a separator that is not text", { saltSeparator: 7 }, "provider-scrypt/parameter-missing", "saltSeparator"],
    ["mem_cost as text", { memCost: "14" }, "provider-scrypt/parameter-out-of-range", "memCost"],
    ["mem_cost of 31", { memCost: 31 }, "provider-scrypt/parameter-out-of-range", "memCost"],
    ["mem_cost that is not a whole number", { memCost: 14.5 }, "provider-scrypt/parameter-out-of-range", "memCost"],
    ["no mem_cost", { memCost: Number.NaN }, "provider-scrypt/parameter-out-of-range", "memCost"],
    ["rounds of 0", { rounds: 0 }, "provider-scrypt/parameter-out-of-range", "rounds"],
    ["rounds that are not a number", { rounds: undefined }, "provider-scrypt/parameter-out-of-range", "rounds"],
    ["more memory than one round has", { memCost: 16, rounds: 1 }, "provider-scrypt/parameter-out-of-range", "memCost"],
    ["a salt with a line feed", { salt: `${SALT}\n` }, "provider-scrypt/malformed", "salt", 16],
    ["a salt that was cut off", { salt: "42xEC" }, "provider-scrypt/truncated", "salt", 5],
    ["a salt in both alphabets", { salt: "42x_C+ixf3L2lw==" }, "provider-scrypt/base64-form", "salt", 0],
    ["a separator with unused bits", { saltSeparator: "Bx==" }, "provider-scrypt/truncated", "saltSeparator", 1],
    ["a hash that no column holds", { passwordHash: "A".repeat(4097) }, "hash/too-long", "passwordHash", 4096],
  ])("refuses %s", (_, fault, code, field, offset) => {
    const built = buildProviderScrypt({ ...parts, ...fault } as ProviderScryptParts);
    expectRefusal(built, code, offset);
    expect(!built.ok && built.problems[0].field).toBe(field);
  });

  it("places a character that is not base64 at the very beginning of a part", () => {
    const built = buildProviderScrypt({ ...parts, salt: "!2xEC+ixf3L2lw==" });
    expect(faultOf(built)).toEqual(["provider-scrypt/malformed", "salt", 0]);
  });

  it("gives no place where a number is wrong, since it is in no text", () => {
    for (const fault of [{ memCost: 31 }, { rounds: 0 }, { memCost: 16, rounds: 1 }]) {
      const built = buildProviderScrypt({ ...parts, ...fault });
      expect(built.ok).toBe(false);
      expect(!built.ok && built.problems[0]).not.toHaveProperty("offset");
    }
  });

  it("refuses a part that makes the string longer than any that is read", () => {
    expectRefusal(buildProviderScrypt({ ...parts, salt: "A".repeat(4096) }), "hash/too-long");
  });
});

describe("a string that needs no change", () => {
  // With a catalogue of the caller's own, every string is read part by part.
  const catalogue = createCatalogue(BUILT_IN_FORMATS);
  const hostile = fc.constantFrom(
    "",
    "=",
    "$",
    "A",
    "-",
    "Bw==",
    "s=",
    "c3M=",
    "cz0=",
    " ",
    "0",
    "\n",
    "A".repeat(5000),
  );
  const part = (usual: string) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, hostile, fc.string({ maxLength: 4 }));
  const salts = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    },
    hostile,
  );
  const number = fc.oneof(
    fc.nat({ max: 40 }).map(String),
    fc.constantFrom("08", "1073741823", "1073741824", "1e1", "-1"),
  );
  const texts = fc
    .record({
      hash: part(HASH_PART),
      salt: salts,
      m: fc.oneof({ weight: 2, arbitrary: fc.constant("14") }, number),
      r: fc.oneof({ weight: 2, arbitrary: fc.constant("8") }, number),
      separator: fc.oneof(salts, fc.constant("Bw==")),
      after: fc.constantFrom("", "", "", "\n", "$", " "),
    })
    .map(({ hash, salt, m, r, separator, after }) => `$f_scrypt$${hash}$${salt}$m=${m}$r=${r}$s=${separator}${after}`);

  it("is normalised as one that is read part by part, for any service", () => {
    let importable = 0;
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom("default" as const, "supertokens" as const),
        fc.constantFrom(undefined, "firebase" as const, "django" as const),
        (text, service, source) => {
          const options = source === undefined ? { service } : { service, source };
          const quick = normalizeHash(text, options);
          expect(quick).toEqual(normalizeHash(text, { ...options, catalogue }));
          if (quick.ok) importable++;
        },
      ),
      { numRuns: 3000 },
    );
    expect(importable).toBeGreaterThan(byDay(300));
  });
});
