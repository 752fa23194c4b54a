import { expect, it } from "vitest";
import { hmacStreebog256, streebog256 } from "../../../src/verify/engines/streebog.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const ofHex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

it("Streebog gives what RFC 6986 has, lowest byte first", () => {
  const m1 = Buffer.from("012345678901234567890123456789012345678901234567890123456789012");
  expect(hex(streebog256(m1))).toBe("9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500");
  const m2 =
    "d1e520e2e5f2f0e82c20d1f2f0e8e1eee6e820e2edf3f6e82c20e2e5fef2fa20f120eceef0ff20f1f2f0e5ebe0ece820ede020f5f0e0e1f0fbff20efebfaeafb20c8e3eef0e5e2fb";
  expect(hex(streebog256(ofHex(m2)))).toBe("9dd2fe4e90409e5da87f53976d7405b0c0cac628fc669a741d50063c557e8f50");
});

it("HMAC over Streebog gives what RFC 7836 has", () => {
  const key = Uint8Array.from({ length: 32 }, (_, at) => at);
  const text = ofHex("0126bdb87800af214341456563780100");
  expect(hex(hmacStreebog256(key, text))).toBe("a1aa5f7de402d7b3d323f2991c8d4534013137010a83754fd0af6d7cd4922ed9");
});
