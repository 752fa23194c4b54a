import { describe, expect, it } from "vitest";
import { loadSuite, runConformance } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * As in blind.test.ts, for the empty password and for digests that are cut or extended, of the notations that
 * verify/bypass has no family of. What the verifiers compute is a table of the sound hashes.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;
const vectors = cases.filter(({ topic, twin }) => topic === "emptied" && twin !== undefined);
const twins = new Set(vectors.map(({ twin }) => twin));
const sound = cases.filter(({ id }) => twins.has(id)).map(({ input }) => input);

type Input = Readonly<Record<string, unknown>>;
type Verifier = (asked: Input, right: Input) => boolean;

const isSamePassword: Verifier = (asked, right) => asked.password === right.password && asked.source === right.source;
const isWhole: Verifier = (asked, right) => asked.hash === right.hash && isSamePassword(asked, right);
const textOf = ({ hash }: Input) => String(hash);

/** Each verifier, and what the comments of all that it fails end with. */
const WAYS: Readonly<Record<string, readonly [Verifier, RegExp]>> = {
  "takes the empty password": [
    (asked, right) => isWhole({ ...asked, password: asked.password || right.password }, right),
    /: the empty password$/,
  ],
  "compares as much as the record has": [
    (asked, right) => textOf(right).startsWith(textOf(asked)) && isSamePassword(asked, right),
    /: digest (?:empty|cut to a half)$/,
  ],
  "compares as much as it computed": [
    (asked, right) => textOf(asked).startsWith(textOf(right)) && isSamePassword(asked, right),
    /: digest extended$/,
  ],
};

async function failedBy(isRight: Verifier): Promise<readonly ConformanceCase[]> {
  const verify = (input: Input) => ({ ok: { matches: sound.some((right) => isRight(input, right)) } });
  const verifier = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(verifier, { only: ["verify/emptied"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results
    .filter(({ status }) => ["fail", "policy", "unconfirmed", "errored", "not-reached"].includes(status))
    .map(({ vector }) => vector);
}

describe("the vectors about the empty password and cut digests", () => {
  it("pass a verifier that compares all", async () => {
    expect((await failedBy(isWhole)).map(({ id }) => id)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    "fail a verifier that %s, and nothing else of them does",
    async (_, [isRight, ending]) => {
      const failed = await failedBy(isRight);
      expect(failed.filter(({ comment }) => !ending.test(comment)).map(({ id }) => id)).toEqual([]);
      expect(new Set(failed.map(({ notation }) => notation)).size).toBeGreaterThan(30);
    },
  );

  it("ask of each notation with altered hashes about the empty password, here or elsewhere", () => {
    const notations = (ofClass: (vector: ConformanceCase) => boolean) =>
      new Set(cases.filter(ofClass).flatMap(({ notation }) => notation ?? []));
    const asked = notations(({ input, outputs }) => input.password === "" && outputs[0]?.matches === false);
    const altered = notations(({ topic }) => topic === "altered");
    expect([...altered].filter((notation) => !asked.has(notation))).toEqual([]);
  });

  it("ask of notations that are compared as texts about digests that are cut", () => {
    const cut = new Set(vectors.filter(({ comment }) => comment.endsWith("empty")).map(({ notation }) => notation));
    const needed = ["crypt-scrypt", "nt-hash-crypt", "sha1-crypt", "sun-md5", "yescrypt"];
    expect(needed.filter((notation) => !cut.has(notation))).toEqual([]);
  });
});
