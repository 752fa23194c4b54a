import { base32, base32nopad, base64, base64nopad, base64url, base64urlnopad, hex, utf8 } from "@scure/base";
import { serve, textOrBytes, versionOf } from "../serve.mjs";

/** Padded and unpadded are two coders here; which one fits is said by the text. */
const CODERS = {
  base32: [base32, base32nopad],
  base64: [base64, base64nopad],
  base64url: [base64url, base64urlnopad],
  hex: [hex, hex],
};

function secretToBase32({ secret, encoding }) {
  const given = textOrBytes(secret);
  if (encoding === "utf8") {
    return {
      base32: base32nopad.encode(typeof given === "string" ? utf8.decode(given) : Uint8Array.from(given)),
    };
  }
  const text = given.toString();
  const [padded, unpadded] = CODERS[encoding];
  return { base32: base32nopad.encode((text.endsWith("=") ? padded : unpadded).decode(text)) };
}

await serve({
  name: "@scure/base",
  version: versionOf("@scure/base", import.meta.url),
  operations: { "secret-to-base32": secretToBase32 },
});
