import { describe, expect, it } from "vitest";
import { type CaseResult, loadSuite, runConformance } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * Verifiers that cut a cost or a length to a few bits, each in one way, and each fails exactly the vectors of its class.
 * What they compute is a table of the sound hashes.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const vectors = suite.value.cases.filter(({ topic }) => topic === "wrapped");
const wrapped = vectors.filter(({ twin }) => twin !== undefined);

interface Question {
  readonly hash: string;
  readonly password: string;
}

const questionOf = ({ input }: ConformanceCase) => ({ hash: String(input.hash), password: String(input.password) });
const sound = vectors.filter(({ twin }) => twin === undefined).map(questionOf);
const isSound = ({ hash, password }: Question) =>
  sound.some((known) => known.hash === hash && known.password === password);

/** Of "secret" and the salt of the vectors, by rounds: what jBCrypt 0.3m makes of none, and of cost 4. */
const OF_ROUNDS: Readonly<Record<string, string>> = {
  0: "MdbwUxT24tti1II0aB9ZVqIu0L27iNC",
  1: "GRw5d6xMhRwlOS2FZoCQUzqFhBB24aW",
  16: "4K7lyz.nKATbsiu/RcZjqWyDNnj87qG",
};

/** bcrypt with a count of one's own; a count as large as it should be is never reached. */
const counting = (roundsOf: (cost: number) => number | bigint) => (question: Question) => {
  const [, cost = "", digest = ""] = /^\$2[aby]\$(\d\d)\$.{22}(.{31})$/.exec(question.hash) ?? [];
  const isOfTable = cost !== "" && question.password === "secret";
  return isOfTable ? OF_ROUNDS[String(roundsOf(Number(cost)))] === digest : isSound(question);
};

const keeping = (bits: number, pattern: RegExp) => (question: Question) => {
  const hash = question.hash.replace(pattern, (digits) => String(BigInt(digits) % 2n ** BigInt(bits)));
  return isSound({ ...question, hash });
};

/** What bcrypt reads of a password: with its NUL, and again up to 72 bytes. */
const keyOf = (password: string, size: number) => Buffer.alloc(72, Buffer.from(`${password}\0`).subarray(0, size));
const keepingEightBitsOfTheLength = ({ hash, password }: Question) =>
  sound.some((known) => {
    if (known.hash !== hash) return false;
    if (!hash.startsWith("$2")) return known.password === password;
    const size = (password.length + 1) % 256;
    return keyOf(known.password, known.password.length + 1).equals(keyOf(password, size));
  });

const WAYS: Readonly<Record<string, readonly [(question: Question) => boolean, RegExp]>> = {
  "counts 1 << cost rounds in 32 bits": [
    counting((cost) => Math.max(0, 1 << cost)),
    /cost 31 with|of one round|digest of cost 4/,
  ],
  "keeps 32 bits of two to the cost": [counting((cost) => 2n ** BigInt(cost) % 2n ** 32n), /cost 32 with .* no round/],
  "takes the cost modulo 32": [counting((cost) => 2 ** (cost % 32)), /of one round|digest of cost 4/],
  "keeps 32 bits of a number": [keeping(32, /\d{10}(?=[,$])/), /more than 2\^32/],
  "keeps five bits of a logarithm": [keeping(5, /(?<=ln=)\d+/), /more than 32,/],
  "keeps eight bits of a length": [keepingEightBitsOfTheLength, /257 bytes/],
};

async function run(verify: (question: Question) => unknown): Promise<readonly CaseResult[]> {
  const operations = {
    verify: ({ hash, password }: object & Partial<Question>) => verify({ hash, password } as Question),
  };
  const verifier = { name: "wrapping", version: "1", language: "JavaScript", operations };
  const report = await runConformance(verifier as never, { only: ["verify/wrapped"], costTimeoutMs: 20 });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results;
}

const saying = (isYes: (question: Question) => boolean) => (question: Question) => ({
  ok: { matches: isYes(question) },
});
const failedOf = (results: readonly CaseResult[]) =>
  results.filter(({ status }) => status === "fail").map(({ vector }) => vector.comment);

describe("the vectors about numbers that wrap", () => {
  it.each<[string, (question: Question) => unknown]>([
    ["says no", saying(isSound)],
    ["refuses", (question) => (isSound(question) ? { ok: { matches: true } } : { error: { code: "too/much" } })],
  ])("pass a verifier that %s", async (_, verify) => {
    const results = await run(verify);
    expect(results.filter(({ status }) => !["pass", "accepted-variant", "refused"].includes(status))).toEqual([]);
  });

  it("pass a verifier that computes costs for hours", async () => {
    const isCostly = ({ vector }: CaseResult) => vector.cost === "costly";
    const costly = new Set(wrapped.filter(({ cost }) => cost === "costly").map(({ input }) => input.hash));
    const results = await run((question) =>
      costly.has(question.hash) ? new Promise(() => {}) : saying(isSound)(question),
    );
    expect(new Set(results.filter(isCostly).map(({ status }) => status))).toEqual(new Set(["policy"]));
    expect(failedOf(results)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    "fail a verifier that %s, with exactly those of its class",
    async (_, [isYes, kinds]) => {
      const expected = wrapped.map(({ comment }) => comment).filter((comment) => kinds.test(comment));
      expect(expected.length).toBeGreaterThan(0);
      expect(failedOf(await run(saying(isYes)))).toEqual(expected);
    },
  );

  it("are each failed by one of them: none is blind", () => {
    const kinds = Object.values(WAYS).map(([, kind]) => kind);
    expect(wrapped.filter(({ comment }) => !kinds.some((kind) => kind.test(comment)))).toEqual([]);
  });
});
