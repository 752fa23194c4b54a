import { describe, expect, it } from "vitest";
import { proveSecret } from "../../src/check/index.js";
import { readSecretText, type SecretReadings } from "../../src/secret/index.js";

/** The key of RFC 6238, appendix B; 287082 are the last 6 digits of its code at 59 s. */
const BASE32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

function readings(text: string): SecretReadings {
  const read = readSecretText(text);
  if (!read.ok) throw new Error(read.problems[0].code);
  return read.value;
}

function prove(text: string, code: string, unixSeconds: number) {
  const proved = proveSecret(readings(text), code, unixSeconds);
  if (!proved.ok) throw new Error(proved.problems[0].code);
  return proved.value;
}

describe("proveSecret", () => {
  it("finds the reading whose code a phone shows, and one step to each side", () => {
    for (const at of [29, 59, 89]) {
      expect(prove(BASE32, "287082", at)).toEqual({
        outcome: "proven",
        matches: [true, false, false, false],
      });
    }
  });

  it("takes two readings with one key for proof of that key", () => {
    const { outcome, matches } = prove("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "287082", 59);
    expect([outcome, matches.filter(Boolean).length]).toEqual(["proven", 2]);
  });

  it("proves nothing where two keys have the same code", () => {
    // Found by trying: the base64 and base32 readings of this text agree at this time.
    expect(prove(BASE32, "922692", 58217250).outcome).toBe("ambiguous");
  });

  it("tells a wrong clock from a wrong secret, by reading and seconds", () => {
    expect(prove(BASE32, "287082", 300)).toMatchObject({
      outcome: "wrong-clock",
      reading: 0,
      secondsOff: -270,
    });
    expect(prove(BASE32, "287083", 59).outcome).toBe("mismatch");
  });

  it("has nothing to try where no reading is a device", () => {
    const encrypted = `eyJpdiI6${"A".repeat(80)}`;
    expect(prove(encrypted, "287082", 59)).toEqual({ outcome: "unreadable", matches: [false] });
  });

  it.each(["28708", "2870822", "abcdef", ""])("refuses the code «%s» as a value", (code) => {
    const proved = proveSecret(readings(BASE32), code, 59);
    expect(!proved.ok && proved.problems[0].code).toBe("totp/code-malformed");
  });
});
