import { describe, expect, it } from "vitest";
import { credportImplementation, loadSuite, runConformance } from "../../src/conformance/index.js";
import { isFailing } from "../../src/conformance/results.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";

/** Verifiers that take a password for another text, and parsers that mend a text first: each fails exactly its vectors. */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;

type Input = ConformanceCase["input"];
type Verifier = (input: Input) => boolean;

async function failedBy(operations: object, only: readonly string[]): Promise<readonly string[]> {
  const wrong = { name: "wrong", version: "1", language: "JavaScript", operations };
  const report = await runConformance(wrong as never, { only });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results.filter(isFailing).map(({ vector }) => `${vector.operation}: ${vector.comment}`);
}

const commentsOf = (vectors: readonly ConformanceCase[]) =>
  vectors.map(({ operation, comment }) => `${operation}: ${comment}`);

const spelled = cases.filter(({ topic }) => topic === "spelled-passwords");
const keyOf = ({ hash, password, source }: Input) => JSON.stringify([hash, password, source]);
const sound = new Set(spelled.filter(({ outputs }) => outputs[0]?.matches === true).map(({ input }) => keyOf(input)));
const isSound: Verifier = (input) => sound.has(keyOf(input));
const failedInVerify = (isYes: Verifier) =>
  failedBy({ verify: (input: Input) => ({ ok: { matches: isYes(input) } }) }, ["verify/spelled-passwords"]);

/** The bytes, where they are not those of UTF-8 as well. */
function inLatin1(text: string): unknown {
  const isOther = /^[\0-\xff]*$/.test(text) && /[\x80-\xff]/.test(text);
  return isOther ? { hex: Buffer.from(text, "latin1").toString("hex") } : text;
}

/** What each takes a password for, and how its vectors name that. */
const MISTAKES: Readonly<Record<string, readonly [(password: string) => unknown, string]>> = {
  "takes 0 for nothing": [(text) => (text === "0" ? "" : text), "that is 0,"],
  "decodes percent sequences": [(text) => text.replace(/%41/g, "A"), "percent sequence"],
  "reads a plus sign as a blank": [(text) => text.replaceAll("+", " "), "plus sign"],
  "reads backslashes": [(text) => text.replace(/\\(.)/g, "$1"), "backslashes"],
  "drops a byte order mark": [(text) => text.replace(/^\ufeff/, ""), "byte order mark"],
  "takes a password for an option": [(text) => (text.startsWith("-") ? "" : text), "as an option"],
  "takes a password for a file": [(text) => (text.startsWith("@") ? "" : text), "name of a file"],
  "drops separators of lines and DEL": [(text) => text.replace(/[\u2028\u0085\x7f]/g, ""), "U+2028"],
  "writes Latin-1 where it can": [inLatin1, "that Latin-1 can write"],
};

describe("the vectors about passwords that are mistaken for another text", () => {
  it("pass a verifier that takes each as it is", async () => {
    expect(await failedInVerify(isSound)).toEqual([]);
  });

  describe.each(Object.entries(MISTAKES))("of a verifier that %s", (_, [mistake, name]) => {
    const own = spelled.filter(({ comment }) => comment.includes(name));
    const taken = ({ password }: Input) => (typeof password === "string" ? mistake(password) : password);
    const changed = (input: Input) => ({ ...input, password: taken(input) });

    it("fail it in both ways where it does so always", async () => {
      const expected = own.filter(({ input }) => taken(input) !== input.password);
      expect(expected.length).toBeGreaterThan(25);
      expect(await failedInVerify((input) => isSound(changed(input)))).toEqual(commentsOf(expected));
    });

    it("fail it by the other's hash where it tries both", async () => {
      const expected = own.filter(({ comment }) => comment.includes("where the hash is of"));
      const tryingBoth: Verifier = (input) => isSound(input) || isSound(changed(input));
      expect(await failedInVerify(tryingBoth)).toEqual(commentsOf(expected));
    });
  });
});

const asciiDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\uff10-\uff19]/g, (one) => String((one.charCodeAt(0) - 0x660) % 0x10));

/** How each mends a text before it is read, the vectors that it fails, and how many. */
const MENDINGS: Readonly<Record<string, readonly [(text: string) => string, RegExp, number]>> = {
  "leaves out a line feed at the end": [
    (text) => text.replace(/\n$/, ""),
    /(?:argon2: a line feed|(?:bcrypt|scrypt): a line end) at the end$/,
    3,
  ],
  "stops at a NUL": [(text) => text.replace(/\0.*/s, ""), /: a NUL after /, 3],
  "skips empty tokens": [
    (text) => text.replaceAll("$$", "$"),
    /two dollar signs (?:after the name|before|after the cost)/,
    6,
  ],
  "reads digits of other scripts": [asciiDigits, /Arabic digits$|full width$/, 6],
};

const PARSERS = ["parse-bcrypt", "parse-argon2", "parse-provider-scrypt"] as const;
type Operation = (input: Input) => { readonly ok?: unknown };
const operations = credportImplementation("1").operations as unknown as Readonly<Record<string, Operation>>;

/** An operation that reads the input as it is and, where it is refused, mended. */
function mending(name: string, mend: (input: Input) => Input): Operation {
  const read = operations[name] as Operation;
  return (input) => {
    const said = read(input);
    return said.ok === undefined ? read(mend(input)) : said;
  };
}

describe("the vectors about texts that a parser mends", () => {
  it.each(Object.entries(MENDINGS))(
    "fail a parser that %s, by exactly those of its class",
    async (_, [mend, kinds, count]) => {
      const mended = (input: Input) => ({ ...input, text: mend(String(input.text)) });
      const wrong = Object.fromEntries(PARSERS.map((name) => [name, mending(name, mended)]));
      const expected = cases.filter(
        ({ operation, comment }) => operation.startsWith("parse-") && kinds.test(`${operation}: ${comment}`),
      );
      expect(expected.length).toBeGreaterThanOrEqual(count);
      expect(await failedBy(wrong, [...PARSERS])).toEqual(commentsOf(expected));
    },
  );

  it("fail a builder that stops at the first = inside base64", async () => {
    const cut = (text: unknown) => (typeof text === "string" ? text.replace(/=(?=[^=]).*$/s, "") : text);
    const mended = (input: Input) =>
      Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value)]));
    const name = "build-provider-scrypt";
    const failed = await failedBy({ [name]: mending(name, mended as (input: Input) => Input) }, [name]);
    expect(failed).toEqual([
      `${name}: an = inside the hash`,
      `${name}: an = inside the salt`,
      `${name}: an = inside the separator`,
    ]);
  });

  it("fail a reader of URIs that divides a label at its last colon, or decodes it twice", async () => {
    const label = (account: string, issuer: string) => (input: Input) => {
      const { pathname, searchParams } = new URL(String(input.uri));
      const secretKey = searchParams.get("secret");
      const isOwn = /alice:home|%25/.test(pathname);
      const device = { secretKey, period: 30, digits: 6, algorithm: "SHA1", account, issuer };
      return isOwn ? { ok: { devices: [device] } } : (operations.otpauth as Operation)(input);
    };
    const right = "otpauth: a second colon in the label";
    expect(await failedBy({ otpauth: label("home", "Example") }, ["otpauth/uri"])).toContain(right);
    const twice = "otpauth: a percent sequence that is part of the issuer";
    expect(await failedBy({ otpauth: label("alice", "Rabatt 25") }, ["otpauth/uri"])).toContain(twice);
  });
});
