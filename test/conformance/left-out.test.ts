import { describe, expect, it } from "vitest";
import {
  type ConformanceOptions,
  type Implementation,
  loadSuite,
  runConformance,
} from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { selectCases } from "../../src/conformance/suite/select-cases.js";

/** What a sound library may leave out: it says so by one pattern or one name, and is blamed for nothing. */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;
type Input = ConformanceCase["input"];
const keyOf = ({ hash, password, source }: Input) => JSON.stringify([hash, password, source]);
const sound = new Set(cases.filter(({ outputs }) => outputs[0]?.matches === true).map(({ input }) => keyOf(input)));

/** It knows the right passwords of what it reads; to the rest it says what `other` says. */
const reading = (isRead: (hash: string) => boolean, other: object, spoken: Partial<Implementation>) => ({
  name: "partly",
  version: "1",
  language: "JavaScript",
  operations: {
    verify: (input: Input) => (isRead(String(input.hash)) ? { ok: { matches: sound.has(keyOf(input)) } } : other),
  },
  ...spoken,
});

async function runOf(implementation: object, options: ConformanceOptions = {}) {
  const report = await runConformance(implementation as Implementation, { only: ["verify"], ...options });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

const failing = (results: Awaited<ReturnType<typeof runOf>>["results"]) =>
  results.filter(({ status }) => status === "fail").map(({ vector }) => vector);

const OF_16 = /(?:^|\$)argon2(?:id|i|d)\$(?:v=16\$)?m=/;

describe("a library that has argon2 of version 19 alone", () => {
  const spoken = { notations: ["argon2"], owners: [] };
  const of16 = selectCases(cases, ["variant:argon2-v16"]);
  const refusing = reading((hash) => hash.includes("$v=19$"), { error: {} }, spoken);
  const denying = reading((hash) => hash.includes("$v=19$"), { ok: { matches: false } }, spoken);

  it("has one pattern for all others, with a version or without, in verify and in the parser", () => {
    const texts = cases.map(({ input }) => String(input.hash ?? input.text));
    expect(of16.map(({ input }) => String(input.hash ?? input.text))).toEqual(texts.filter((text) => OF_16.test(text)));
    expect(of16.filter(({ operation }) => operation === "verify").length).toBeGreaterThan(50);
    expect(of16.filter(({ operation }) => operation === "parse-argon2").length).toBeGreaterThan(5);
    expect(of16.some(({ input }) => !String(input.hash).includes("v=16"))).toBe(true);
  });

  it("may refuse them, and must not say no to their right passwords", async () => {
    expect(failing((await runOf(refusing)).results)).toEqual([]);
    const failed = failing((await runOf(denying)).results);
    expect(failed.length).toBeGreaterThan(40);
    const ids = of16.map(({ id }) => id);
    expect(failed.filter(({ id }) => !ids.includes(id))).toEqual([]);
    expect(failed.every(({ outputs }) => outputs[0]?.matches === true)).toBe(true);
  });

  it("skips them by the pattern, and conforms although it says no", async () => {
    const skip = [{ pattern: "variant:argon2-v16", reason: "RFC 9106 has version 19 only" }];
    const { outcome, tally, idlePatterns } = await runOf(denying, { skip });
    expect([outcome, tally.faults, idlePatterns]).toEqual(["pass", 0, []]);
    expect(tally.right).toBeGreaterThan(100);
  });
});

describe("a library of $7$ as libsodium writes it", () => {
  const spoken = { notations: ["crypt-scrypt"], owners: [] };

  it("is asked about its own texts, of 101 characters, and their damaged ones", async () => {
    const libsodium = reading((hash) => hash.length === 101, { ok: { matches: false } }, spoken);
    const { outcome, tally, results } = await runOf(libsodium);
    expect([outcome, tally.faults, failing(results)]).toEqual(["pass", 0, []]);
    const right = results.filter(({ vector, status }) => status === "pass" && vector.outputs[0]?.matches === true);
    expect(right.length).toBeGreaterThan(8);
    expect(right.map(({ vector }) => String(vector.input.hash).length)).toEqual(right.map(() => 101));
    for (const { vector } of right) {
      const names = vector.provenance.checkedBy.map((name) => name.split(" ")[0]);
      expect(names).toEqual(expect.arrayContaining(["libsodium", "libxcrypt"]));
    }
  });

  it("is asked about other salts where it says that it is libxcrypt", async () => {
    const lengths = async (owners: readonly string[]) => {
      const { results } = await runOf(reading(() => true, {}, { ...spoken, owners }));
      const right = results.filter(({ vector, status }) => status === "pass" && vector.outputs[0]?.matches === true);
      return new Set(right.map(({ vector }) => String(vector.input.hash).length));
    };
    expect(await lengths([])).toEqual(new Set([101]));
    expect(await lengths(["libxcrypt"])).toEqual(new Set([70, 101]));
  });
});

describe("traditional DES, which has no mark", () => {
  const ofDes = cases.filter(({ notation }) => notation === "htpasswd-des-crypt");

  it("is nobody's own: a crypt(3) that owns nothing is asked about it, by source", async () => {
    const crypt = reading(() => true, {}, { notations: ["htpasswd-des-crypt"], owners: [] });
    const { outcome, results } = await runOf(crypt);
    const asked = results.filter(({ status }) => status !== "not-asked").map(({ vector }) => vector);
    expect(outcome).toBe("pass");
    expect(asked.map(({ id }) => id).sort()).toEqual(ofDes.map(({ id }) => id).sort());
    expect(new Set(asked.map(({ input }) => input.source))).toEqual(new Set(["htpasswd"]));
    expect(asked.filter(({ outputs }) => outputs[0]?.matches === true).length).toBeGreaterThan(8);
  });

  it("is not asked of who names other notations", async () => {
    const { results } = await runOf(reading(() => false, { error: {} }, { notations: ["bcrypt"], owners: [] }));
    const asked = results.filter(({ status }) => status !== "not-asked");
    expect(asked.filter(({ vector }) => vector.notation === "htpasswd-des-crypt")).toEqual([]);
    expect(asked.length).toBeGreaterThan(300);
  });
});
