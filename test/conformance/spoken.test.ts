import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Implementation, loadSuite, runConformance, serveAdapter } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { selectCases } from "../../src/conformance/suite/select-cases.js";

/** An implementation that refuses whatever it is asked, so that all that counts is what that is. */
const refusing = (spoken: Partial<Implementation>): Implementation => ({
  name: "refuses",
  version: "1",
  language: "JavaScript",
  operations: { verify: () => ({ error: {} }) },
  ...spoken,
});

async function reportOf(spoken: Partial<Implementation>) {
  const report = await runConformance(refusing(spoken), { only: ["verify"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value;
}

async function askedOf(spoken: Partial<Implementation>): Promise<readonly ConformanceCase[]> {
  const { results } = await reportOf(spoken);
  return results.filter(({ status }) => status !== "not-asked").map(({ vector }) => vector);
}

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const hashes = suite.value.cases.filter(({ operation }) => operation === "verify");
const ids = (cases: readonly ConformanceCase[]) => cases.map(({ id }) => id);

describe("an implementation that names what it speaks", () => {
  it("is asked everything where it names nothing", async () => {
    expect(await askedOf({})).toHaveLength(hashes.length);
  });

  it("is asked its own system's notations and what several write, where it names owners only", async () => {
    const wanted = hashes.filter(({ owner = "werkzeug" }) => owner === "werkzeug");
    expect(ids(await askedOf({ owners: ["werkzeug"] }))).toEqual(ids(wanted));
    expect(wanted.length).toBeLessThan(hashes.length);
  });

  it("is asked the notations that it names as several write them, and those of the owners besides", async () => {
    const isShared = ({ notation = "", owner }: ConformanceCase) => notation.endsWith("crypt") && owner === undefined;
    const wanted = hashes.filter((vector) => isShared(vector) || vector.owner === "mosquitto");
    expect(ids(await askedOf({ notations: ["*crypt"], owners: ["mosquitto"] }))).toEqual(ids(wanted));
    expect(wanted.filter(isShared).length).toBeGreaterThan(100);
    expect(wanted.some(({ owner }) => owner === "mosquitto")).toBe(true);
  });

  it("is asked nobody's own texts in a notation of several, where it owns none", async () => {
    const asked = await askedOf({ notations: ["phc-pbkdf2"], owners: [] });
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter(({ input }) => /^\$pbkdf2-sha(?:1|224|384)\$/.test(String(input.hash)))).toEqual([]);
    const named = await askedOf({ notations: ["phc-pbkdf2"] });
    expect(named.some(({ owner }) => owner === "kratos")).toBe(true);
  });

  it("counts what is not asked as not answered, and is told what it misspelt", async () => {
    const report = await reportOf({ notations: ["bcript"], owners: ["django"] });
    expect(report.tally.skipped).toBe(report.totals["not-asked"]);
    expect(report.idlePatterns).toEqual(["notation:bcript"]);
  });

  it("says so in its hello through the protocol", async () => {
    const output = new PassThrough();
    const lines = Readable.from(['{"cmd": "hello", "protocol": 1}\n']);
    await serveAdapter(refusing({ notations: ["bcrypt"], owners: [] }), lines, output);
    expect(JSON.parse(String(output.read()))).toMatchObject({ notations: ["bcrypt"], owners: [] });
  });
});

describe("a pattern with an exclamation mark", () => {
  it("fits what has such a property, and another value of it", () => {
    const others = selectCases(hashes, ["owner:!django"]);
    const expected = hashes.filter(({ owner }) => owner !== undefined && owner !== "django");
    expect(ids(others)).toEqual(ids(expected));
    expect(others.length).toBeGreaterThan(100);
  });
});
