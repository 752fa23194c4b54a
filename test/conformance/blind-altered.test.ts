import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSuite, runConformance } from "../../src/conformance/index.js";
import type { ConformanceCase } from "../../src/conformance/suite/conformance-case.js";
import { ROOT } from "../vectors/tool.mjs";

/**
 * As in blind.test.ts, for hashes of which one bit or the case of one letter is another: each verifier is wrong in one
 * way, and fails exactly the vectors of its class. What they compute is a table of the sound hashes.
 */

type Range = readonly [start: number, end: number];
type Layout = readonly [pattern: string, digest: string, salt?: string | null, ofDigest?: Range | null, ofSalt?: Range];

/** Where each notation has its digest and its salt: the table of the generator. */
const { alphabets, layouts, notations } = JSON.parse(
  readFileSync(join(ROOT, "generators/verify/altered.json"), "utf8"),
) as Record<"alphabets" | "notations", Record<string, string>> & { layouts: Record<string, Layout> };

const suite = await loadSuite();
if (!suite.ok) throw new Error(suite.problems[0].message);
const { cases } = suite.value;
const vectors = cases.filter(({ topic, twin }) => topic === "altered" && twin !== undefined);

/** A part of a hash: the bytes that it has, and the characters in which they are. */
interface Part {
  readonly bytes: Buffer;
  readonly text: string;
}

/** A character is a byte where the scheme has an order of bits of its own. */
function partOf(characters: string, encoding: string, range: Range | null = null): Part {
  const alphabet = encoding === "crypt" ? undefined : alphabets[encoding];
  if (alphabet === undefined) return { bytes: Buffer.from(characters, "latin1"), text: characters };
  const bits = alphabet.length === 16 ? 4 : 6;
  const folded = encoding === "hex" ? characters.toLowerCase() : characters.toUpperCase();
  const letters = bits === 4 ? folded : characters.replace(/=+$/, "");
  const binary = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(bits, "0")).join("");
  const bytes = Buffer.from((binary.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const [start, end] = range ?? [0, bytes.length];
  const text = letters.slice(Math.floor((start * 8) / bits), Math.ceil((end * 8) / bits));
  return { bytes: bytes.subarray(start, end), text };
}

interface Parts {
  /** All that is neither. */
  readonly head: string;
  readonly digest: Part;
  readonly salt: Part;
}

function partsOf(text: string, layout: string): Parts {
  const [pattern, digest, salt, ofDigest, ofSalt] = layouts[layout] as Layout;
  const { groups = {}, indices } = new RegExp(pattern, "d").exec(text) ?? {};
  if (groups.inner !== undefined) return partsOf(Buffer.from(groups.inner, "base64").toString("latin1"), digest);
  const spans = Object.entries(indices?.groups ?? {}).filter(([name, span]) => name !== "kind" && span !== undefined);
  const head = [...spans]
    .sort(([, one], [, two]) => two[0] - one[0])
    .reduce((rest, [, [start, end]]) => rest.slice(0, start) + rest.slice(end), text);
  const { joined, digest: ofItsOwn = joined ?? "", salt: characters = ofSalt === undefined ? "" : joined } = groups;
  return { head, digest: partOf(ofItsOwn, digest, ofDigest), salt: partOf(characters ?? "", salt ?? "text", ofSalt) };
}

const keyOf = (input: Record<string, unknown>) => JSON.stringify([input.hash, input.password, input.source]);
const notationOf = new Map(cases.map(({ input, notation = "" }) => [keyOf(input), notation]));
const questionOf = (input: Record<string, unknown>) => ({
  ...partsOf(String(input.hash), notations[notationOf.get(keyOf(input)) ?? ""] as string),
  password: input.password,
});
const twins = new Set(vectors.map(({ twin }) => twin));
const sound = cases.filter(({ id }) => twins.has(id)).map(({ input }) => questionOf(input));

type Same = (one: Part, two: Part) => boolean;

const whole: Same = (one, two) => one.bytes.equals(two.bytes);
const ofBytes =
  (read: (bytes: Buffer) => Buffer): Same =>
  (one, two) =>
    read(one.bytes).equals(read(two.bytes));
const caseless: Same = (one, two) => one.text.toLowerCase() === two.text.toLowerCase();
const part = (bytes: Buffer, from: number, to: number) =>
  bytes.subarray(Math.floor(bytes.length * from), Math.floor(bytes.length * to));

interface Altered {
  readonly what: "bit" | "letter";
  readonly of: "digest" | "salt";
  readonly byte: number;
  readonly size: number;
}

/** What a vector's comment says of it. */
function alteredOf({ comment }: ConformanceCase): Altered {
  const [, what, of, byte, size] = /: a (bit|letter) of the (digest|salt) .* byte (\d+) of (\d+)$/.exec(comment) ?? [];
  return { what, of, byte: Number(byte), size: Number(size) } as Altered;
}

const inDigest = (isOfClass: (byte: number, size: number) => boolean) => (altered: Altered) =>
  altered.of === "digest" && isOfClass(altered.byte, altered.size);

/** Each verifier: how it compares digests and salts, and which vectors it fails, all of them and no others. */
const WAYS: Readonly<Record<string, readonly [digest: Same, salt: Same, isOfClass: (altered: Altered) => boolean]>> = {
  "compares the first 16 bytes": [ofBytes((bytes) => bytes.subarray(0, 16)), whole, inDigest((byte) => byte >= 16)],
  "compares the first half": [
    ofBytes((bytes) => part(bytes, 0, 0.5)),
    whole,
    inDigest((byte, size) => byte >= Math.floor(size / 2)),
  ],
  "compares the second half": [
    ofBytes((bytes) => part(bytes, 0.5, 1)),
    whole,
    inDigest((byte, size) => byte < Math.floor(size / 2)),
  ],
  "compares the first and the last quarter": [
    ofBytes((bytes) => Buffer.concat([part(bytes, 0, 0.25), part(bytes, 0.75, 1)])),
    whole,
    inDigest((byte, size) => byte >= Math.floor(size / 4) && byte < Math.floor((size * 3) / 4)),
  ],
  "leaves out the last byte": [
    ofBytes((bytes) => bytes.subarray(0, -1)),
    whole,
    inDigest((byte, size) => byte === size - 1),
  ],
  "leaves out the case of the digest": [caseless, whole, ({ what, of }) => what === "letter" && of === "digest"],
  "leaves out the case of the salt": [whole, caseless, ({ what, of }) => what === "letter" && of === "salt"],
  "leaves out the end of the salt": [
    whole,
    ofBytes((bytes) => bytes.subarray(0, -1)),
    ({ what, of }) => what === "bit" && of === "salt",
  ],
};

async function failedBy(isSameDigest: Same, isSameSalt: Same): Promise<readonly ConformanceCase[]> {
  const verify = (input: Record<string, unknown>) => {
    const asked = questionOf(input);
    const matches = sound.some(
      ({ head, password, salt, digest }) =>
        head === asked.head &&
        password === asked.password &&
        isSameSalt(salt, asked.salt) &&
        isSameDigest(digest, asked.digest),
    );
    return { ok: { matches } };
  };
  const verifier = { name: "wrong", version: "1", language: "JavaScript", operations: { verify } };
  const report = await runConformance(verifier, { only: ["verify/altered"] });
  if (!report.ok) throw new Error(report.problems[0].message);
  return report.value.results
    .filter(({ status }) => ["fail", "policy", "unconfirmed", "errored", "not-reached"].includes(status))
    .map(({ vector }) => vector);
}

describe("the vectors about altered hashes", () => {
  it("pass a verifier that compares all", async () => {
    expect((await failedBy(whole, whole)).map(({ id }) => id)).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    "fail a verifier that %s, with exactly those of its class",
    async (_, [isSameDigest, isSameSalt, isOfClass]) => {
      const failed = await failedBy(isSameDigest, isSameSalt);
      const expected = vectors.filter((vector) => isOfClass(alteredOf(vector)));
      expect(failed.map(({ id, comment }) => `${id} ${comment}`)).toEqual(
        expected.map(({ id, comment }) => `${id} ${comment}`),
      );
      expect(failed.length).toBeGreaterThan(70);
    },
  );

  it("are each of a class: none is blind", () => {
    const classes = Object.values(WAYS).map(([, , isOfClass]) => isOfClass);
    const blind = vectors.filter((vector) => !classes.some((isOfClass) => isOfClass(alteredOf(vector))));
    expect(blind.map(({ comment }) => comment)).toEqual([]);
  });

  it("are about every notation that has a sound hash, and about what is nobody's own in it", () => {
    const isSound = ({ flags }: ConformanceCase) => flags.some(({ name }) => name === "RightPassword");
    const kindOf = ({ notation, owner }: ConformanceCase) => `${notation}${owner === undefined ? " of several" : ""}`;
    const asked = new Set(vectors.flatMap((vector) => [vector.notation ?? "", kindOf(vector)]));
    const isEmptied = ({ input, outputs }: ConformanceCase) => input.password === "" && outputs[0]?.matches !== true;
    const emptied = new Set(cases.filter(isEmptied).map(({ notation }) => notation));
    const left = cases.filter(
      (vector) => isSound(vector) && !(asked.has(kindOf(vector)) && emptied.has(vector.notation)),
    );
    expect([...new Set(left.map(kindOf))].sort()).toEqual([]);
    expect(asked.size).toBeGreaterThan(160);
  });
});
