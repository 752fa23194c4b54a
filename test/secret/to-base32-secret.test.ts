import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase32 } from "../../src/secret/base32.js";
import {
  possibleSecretEncodings,
  SECRET_ENCODINGS,
  type SecretEncoding,
  toBase32Secret,
} from "../../src/secret/index.js";
import { decodeBase32Secret } from "../../src/secret/internal.js";
import { ownAnswer, readValue, readVectors } from "./vectors.js";

function base32Of(secret: string | Uint8Array, encoding: SecretEncoding): string {
  const result = toBase32Secret(secret, encoding);
  if (!result.ok) throw new Error(`refused: ${result.problems[0].code}`);
  return result.value;
}

function codeOf(secret: string | Uint8Array, encoding: SecretEncoding): string | undefined {
  const result = toBase32Secret(secret, encoding);
  return result.ok ? undefined : result.problems[0].code;
}

function warningsOf(secret: string | Uint8Array, encoding: SecretEncoding): string[] {
  const result = toBase32Secret(secret, encoding);
  return result.ok ? result.warnings.map((warning) => warning.code) : ["refused"];
}

describe("the vectors of secret-to-base32", () => {
  const vectors = readVectors("secret-to-base32");

  it("are more than 250", () => {
    expect(vectors.length).toBeGreaterThan(250);
  });

  it.each(vectors.map((vector) => [vector.id, vector.comment, vector] as const))("%s: %s", (_id, _, vector) => {
    const encoding = vector.input.encoding as SecretEncoding;
    const result = toBase32Secret(readValue(vector.input.secret), encoding);
    const actual = result.ok ? { base32: result.value } : { problem: result.problems[0].code };
    expect(actual).toEqual(ownAnswer(vector));
  });
});

describe("toBase32Secret", () => {
  it("says where the first bad character appears, and what kind it is", () => {
    const result = toBase32Secret("GEZD GNB0 GY3T", "base32");
    expect(result).toMatchObject({
      ok: false,
      problems: [{ code: "secret/illegal-character", offset: 8, message: expect.stringContaining("0, 1, 8 or 9") }],
    });
  });

  it.each([
    ["0", true],
    ["1", true],
    ["8", true],
    ["9", true],
    ["!", false],
    ["\u0080", false],
    ["é", false],
  ])("explains that base32 does not have the digit %j: %s", (character, isExplained) => {
    const result = toBase32Secret(`GE${character}`, "base32");
    if (result.ok) throw new Error("accepted");
    expect(result.problems[0]).toMatchObject({ code: "secret/illegal-character", offset: 2 });
    expect(result.problems[0].message.includes("0, 1, 8 or 9")).toBe(isExplained);
  });

  it("tells text of both base64 alphabets from text of the other one", () => {
    const both = expect.stringContaining("of both base64 alphabets");
    const other = expect.stringContaining("of the other base64 alphabet");
    expect(toBase32Secret("QUJ_RE+V", "base64")).toMatchObject({ problems: [{ message: both }] });
    expect(toBase32Secret("QUJ_REV-", "base64")).toMatchObject({ problems: [{ message: other }] });
    expect(toBase32Secret("QUJ/RE+V", "base64url")).toMatchObject({ problems: [{ message: other }] });
  });

  it.each([
    ["base32", "MZXW6==\n==", 5, "secret/malformed"],
    ["base32", "MY==MY==", 2, "secret/malformed"],
    ["base32", "mzxw 7", 5, "secret/malformed"],
    ["base64", "QUJD_EVG", 4, "secret/illegal-character"],
    ["base64", "Q-JD", 1, "secret/illegal-character"],
    ["base64", "QU_-", 2, "secret/illegal-character"],
    ["base64url", "QUJDREV/", 7, "secret/illegal-character"],
    ["base64url", "+/JD", 0, "secret/illegal-character"],
    ["base64", "====", 0, "secret/malformed"],
    ["base64", "QUJD==!", 6, "secret/illegal-character"],
    ["base32", "====", 0, "secret/malformed"],
    ["base64", "QUJD REVG", 4, "secret/illegal-character"],
    ["base64", "Zg==Zg==", 2, "secret/malformed"],
    ["base64", "Zm9vYg=", 6, "secret/malformed"],
    ["base64", "Zm9vYh==", 5, "secret/malformed"],
    ["hex", "31323g", 5, "secret/illegal-character"],
    ["utf8", "ab\ud83d", 2, "secret/not-text"],
    ["utf8", "\ud83d\ude00\ude00", 2, "secret/not-text"],
  ] as const)("%s %j: offset %i, %s", (encoding, secret, offset, code) => {
    expect(toBase32Secret(secret, encoding)).toMatchObject({ ok: false, problems: [{ code, offset }] });
  });

  it("takes the longest text and key that are permitted, and none longer", () => {
    expect(warningsOf("ab".repeat(32), "hex")).toEqual([]);
    expect(codeOf("ab".repeat(65), "hex")).toBe("secret/encrypted");
    expect(base32Of(new Uint8Array(512).fill(0x80), "utf8")).toHaveLength(820);
    expect(codeOf(new Uint8Array(513).fill(0x80), "utf8")).toBe("secret/too-long");
    expect(codeOf(`${"GEZDGNBV".repeat(127)}GEZDGNB  `, "base32")).toBe("secret/too-long");
    expect(codeOf("A".repeat(824), "base32")).toBe("secret/too-long");
    expect(base32Of(`${"GEZDGNBV".repeat(100)}${" ".repeat(224)}`, "base32")).toHaveLength(800);
  });

  it("warns of keys under 128 bits and over 64 bytes, and of no others", () => {
    const key = (length: number) => Uint8Array.from({ length }, (_, at) => 128 + (at % 100));
    expect(warningsOf(key(15), "utf8")).toEqual(["secret/short-key"]);
    expect(warningsOf(key(16), "utf8")).toEqual([]);
    expect(warningsOf(key(64), "utf8")).toEqual([]);
    expect(warningsOf(key(65), "utf8")).toEqual(["secret/may-be-other-encoding"]);
    expect(warningsOf("GEZDGNBV".repeat(13), "base32")).toEqual(["secret/may-be-other-encoding"]);
    expect(warningsOf("correct horse battery staple! ".repeat(3).trim(), "utf8")).toEqual([
      "secret/may-be-other-encoding",
    ]);
  });

  it("does not warn of a look that can't change the key", () => {
    expect(warningsOf("gezd gnbv-gy3t qojq gezd gnbv gy3t qojq\n", "base32")).toEqual([]);
    expect(warningsOf("GEZDGNBVGY3TQOJQGEZDGNBVGY======", "base32")).toEqual([]);
  });

  it.each([
    ["JBSWY3DPEHPK3PXP", "base64", true],
    ["JBSWY3DPEHPK3PXP", "base64url", true],
    ["JBSWY3DPEHPK3PXP", "utf8", true],
    ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "base32", false],
    ["234567ABCDEF234567ABCDEF234567ABCDEF2345", "base32", true],
    ["234567ABCDEF234567ABCDEF234567ABCDEF2345", "utf8", true],
    ["234567ABCDEF234567ABCDEF234567ABCDEF2345", "hex", false],
    ["ee5dcb398730062044c8792fa53426e49c13c218", "base64", true],
    ["12345678901234567890", "utf8", false],
    ["12345678901234567890", "base64", true],
    // The same key in hexadecimal, and in base32 as a person types it.
    ["3132333435363738393031323334353637383930", "base64", true],
    ["3132333435363738393031323334353637383930", "utf8", true],
    ["3132333435363738393031323334353637383930", "hex", false],
    ["gezdgnbvgy3tqojqgezdgnbvgy3tqojq", "base64", true],
    ["gezdgnbvgy3tqojqgezdgnbvgy3tqojq", "utf8", true],
    ["gezdgnbvgy3tqojqgezdgnbvgy3tqojq", "base32", false],
    ["gezdgnbvgy3tqojqGEZDGNBVGY3TQOJQ", "utf8", false],
    ["JbsWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "base32", true],
    ["stepupdemofixture123", "utf8", false],
  ] as const)("%s read as %s: may be another encoding is %s", (secret, encoding, expected) => {
    expect(warningsOf(secret, encoding).includes("secret/may-be-other-encoding")).toBe(expected);
  });

  it.each([
    ["A".repeat(16), "base64", true],
    ["Z".repeat(16), "base64", true],
    ["2".repeat(16), "base64", true],
    ["7".repeat(16), "base64", true],
    ["A".repeat(15), "utf8", false],
    ["@".repeat(16), "utf8", false],
    ["[".repeat(16), "utf8", false],
    ["AAAAAAAAaaaaaaaa", "base32", true],
    ["ZZZZZZZZzzzzzzzz", "base32", true],
    ["aaaaaaaaaaaaaaaa", "base32", true],
    ["gggggggggggggggg", "base32", false],
    ["000000000000000a", "utf8", true],
    ["000000000000000F", "utf8", true],
    ["0000000000000000", "utf8", false],
    ["000000000000000a0", "utf8", false],
  ] as const)(
    "%s read as %s, at the bounds of an alphabet: may be another encoding is %s",
    (text, encoding, isWarned) => {
      expect(warningsOf(text, encoding).filter((code) => code === "secret/may-be-other-encoding")).toEqual(
        isWarned ? ["secret/may-be-other-encoding"] : [],
      );
    },
  );

  it("takes long text of an encoding for ciphertext, as text and as its bytes", () => {
    const base64 = Buffer.alloc(66, 0x9d).toString("base64");
    const text = new TextEncoder().encode(base64);
    expect([codeOf(base64, "base64"), codeOf(text, "base64")]).toEqual(Array(2).fill("secret/encrypted"));
    expect([codeOf(base64, "utf8"), codeOf(text, "utf8")]).toEqual(["secret/encrypted", undefined]);
    // 70 hexadecimal digits are not base64: the last one has bits that belong to no byte.
    expect(codeOf("f".repeat(70), "utf8")).toBe("secret/encrypted");
    expect(codeOf("f".repeat(64), "utf8")).toBeUndefined();
  });

  it("warns of a key that is itself text of an encoding", () => {
    const twice = Buffer.from("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").toString("base64");
    expect(warningsOf(twice, "base64")).toEqual(["secret/may-be-other-encoding"]);
    expect(warningsOf(Buffer.from("ee5dcb398730062044c8792f").toString("hex"), "hex")).toEqual([
      "secret/may-be-other-encoding",
    ]);
  });

  it("warns of white space and NUL at the ends of a text that is the key", () => {
    for (const text of ["a key of some length\n", " a key of some length", "a key of some length\0"]) {
      expect(warningsOf(text, "utf8")).toEqual(["secret/surrounding-white-space"]);
    }
    expect(warningsOf(new TextEncoder().encode("a key of some length\n"), "utf8")).toEqual([]);
  });

  it("refuses what the service has no room for", () => {
    const key = new Uint8Array(161).fill(0x80);
    expect(toBase32Secret(key.slice(1), "utf8", { service: "supertokens" })).toMatchObject({ ok: true });
    expect(toBase32Secret(key, "utf8", { service: "supertokens" })).toMatchObject({
      ok: false,
      problems: [{ code: "secret/over-service-limit" }],
    });
    expect(toBase32Secret(key, "utf8")).toMatchObject({ ok: true });
  });

  it("throws for a caller's bug only: no encoding, an unknown one, no text", () => {
    const call = toBase32Secret as (...given: unknown[]) => unknown;
    expect(() => call("GEZDGNBV")).toThrow(TypeError);
    expect(() => call("GEZDGNBV", "base16")).toThrow(TypeError);
    expect(() => call("GEZDGNBV", "__proto__")).toThrow(TypeError);
    expect(() => call(42, "hex")).toThrow(TypeError);
    expect(() => call(null, "hex")).toThrow(TypeError);
    const notText = "text must be a string";
    expect(() => decodeBase32Secret(1 as never)).toThrow(notText);
    expect(() => possibleSecretEncodings(1 as never)).toThrow(notText);
  });

  it("does not keep or change the bytes that it is given", () => {
    const bytes = new TextEncoder().encode("12345678901234567890");
    const copy = Uint8Array.from(bytes);
    toBase32Secret(bytes, "utf8");
    expect(bytes).toEqual(copy);
    // Buffers are views: their offset in the pool must not matter.
    expect(base32Of(Buffer.from("xx12345678901234567890").subarray(2), "utf8")).toBe(
      "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    );
  });
});

describe("bytes of another realm", () => {
  it("are bytes like any others", () => {
    const foreign = runInNewContext("Uint8Array.from([49, 50, 51, 52, 53])") as Uint8Array;
    expect(foreign instanceof Uint8Array).toBe(false);
    expect(base32Of(foreign, "utf8")).toBe("GEZDGNBV");
  });
});

describe("properties", () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 64 });

  it("base32 of any bytes decodes back to them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 512 }), (key) => {
        const base32 = base32Of(key, "utf8");
        expect(base32).toMatch(/^[A-Z2-7]+$/);
        const decoded = decodeBase32Secret(base32);
        expect(decoded.ok && [...decoded.value]).toEqual([...key]);
      }),
      { numRuns: 300 },
    );
  });

  it("every encoding of the same bytes gives the same base32", () => {
    fc.assert(
      fc.property(keys, (key) => {
        const bytes = Buffer.from(key);
        const expected = base32Of(key, "utf8");
        expect(base32Of(bytes.toString("hex"), "hex")).toBe(expected);
        expect(base32Of(bytes.toString("base64"), "base64")).toBe(expected);
        expect(base32Of(bytes.toString("base64url"), "base64url")).toBe(expected);
        expect(base32Of(expected.toLowerCase(), "base32")).toBe(expected);
      }),
    );
  });

  it("text gives the base32 of its UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (text) => {
        fc.pre(text.trim() !== "" && new TextEncoder().encode(text).length <= 64);
        fc.pre(!text.trim().startsWith("{"));
        expect(base32Of(text, "utf8")).toBe(base32Of(new TextEncoder().encode(text), "utf8"));
      }),
    );
  });

  it("separators, case and complete padding change nothing in base32", () => {
    const separators = fc.array(fc.constantFrom("", "", "", " ", "-", "\n", "\t"), {
      minLength: 110,
      maxLength: 110,
    });
    fc.assert(
      fc.property(keys, separators, fc.boolean(), (key, gaps, isPadded) => {
        const base32 = base32Of(key, "utf8");
        const padded = isPadded ? base32.padEnd(Math.ceil(base32.length / 8) * 8, "=") : base32;
        const spread = [...padded].map((letter, at) => letter.toLowerCase() + gaps[at]).join("");
        expect(base32Of(spread, "base32")).toBe(base32);
      }),
    );
  });

  it("one other character anywhere gives another key or a refusal, never the same base32", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"];
    fc.assert(
      fc.property(keys, fc.nat(), fc.nat(30), (key, place, shift) => {
        const base32 = base32Of(key, "utf8");
        const at = place % base32.length;
        const other = letters[(letters.indexOf(base32[at]!) + 1 + shift) % 32];
        const result = toBase32Secret(base32.slice(0, at) + other + base32.slice(at + 1), "base32");
        expect(result.ok && result.value === base32).toBe(false);
      }),
    );
  });

  it("nothing throws on any text, and what is taken is canonical", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
      fc.string({ unit: fc.constantFrom(...'ABab23=- +/_\n|{}":.%'), maxLength: 60 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const possible = possibleSecretEncodings(text);
        for (const encoding of SECRET_ENCODINGS) {
          const result = toBase32Secret(text, encoding);
          expect(result.ok).toBe(possible.includes(encoding));
          if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
          else expect(base32Of(result.value, "base32")).toBe(result.value);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("long text of every kind is refused without being read", () => {
    for (const unit of ["A", "=", " ", "\0", "\ud800", "eyJpdiI6", "{", "|", "--", "otpauth://totp/"]) {
      const long = unit.repeat(Math.ceil(1_048_576 / unit.length));
      for (const encoding of SECRET_ENCODINGS) expect(codeOf(long, encoding)).toBe("secret/too-long");
      expect(possibleSecretEncodings(long)).toEqual([]);
    }
  });

  it("no problem holds four characters in a row of the secret", () => {
    // Letters that do not appear in sentences: upper case and digits.
    const unit = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567890+/=_");
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 4, maxLength: 80 }),
        fc.constantFrom(...SECRET_ENCODINGS),
        fc.constantFrom("", "eyJpdiI6", "otpauth://totp/", "v2:"),
        (secret, encoding, prefix) => {
          const result = toBase32Secret(prefix + secret, encoding);
          const told = JSON.stringify(result.ok ? result.warnings : result.problems).replaceAll(
            /RFC [0-9]{4}|SHA(?:1|256|512)|[HT]OTP/g,
            "",
          );
          for (let at = 0; at + 4 <= secret.length; at++) {
            expect(told).not.toContain(secret.slice(at, at + 4));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("possibleSecretEncodings", () => {
  it("lists every encoding under which a text is good, and chooses none", () => {
    expect(possibleSecretEncodings("JBSWY3DPEHPK3PXP")).toEqual(["base32", "base64", "base64url", "utf8"]);
    expect(possibleSecretEncodings("234567ABCDEF234567ABCDEF234567ABCDEF2345")).toEqual([
      "hex",
      "base32",
      "base64",
      "base64url",
      "utf8",
    ]);
    expect(possibleSecretEncodings("Quohp7t2mrLMUwft3g90")).toEqual(["base64", "base64url", "utf8"]);
    expect(possibleSecretEncodings("ab+/cdef")).toEqual(["base64", "utf8"]);
    expect(possibleSecretEncodings("gezd gnbv")).toEqual(["base32", "utf8"]);
  });

  it("lists nothing for ciphertext, URIs and nothing at all", () => {
    expect(possibleSecretEncodings("")).toEqual([]);
    expect(possibleSecretEncodings("eyJpdiI6IkFBQUFBQUFBQUFBQUFBQUFBQUFBQUE9PSJ9")).toEqual([]);
    expect(possibleSecretEncodings("otpauth://totp/a?secret=GEZDGNBV")).toEqual([]);
  });

  it("throws for a caller's bug", () => {
    expect(() => possibleSecretEncodings(undefined as never)).toThrow(TypeError);
    expect(() => decodeBase32Secret(undefined as never)).toThrow(TypeError);
  });
});

describe("time", () => {
  it("base32 text is read once, character by character", () => {
    // Counted through a text whose characters tell when they are read.
    const reads = (length: number): number => {
      let count = 0;
      const text = new Proxy(Object("GEZDGNBV".repeat(length / 8)), {
        get(target, name) {
          const member = target[name];
          if (name === "charCodeAt") {
            return (at: number) => {
              count++;
              return target.charCodeAt(at);
            };
          }
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
      decodeBase32(text);
      return count;
    };
    expect(reads(512)).toBe(512);
    expect(reads(1024)).toBe(1024);
  });
});
