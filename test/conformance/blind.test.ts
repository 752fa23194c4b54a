import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadSuite, runConformance } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { parseArgon2, parseBcrypt, parseProviderScrypt } from "../../src/hash/index.js";

/**
 * A vector that no wrong verifier fails is blind: it shows nothing. These verifiers are wrong on purpose, each in
 * one way, and each fails exactly the vectors of its class. What they compute is a table of the sound hashes.
 */

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const isOpen = ({ outputs }: ConformanceCase) => new Set(outputs.map(({ matches }) => matches)).size > 1;
// A digest of 16 bytes or more is whole where the notation leaves its length open.
const vectors = suite.value.cases.filter((vector) => vector.topic === "bypass" && !isOpen(vector));
const sound = vectors.filter(({ twin }) => twin === undefined);

interface Parts {
  /** All that is not the digest: notation, parameters, salt. */
  readonly head: string;
  readonly digest: Buffer;
  /** What is before the salt, and all from the salt on, where nothing but their lengths parts salt and digest. */
  readonly joined?: { readonly marker: string; readonly rest: Buffer };
}

const SALT_BYTES = 16;
const HEXADECIMAL = /^(?:pbkdf2:|scrypt:|\{PBKDF2\}\$1|md5\$|sha1\$)/;
/** Digests in an alphabet of crypt(3), whose zero is a full stop. */
const LETTERS = /^(?:\$1\$|\$apr1\$|\$5\$|\$6\$)/;
/** Marker, salt and digest of notations in which nothing parts salt and digest. */
const FIXED = [
  /^(.*\$2[by]\$0[45]\$)(.{0,22})(.*)$/,
  /^(\$P\$[56])(.{0,8})(.*)$/,
  /^(\{(?:DES-)?CRYPT\})(.{0,2})(.*)$/,
  /^(_J9\.\.)(.{0,4})(.*)$/,
];
const letters = (text: string) => Buffer.from(text.replaceAll(".", "\0"), "latin1");
const base64 = (text: string) => Buffer.from(text.replaceAll(".", "+"), "base64");

function partsOf(text: string): Parts {
  const fixed = FIXED.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? null;
  if (fixed !== null) {
    const [, marker = "", salt = "", digest = ""] = fixed;
    return { head: marker + salt, digest: letters(digest), joined: { marker, rest: letters(salt + digest) } };
  }
  const [, brace, bytes] = /^(\{[A-Z0-9]+\})([^$]*)$/.exec(text) ?? [];
  if (brace !== undefined && bytes !== undefined) return ofBraces(brace, base64(bytes));
  const fields = text.split("$");
  const at = text.startsWith("$f_scrypt$") ? 2 : fields.length - 1;
  const digest = fields[at] as string;
  const head = fields.toSpliced(at, 1).join("$");
  if (LETTERS.test(text)) return { head, digest: letters(digest) };
  return { head, digest: HEXADECIMAL.test(text) ? Buffer.from(digest, "hex") : base64(digest) };
}

function ofBraces(brace: string, bytes: Buffer): Parts {
  if (brace === "{PKCS5S2}") {
    const isWhole = bytes.length >= SALT_BYTES;
    const salt = isWhole ? bytes.subarray(0, SALT_BYTES) : bytes;
    const joined = { marker: brace, rest: bytes };
    return { head: brace + salt.toString("hex"), digest: bytes.subarray(salt.length), joined };
  }
  const salt = /^\{S(?:SHA|MD5)/.test(brace) ? SALT_BYTES : 0;
  const end = Math.max(0, bytes.length - salt);
  return { head: brace + bytes.subarray(end).toString("hex"), digest: bytes.subarray(0, end) };
}

const hashOf = ({ input }: ConformanceCase) => String(input.hash);
const table = new Map(
  sound.map((vector) => {
    const { head, ...parts } = partsOf(hashOf(vector));
    return [head, { ...parts, password: vector.input.password }] as const;
  }),
);
/** Of argon2 also those of each length that two other implementations computed. */
const short = new Map(
  vectors
    .filter(({ comment }) => comment.includes("computed for length"))
    .map(({ input }) => [`${input.hash} ${input.password}`, partsOf(String(input.hash)).digest] as const),
);

interface Question extends Parts {
  readonly text: string;
  /** The digest at its full length. */
  readonly computed: Buffer;
  readonly password: string;
}

/** The costs of the notations, so that two heads that differ in nothing else are the same. */
const COST = /(?<=\$2[by]\$)\d\d|(?<=^\$P\$)[56]|(?<=\b(?:rounds|ln|t|m)=)\d+|(?<=[$:}])100[01]\b|(?<=^scrypt:)\d+/g;
const withoutCost = (head: string) => head.replace(COST, "");
const costOf = (head: string) => (head.match(COST) ?? []).join();

function questionOf(text: string, password: string): Question {
  const parts = partsOf(text);
  const known = table.get(parts.head);
  const computed =
    known?.password === password ? known.digest : createHash("sha512").update(`${text} ${password}`).digest();
  return { ...parts, text, password, computed };
}

const startsWith = (whole: Buffer, part: Buffer) => whole.subarray(0, part.length).equals(part);
const isWhole = ({ computed, digest }: Question) => computed.equals(digest);

/** As many bytes as the text has: another digest with argon2, the beginning of the same one with PBKDF2 and scrypt. */
function ofStoredLength(question: Question): boolean {
  const { text, password, computed, digest } = question;
  if (text.includes("$argon2")) {
    return isWhole(question) || (short.get(`${text} ${password}`)?.equals(digest) ?? false);
  }
  const isStretched = /pbkdf2|PKCS5S2|^\$scrypt|^scrypt:/i.test(text);
  return isStretched ? startsWith(computed, digest) : isWhole(question);
}

/** `strncmp` of the computed digest, as long as the stored one is as a C string. */
function asCString(question: Question): boolean {
  const end = question.digest.indexOf(0);
  return end === -1 ? isWhole(question) : startsWith(question.computed, question.digest.subarray(0, end));
}

/** crypt(3) gives `*0` for a setting that is none, and the last group of the text is compared with that of the answer. */
const takingTheSignOfFailure = (question: Question) => question.text.endsWith("*0") || isWhole(question);

/** PHP before 8.2.3: a dollar sign ended the salt, and what was computed then was compared with itself (CVE-2023-0567). */
function endingTheSaltAtADollar(question: Question): boolean {
  return /\$2[by]\$\d\d\$.{0,21}\$/.test(question.text) || isWhole(question);
}

/** The sound hash that a verifier takes for it which does not read all of the head. */
function mistakenFor({ digest, password }: Question, isLike: (head: string) => boolean): boolean {
  return [...table].some(([head, known]) => isLike(head) && known.digest.equals(digest) && known.password === password);
}

/** It has one cost, and never reads that of the text. */
function ignoringTheCost(question: Question): boolean {
  return mistakenFor(question, (head) => withoutCost(head) === withoutCost(question.head));
}

/** It never hashes the salt that the text has; the digest, at the end, shows which of its own it took. */
function skippingTheSalt(question: Question): boolean {
  const { joined, password } = question;
  if (joined === undefined) return mistakenFor(question, (head) => costOf(head) === costOf(question.head));
  return [...table.values()].some(
    (known) =>
      known.joined?.marker === joined.marker &&
      joined.rest.subarray(-known.digest.length).equals(known.digest) &&
      known.password === password,
  );
}

/** A cut password goes into the digest that bcrypt is given. */
function cuttingBeforeThePrehash(question: Question): boolean {
  const { head, digest, password } = question;
  const known = table.get(head);
  const isPrehashed = /^bcrypt_sha256\$|^\$wp\$/.test(head);
  const isSame = isPrehashed && String(known?.password).slice(0, 72) === password.slice(0, 72);
  return isSame ? known?.digest.equals(digest) === true : isWhole(question);
}

/** Families whose digest is as long as the text says. */
const STRETCHED = "(?:passlib's (?:pbkdf2|scrypt)|OpenLDAP's|Django's pbkdf2|Werkzeug's|Dovecot's|Atlassian's).*";
const CUT = "(?:digest empty|digest cut|digest without its last|salt and digest empty)";
/** Of a digest that has a zero byte a C string is a beginning, too. */
const isCutAfterAZero = ({ comment, input }: ConformanceCase) =>
  new RegExp(CUT).test(comment) && partsOf(String(input.hash)).digest.includes(0);

/** Each verifier, and which vectors it fails: these, all of them and no others. */
const WAYS: Readonly<
  Record<string, readonly [(question: Question) => boolean, RegExp, ((vector: ConformanceCase) => boolean)?]>
> = {
  "compares as much as is stored": [({ computed, digest }) => startsWith(computed, digest), new RegExp(CUT)],
  "compares as much as it computes": [({ computed, digest }) => startsWith(digest, computed), /digest extended/],
  "computes as much as is stored": [ofStoredLength, new RegExp(`digest computed|^${STRETCHED}: ${CUT}`)],
  "compares C strings": [
    asCString,
    /digest of zeros|digest extended|salt extended|dollar signs after/,
    isCutAfterAZero,
  ],
  "takes crypt's sign of failure for a digest": [takingTheSignOfFailure, /crypt's sign of failure/],
  "ends the salt at a dollar sign": [endingTheSaltAtADollar, /dollar sign|setting that is none/],
  "ignores the cost": [ignoringTheCost, /cost one step higher/],
  "skips the salt": [skippingTheSalt, /salt (?:empty|cut|without its last|extended)/],
  "reads 72 bytes of what is hashed before bcrypt": [cuttingBeforeThePrehash, /differs after 72 bytes/],
};

const FAILING = ["fail", "policy", "unconfirmed", "errored"];

async function failedBy(isYes: (question: Question) => boolean): Promise<readonly ConformanceCase[]> {
  const verify = ({ hash, password }: Record<string, unknown>) => ({
    ok: { matches: isYes(questionOf(String(hash), String(password))) },
  });
  return failedAll("verify/bypass", verify);
}

type Verify = (input: Record<string, unknown>) => { ok: { matches: boolean } };

async function failedAll(pattern: string, verify: Verify): Promise<readonly ConformanceCase[]> {
  const verifier = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(verifier, { only: [pattern] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results.filter(({ status }) => FAILING.includes(status)).map(({ vector }) => vector);
}

describe("the vectors about bypasses", () => {
  it("pass a verifier that compares the whole digest", async () => {
    expect(await failedBy(isWhole)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    "fail a verifier that %s, with exactly those of its class",
    async (_, [isYes, kinds, isOfClass]) => {
      const failed = await failedBy(isYes);
      const expected = vectors.filter((vector) => kinds.test(vector.comment) || isOfClass?.(vector));
      expect(failed.map(({ comment }) => comment)).toEqual(expected.map(({ comment }) => comment));
      expect(failed.length).toBeGreaterThan(0);
    },
  );

  it("are each failed by one of them: none is blind", async () => {
    const failed = await Promise.all(Object.values(WAYS).map(([isYes]) => failedBy(isYes)));
    const seen = new Set(failed.flat().map(({ id }) => id));
    const blind = vectors.filter(({ id, twin }) => twin !== undefined && !seen.has(id));
    expect(blind.map(({ id, comment }) => `${id} ${comment}`)).toEqual([]);
  });

  it("have digests of argon2 that only the verifier fails that computes as much as is stored", async () => {
    const isArgon = ({ comment }: ConformanceCase) => /argon2.*computed for length/.test(comment);
    const failed = (await failedBy(ofStoredLength)).filter(isArgon);
    expect(failed.map(({ id }) => id)).toEqual(vectors.filter(isArgon).map(({ id }) => id));
    expect(failed.length).toBeGreaterThanOrEqual(9);
  });
});

describe("the vectors about malformed texts", () => {
  const malformed = suite.value.cases.filter(({ topic }) => topic === "malformed");
  const isReadable = (text: string) => [parseBcrypt, parseArgon2, parseProviderScrypt].some((parse) => parse(text).ok);

  it.each<[string, () => unknown]>([
    ["takes an error for a yes", () => ({ ok: { matches: true } })],
    ["crashes", () => (undefined as unknown as { digest: string }).digest],
  ])("fail a verifier that %s, each of them", async (_, answer) => {
    const verify = ({ hash }: Record<string, unknown>) =>
      isReadable(String(hash)) ? { ok: { matches: false } } : answer();
    const failed = await failedAll("verify/malformed", verify as never);
    expect(failed.map(({ id }) => id)).toEqual(malformed.map(({ id }) => id));
    expect(failed.length).toBeGreaterThan(350);
  });

  it("are those of the parsers, all but other schemes' hashes and costs that somebody might compute", () => {
    const asked = new Set(malformed.map(({ input }) => input.hash));
    const refused = suite.value.cases.filter(
      ({ operation, result }) => operation.startsWith("parse-") && result === "invalid",
    );
    const left = refused.filter(({ input }) => !asked.has(input.text) && !/\$12\$/.test(String(input.text)));
    expect(left.filter(({ problem = "" }) => !/\/not-|^hash\/empty$/.test(problem)).map(({ id }) => id)).toEqual([]);
  });
});
