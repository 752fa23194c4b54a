import { describe, expect, it } from "vitest";
import { readSecretText, SECRET_ENCODINGS } from "../../src/secret/index.js";
import { readVectors } from "./vectors.js";

const BASE32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const URI = `otpauth://totp/Example:ada%40example.com?secret=${BASE32}&issuer=Example`;
/** One account: a secret and a name, and nothing of algorithm, digits and type. */
const UNSPECIFIED = (() => {
  const entry = Buffer.from([0x0a, 0x14, ...Buffer.from("12345678901234567890"), 0x12, 0x01, 0x61]);
  const data = Buffer.from([0x0a, entry.length, ...entry]).toString("base64");
  return `otpauth-migration://offline?data=${encodeURIComponent(data)}`;
})();

function read(...args: Parameters<typeof readSecretText>) {
  const result = readSecretText(...args);
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value;
}

describe("readSecretText", () => {
  it("gives every encoding in which a text is well-formed, each with another key", () => {
    const { kind, readings } = read(BASE32);
    expect(kind).toBe("undecided");
    expect(readings.map(({ encoding }) => encoding)).toEqual(["base32", "base64", "base64url", "utf8"]);
    const keys = readings.map(({ device }) => device.ok && device.value.secretKey);
    expect(keys[0]).toBe(BASE32);
    expect(new Set(keys).size).toBe(3);
  });

  it("gives one reading where the encoding is named or a URI carries it", () => {
    expect(read(BASE32, { encoding: "base32" }).kind).toBe("one");
    const { kind, readings } = read(URI);
    expect([kind, readings[0]?.encoding]).toEqual(["one", undefined]);
    expect(readings[0]?.device).toMatchObject({ ok: true, value: { secretKey: BASE32, issuer: "Example" } });
  });

  it("takes the period of a text from the caller and that of a URI from the URI", () => {
    const period = (text: string) => {
      const { device } = read(text, { period: 60, ...(text === URI ? {} : { encoding: "base32" }) }).readings[0] ?? {};
      return device?.ok === true && device.value.period;
    };
    expect([period(BASE32), period(URI)]).toEqual([60, 30]);
  });

  it("refuses a URI that was named an encoding, and says why a text is not a secret at all", () => {
    const codeOf = (text: string, encoding?: "hex") => {
      const { device } = read(text, encoding === undefined ? {} : { encoding }).readings[0] ?? {};
      return device?.ok === false && device.problems[0].code;
    };
    for (const uri of [URI, `\n ${URI}`, URI.replace("//", ""), UNSPECIFIED, ` ${UNSPECIFIED.toUpperCase()}`]) {
      expect(codeOf(uri, "hex")).toBe("secret/otpauth-uri");
    }
    const encrypted = `eyJpdiI6${"A".repeat(80)}`;
    expect(codeOf(encrypted)).toBe("secret/encrypted");
    expect(read(encrypted)).toMatchObject({ kind: "one", readings: [{ device: { ok: false } }] });
    expect(read(encrypted).readings[0]).not.toHaveProperty("encoding");
  });

  it("finds a URI after white space and in capitals", () => {
    expect(read(`\n ${URI.replace("otpauth", "OTPAUTH")}`).readings[0]?.device.ok).toBe(true);
    expect(read(`\n ${UNSPECIFIED}`).kind).toBe("several");
  });

  it("takes what a migration URI leaves out as usual only where it is told so", () => {
    const deviceOf = (unspecified?: "usual") =>
      read(UNSPECIFIED, unspecified === undefined ? {} : { unspecified }).readings[0]?.device;
    expect(read(UNSPECIFIED).kind).toBe("several");
    expect(deviceOf()).toMatchObject({ ok: false });
    expect(deviceOf("usual")).toMatchObject({ ok: true, value: { secretKey: BASE32 } });
    expect(readSecretText("otpauth-migration://offline?data=%").ok).toBe(false);
  });

  it.each(SECRET_ENCODINGS)("has the right key among its readings for every vector of %s", (encoding) => {
    const vectors = readVectors("secret-to-base32").filter(
      ({ input, result }) => result === "valid" && input.encoding === encoding && typeof input.secret === "string",
    );
    expect(vectors.length).toBeGreaterThan(3);
    for (const { input, output } of vectors) {
      const { readings } = read(String(input.secret), { encoding });
      expect(readings[0]?.device).toMatchObject({ ok: true, value: { secretKey: output?.base32 } });
    }
  });
});
