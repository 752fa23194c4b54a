import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../../src/hash/catalogue/built-in-formats.js";
import { isLegacy } from "../../../src/hash/catalogue/row.js";
import { legacyRecipe } from "../../../src/hash/read/legacy-recipe.js";
import { readHash } from "../../../src/hash/read/read-hash.js";
import { passwordForms } from "../../../src/hash/systems/password-forms.js";
import { normalizeHash, SOURCE_NAMES } from "../../../src/index.js";
import { PROBLEM_CODES } from "../../../src/problems/index.js";
import { CATALOGUE_SAMPLES } from "../catalogue-samples.js";
import { HASH_RULES, SYSTEM_REFERENCES } from "../hash-rules.js";

describe("every row of the catalogue", () => {
  it("has a name of its own, in kebab-case", () => {
    const names = BUILT_IN_FORMATS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/);
  });

  it("has a sample, and no sample is without a row", () => {
    expect(Object.keys(CATALOGUE_SAMPLES).sort()).toEqual(BUILT_IN_FORMATS.map(({ name }) => name).sort());
  });

  it.each(BUILT_IN_FORMATS.map((format) => [format.name, format] as const))("%s reads its sample", (name, format) => {
    const { text, ...context } = CATALOGUE_SAMPLES[name] as { text: string };
    const reading = readHash(text, context);
    expect([reading.format?.name, reading.wrapping?.name]).toContain(name);
    expect(reading.disposition).not.toBe("malformed");
    if (isLegacy(format)) {
      const { scheme, problem, treatment } = format;
      const disposition = format.kind === "verifiable" ? "verifiable" : "unsupported";
      expect(reading).toMatchObject({
        scheme,
        disposition,
        problems: [{ code: problem, message: format.reason }],
      });
      expect(reading.wrapping?.treatment ?? null).toBe(treatment);
    } else if (format.kind === "lock") {
      expect(reading).toMatchObject({ disposition: "unsupported", problems: [{ code: "scheme/locked" }] });
    } else {
      expect(reading.wrapping?.treatment ?? "native").toBe(format.kind);
    }
  });

  it.each(BUILT_IN_FORMATS.map((format) => [format.name, format] as const))(
    "%s says what, who, why and where",
    (_, format) => {
      expect(format.layout.length).toBeGreaterThan(3);
      expect(format.system.length).toBeGreaterThan(2);
      expect(format.reason).toMatch(/^(?:[A-Z0-9]|bcrypt |argon2id |pbkdf2 |des-crypt ).*\.$/s);
      expect(format.reference).toMatch(/^https:\/\/|^spec: /);
    },
  );

  it("that can be verified gives a recipe, and no other row does", () => {
    for (const [name, { text, ...context }] of Object.entries(CATALOGUE_SAMPLES)) {
      const reading = readHash(text, context);
      const { disposition, canonical } = reading;
      const hasRecipe = (legacyRecipe(reading)?.readings.length ?? 0) > 0;
      expect(hasRecipe, name).toBe(disposition === "verifiable" && canonical === null);
    }
  });

  it("says where a text stops being of its form", () => {
    expect(readHash("pbkdf2_sha256$10000$salt!$AAA").problems[0]?.offset).toBe("pbkdf2_sha256$10000$salt!$AAA".length);
    expect(readHash("{PBKDF2}$1$salt$0$").problems[0]?.offset).toBe("{PBKDF2}$1$salt$".length);
    expect(readHash("  $P$9IQRaTwmf*").problems[0]?.offset).toBe("  $P$9IQRaTwmf".length);
  });

  it("holds a problem that is documented", () => {
    for (const format of BUILT_IN_FORMATS) if (isLegacy(format)) expect(PROBLEM_CODES).toContain(format.problem);
  });

  // Adjacent quantifiers over overlapping classes are what makes a pattern slow.
  it("matches in linear time: no quantifier inside a quantified group is unbounded", () => {
    for (const format of BUILT_IN_FORMATS) {
      if (format.kind !== "recognised") continue;
      const { source } = format.pattern;
      expect(source).toMatch(/^\^/);
      expect(source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "c")).not.toMatch(/[*+]/);
    }
  });
});

describe("a wrapping's remains", () => {
  const importable = BUILT_IN_FORMATS.filter((format) => !isLegacy(format) && format.kind !== "lock").map(
    ({ name }) => name,
  );

  it.each(importable)("of %s are canonical", (name) => {
    const { text } = CATALOGUE_SAMPLES[name] as { text: string };
    const normalized = normalizeHash(text);
    if (!normalized.ok) {
      // What appears inside is of a scheme that the service does not verify.
      expect(["scheme/login-only", "scheme/unsupported"]).toContain(normalized.problems[0].code);
      return;
    }
    const again = normalizeHash(normalized.value.passwordHash);
    expect(again).toMatchObject({
      ok: true,
      value: { passwordHash: normalized.value.passwordHash, changes: [] },
    });
  });
});

describe("source contexts", () => {
  it("name sources that exist, with documented problems", () => {
    for (const { problem } of HASH_RULES) expect(PROBLEM_CODES).toContain(problem);
    const changing = SOURCE_NAMES.filter((source) =>
      (["md5", "bcrypt"] as const).some((scheme) => passwordForms(source, scheme)[0].length > 0),
    );
    const said = new Set([...changing, ...HASH_RULES.map(({ source }) => source)]);
    expect([...said].sort()).toEqual(Object.keys(SYSTEM_REFERENCES));
    expect([...SOURCE_NAMES]).toEqual([...SOURCE_NAMES].sort());
  });
});
