import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyedPrint } from "../../src/import/journal/keyed-print.js";

/** By Node's own HMAC. */
function expected(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url");
}

const keys = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  // A journal is a file, so its key can be anything.
  fc.uint8Array({ maxLength: 200 }),
);
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", maxLength: 300 }));

describe("A keyed fingerprint", () => {
  test("is HMAC-SHA256, cut to 128 bits", () => {
    fc.assert(
      fc.property(keys, fc.array(texts, { maxLength: 4 }), (key, some) => {
        const print = keyedPrint(Buffer.from(key).toString("base64url"));
        for (const text of some) expect(print(text)).toBe(expected(key, text));
      }),
    );
  });

  test.each(["x", "é", "€", "🔑"])("is that of the whole text, however long it is, made of %s", (character) => {
    const key = Buffer.alloc(32, 7);
    const print = keyedPrint(key.toString("base64url"));
    for (const length of [1365, 1366, 2047, 2048, 4096, 4097, 100_000]) {
      const text = character.repeat(length);
      expect(print(text)).toBe(expected(key, text));
      expect(print("short")).toBe(expected(key, "short"));
    }
  });
});
