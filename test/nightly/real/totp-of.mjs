/** Codes of second factors, computed apart from the code under test (RFC 4226, RFC 6238). */
import { createHmac } from "node:crypto";

export function totpOf({ key, period = 30, digits = 6, algorithm = "sha1" }) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / period)));
  const mac = createHmac(algorithm, key).update(step).digest();
  const number = mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export function fromBase32(text) {
  const bits = Array.from(text.replace(/=+$/, "").toUpperCase(), (character) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
}
