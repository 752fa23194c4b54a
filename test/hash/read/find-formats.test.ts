import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash, type ProblemCode } from "../../../src/index.js";
import { expectRefusal } from "../refusal.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
/** Settings, cost, salt and digest of phpBB's bcrypt over a phpass hash. */
const COMBINED = "$9abcdefgh$05\\CCCCCCCCCCCCCCCCCCCCC.$E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

describe("a version or variant that does not exist is its scheme's to refuse", () => {
  it.each<[string, string, "bcrypt" | "argon2", ProblemCode, number]>([
    ["bcrypt of version 2c", BCRYPT.replace("2a", "2c"), "bcrypt", "bcrypt/unsupported-version", 2],
    ["bcrypt of version 2A", BCRYPT.replace("2a", "2A"), "bcrypt", "bcrypt/unsupported-version", 2],
    ["argon2x", ARGON2.replace("argon2id", "argon2x"), "argon2", "argon2/malformed", 7],
    ["argon2idd", ARGON2.replace("argon2id", "argon2idd"), "argon2", "argon2/malformed", 7],
    ["argon2 without a letter", ARGON2.replace("argon2id", "argon2"), "argon2", "argon2/malformed", 7],
  ])("%s", (_, text, scheme, code, offset) => {
    expectRefusal(normalizeHash(text), code, offset);
    expect(identifyHash(text)).toMatchObject({ scheme, format: scheme, disposition: "malformed" });
  });

  it.each([
    ["two characters that are not a version", "$xy$05$abc"],
    ["two characters that end in a 2", "$x2$05$abc"],
    ["a longer name that begins with a 2", "$2abc$05$abc"],
    ["a 2 and two letters", "$2ab$05$abc"],
    ["a name that ends like argon2", "$myargon2$v=19$abc"],
    ["a name that begins with H and no backslash", "$HX$abc"],
  ])("and no other name is taken for one: %s", (_, text) => {
    expectRefusal(normalizeHash(text), "hash/unrecognised");
    expect(identifyHash(text)).toMatchObject({ scheme: "unknown", format: null });
  });
});

describe("phpBB's combined hashes are told by their beginning, whatever the chain of schemes", () => {
  it.each(["Q", "P\\2y", "S\\2y\\2y"])("$H\\%s$", (chain) => {
    expect(identifyHash(`$H\\${chain}${COMBINED}`)).toMatchObject({
      format: "phpbb-combined",
      disposition: "unsupported",
    });
  });

  it("and are malformed when they are cut off, also with a chain that is in no list", () => {
    expectRefusal(normalizeHash("$H\\Q$9abcdefgh"), "scheme/malformed", 3);
  });
});

describe("a name that a comma ends", () => {
  it.each([
    [
      "Solaris' md5 with its rounds",
      "$md5,rounds=904$iPPKBEnBkp3JV8uX$0d6m7o1gn2yoJgBUkSeTy1",
      "sun-md5",
      "verifiable",
    ],
    [
      "SAP's digest with its rounds",
      "{X-ISSHA, 1024}BnjXMqcNTwa3BzdnUOf1iAu6dw02NzU4MzE2MTA=",
      "sap-sha1",
      "verifiable",
    ],
  ])("is read as far as the comma: %s", (_, text, format, disposition = "unsupported") => {
    expect(identifyHash(text)).toMatchObject({ format, disposition });
  });
});
