import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SecretEncoding, toBase32Secret } from "../../../src/secret/index.js";
import type { TotpAlgorithm } from "../../../src/secret/internal.js";
import { totpCode, tryTotpCode, verifyTotp } from "../../../src/verify/totp/totp.js";
import { ownAnswer, readVectors } from "../../secret/vectors.js";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const DEVICE = { secretKey: SECRET, period: 30, skew: 1, digits: 6, algorithm: "SHA1" as const };

interface CodeInput {
  readonly secret: string;
  readonly unixSeconds: number;
  readonly period: number;
  readonly digits: number;
  readonly algorithm: TotpAlgorithm;
}

describe("the vectors of totp-code", () => {
  const vectors = readVectors("totp-code");

  it("are more than 100", () => {
    expect(vectors.length).toBeGreaterThan(100);
  });

  it.each(vectors.map((vector) => [vector.id, vector.comment, vector] as const))("%s: %s", (_id, _, vector) => {
    const { secret, ...options } = vector.input as unknown as CodeInput;
    if (vector.problem !== undefined) {
      const refused = tryTotpCode(secret, options);
      expect(refused.ok ? undefined : refused.problems[0].code).toBe(vector.problem);
      return;
    }
    const code = ownAnswer(vector)?.code as string;
    expect(totpCode(secret, options)).toBe(code);
    const device = { ...options, secretKey: secret, skew: 0 };
    expect(verifyTotp(code, device, options)).toMatchObject({
      ok: true,
      value: { matches: true, step: Math.floor(options.unixSeconds / options.period) },
    });
  });
});

describe("totpCode and tryTotpCode", () => {
  it("take 30 seconds, 6 digits and SHA1 where nothing is said", () => {
    expect(totpCode(SECRET, { unixSeconds: 59 })).toBe("287082");
    expect(totpCode(SECRET, { unixSeconds: 59.999 })).toBe("287082");
    expect(totpCode(SECRET.toLowerCase(), { unixSeconds: 30 })).toBe("287082");
  });

  it.each([
    ["0", {}, "secret/illegal-character"],
    ["", {}, "secret/empty"],
    [SECRET, { period: 0 }, "totp/parameter-out-of-range"],
    [SECRET, { period: 29.5 }, "totp/parameter-out-of-range"],
    [SECRET, { period: 86_401 }, "totp/parameter-out-of-range"],
    [SECRET, { period: 30_000 }, "totp/parameter-out-of-range"],
    [SECRET, { digits: 5 }, "totp/parameter-out-of-range"],
    [SECRET, { digits: 9 }, "totp/parameter-out-of-range"],
    [SECRET, { algorithm: "MD5" as never }, "totp/parameter-out-of-range"],
    [SECRET, { algorithm: "sha1" as never }, "totp/parameter-out-of-range"],
  ])("%j with %j: %s, as a value or as a TypeError", (secret, more, code) => {
    expect(tryTotpCode(secret, { unixSeconds: 59, ...more })).toMatchObject({
      ok: false,
      problems: [{ code }],
    });
    expect(() => totpCode(secret, { unixSeconds: 59, ...more })).toThrow(TypeError);
    expect(() => totpCode(secret, { unixSeconds: 59, ...more })).toThrow(code);
  });

  it("keep the secret out of the exception", () => {
    expect(() => totpCode("GEZDGNBV!Y3TQOJQ", { unixSeconds: 59 })).toThrow(/^(?!.*(?:GEZD|Y3TQ))/);
  });

  it("throw for a clock that is none", () => {
    for (const unixSeconds of [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, "59" as never, undefined as never]) {
      expect(() => tryTotpCode(SECRET, { unixSeconds })).toThrow(RangeError);
      expect(() => verifyTotp("287082", DEVICE, { unixSeconds })).toThrow(RangeError);
    }
    expect(() => tryTotpCode(undefined as never, { unixSeconds: 59 })).toThrow(TypeError);
  });

  it("throw for a time in milliseconds, of which the code would be another one", () => {
    const unixSeconds = Date.UTC(2026, 0, 1);
    const said = new RangeError("unixSeconds must be in seconds, and not in milliseconds");
    expect(() => totpCode(SECRET, { unixSeconds })).toThrow(said);
    expect(() => verifyTotp("287082", DEVICE, { unixSeconds })).toThrow(said);
    expect(verifyTotp("287082", DEVICE, { unixSeconds: unixSeconds / 1000 }).ok).toBe(true);
  });

  it("give the same codes after conversion from every encoding", () => {
    const convert = (text: string | Uint8Array, encoding: SecretEncoding, unixSeconds: number) => {
      const secret = toBase32Secret(text, encoding);
      return secret.ok && totpCode(secret.value, { unixSeconds });
    };
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(2 ** 31), (key, unixSeconds) => {
        const bytes = Buffer.from(key);
        const code = convert(key, "utf8", unixSeconds);
        expect(code).toMatch(/^[0-9]{6}$/);
        expect(convert(bytes.toString("hex"), "hex", unixSeconds)).toBe(code);
        expect(convert(bytes.toString("base64"), "base64", unixSeconds)).toBe(code);
        expect(convert(bytes.toString("base64url"), "base64url", unixSeconds)).toBe(code);
      }),
    );
  });
});

describe("verifyTotp", () => {
  const at = (step: number, second = 0) => ({ unixSeconds: step * 30 + second });
  const codeOf = (step: number) => totpCode(SECRET, at(step));

  it("takes the codes of skew steps before and after, and of no others", () => {
    for (const skew of [0, 1, 2, 5]) {
      for (let distance = -8; distance <= 8; distance++) {
        const result = verifyTotp(codeOf(1000 + distance), { ...DEVICE, skew }, at(1000, 17));
        const matches = Math.abs(distance) <= skew;
        expect(result).toMatchObject({
          ok: true,
          value: { matches, step: matches ? 1000 + distance : 1000 },
        });
      }
    }
  });

  it("takes one step either way where the device does not say", () => {
    const verify = (step: number) => verifyTotp(codeOf(step), { secretKey: SECRET }, at(1000));
    expect([998, 999, 1000, 1001, 1002].map((step) => verify(step))).toMatchObject(
      [false, true, true, true, false].map((matches) => ({ value: { matches } })),
    );
  });

  it("has no steps before 1970", () => {
    expect(verifyTotp(codeOf(0), DEVICE, at(0))).toMatchObject({ value: { matches: true, step: 0 } });
    expect(verifyTotp(codeOf(1), { ...DEVICE, skew: 100 }, at(0))).toMatchObject({
      value: { matches: true, step: 1 },
    });
  });

  it("reads a code in two groups", () => {
    expect(verifyTotp(" 287 082\n", DEVICE, { unixSeconds: 59 })).toMatchObject({ value: { matches: true } });
  });

  it.each([
    "",
    "28708",
    "2870822",
    "28708x",
    "\u0662\u0668\u0667\u0660\u0668\u0662",
    "+87082",
    "287-082",
    "2".repeat(1_048_576),
    "\ud800",
    `287082${" ".repeat(1_048_576)}`,
  ])("a code of another form does not match, and is told (case %#)", (code) => {
    const result = verifyTotp(code, DEVICE, { unixSeconds: 59 });
    expect(result).toMatchObject({ ok: true, value: { matches: false, step: 1 } });
    expect(result.ok && result.warnings.map((warning) => warning.code)).toEqual(["totp/code-malformed"]);
  });

  it("a wrong code does not match, and there is nothing to tell", () => {
    expect(verifyTotp("287083", DEVICE, { unixSeconds: 59 })).toEqual({
      ok: true,
      value: { matches: false, step: 1 },
      warnings: [],
    });
  });

  it.each([
    [{ secretKey: "not base32!" }, "secret/illegal-character", undefined],
    [{ skew: -1 }, "totp/parameter-out-of-range", "skew"],
    [{ skew: 101 }, "totp/parameter-out-of-range", "skew"],
    [{ skew: 1e9 }, "totp/parameter-out-of-range", "skew"],
    [{ skew: 0.5 }, "totp/parameter-out-of-range", "skew"],
    [{ period: -30 }, "totp/parameter-out-of-range", "period"],
    [{ period: 0 }, "totp/parameter-out-of-range", "period"],
    [{ period: 86_401 }, "totp/parameter-out-of-range", "period"],
    [{ digits: 4 }, "totp/parameter-out-of-range", "digits"],
    [{ digits: 9 }, "totp/parameter-out-of-range", "digits"],
    [{ algorithm: "constructor" as never }, "totp/parameter-out-of-range", "algorithm"],
  ])("a device with %j is a problem: %s", (more, code, field) => {
    const result = verifyTotp("287082", { ...DEVICE, ...more }, { unixSeconds: 59 });
    if (result.ok) throw new Error("accepted");
    expect(result.problems.map((found) => [found.code, found.field])).toEqual([[code, field]]);
  });

  it.each([{ period: 1 }, { period: 86_400 }, { skew: 100 }])("a device with %j is sound", (more) => {
    expect(verifyTotp("287082", { ...DEVICE, ...more }, { unixSeconds: 59 }).ok).toBe(true);
  });

  it("reads a code of 64 characters with its spaces, and none longer", () => {
    const code = `287082${" ".repeat(58)}`;
    const verify = (typed: string) => verifyTotp(typed, DEVICE, { unixSeconds: 59 });
    expect(verify(code)).toMatchObject({ value: { matches: true } });
    expect(verify(`${code} `)).toMatchObject({ value: { matches: false } });
  });

  it("tells of a short key", () => {
    const result = verifyTotp("000000", { secretKey: "JBSWY3DPEHPK3PXP" }, { unixSeconds: 59 });
    expect(result.ok && result.warnings.map((warning) => warning.code)).toEqual(["secret/short-key"]);
  });

  it("throws for a caller's bug", () => {
    const now = { unixSeconds: 59 };
    expect(() => verifyTotp(287082 as never, DEVICE, now)).toThrow("code must be a string");
    expect(() => verifyTotp("287082", { secretKey: null as never }, now)).toThrow("device.secretKey must be a string");
    expect(() => totpCode(null as never, now)).toThrow("secretKey must be a string");
  });

  it("confirms one encoding of a text that is good in several: evidence, and no guess", () => {
    const text = "JBSWY3DPEHPK3PXP";
    const shown = "646738"; // oathtool --totp -b --now '2020-01-01 00:00:00 UTC' JBSWY3DPEHPK3PXP
    const confirmed = (["base32", "base64", "utf8"] as const).filter((encoding) => {
      const secret = toBase32Secret(text, encoding);
      if (!secret.ok) return false;
      const result = verifyTotp(shown, { secretKey: secret.value }, { unixSeconds: 1_577_836_800 });
      return result.ok && result.value.matches;
    });
    expect(confirmed).toEqual(["base32"]);
  });
});
