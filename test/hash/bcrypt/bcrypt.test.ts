import { describe, expect, it } from "vitest";
import { canonicalBcrypt } from "../../../src/hash/bcrypt/bcrypt.js";
import { isCanonicalBcrypt } from "../../../src/hash/bcrypt/plain-bcrypt.js";
import { type BcryptHash, formatBcrypt, normalizeHash, type ProblemCode, parseBcrypt } from "../../../src/index.js";
import { expectRefusal, faultOf } from "../refusal.js";

// crypt_blowfish's own test vector: the password is U*U.
const SALT = "CCCCCCCCCCCCCCCCCCCCC.";
const DIGEST = "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const HASH = `$2a$05$${SALT}${DIGEST}`;

describe("parseBcrypt gives the parts", () => {
  it.each(["2a", "2b", "2y"] as const)("of a %s hash, without a warning", (version) => {
    const parsed = parseBcrypt(HASH.replace("2a", version));
    expect(parsed).toMatchObject({ ok: true, value: { version, cost: 5, salt: SALT, digest: DIGEST } });
    expect(parsed).toMatchObject({ warnings: [] });
  });

  it("of a 2x hash, with a warning that says whose passwords break", () => {
    const parsed = parseBcrypt(HASH.replace("2a", "2x"));
    expect(parsed).toMatchObject({ ok: true, value: { version: "2x" } });
    expect(parsed).toMatchObject({ warnings: [{ code: "bcrypt/sign-extension", offset: 2 }] });
  });

  it.each([
    ["04", 4],
    ["09", 9],
    ["10", 10],
    ["19", 19],
    ["29", 29],
    ["30", 30],
    ["31", 31],
  ])("of cost %s", (digits, cost) => {
    expect(parseBcrypt(HASH.replace("05", digits))).toMatchObject({ ok: true, value: { cost } });
  });
});

const MALFORMED: readonly (readonly [string, string, ProblemCode, number])[] = [
  ["nothing at all", "", "hash/empty", 0],
  ["another scheme", "$1$abc$0123456789012345678901", "bcrypt/not-bcrypt", 0],
  ["no dollar sign", HASH.slice(1), "bcrypt/not-bcrypt", 0],
  ["the dollar sign alone", "$", "bcrypt/not-bcrypt", 0],
  ["the bare 2 of 1997", `$2$05$${SALT}${DIGEST}`, "bcrypt/obsolete-version", 1],
  ["the bare 2, cut off", "$2$", "bcrypt/obsolete-version", 1],
  ["cut off after the 2", "$2", "bcrypt/truncated", 2],
  ["cut off after the version", "$2a", "bcrypt/truncated", 3],
  ["cut off after a version that does not exist", "$2c", "bcrypt/unsupported-version", 2],
  ["a version that does not exist", HASH.replace("2a", "2z"), "bcrypt/unsupported-version", 2],
  ["a version in upper case", HASH.replace("2a", "2A"), "bcrypt/unsupported-version", 2],
  ["two version letters", HASH.replace("2a", "2ab"), "bcrypt/unsupported-version", 2],
  ["cut off before the cost", "$2a$", "bcrypt/truncated", 4],
  ["cut off within the cost", "$2a$0", "bcrypt/truncated", 5],
  ["cut off after the cost", "$2a$05", "bcrypt/truncated", 6],
  ["a letter as first digit of the cost", HASH.replace("05", "x5"), "bcrypt/malformed", 4],
  ["a character below the digits in the cost", HASH.replace("05", "/5"), "bcrypt/malformed", 4],
  ["a character above the digits in the cost", HASH.replace("05", "0:"), "bcrypt/malformed", 5],
  ["one digit of cost", HASH.replace("05", "5"), "bcrypt/malformed", 5],
  ["three digits of cost", HASH.replace("05", "005"), "bcrypt/malformed", 6],
  ["cost 00", HASH.replace("05", "00"), "bcrypt/cost-out-of-range", 4],
  ["cost 03", HASH.replace("05", "03"), "bcrypt/cost-out-of-range", 4],
  ["cost 32", HASH.replace("05", "32"), "bcrypt/cost-out-of-range", 4],
  ["cost 99", HASH.replace("05", "99"), "bcrypt/cost-out-of-range", 4],
  ["cut off before the salt", "$2a$05$", "bcrypt/truncated", 7],
  ["a plus sign in the salt", `$2a$05$+${HASH.slice(8)}`, "bcrypt/malformed", 7],
  ["a comma in the salt", `${HASH.slice(0, 28)},${HASH.slice(29)}`, "bcrypt/malformed", 28],
  ["a bracket in the digest", `${HASH.slice(0, 29)}[${HASH.slice(30)}`, "bcrypt/malformed", 29],
  ["an at sign in the digest", `${HASH.slice(0, 59)}@`, "bcrypt/malformed", 59],
  ["a brace in the digest", `${HASH.slice(0, 40)}{${HASH.slice(41)}`, "bcrypt/malformed", 40],
  ["a colon in the digest", `${HASH.slice(0, 41)}:${HASH.slice(42)}`, "bcrypt/malformed", 41],
  ["a minus sign in the digest", `${HASH.slice(0, 42)}-${HASH.slice(43)}`, "bcrypt/malformed", 42],
  ["cut off within the salt", HASH.slice(0, 20), "bcrypt/truncated", 20],
  ["cut off by one character", HASH.slice(0, 59), "bcrypt/truncated", 59],
  ["one character more", `${HASH}A`, "bcrypt/malformed", 60],
  ["a colon after", `${HASH}:x`, "bcrypt/malformed", 60],
  ["unused bits in the salt", HASH.replace(SALT, "CCCCCCCCCCCCCCCCCCCCC/"), "bcrypt/padding-bits", 28],
  ["unused bits in the digest", `${HASH.slice(0, 59)}X`, "bcrypt/padding-bits", 59],
  ["unused bits in both", `${HASH.replace(SALT, "CCCCCCCCCCCCCCCCCCCCCA").slice(0, 59)}X`, "bcrypt/padding-bits", 28],
  ["a space in front", ` ${HASH}`, "hash/surrounding-characters", 0],
  ["a line feed after", `${HASH}\n`, "hash/surrounding-characters", 60],
  ["a carriage return after", `${HASH}\r`, "hash/surrounding-characters", 60],
  ["a tab after", `${HASH}\t`, "hash/surrounding-characters", 60],
  ["a double quote in front", `"${HASH}`, "hash/surrounding-characters", 0],
  ["a single quote after", `${HASH}'`, "hash/surrounding-characters", 60],
  ["a backtick in front", `\`${HASH}`, "hash/surrounding-characters", 0],
  ["a byte order mark in front", `\ufeff${HASH}`, "hash/surrounding-characters", 0],
  ["more than any hash has", "$2a$05$".padEnd(4097, "C"), "hash/too-long", 4096],
  ["a NUL in the digest", `${HASH.slice(0, 50)}\0${HASH.slice(51)}`, "bcrypt/malformed", 50],
  ["a lone surrogate in the salt", `$2a$05$\ud800${HASH.slice(8)}`, "bcrypt/malformed", 7],
];

it.each(MALFORMED)("parseBcrypt refuses %s", (_, text, code, offset) => {
  expectRefusal(parseBcrypt(text), code, offset);
});

it("parseBcrypt reads as much as any hash may have before it gives up", () => {
  expectRefusal(parseBcrypt("$2a$05$".padEnd(4096, "C")), "bcrypt/malformed", 60);
});

it("names the part that a fault is in", () => {
  const fields = [
    HASH.replace("05", "99"),
    `$2a$05$+${HASH.slice(8)}`,
    `${HASH.slice(0, 59)}@`,
    `${HASH.slice(0, 59)}X`,
  ].map((text) => {
    const parsed = parseBcrypt(text);
    return parsed.ok ? null : parsed.problems[0].field;
  });
  expect(fields).toEqual(["cost", "salt", "digest", "digest"]);
});

describe("the part that a fault is in is named beside its place", () => {
  it.each<[string, string, readonly [ProblemCode, string | undefined, number]]>([
    ["a letter in the cost", HASH.replace("05", "x5"), ["bcrypt/malformed", "cost", 4]],
    ["one digit of cost", HASH.replace("05", "5"), ["bcrypt/malformed", "cost", 5]],
    ["three digits of cost", HASH.replace("05", "005"), ["bcrypt/malformed", "cost", 6]],
    ["cost 32", HASH.replace("05", "32"), ["bcrypt/cost-out-of-range", "cost", 4]],
    ["a comma at the end of the salt", `${HASH.slice(0, 28)},${HASH.slice(29)}`, ["bcrypt/malformed", "salt", 28]],
    [
      "a bracket at the beginning of the digest",
      `${HASH.slice(0, 29)}[${HASH.slice(30)}`,
      ["bcrypt/malformed", "digest", 29],
    ],
    ["unused bits in the salt", HASH.replace(SALT, "CCCCCCCCCCCCCCCCCCCCC/"), ["bcrypt/padding-bits", "salt", 28]],
    ["unused bits in the digest", `${HASH.slice(0, 59)}X`, ["bcrypt/padding-bits", "digest", 59]],
    [
      "unused bits at the greatest cost",
      `${HASH.replace("05", "31").slice(0, 59)}X`,
      ["bcrypt/padding-bits", "digest", 59],
    ],
    ["cut off", HASH.slice(0, 59), ["bcrypt/truncated", undefined, 59]],
  ])("%s", (_, text, fault) => {
    expect(faultOf(parseBcrypt(text))).toEqual(fault);
  });
});

it("normalizeHash warns of a 2x hash that is canonical, and of no other version", () => {
  const codesOf = (version: string) => {
    const normalized = normalizeHash(HASH.replace("2a", version));
    return normalized.ok && normalized.warnings.map(({ code, offset }) => [code, offset]);
  };
  expect(codesOf("2x")).toEqual([["bcrypt/sign-extension", 2]]);
  for (const version of ["2a", "2b", "2y"]) expect(codesOf(version)).toEqual([]);
});

describe("formatBcrypt", () => {
  const parts: BcryptHash = { version: "2y", cost: 5, salt: SALT, digest: DIGEST };

  it("writes the string, the cost in two digits", () => {
    expect(formatBcrypt(parts)).toBe(HASH.replace("2a", "2y"));
    expect(formatBcrypt({ ...parts, cost: 12 })).toBe(HASH.replace("2a", "2y").replace("05", "12"));
  });

  it.each<[string, object]>([
    ["a cost below 4", { cost: 3 }],
    ["a cost above 31", { cost: 32 }],
    ["a cost that is not a whole number", { cost: 4.5 }],
    ["a version that does not exist", { version: "2z" }],
    ["a salt that is too short", { salt: SALT.slice(1) }],
    ["a digest with unused bits", { digest: `${DIGEST.slice(0, 30)}X` }],
  ])("throws a TypeError for %s", (_, fault) => {
    expect(() => formatBcrypt({ ...parts, ...fault })).toThrow(TypeError);
  });
});

describe("normalizeHash clears unused bits of bcrypt", () => {
  // passlib 1.7.4: bcrypt.normhash() gives the same for these.
  it.each([
    ["the salt", HASH.replace(SALT, "CCCCCCCCCCCCCCCCCCCCC/"), ["salt"]],
    ["the digest", `${HASH.slice(0, 59)}X`, ["digest"]],
    ["both", `${HASH.replace(SALT, "CCCCCCCCCCCCCCCCCCCCCC").slice(0, 59)}Y`, ["salt", "digest"]],
  ])("in %s, and says so", (_, text, fields) => {
    const normalized = normalizeHash(text);
    expect(normalized).toMatchObject({ ok: true, value: { scheme: "bcrypt", passwordHash: HASH } });
    if (!normalized.ok) return;
    expect(normalized.value.changes.map(({ kind, field }) => [kind, field])).toEqual(
      fields.map((field) => ["padding-bits-cleared", field]),
    );
  });

  it("for every value that the last characters can have", () => {
    const alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (let value = 0; value < 64; value++) {
      const salt = normalizeHash(`$2b$04$${SALT.slice(0, 21)}${alphabet[value]}${DIGEST}`);
      expect(salt.ok && salt.value.passwordHash[28]).toBe(alphabet[value & 0b110000]);
      const digest = normalizeHash(`$2b$04$${SALT}${DIGEST.slice(0, 30)}${alphabet[value]}`);
      expect(digest.ok && digest.value.passwordHash[59]).toBe(alphabet[value & 0b111100]);
    }
  });

  it("and keeps the warning of a 2x hash", () => {
    const normalized = normalizeHash(`${HASH.replace("2a", "2x").slice(0, 59)}X`);
    expect(normalized).toMatchObject({ ok: true, warnings: [{ code: "bcrypt/sign-extension", offset: 2 }] });
  });
});

it("throws a TypeError only for what is not text", () => {
  expect(() => parseBcrypt(undefined as never)).toThrow(TypeError);
  expect(() => parseBcrypt(42 as never)).toThrow(TypeError);
});

describe("the short way past a bcrypt hash that needs neither change nor warning", () => {
  it.each([
    ["2a", HASH, true],
    ["2b", HASH.replace("2a", "2b"), true],
    ["2y", HASH.replace("2a", "2y"), true],
    ["2x, which comes with a warning", HASH.replace("2a", "2x"), false],
    ["one that was cut off", HASH.slice(0, -1), false],
    ["one with something after it", `${HASH}A`, false],
    ["one with unused bits", `${HASH.slice(0, -1)}x`, false],
    ["one behind a line feed", `\n${HASH}`, false],
    ["another scheme", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIP+AAAA", false],
  ])("%s", (_, text, isPlain) => {
    expect(isCanonicalBcrypt(text)).toBe(isPlain);
  });

  it("is what parseBcrypt takes without a warning, wherever one character is another, missing or twice there", () => {
    for (let at = 0; at < HASH.length; at++) {
      for (const put of ["", ..."./09:@AOZ[`aeuz{-$ \n\0\u0080\u0141\u2024"]) {
        for (const skipped of [0, 1]) {
          const text = HASH.slice(0, at) + put + HASH.slice(at + skipped);
          const parsed = parseBcrypt(text);
          expect([text, isCanonicalBcrypt(text)]).toEqual([text, parsed.ok && parsed.warnings.length === 0]);
        }
      }
    }
  });

  it("and whatever parseBcrypt refuses for more than its unused bits has no canonical form", () => {
    for (const text of [`${HASH}A`, HASH.slice(0, -1), HASH.replace("05", "03"), "$2z$2a$05$", "", "$2$05$"]) {
      const parsed = parseBcrypt(text);
      expect(parsed.ok).toBe(false);
      if (text !== "") expect(canonicalBcrypt(text)).toEqual(parsed);
    }
    expect(faultOf(parseBcrypt(`$2z${HASH}`))).toEqual(["bcrypt/unsupported-version", undefined, 2]);
  });
});
