import { describe, expect, it } from "vitest";
import { type Coverage, estimateVerification, type VerifyOptions, verifyPassword } from "../../../src/verify/index.js";
import { cpuMilliseconds } from "../../cpu-time.js";

// Known answers of libxcrypt's crypt(), which Perl calls, over bytes that Perl's Encode wrote; of Python's hashlib.
const SALT = "$2y$04$abcdefghijklmnopqrstuu";
const LATIN1 = `${SALT}lVz/stbEkuqPu8MFV3S6HfXOlW7s/mS`;
const UTF8 = `${SALT}zzfwLY11Q0O66TF2XZ7FUib2Ngtn1va`;
const NFD = `${SALT}jL5W7b.mplqX2Vf9AJO/vB6j5nl40TK`;
const WINDOWS = `${SALT}gI85eewnFNlqRePb/hZXVZrr2GvTtcu`;
const NEW_PEPPER = `${SALT}77.w9J2DLkRamcAqaAGtuOFKXd7ciWy`;
const OLD_PEPPER = `${SALT}SCQiv2C88rQsopWPV97iEinX.LXKYOm`;
const NO_PEPPER = `${SALT}V3duMsC0HpUex6N9qapiuOHHWkwRXVm`;
const SALT_BEFORE = `${SALT}4No1Mz78mzF60WRX.eNu8XP5rBCCoAq`;
const SALT_AFTER = `${SALT}l3eaQBYCYReHf7mPMWC2fROtvXbnlDS`;
const NAME_BEFORE = `${SALT}9Nls/T0jQqVEeYh2qHVKKfIPQrF.zPe`;
const UPPER = `${SALT}CcbZQaEwIUvptywSY9axVdwGoMT6vFm`;
const CUT = `${SALT}rnYsZ0C8yUbA94ZM69yV9E66/F8kXf.`;
const E_ACUTE_X = `${SALT}QaV/9ydF1UX1z9lwig4eXxwgstKxh5G`;
const PBKDF2 = "$pbkdf2-sha256$i=1000,l=32$c2FsdHNhbHQ=$";
const UTF16 = `${PBKDF2}Fr6bM0eRniHQW5gLvOVy7Y0quZnzFWiW/ZRO7MjL9fA=`;
const UTF16_ASCII = `${PBKDF2}yfGcuEvj44fqJpRDqpXy+ICayOaSuiXqPilYQknpaok=`;
const UTF16_CHINESE = `${PBKDF2}kOWU0YAv11TEGH639eRd3V9SyNPQXbWD9jUoYq9EQ4c=`;

async function found(password: string, hash: string, options: VerifyOptions = {}) {
  const verified = await verifyPassword(password, hash, options);
  if (!verified.ok) return verified.problems[0].code;
  const { matches, coverage, as } = verified.value;
  return matches ? { coverage, ...as } : "no match";
}

const ALL = ["utf-8", "latin1", "utf-16le"] as const;
const whole = { coverage: "whole", normalForm: "as-typed", pepper: 0 };

describe("encodings", () => {
  it.each([
    ["utf-8", UTF8],
    ["latin1", LATIN1],
    ["utf-16le", UTF16],
  ])("finds a password that was written in %s, and only where it is listed", async (encoding, hash) => {
    expect(await found("Grüße", hash, { encodings: ALL })).toEqual({ ...whole, encoding });
    expect(await found("Grüsse", hash, { encodings: ALL })).toBe("no match");
    const others = ALL.filter((one) => one !== encoding);
    expect(await found("Grüße", hash, { encodings: others })).toBe("no match");
  });

  it("knows the characters in which Windows differs from Latin-1", async () => {
    const expected = { ...whole, encoding: "windows-1252" };
    expect(await found("5€ café", WINDOWS, { encodings: ["windows-1252"] })).toEqual(expected);
    expect(await found("5€ café", WINDOWS, { encodings: ["latin1"] })).toBe("no match");
  });

  it("reads a password of ASCII in UTF-16 too, which doubles its bytes", async () => {
    expect(await found("secret", UTF16_ASCII)).toBe("no match");
    expect(await found("secret", UTF16_ASCII, { encodings: ALL })).toEqual({
      ...whole,
      encoding: "utf-16le",
    });
  });

  it.each<[string, string, readonly ("utf-8" | "latin1" | "utf-16le")[]]>([
    // The bytes of éx in UTF-8 are the text Ã©x in Latin-1.
    ["Ã©x", E_ACUTE_X, ["utf-8", "latin1"]],
    // The bytes of 中文 in UTF-16 begin with those of "-N".
    ["中文", UTF16_CHINESE, ["latin1", "utf-16le"]],
  ])(
    "does not take %s for the password where an earlier encoding reads another text",
    async (typed, hash, encodings) => {
      const reads = { "Ã©x": "re-encoded", 中文: "whole" }[typed];
      expect(await found(typed, hash, { encodings })).toMatchObject({ coverage: reads });
      expect(await found(typed, hash, { encodings: encodings.slice(1) })).toMatchObject({
        coverage: "whole",
      });
    },
  );

  it("matches nothing with a text that no encoding of the list can write", async () => {
    // In UTF-8 it would match.
    expect(await found("éx", E_ACUTE_X, { encodings: ["utf-8"] })).toMatchObject({ coverage: "whole" });
    expect(await found("中", E_ACUTE_X, { encodings: ["latin1"] })).toBe("no match");
  });

  it("takes bytes as they are", async () => {
    const verified = await verifyPassword(Buffer.from("Grüße", "latin1"), LATIN1, { encodings: ["utf-8"] });
    expect(verified).toMatchObject({ ok: true, value: { matches: true, coverage: "whole" } });
  });
});

describe("normal forms", () => {
  it("finds a password whose accents were written in two characters, or in one", async () => {
    const decomposed = "Grüße".normalize("NFD");
    const forms = { normalForms: ["as-typed", "NFC", "NFD"] } as const;
    expect(await found("Grüße", NFD)).toBe("no match");
    expect(await found("Grüße", NFD, forms)).toMatchObject({ coverage: "respelled", normalForm: "NFD" });
    expect(await found(decomposed, UTF8, forms)).toMatchObject({ coverage: "respelled", normalForm: "NFC" });
    expect(await found(decomposed, NFD, forms)).toMatchObject({ coverage: "whole", normalForm: "as-typed" });
  });
});

describe("peppers and salts", () => {
  it("tries each pepper of the list, and none, and says which it was", async () => {
    const pepper = ["newpepper", "oldpepper", ""];
    for (const [at, hash] of [NEW_PEPPER, OLD_PEPPER, NO_PEPPER].entries()) {
      expect(await found("hunter2", hash, { pepper })).toMatchObject({ coverage: "whole", pepper: at });
      expect(await found("hunter3", hash, { pepper })).toBe("no match");
    }
    expect(await found("hunter2", OLD_PEPPER, { pepper: ["newpepper", ""] })).toBe("no match");
  });

  it("does not take the password and its pepper for the password", async () => {
    const pepper = ["newpepper", "pepper", ""];
    const typed: readonly string[] = ["hunter2newpepper", "hunter2new"];
    for (const text of typed) {
      expect(await found(text, NEW_PEPPER, { pepper })).toMatchObject({ coverage: "peppered" });
    }
  });

  it("puts a user's own text before or after the password", async () => {
    expect(await found("hunter2", SALT_BEFORE, { salt: { before: "c0ffee" } })).toEqual({
      coverage: "whole",
    });
    expect(await found("hunter2", SALT_AFTER, { salt: { after: "c0ffee" } })).toEqual({ coverage: "whole" });
    expect(await found("hunter2", SALT_AFTER, { salt: { before: "c0ffee" } })).toBe("no match");
  });

  it.each([
    ["metabase", SALT_BEFORE, { before: "c0ffee" }],
    ["sorcery", SALT_AFTER, { after: "c0ffee" }],
    ["smf", NAME_BEFORE, { before: "ann" }],
  ] as const)("verifies the hashes of %s once it has the other column", async (source, hash, salt) => {
    expect(await found("hunter2", hash, { source })).toBe("wrapping/prehashed");
    expect(await found("hunter2", hash, { source, salt })).toEqual({ coverage: "whole" });
    expect(await found("hunter3", hash, { source, salt })).toBe("no match");
  });
});

describe("steps of a system that credport does not know", () => {
  it.each<[string, string, VerifyOptions, string, Coverage]>([
    ["cut at 12 bytes", CUT, { passwordSteps: [{ kind: "cut", bytes: 12 }] }, "hunter2hunter2", "first-12-bytes"],
    ["cut, and just as long", CUT, { passwordSteps: [{ kind: "cut", bytes: 12 }] }, "hunter2hunte", "first-12-bytes"],
    ["cut, and shorter", CUT, { passwordSteps: [{ kind: "cut", bytes: 13 }] }, "hunter2hunte", "whole"],
    ["in capitals", UPPER, { passwordSteps: [{ kind: "fold-case", to: "upper" }] }, "Hunter2", "case-folded"],
    ["trimmed", NO_PEPPER, { passwordSteps: [{ kind: "php-trim" }] }, " hunter2 ", "trimmed"],
    ["trimmed, with nothing to trim", NO_PEPPER, { passwordSteps: [{ kind: "php-trim" }] }, "hunter2", "whole"],
  ])("%s: the check says what it saw", async (_, hash, options, typed, coverage) => {
    expect(await found(typed, hash, options)).toEqual({ coverage });
  });
});

describe("what is refused", () => {
  it.each<VerifyOptions>([
    { encodings: [] },
    { encodings: ["utf-8", "utf-8"] },
    { encodings: ["ebcdic" as never] },
    { normalForms: ["NFKD" as never] },
    { pepper: [] },
  ])("a list that makes no sense, %j", async (options) => {
    await expect(verifyPassword("x", UTF8, options)).rejects.toThrow(TypeError);
  });

  it("what is over a limit, counting every pepper, encoding and form", () => {
    const options = { pepper: ["a", "b"], encodings: ALL.slice(0, 2), limits: { bcryptCost: 6 } } as const;
    // Four computations of cost 4 are one of cost 6.
    expect(estimateVerification(UTF8, options)).toMatchObject({ ok: true });
    const more = { ...options, normalForms: ["as-typed", "NFC"] } as const;
    expect(estimateVerification(UTF8, more)).toMatchObject({
      problems: [{ code: "verify/cost-over-limit", message: expect.stringContaining("bcryptCost 7") }],
    });
  });

  it("characters that grow without bound in another form, so that nobody can order work with them", async () => {
    const spent = await cpuMilliseconds(async () => {
      expect(await found("\ufdfa".repeat(300), UTF8, { normalForms: ["as-typed", "NFKC"] })).toBe("no match");
    });
    expect(spent).toBeLessThan(5000);
  });
});
