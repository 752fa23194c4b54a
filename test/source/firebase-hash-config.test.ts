import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFirebaseHashConfig } from "../../src/source/index.js";

/** 64 bytes, with both characters in which the alphabets differ. */
const KEY = Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 37 + 251) & 255)).toString("base64");
const WANTED = { signerKey: KEY, saltSeparator: "Bw==", rounds: 8, memCost: 14 };

const CONSOLE = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${KEY},
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;

function parsed(text: string) {
  const result = parseFirebaseHashConfig(text);
  return result.ok ? { ...result.value } : [result.problems[0].code, result.problems[0].field];
}

describe("spellings", () => {
  it.each([
    ["as the console shows it", CONSOLE],
    ["on one line", CONSOLE.replaceAll("\n", " ")],
    ["with line ends of Windows and a byte order mark", `\ufeff${CONSOLE.replaceAll("\n", "\r\n")}`],
    ["with old line ends", CONSOLE.replaceAll("\n", "\r")],
    ["without the last comma and the algorithm", CONSOLE.replace("14,", "14").replace(/ *algorithm.*\n/, "")],
    ["without the frame", CONSOLE.replace("hash_config {", "").replace("}", "")],
    [
      "as JSON of the REST interface",
      JSON.stringify({
        signIn: {
          hashConfig: {
            algorithm: "SCRYPT",
            signerKey: KEY,
            saltSeparator: "Bw==",
            rounds: 8,
            memoryCost: 14,
          },
        },
      }),
    ],
    [
      "as JSON with the console's names",
      JSON.stringify({ base64_signer_key: KEY, base64_salt_separator: "Bw==", rounds: "8", mem_cost: "14" }, null, 2),
    ],
    [
      "with an unpadded, URL-safe key",
      CONSOLE.replace(KEY, KEY.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")),
    ],
    ["twice with the same values", CONSOLE + CONSOLE],
  ])("reads the parameters %s", (_, text) => {
    expect(parsed(text)).toEqual(WANTED);
  });

  it("takes an empty separator for one, where it appears there", () => {
    expect(parsed(CONSOLE.replace("Bw==", ""))).toEqual({ ...WANTED, saltSeparator: "" });
  });
});

describe("faults", () => {
  const without = (name: string) => CONSOLE.replace(new RegExp(` *${name}.*\n`), "");

  it.each([
    ["no text", "", "source/hash-config-unusable", undefined],
    ["other text", "see the console", "source/hash-config-unusable", undefined],
    ["a page of text", "x".repeat(16_385), "source/hash-config-unusable", undefined],
    [
      "the parameters of two projects",
      CONSOLE + CONSOLE.replace("rounds: 8", "rounds: 4"),
      "source/hash-config-unusable",
      "rounds",
    ],
    ["no signer key", without("base64_signer_key"), "source/hash-config-unusable", "base64_signer_key"],
    ["no separator", without("base64_salt_separator"), "source/hash-config-unusable", "base64_salt_separator"],
    ["no rounds", without("rounds"), "source/hash-config-unusable", "rounds"],
    ["no memory cost", without("mem_cost"), "source/hash-config-unusable", "mem_cost"],
    ["names like inherited ones", "toString: 1, __proto__: 2", "source/hash-config-unusable", "base64_signer_key"],
    ["another algorithm", CONSOLE.replace("SCRYPT", "STANDARD_SCRYPT"), "source/hash-config-unusable", "algorithm"],
    [
      "a cut-off key",
      CONSOLE.replace(KEY, KEY.slice(0, 85)),
      "provider-scrypt/signer-key-malformed",
      "base64_signer_key",
    ],
    ["an empty key", CONSOLE.replace(KEY, ""), "provider-scrypt/signer-key-malformed", "base64_signer_key"],
    [
      "a placeholder",
      CONSOLE.replace(KEY, "<base64_signer_key>"),
      "provider-scrypt/signer-key-malformed",
      "base64_signer_key",
    ],
    [
      "a key in two alphabets",
      CONSOLE.replace(KEY, "+-".repeat(32)),
      "provider-scrypt/signer-key-malformed",
      "base64_signer_key",
    ],
    [
      "dirty bits in the separator",
      CONSOLE.replace("Bw==", "Bx=="),
      "source/hash-config-unusable",
      "base64_salt_separator",
    ],
    [
      "apostrophes around the separator",
      CONSOLE.replace("Bw==", "'Bw=='"),
      "source/hash-config-unusable",
      "base64_salt_separator",
    ],
    [
      "typographic quotation marks around the separator",
      CONSOLE.replace("Bw==", "“Bw==”"),
      "source/hash-config-unusable",
      "base64_salt_separator",
    ],
    [
      "a key of 60 bytes",
      CONSOLE.replace(KEY, KEY.slice(0, 80)),
      "provider-scrypt/signer-key-malformed",
      "base64_signer_key",
    ],
    [
      "key and separator swapped",
      CONSOLE.replace(KEY, "@").replace("Bw==", KEY).replace("@", "Bw=="),
      "provider-scrypt/signer-key-malformed",
      "base64_signer_key",
    ],
    [
      "UTF-16, read as if it were UTF-8",
      Buffer.from(CONSOLE, "utf16le").toString("utf8"),
      "source/not-utf8",
      undefined,
    ],
    ["no round", CONSOLE.replace("rounds: 8", "rounds: 0"), "provider-scrypt/parameter-out-of-range", "rounds"],
    [
      "rounds in words",
      CONSOLE.replace("rounds: 8", "rounds: eight"),
      "provider-scrypt/parameter-out-of-range",
      "rounds",
    ],
    ["a memory cost of 31", CONSOLE.replace("14", "31"), "provider-scrypt/parameter-out-of-range", "mem_cost"],
    ["a memory cost of N itself", CONSOLE.replace("14", "16384"), "provider-scrypt/parameter-out-of-range", "mem_cost"],
    ["a fractional cost", CONSOLE.replace("14", "14.5"), "provider-scrypt/parameter-out-of-range", "mem_cost"],
  ])("names %s", (_, text, code, field) => {
    expect(parsed(text)).toEqual([code, field]);
  });

  it("answers any text, and a caller's bug with a TypeError", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(KEY, "rounds", ":", "{", '"', "mem_cost", "8"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const result = parseFirebaseHashConfig(pieces.join(""));
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
    );
    expect(() => parseFirebaseHashConfig(7 as never)).toThrow(TypeError);
  });
});

describe("secrecy", () => {
  it("keeps the signer key out of descriptions and problems", () => {
    const result = parseFirebaseHashConfig(CONSOLE);
    expect(inspect(result)).toContain("<88 characters>");
    expect(inspect(result, { depth: 9, showHidden: true })).not.toContain(KEY.slice(0, 8));
    const damaged = parseFirebaseHashConfig(CONSOLE.replace(KEY, KEY.slice(0, 85)));
    expect(JSON.stringify(damaged)).not.toContain(KEY.slice(0, 8));
  });
});
