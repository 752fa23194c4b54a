import { describe, expect, it } from "vitest";
import {
  identifyHash,
  normalizeHash,
  type ProblemCode,
  parseArgon2,
  parseBcrypt,
  parseProviderScrypt,
} from "../../src/index.js";
import { expectRefusal } from "./refusal.js";

/** The rule for what appears around a hash is one for every scheme and every wrapping. */
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const TEXTS = [
  ["bcrypt", BCRYPT],
  ["argon2", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
  [
    "provider-scrypt",
    "$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==",
  ],
  ["a wrapping", `{bcrypt}${BCRYPT}`],
] as const;

describe.each(TEXTS)("around %s", (_, text) => {
  it.each([" ", "\t", "\n", "\r\n", "  \t\n", "\ufeff", "\ufeff \n"])(
    "white space %j in front is taken off",
    (space) => {
      expect(normalizeHash(space + text)).toMatchObject({ ok: true });
      const normalized = normalizeHash(space + text);
      expect(normalized.ok && normalized.value.changes[0]?.kind).toBe("trimmed");
      expect(identifyHash(space + text).disposition).toBe("importable");
    },
  );

  it.each([" ", "\t", "\n", "\r\n", "\r\n\r\n  "])("white space %j after is taken off", (space) => {
    const normalized = normalizeHash(text + space);
    expect(normalized.ok && normalized.value.changes[0]?.kind).toBe("trimmed");
    expect(identifyHash(text + space).disposition).toBe("importable");
  });

  it.each<[string, string, ProblemCode, number]>([
    ["double quotes", `"${text}"`, "hash/quoted", 0],
    ["single quotes", `'${text}'`, "hash/quoted", 0],
    ["backticks", `\`${text}\``, "hash/quoted", 0],
    ["a quote after", `${text}"`, "hash/quoted", text.length],
    ["a quote after white space", `  '${text}'`, "hash/quoted", 2],
    ["a NUL after", `${text}\0`, "hash/illegal-character", text.length],
    ["a vertical tab in front", `\v${text}`, "hash/illegal-character", 0],
    ["a no-break space after", `${text}\u00a0`, "hash/illegal-character", text.length],
    ["a byte order mark after", `${text}\ufeff`, "hash/illegal-character", text.length],
    ["a byte order mark in front, after a space", ` \ufeff${text}`, "hash/illegal-character", 1],
    ["a zero-width space in front, after a space", ` \u200b${text}`, "hash/illegal-character", 1],
    ["a delete character after", `${text}\x7f`, "hash/illegal-character", text.length],
    ["a lone surrogate after", `\n${text}\udfff`, "hash/illegal-character", text.length + 1],
  ])("%s are refused with their place", (_what, given, code, offset) => {
    expectRefusal(normalizeHash(given), code, offset);
    expect(identifyHash(given)).toMatchObject({ disposition: "malformed", problems: [{ code, offset }] });
  });

  it("faults are placed in the text as it was given", () => {
    const unspaced = normalizeHash(`${text}!`);
    const spaced = normalizeHash(`\ufeff \n${text}!`);
    if (unspaced.ok || spaced.ok) throw new Error("an exclamation mark belongs to no hash");
    expect(spaced.problems[0].code).toBe(unspaced.problems[0].code);
    expect(spaced.problems[0].offset).toBe((unspaced.problems[0].offset as number) + 3);
  });
});

it.each(["", " ", "\n", "\ufeff", "\ufeff \t\r\n", " ".repeat(4096)])("%j holds no hash", (text) => {
  expectRefusal(normalizeHash(text), "hash/empty", 0);
  expect(identifyHash(text)).toMatchObject({ scheme: "no-password", format: null, wrapping: null });
});

it("reads 4096 characters and no more", () => {
  expectRefusal(normalizeHash("x".repeat(4097)), "hash/too-long", 4096);
  expectRefusal(normalizeHash("x".repeat(4096)), "hash/unrecognised");
  expect(normalizeHash(BCRYPT + " ".repeat(4096 - BCRYPT.length))).toMatchObject({ ok: true });
  expectRefusal(normalizeHash(BCRYPT + " ".repeat(4097 - BCRYPT.length)), "hash/too-long", 4096);
  expect(identifyHash("x".repeat(1_000_000))).toMatchObject({ scheme: "unknown", disposition: "malformed" });
});

it("places a control character, not the fault that follows from it", () => {
  const text = `${BCRYPT.slice(0, 30)}\x01${BCRYPT.slice(31)}`;
  expectRefusal(normalizeHash(text), "hash/illegal-character", 30);
  expect(identifyHash(text).problems[0]?.message).toContain("control");
  const accented = `${BCRYPT.slice(0, 30)}é${BCRYPT.slice(31)}`;
  expectRefusal(normalizeHash(accented), "hash/illegal-character", 30);
  expect(identifyHash(accented).problems[0]?.message).toContain("outside ASCII");
});

it("takes a tilde, the last printable character, for no control character", () => {
  expectRefusal(normalizeHash("correct~horse"), "hash/unrecognised");
  expectRefusal(normalizeHash("{bcrypt}~"), "wrapping/conflict", 8);
});

it("calls a delete character a control character", () => {
  const deleted = identifyHash(`${BCRYPT.slice(0, 30)}\x7f${BCRYPT.slice(31)}`);
  expect(deleted.problems).toMatchObject([{ code: "hash/illegal-character", offset: 30 }]);
  expect(deleted.problems[0]?.message).toContain("control");
});

it.each(Object.entries({ parseBcrypt, parseArgon2, parseProviderScrypt }))(
  "%s says on which side of a hash something appears",
  (_, parse) => {
    for (const [, text] of TEXTS) {
      const before = parse(` ${text}`);
      const after = parse(`${text} `);
      expect(!before.ok && before.problems[0].message).toContain("before the hash");
      expect(!after.ok && after.problems[0].message).toContain("after the hash");
    }
  },
);
