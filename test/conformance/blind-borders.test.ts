import { describe, expect, it } from "vitest";
import { type CaseResult, loadSuite, runConformance } from "../../src/conformance/index.js";
import { isFailing } from "../../src/conformance/results.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * Verifiers that are wrong at a border or take what must not match, each in one way, and each fails exactly the vectors of
 * its class. What they compute is a table of the sound hashes.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;
const keyOf = ({ hash, password, source }: ConformanceCase["input"]) => JSON.stringify([hash, password, source]);
const sound = new Set(cases.filter(({ outputs }) => outputs[0]?.matches === true).map(({ input }) => keyOf(input)));
const vectors = cases.filter(({ topic }) => topic === "borders");

type Input = ConformanceCase["input"];
type Verifier = (input: Input) => boolean | null;

const isSound: Verifier = (input) => sound.has(keyOf(input));
/** It computes another hash where something is so. */
const wrongWhere = (isSo: (hash: string, password: string) => boolean): Verifier => {
  return (input) => !isSo(String(input.hash), String(input.password)) && isSound(input);
};

const blockOf = (hash: string) => (/sha512\b/.test(hash) ? 128 : 64);
const isHmac = (hash: string) => /^\$?pbkdf2|^\$scrypt/.test(hash);
const tagOf = (hash: string) => Buffer.from(hash.slice(hash.lastIndexOf("$") + 1), "base64").length;
const saltOf = (hash: string) => Buffer.from(hash.split("$").at(-2) ?? "", "base64").length;
const octal = (digits: string) => Number.parseInt(digits, 8);

const WAYS: Readonly<Record<string, readonly [Verifier, RegExp]>> = {
  "hashes a key of one block": [
    wrongWhere((hash, password) => isHmac(hash) && password.length === blockOf(hash)),
    /: a password of (?:64|128) bytes$/,
  ],
  "hashes no key of one byte more than a block": [
    wrongWhere((hash, password) => isHmac(hash) && password.length === blockOf(hash) + 1),
    /: a password of (?:65|129) bytes$/,
  ],
  "computes tags of one part alone": [
    wrongWhere((hash) => hash.startsWith("$argon2") && tagOf(hash) > 64),
    /: a tag of (?:65|96|128) bytes$/,
  ],
  "divides a tag of 64 bytes": [
    wrongWhere((hash) => hash.startsWith("$argon2") && tagOf(hash) === 64),
    /: a tag of 64 bytes$/,
  ],
  "fills tags up to 64 bytes": [
    wrongWhere((hash) => hash.startsWith("$argon2") && tagOf(hash) === 63),
    /: a tag of 63 bytes$/,
  ],
  "has room for 16 bytes of an argon2 salt": [
    wrongWhere((hash) => hash.startsWith("$argon2") && saltOf(hash) > 16),
    /: a salt of \d+ bytes$/,
  ],
  "takes its own failure for the hash": [
    (input) => ["*0", "*1", "*", "!", "!!", "x"].includes(String(input.hash)) || isSound(input),
    / in place of a hash, with /,
  ],
  "reads a cost as an octal number": [
    wrongWhere((hash) => {
      const [, cost = "00"] = /^\$2[aby]\$(\d\d)\$/.exec(hash) ?? [];
      return octal(cost) !== Number(cost);
    }),
    /: cost 0[89]$/,
  ],
  "takes the text of the hash for plain text": [
    (input) => input.hash === input.password || isSound(input),
    /the text of the hash as the password|, with itself as the password/,
  ],
  "reads a hash after the mark of a lock": [
    (input) => isSound({ ...input, hash: String(input.hash).replace(/^[!*]+(?=\$)/, "") }),
    /: locked by /,
  ],
};

async function run(verifier: Verifier): Promise<readonly CaseResult[]> {
  const verify = (input: Input) => ({ ok: { matches: verifier(input) } });
  const wrong = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(wrong as never, { only: ["verify/borders"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results;
}

const commentsOf = (results: readonly CaseResult[]) => results.map(({ vector }) => vector.comment);

describe("the vectors about borders", () => {
  it("pass a verifier that computes all", async () => {
    const results = await run(isSound);
    const bad = results.filter(({ status }) => status !== "pass" && status !== "accepted-variant");
    expect(commentsOf(bad)).toEqual([]);
  });

  it.each(Object.entries(WAYS))("fail a verifier that %s, with exactly those of its class", async (_, [way, kinds]) => {
    const expected = vectors.map(({ comment }) => comment).filter((comment) => kinds.test(comment));
    expect(expected.length).toBeGreaterThan(2);
    expect(commentsOf((await run(way)).filter(isFailing))).toEqual(expected);
  });

  it("are each failed by one of them, but for the twins and the wrong passwords: none is blind", () => {
    const kinds = Object.values(WAYS).map(([, kind]) => kind);
    const left = vectors.filter(({ comment }) => !kinds.some((kind) => kind.test(comment)));
    expect(left.filter(({ comment }) => !/: as it is(?:$|,)|, another password$/.test(comment))).toEqual([]);
  });

  it("ask about the text of the hash in each notation that is nobody's own and that others read", () => {
    const asked = new Set(
      vectors.filter(({ comment }) => comment.includes("text of the hash")).map((one) => one.notation),
    );
    expect(asked.size).toBeGreaterThan(40);
  });
});
