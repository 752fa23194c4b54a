import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBase32 } from "../../src/secret/encode-base32.js";
import { encodeBase32 as encodeInBrowsers } from "../../src/secret/encode-base32-in-browsers.js";

describe.each([
  ["of hi-base32", encodeBase32],
  ["of bundles for browsers", encodeInBrowsers],
])("the encoder %s", (_, encode) => {
  // RFC 4648 section 10, without padding.
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("writes «%s» as RFC 4648 does", (text, base32) => {
    expect(encode(new TextEncoder().encode(text))).toBe(base32);
  });
});

it("is one encoder in both places", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(encodeInBrowsers(bytes)).toBe(encodeBase32(bytes));
    }),
  );
});
