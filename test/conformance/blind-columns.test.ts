import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadSuite, runConformance } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/**
 * As in blind.test.ts, for the hashes of systems that keep them in columns: each verifier is wrong in one way, and fails
 * exactly the vectors of its class. What they compute is a table of the sound hashes.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const vectors = suite.value.cases.filter(({ topic }) => topic === "columns");
const has = ({ flags }: ConformanceCase, flag: string) => flags.some(({ name }) => name === flag);
const bypasses = vectors.filter((vector) => has(vector, "Bypass"));

/** Notation, expression and columns or costs and salt; and the digest, which for bcrypt is its whole string. */
function partsOf(text: string): readonly [head: string, digest: string] {
  const [, head = text, digest = ""] = /^(\$declared-\w+\$[^$]*\$[^$]*\$|\$pbkdf2-.*\$)(.*)$/.exec(text) ?? [];
  return [head, digest];
}

const sound = vectors
  .filter((vector) => vector.twin === undefined && has(vector, "RightPassword"))
  .map(({ input }) => {
    const [head, digest] = partsOf(String(input.hash));
    return { head, digest, password: String(input.password) };
  });

interface Question {
  readonly head: string;
  readonly digest: string;
  readonly password: string;
  readonly computed: string;
}

function computedFor(head: string, password: string): string {
  const known = sound.find((one) => one.head === head && one.password === password);
  return known?.digest ?? createHash("sha512").update(`${head} ${password}`).digest("hex");
}

function questionOf(text: string, password: string): Question {
  const [head, digest] = partsOf(text);
  return { head, digest, password, computed: computedFor(head, password) };
}

const isWhole = ({ computed, digest }: Question) => computed === digest;

/** The digest as a C string ends at its first byte of zero, which bcrypt writes as full stops. */
function upToZero({ head, digest }: Question): string {
  if (head.startsWith("$declared-bcrypt$")) return digest.replace(/\..*/, "");
  const encoding = head.startsWith("$pbkdf2") ? "base64" : "hex";
  const bytes = Buffer.from(digest, encoding);
  return bytes.subarray(0, bytes.indexOf(0) === -1 ? bytes.length : bytes.indexOf(0)).toString(encoding);
}

/** The sound hash that a verifier takes for it which does not read all of the head. */
const mistaken = (head: RegExp, digest = /$^/) => {
  const rest = (text: string) => text.replace(head, "");
  const end = (text: string) => text.replace(digest, "");
  return (question: Question) =>
    sound.some(
      (one) =>
        rest(one.head) === rest(question.head) &&
        one.password === question.password &&
        end(one.digest) === end(question.digest),
    );
};

const isNumber = (digest: string) => /^0e\d+$/.test(digest);

/** PHP's `==` on two texts that look like numbers. */
function comparingNumbers(question: Question): boolean {
  const [, name = ""] = /^\$declared-(md5|sha1)\$[^$]*\$\$$/.exec(question.head) ?? [];
  if (name === "") return isWhole(question);
  const computed = createHash(name).update(question.password).digest("hex");
  return computed === question.digest || (isNumber(computed) && isNumber(question.digest));
}

/** What a browser sent when it was to hash the password itself, or to escape it, or what a wide string is in bytes. */
const ENTITIES: readonly (readonly [string, string])[] = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#036;", "$"],
  ["&#33;", "!"],
  ["&#39;", "'"],
  ["&amp;", "&"],
];
const uncleaned = (text: string) => ENTITIES.reduce((all, [entity, one]) => all.replaceAll(entity, one), text);
const hasPasswordsDigest = ({ head, digest, password }: Question) =>
  /^[0-9a-f]{32,40}$/.test(password) && sound.some((one) => one.head === head && one.digest === digest);
const changing = (change: (password: string) => string) => (question: Question) =>
  isWhole({ ...question, computed: computedFor(question.head, change(question.password)) });

/** Each verifier, and the comments of those that it fails: these, all of them and no others. */
const WAYS: Readonly<Record<string, readonly [(question: Question) => boolean, RegExp]>> = {
  "compares as much as is stored": [
    ({ computed, digest }) => computed.startsWith(digest),
    /: digest (?:empty|cut|without)/,
  ],
  "compares as much as it computes": [({ computed, digest }) => digest.startsWith(computed), /: digest extended$/],
  "compares C strings": [
    (question) => question.computed.startsWith(upToZero(question)),
    // The zero of bcrypt's letters is another character than what it was extended by.
    /: digest (?!extended)|(?<!hashed again): digest extended/,
  ],
  "ignores the cost": [mistaken(/(?<=i=)\d+/, /(?<=^\$2y\$)\d\d/), /: cost one step higher$/],
  "skips the salt": [
    mistaken(/(?<=^\$declared-\w+\$[^$]*\$)[^$]*(?=\$$)|(?<=i=\d+\$)[^$]*(?=\$$)/),
    /: salt without its last$|: a column too many$/,
  ],
  "has one expression for each digest": [
    mistaken(/(?<=^\$declared-\w+\$)[^$]*(?=\$[^$]*\$$)/),
    /: (?:the expression cut|no expression)$/,
  ],
  "takes a digest in its password's place": [
    (question) => isWhole(question) || hasPasswordsDigest(question),
    /: the digest of the password in its place$/,
  ],
  "compares digests as numbers": [comparingNumbers, /: a digest of the same number to PHP$/],
  "takes what was cleaned already": [
    (question) => isWhole(question) || changing(uncleaned)(question),
    /: the password as it was cleaned$/,
  ],
  "takes UTF-16 as it is": [
    (question) => isWhole(question) || changing((text) => text.replaceAll("\0", ""))(question),
    /: the password's UTF-16 as text$/,
  ],
};

async function failedBy(isYes: (question: Question) => boolean): Promise<readonly string[]> {
  const verify = ({ hash, password }: Record<string, unknown>) => ({
    ok: { matches: isYes(questionOf(String(hash), String(password))) },
  });
  const verifier = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(verifier, { only: ["verify/columns-*"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results
    .filter(({ status, vector }) => ["fail", "policy", "unconfirmed"].includes(status) && has(vector, "Bypass"))
    .map(({ vector }) => vector.id);
}

const idsOf = (kinds: RegExp) => bypasses.filter(({ comment }) => kinds.test(comment)).map(({ id }) => id);

describe("the vectors about columns", () => {
  it("pass a verifier that compares the whole digest", async () => {
    expect(await failedBy(isWhole)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    "fail a verifier that %s, with exactly those of its class",
    async (_, [isYes, kinds]) => {
      const failed = await failedBy(isYes);
      expect(failed).toEqual(idsOf(kinds));
      expect(failed.length).toBeGreaterThan(0);
    },
  );

  it("are each of a class: none is blind", () => {
    const seen = new Set(Object.values(WAYS).flatMap(([, kinds]) => idsOf(kinds)));
    expect(bypasses.filter(({ id }) => !seen.has(id)).map(({ comment }) => comment)).toEqual([]);
    expect(bypasses.length).toBeGreaterThan(90);
  });
});
