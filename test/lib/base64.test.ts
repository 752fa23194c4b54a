import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyBase64Bytes,
  base64Bytes,
  base64Padding,
  decodeBase64,
  decodePaddedBase64,
  decodeStandardBase64,
  encodeBase64,
  encodeBase64Unpadded,
  isPaddedBase64,
  scanBase64,
  standardBase64Length,
} from "../../src/lib/base64.js";
import { anyCharacters, runs } from "../hash/generators.js";

// RFC 4648 section 10.
const RFC = [
  ["", ""],
  ["f", "Zg=="],
  ["fo", "Zm8="],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg=="],
  ["fooba", "Zm9vYmE="],
  ["foobar", "Zm9vYmFy"],
] as const;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

describe("the vectors of RFC 4648", () => {
  it.each(RFC)("%j is %j", (text, encoded) => {
    const bare = encoded.replace(/=+$/, "");
    expect(encodeBase64(bytesOf(text))).toBe(encoded);
    expect(encodeBase64Unpadded(bytesOf(text))).toBe(bare);
    expect(decodeBase64(encoded, 0, bare.length)).toEqual(bytesOf(text));
    expect(decodeStandardBase64(bare, 0, bare.length)).toEqual(bytesOf(text));
    expect(base64Padding(bare.length)).toBe(encoded.length - bare.length);
    expect(isPaddedBase64(encoded)).toBe(true);
    expect(isPaddedBase64(bare)).toBe(bare === encoded);
    expect(decodePaddedBase64(encoded, 0, encoded.length)).toEqual(bytesOf(text));
    expect(decodePaddedBase64(bare, 0, bare.length)).toEqual(bare === encoded ? bytesOf(text) : null);
  });
});

describe("scanBase64", () => {
  const sound = {
    illegalAt: -1,
    hasStandardOnly: false,
    hasUrlSafeOnly: false,
    impossibleLength: false,
    unusedBits: false,
  };

  it.each<[string, string, object]>([
    ["nothing", "", { bodyEnd: 0, padding: 0 }],
    ["letters", "Zm9v", { bodyEnd: 4, padding: 0 }],
    ["padding", "Zg==", { bodyEnd: 2, padding: 2 }],
    ["padding alone", "===", { bodyEnd: 0, padding: 3 }],
    ["a plus sign", "+A==", { bodyEnd: 2, padding: 2, hasStandardOnly: true }],
    ["a slash", "/w", { bodyEnd: 2, padding: 0, hasStandardOnly: true }],
    ["a minus sign", "-A", { bodyEnd: 2, padding: 0, hasUrlSafeOnly: true }],
    ["an underscore", "_w", { bodyEnd: 2, padding: 0, hasUrlSafeOnly: true }],
    ["both alphabets", "+_8A", { bodyEnd: 4, padding: 0, hasStandardOnly: true, hasUrlSafeOnly: true }],
    ["a length of 4n + 1", "Zm9vY", { bodyEnd: 5, padding: 0, impossibleLength: true }],
    ["unused bits after one byte", "Zh", { bodyEnd: 2, padding: 0, unusedBits: true }],
    ["unused bits after two bytes", "Zm9", { bodyEnd: 3, padding: 0, unusedBits: true }],
    ["all four unused bits", "Zv", { bodyEnd: 2, padding: 0, unusedBits: true }],
    ["no unused bits after three bytes", "////", { bodyEnd: 4, padding: 0, hasStandardOnly: true }],
  ])("sees %s", (_, text, seen) => {
    expect(scanBase64(text)).toEqual({ ...sound, ...seen });
  });

  it.each([
    ["a dot", "Zm.v", 2],
    ["padding inside", "Zg==Zg", 2],
    ["a space", " Zg", 0],
    ["a character just below the alphabet", "Z*", 1],
    ["an at sign", "Z@", 1],
    ["a bracket", "Z[", 1],
    ["a brace", "Z{", 1],
    ["a delete character", "Z\x7f", 1],
    ["a character just outside ASCII", "Z\x80", 1],
    ["a lone surrogate", "Zm\ud800", 2],
    ["the first of several", "Z!!", 1],
  ])("places %s", (_, text, illegalAt) => {
    expect(scanBase64(text).illegalAt).toBe(illegalAt);
    expect(decodeStandardBase64(text, 0, text.length)).toBeNull();
    expect(isPaddedBase64(text)).toBe(false);
  });

  it("looks at its stretch alone", () => {
    expect(scanBase64("!!Zg==!!", 2, 6)).toEqual({ ...sound, bodyEnd: 4, padding: 2 });
    expect(scanBase64("!!Z!g!!", 2, 5).illegalAt).toBe(3);
    expect(scanBase64("==Zg", 2)).toEqual({ ...sound, bodyEnd: 4, padding: 0 });
    expect(scanBase64("Z====", 2, 4)).toEqual({ ...sound, bodyEnd: 2, padding: 2 });
    expect(scanBase64("Z=", 2)).toEqual({ ...sound, bodyEnd: 2, padding: 0 });
    expect(decodeBase64("!!Zm8!!", 2, 5)).toEqual(bytesOf("fo"));
    expect(decodeStandardBase64("!!Zm8!!", 2, 5)).toEqual(bytesOf("fo"));
    expect(decodeStandardBase64("Zm9vYg", 0, 5)).toBeNull();
    expect(decodeBase64("!Zm8!", 1, 4)).toEqual(bytesOf("fo"));
    expect(isPaddedBase64("!Zm8=!", 1, 5)).toBe(true);
    expect(decodePaddedBase64("!Zm8=!", 1, 5)).toEqual(bytesOf("fo"));
    expect(isPaddedBase64("A=", 2, 2)).toBe(true);
    expect(decodePaddedBase64("A=", 2, 2)).toEqual(bytesOf(""));
    expect(isPaddedBase64("AAAAAAAA", 8, 4)).toBe(false);
    expect(isPaddedBase64("Zm9v", 1, -1)).toBe(false);
  });
});

describe("decodeStandardBase64", () => {
  it.each(["-A", "_w", "Zg==", "Zm8=", "Zm9vY", "Zh", "Zm9", "Z", "AAA-", "A-AA", "AA_A", "_AAA", "A-", "-AA", "AA-"])(
    "takes no %j",
    (text) => {
      expect(decodeStandardBase64(text, 0, text.length)).toBeNull();
      expect(standardBase64Length(text, 0, text.length)).toBe(-1);
    },
  );

  it.each(["-A==", "_w==", "Zh==", "Zm9=", "Zg=", "Zg===", "Zm9v=", "Z===", "====", "Zm9v===="])(
    "isPaddedBase64 takes no %j",
    (text) => {
      expect(isPaddedBase64(text)).toBe(false);
      expect(decodePaddedBase64(text, 0, text.length)).toBeNull();
    },
  );
});

describe("encoding and decoding", () => {
  it("are what Node's are, for all bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const encoded = Buffer.from(bytes).toString("base64");
        const bare = encoded.replace(/=+$/, "");
        expect(encodeBase64(bytes)).toBe(encoded);
        expect(encodeBase64Unpadded(bytes)).toBe(bare);
        expect(decodeStandardBase64(bare, 0, bare.length)).toEqual(bytes);
        expect(standardBase64Length(`=${bare}=`, 1, 1 + bare.length)).toBe(bytes.length);
        const urlSafe = Buffer.from(bytes).toString("base64url");
        expect(decodeBase64(urlSafe, 0, urlSafe.length)).toEqual(bytes);
        expect(scanBase64(encoded)).toMatchObject({
          illegalAt: -1,
          impossibleLength: false,
          unusedBits: false,
        });
      }),
    );
  });

  it("takes either alphabet whole, and never both, a cut text or a stray bit", () => {
    for (const [text, bytes] of [
      ["+/+/", [0xfb, 0xff, 0xbf]],
      ["-_-_", [0xfb, 0xff, 0xbf]],
      ["Zg==", [0x66]],
      ["Zg", [0x66]],
      ["", []],
    ] as const) {
      expect(anyBase64Bytes(text)).toEqual(Uint8Array.from(bytes));
    }
    for (const text of ["+/-_", "Zg=", "Zh==", "Zgg=X", "Z", "Zm9v=", "=", "Zm 9"]) {
      expect(anyBase64Bytes(text)).toBeNull();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        for (const encoding of ["base64", "base64url"] as const) {
          expect(anyBase64Bytes(Buffer.from(bytes).toString(encoding))).toEqual(bytes);
        }
      }),
    );
  });

  it("the straight decoder takes exactly what the scanner finds sound", () => {
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."AZaz09+/-_=.é"), maxLength: 12 }),
      anyCharacters(12),
      fc.base64String({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const scan = scanBase64(text);
        const sound = scan.illegalAt < 0 && !scan.hasUrlSafeOnly && !scan.impossibleLength && !scan.unusedBits;
        expect(decodeStandardBase64(text, 0, text.length) !== null).toBe(sound && scan.padding === 0);
        expect(standardBase64Length(text, 0, text.length) >= 0).toBe(sound && scan.padding === 0);
        expect(isPaddedBase64(text)).toBe(sound && scan.padding === base64Padding(scan.bodyEnd));
        const isPadded = scan.padding === 0 || scan.padding === base64Padding(scan.bodyEnd);
        expect(base64Bytes(text)).toEqual(sound && isPadded ? new Uint8Array(Buffer.from(text, "base64")) : null);
        if (sound) expect(decodeBase64(text, 0, scan.bodyEnd)).toEqual(new Uint8Array(Buffer.from(text, "base64")));
      }),
      runs(2000),
    );
  });
});
