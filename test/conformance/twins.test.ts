import { pbkdf2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Answer, type ConformanceOptions, runConformance } from "../../src/conformance/index.js";
import { vectorFolder } from "./doubling.js";

/** What a case shows of an implementation that does not take the sound hash: nothing. */

const SOUND = { id: "verify/x-002", input: { hash: "h", password: "right" } };
const about = { flags: [], since: "2.0.0", cost: "cheap" };
const output = (matches: boolean) => ({ matches, scheme: "bcrypt" });
const SUITE = {
  formatVersion: 2,
  operation: "verify",
  topic: "x",
  header: ["A hash, a damaged form of it and a wrong password."],
  flags: {},
  groups: [
    {
      source: { name: "x" },
      tests: [
        {
          ...about,
          id: "verify/x-001",
          input: { hash: "damaged", password: "right" },
          result: "acceptable",
          outputs: [output(false)],
          problem: "scheme/malformed",
          twin: SOUND.id,
        },
        { ...about, ...SOUND, result: "valid", output: output(true) },
        {
          ...about,
          id: "verify/x-003",
          input: { hash: "h", password: "wrong" },
          result: "valid",
          output: output(false),
          twin: SOUND.id,
        },
      ],
    },
  ],
};

type Verify = (hash: string, password: string) => Answer;

async function run(verify: Verify, options: ConformanceOptions = {}) {
  const asked: string[] = [];
  const operations = {
    verify: ({ hash, password }: Record<string, unknown>) => {
      asked.push(`${hash} ${password}`);
      return verify(String(hash), String(password));
    },
  };
  const implementation = { name: "x", version: "1", language: "JavaScript", operations };
  const report = await runConformance(implementation, { vectors: vectorFolder(SUITE), ...options });
  if (!report.ok) throw new Error(report.problems[0].message);
  const { results, totals, outcome } = report.value;
  return { asked, totals, outcome, statuses: results.map(({ vector, status }) => `${vector.id} ${status}`) };
}

const yes: Answer = { ok: output(true) };
const no: Answer = { ok: output(false) };
const refusal: Answer = { error: { code: "scheme/malformed" } };

describe("a case with a twin", () => {
  it("is run after it", async () => {
    const { asked } = await run((hash, password) => (hash === "h" && password === "right" ? yes : no));
    expect(asked).toEqual(["h right", "damaged right", "h wrong"]);
  });

  it("counts where the twin is taken: the damaged hash refused, the wrong password refused apart", async () => {
    const { statuses, outcome } = await run((_, password) => (password === "wrong" ? refusal : yes));
    expect([statuses, outcome]).toEqual([["verify/x-001 fail", "verify/x-002 pass", "verify/x-003 refused"], "fail"]);
    const sound = await run((hash, password) => (hash === "damaged" ? refusal : password === "right" ? yes : refusal));
    expect([sound.statuses, sound.outcome]).toEqual([
      ["verify/x-001 accepted-variant", "verify/x-002 pass", "verify/x-003 refused"],
      "pass",
    ]);
  });

  it.each<[string, Answer]>([
    ["refuses all", refusal],
    ["says no to all", no],
    ["skips the sound hash", { skipped: { reason: "not mine" } }],
  ])("shows nothing of an implementation that %s", async (_, answer) => {
    const { statuses, totals } = await run((hash, password) =>
      hash === "h" && password === "right" ? answer : "ok" in answer ? no : refusal,
    );
    expect(statuses.filter((line) => line.endsWith("not-reached"))).toEqual([
      "verify/x-001 not-reached",
      "verify/x-003 not-reached",
    ]);
    expect(totals.pass).toBe(0);
  });

  it("stays wrong where a wrong password is taken, whatever becomes of the twin", async () => {
    const { statuses } = await run((_, password) => (password === "wrong" ? yes : refusal));
    expect(statuses).toContain("verify/x-003 fail");
  });

  it("has its twin run where that was not selected, and not reported", async () => {
    const only = { only: ["verify/x-001"] };
    const { asked, statuses } = await run((hash) => (hash === "h" ? yes : refusal), only);
    expect(asked).toEqual(["h right", "damaged right"]);
    expect(statuses).toEqual(["verify/x-001 accepted-variant"]);
  });
});

describe("bypass vectors", () => {
  /** passlib's notation, at least 1,000 rounds, and as many bytes of output as the digest in the text has. */
  const lenient: Verify = (hash, password) => {
    const [, name = "sha1", rounds, salt = "", digest = ""] =
      /^\$pbkdf2(?:-(sha256|sha512))?\$(\d+)\$([^$]*)\$([^$]*)$/.exec(hash) ?? [];
    if (rounds === undefined) return { skipped: { reason: "another scheme" } };
    if (Number(rounds) < 1000 || digest === "") return refusal;
    const [saltBytes, stored] = [salt, digest].map((text) => Buffer.from(text.replaceAll(".", "+"), "base64"));
    const computed = pbkdf2Sync(password, saltBytes!, Number(rounds), stored!.length, name);
    return { ok: { matches: computed.equals(stored!), scheme: "pbkdf2" } };
  };

  it("show that a cut digest matches where the length of the output is that of the digest", async () => {
    const operations = {
      verify: ({ hash, password }: Record<string, unknown>) => lenient(String(hash), String(password)),
    };
    const subject = { name: "lenient", version: "1", language: "JavaScript", operations };
    const report = await runConformance(subject, { only: ["verify/bypass"] });
    if (!report.ok) throw new Error(report.problems[0].message);
    const failed = report.value.results.filter(({ status }) => status === "fail");
    expect(failed.map(({ vector }) => vector.comment)).toEqual(
      expect.arrayContaining([
        "passlib's pbkdf2-sha256: digest cut to the first",
        "passlib's pbkdf2-sha256: digest cut to a half",
      ]),
    );
  });
});

it("a pattern names ids, topics, operations or properties", async () => {
  const subject = { name: "x", version: "1", language: "x", operations: { verify: () => no } };
  const selected = async (pattern: string) => {
    const report = await runConformance(subject, { only: [pattern] });
    if (!report.ok) throw new Error(report.problems[0].message);
    return report.value.results.map(({ vector }) => vector);
  };
  expect(new Set((await selected("topic:bypass")).map(({ topic }) => topic))).toEqual(new Set(["bypass"]));
  expect(await selected("verify/bypass")).toEqual(await selected("topic:bypass"));
  expect((await selected("flag:NulByte")).every(({ flags }) => flags.some(({ name }) => name === "NulByte"))).toBe(
    true,
  );
  expect((await selected("variant:2x")).every(({ input }) => /\$2x\$/.test(String(input.hash ?? input.text)))).toBe(
    true,
  );
  expect((await selected("scheme:argon2")).length).toBeGreaterThan(100);
  expect((await selected("evidence:policy")).every(({ provenance }) => provenance.policy !== undefined)).toBe(true);
});
