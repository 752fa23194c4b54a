import { describe, expect, it } from "vitest";
import { HASH_FORMATS } from "../../src/hash/catalogue/index.js";
import { groupsOf } from "../../src/hash/hash-reading.js";
import { readHash } from "../../src/hash/read-hash.js";
import { SOURCE_CONTEXTS } from "../../src/hash/source-context.js";
import { normalizeHash, PROBLEM_CODES, SOURCE_NAMES } from "../../src/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

describe("every row of the catalogue", () => {
  it("has a name of its own, in kebab-case", () => {
    const names = HASH_FORMATS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/);
  });

  it("has a sample, and no sample is without a row", () => {
    expect(Object.keys(CATALOGUE_SAMPLES).sort()).toEqual(HASH_FORMATS.map(({ name }) => name).sort());
  });

  it.each(HASH_FORMATS.map((format) => [format.name, format] as const))(
    "%s reads its sample",
    (name, format) => {
      const { text, ...context } = CATALOGUE_SAMPLES[name] as { text: string };
      const reading = readHash(text, context);
      expect([reading.format?.name, reading.wrapping?.name]).toContain(name);
      expect(reading.disposition).not.toBe("malformed");
      if (format.kind === "legacy") {
        const { scheme, disposition, problem, treatment } = format;
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
    },
  );

  it.each(HASH_FORMATS.map((format) => [format.name, format] as const))(
    "%s says what, who, why and where",
    (_, format) => {
      expect(format.layout.length).toBeGreaterThan(3);
      expect(format.system.length).toBeGreaterThan(2);
      expect(format.reason).toMatch(/^(?:[A-Z0-9]|bcrypt |argon2id |pbkdf2 |des-crypt ).*\.$/s);
      expect(format.reference).toMatch(/^https:\/\/|^spec: /);
    },
  );

  it("that a verifier reads gives it its named parts", () => {
    const groups = (name: string) => {
      const { text, ...context } = CATALOGUE_SAMPLES[name] as { text: string };
      return groupsOf(readHash(text, context));
    };
    expect(Object.keys(groups("django-pbkdf2"))).toEqual(["hash", "rounds", "salt", "digest"]);
    expect(groups("wordpress-bcrypt").bcrypt).toMatch(/^\$2y\$/);
    expect(groups("bcrypt")).toEqual({});
  });

  it.each(["correct horse", "$wp$2y$05$abc", "$6$abc"])(
    "gives no parts of %j, which is not whole",
    (text) => {
      expect(groupsOf(readHash(text))).toEqual({});
    },
  );

  it("holds a problem that is documented", () => {
    for (const format of HASH_FORMATS)
      if (format.kind === "legacy") expect(PROBLEM_CODES).toContain(format.problem);
  });

  // Adjacent quantifiers over overlapping classes are what makes a pattern slow.
  it("matches in linear time: no quantifier inside a quantified group is unbounded", () => {
    for (const format of HASH_FORMATS) {
      if (format.kind !== "legacy") continue;
      const { source } = format.pattern;
      expect(source).toMatch(/^\^/);
      expect(source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "c")).not.toMatch(/[*+]/);
    }
  });
});

describe("a wrapping's remains", () => {
  const importable = HASH_FORMATS.filter(({ kind }) => kind !== "legacy" && kind !== "lock").map(
    ({ name }) => name,
  );

  it.each(importable)("of %s are canonical", (name) => {
    const { text } = CATALOGUE_SAMPLES[name] as { text: string };
    const normalized = normalizeHash(text);
    if (!normalized.ok) {
      // What stands inside is of a scheme that the service does not verify.
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
    for (const { source, problem } of SOURCE_CONTEXTS) {
      expect(SOURCE_NAMES).toContain(source);
      expect(PROBLEM_CODES).toContain(problem);
    }
    expect([...SOURCE_NAMES]).toEqual([...SOURCE_NAMES].sort());
  });
});
