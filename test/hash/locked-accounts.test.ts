import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";
import { runs } from "./generators.js";

const RT_BCRYPT = "!bcrypt!12!n9Qqt2yiA0VXneZeatIRMOVvdwJdB6waOIbrwEuEtn1WwpkMEj9YS";
/** By Python's hashlib over the password `password`. */
const RT_SHA512 = (CATALOGUE_SAMPLES["request-tracker-sha512"] as { text: string }).text;

const codeOf = (text: string, context = {}) => identifyHash(text, context).problems[0]?.code;

describe("a text is called no password only where it is a whole mark", () => {
  it.each([
    "!",
    "!!",
    "!*",
    "*",
    "*0",
    "*1",
    "*************",
    "*LK*",
    "*NP*",
    "*LOCKED*",
    "*LOCKED**",
    "*NO-PASSWORD*",
    "x",
    "!JHwfNatHQSBk8Qsh7e4UnXIERVDwT5UbjZSfVQbh",
    "{CRYPT}!",
    "{CRYPT}!!",
    "{CRYPT}*",
    "{CRYPT}x",
    "{SASL}user@REALM",
    "{SASL}host$@REALM",
    "Invalid:",
  ])("%s", (text) => {
    expect(codeOf(text)).toBe("scheme/no-password");
  });

  it("and any text after an exclamation mark only where the source is Django", () => {
    expect(codeOf("!9wa845vn7098ythaehasldkfj", { source: "django" })).toBe("scheme/no-password");
    expect(codeOf("!9wa845vn7098ythaehasldkfj")).toBe("scheme/locked");
    expect(codeOf("!5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", { source: "django" })).toBe("scheme/locked");
  });

  const marks = ["!", "!!", "!*", "*LK*", "*LOCKED*", "*", "{CRYPT}!", "{CRYPT}!!", "{CRYPT}*LK*"];
  const hashes = Object.entries(CATALOGUE_SAMPLES)
    .filter(([name]) => !["no-password", "plain-text"].includes(identifyHash(sampleOf(name)).scheme))
    .map(([, { text }]) => text);

  function sampleOf(name: string): string {
    return (CATALOGUE_SAMPLES[name] as { text: string }).text;
  }

  it("and never where a hash of any form follows the mark", () => {
    fc.assert(
      fc.property(fc.constantFrom(...marks), fc.constantFrom(...hashes), (mark, hash) => {
        const { scheme, disposition, problems } = identifyHash(mark + hash);
        // MySQL's own mark before 40 digits.
        fc.pre(scheme !== "mysql");
        expect(problems[0]?.code).not.toBe("scheme/no-password");
        expect(scheme).not.toBe("no-password");
        expect(["unsupported", "malformed"]).toContain(disposition);
      }),
      runs(2000),
    );
  });

  it.each([
    ["{SASL}$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
    ["Invalid:$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
    ["!bcrypt!12!n9Qqt2yiA0VXneZeatIRMOVvdwJdB6waOIbrwEuEtn1WwpkMEj9Y"],
  ])("and not where it is damaged: %s", (text) => {
    expect(identifyHash(text)).toMatchObject({
      disposition: "malformed",
      problems: [{ code: "scheme/malformed" }],
    });
  });
});

describe("the hash of a locked account", () => {
  it.each([
    ["!$6$saltsalt$", "a".repeat(86), "sha512-crypt"],
    ["!!$6$saltsalt$", "a".repeat(86), "sha512-crypt"],
    ["*LK*$5$saltsalt$", "a".repeat(43), "sha256-crypt"],
    ["*LOCKED*$2b$05$", "CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "bcrypt"],
    ["!{SSHA}", "oVzVTyjtQUHXy4VVBVvt2pAmJkI6fqSMqYZeqLQE", "sha1"],
    ["{CRYPT}!$6$saltsalt$", "a".repeat(86), "sha512-crypt"],
  ])("is named, and neither imported nor verified: %s…", async (start, rest, scheme) => {
    const text = start + rest;
    expect(identifyHash(text)).toMatchObject({
      scheme,
      disposition: "unsupported",
      problems: [{ code: "scheme/locked" }],
    });
    expect(normalizeHash(text)).toMatchObject({ ok: false, problems: [{ code: "scheme/locked" }] });
    expect(await verifyPassword("password", text)).toMatchObject({
      ok: false,
      problems: [{ code: "scheme/locked" }],
    });
  });
});

describe("Request Tracker's hashes", () => {
  it("are known by name and never imported", () => {
    expect(identifyHash(RT_BCRYPT)).toMatchObject({
      scheme: "bcrypt",
      disposition: "verifiable",
      wrapping: { name: "request-tracker-bcrypt", treatment: "keep" },
    });
    expect(normalizeHash(RT_BCRYPT)).toMatchObject({
      ok: false,
      problems: [{ code: "wrapping/prehashed" }],
    });
    expect(normalizeHash(RT_SHA512)).toMatchObject({ ok: false, problems: [{ code: "scheme/login-only" }] });
  });

  it.each([
    [RT_BCRYPT, "Welcome2023!"],
    [RT_SHA512, "password"],
  ])("verify the right password and no other", async (text, password) => {
    expect(await verifyPassword(password, text)).toMatchObject({ value: { matches: true } });
    expect(await verifyPassword(`${password}.`, text)).toMatchObject({ value: { matches: false } });
  });
});
