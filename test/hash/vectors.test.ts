import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  buildProviderScrypt,
  identifyHash,
  normalizeHash,
  type ProviderScryptParts,
  parseArgon2,
  parseBcrypt,
  parseProviderScrypt,
  type Result,
} from "../../src/index.js";

/** Holds the hash room to the language-neutral vectors. */
const VECTORS = new URL("../../vectors/", import.meta.url);

interface Vector {
  readonly id: string;
  readonly comment: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: "valid" | "invalid" | "acceptable";
  readonly output?: Readonly<Record<string, unknown>>;
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
  readonly problem?: string;
  readonly offset?: number;
}

interface VectorFile {
  readonly groups: readonly { readonly tests: readonly Vector[] }[];
}

/** The vectors of an operation, by their file. */
function filesOf(operation: string): readonly (readonly [file: string, vectors: readonly Vector[]])[] {
  const folder = new URL(`${operation}/`, VECTORS);
  return readdirSync(folder).map((name) => {
    const file = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as VectorFile;
    return [name, file.groups.flatMap((group) => group.tests)] as const;
  });
}

function textOf({ text, textUtf16, repeat }: Vector["input"]): string {
  if (typeof text === "string") return text;
  if (typeof textUtf16 === "string") {
    const units = textUtf16.match(/.{4}/g) ?? [];
    return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
  }
  const { text: piece, times } = repeat as { text: string; times: number };
  return piece.repeat(times);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Byte arrays as the vectors write them. */
function plain(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, part instanceof Uint8Array ? hex(part) : part]),
  );
}

type Run = (input: Vector["input"]) => Result<object>;

const OPERATIONS: Readonly<Record<string, Run>> = {
  "parse-bcrypt": (input) => parseBcrypt(textOf(input)),
  "parse-argon2": (input) => parseArgon2(textOf(input)),
  "parse-provider-scrypt": (input) => parseProviderScrypt(textOf(input)),
  "build-provider-scrypt": (input) => {
    const built = buildProviderScrypt(input as unknown as ProviderScryptParts);
    return built.ok ? { ...built, value: { text: built.value } } : built;
  },
  normalize: (input) => {
    const { source, peppered, service } = input;
    const given = Object.fromEntries(
      Object.entries({ source, peppered, service }).filter(([, value]) => value !== undefined),
    );
    const result = normalizeHash(textOf(input), given);
    if (!result.ok) return result;
    return { ...result, value: { ...result.value, changes: result.value.changes.map(({ kind }) => kind) } };
  },
};

/** The answers that a vector permits; a refusal is its code, and its offset where the vector has one. */
function permitted({ problem, offset, output, outputs }: Vector): readonly unknown[] {
  if (problem !== undefined) return [{ problem, ...(offset !== undefined && { offset }) }];
  return (outputs ?? [output]).map((one) => expect.objectContaining(one ?? { none: true }));
}

function answer(run: Run, { input, offset }: Vector): unknown {
  const result = run(input);
  if (result.ok) return plain(result.value);
  const [{ code, offset: at }] = result.problems;
  return { problem: code, ...(offset !== undefined && { offset: at }) };
}

describe.each(Object.entries(OPERATIONS))("%s", (operation, run) => {
  it.each(filesOf(operation))("%s", (_, vectors) => {
    for (const vector of vectors) {
      const { id, comment } = vector;
      expect({ id, comment, answer: answer(run, vector) }).toEqual({
        id,
        comment,
        answer: expect.toBeOneOf([...permitted(vector)]),
      });
    }
  });
});

describe("identify", () => {
  it.each(filesOf("identify"))("%s", (_, vectors) => {
    for (const { id, comment, input, output, problem } of vectors) {
      const { source, peppered } = input;
      const given = Object.fromEntries(Object.entries({ source, peppered }).filter(([, value]) => value !== undefined));
      const { scheme, disposition, wrapping, problems } = identifyHash(textOf(input), given);
      expect({ id, comment, scheme, disposition, wrapping: wrapping?.name ?? null }).toEqual({
        id,
        comment,
        ...output,
      });
      if (problem !== undefined) expect({ id, code: problems[0]?.code }).toEqual({ id, code: problem });
    }
  });
});
