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

function vectorsOf(operation: string): readonly Vector[] {
  const folder = new URL(`${operation}/`, VECTORS);
  return readdirSync(folder).flatMap((name) => {
    const file = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as VectorFile;
    return file.groups.flatMap((group) => group.tests);
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

describe.each(Object.entries(OPERATIONS))("%s", (operation, run) => {
  it.each(vectorsOf(operation).map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const result = run(vector.input);
    if (!result.ok) {
      expect({ id: vector.id, comment: vector.comment, problem: result.problems[0].code }).toEqual({
        id: vector.id,
        comment: vector.comment,
        problem: vector.problem,
      });
      if (vector.offset !== undefined) expect(result.problems[0].offset).toBe(vector.offset);
      return;
    }
    const actual = plain(result.value);
    const permitted = vector.outputs ?? [vector.output];
    expect([vector.comment, actual]).toEqual([
      vector.comment,
      expect.toBeOneOf(permitted.map((output) => expect.objectContaining(output ?? { none: true }))),
    ]);
  });
});

describe("identify", () => {
  it.each(vectorsOf("identify").map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const { source, peppered } = vector.input;
    const given = Object.fromEntries(
      Object.entries({ source, peppered }).filter(([, value]) => value !== undefined),
    );
    const { scheme, disposition, wrapping, problems } = identifyHash(textOf(vector.input), given);
    expect([vector.comment, { scheme, disposition, wrapping: wrapping?.name ?? null }]).toEqual([
      vector.comment,
      vector.output,
    ]);
    if (vector.problem !== undefined)
      expect([vector.comment, problems[0]?.code]).toEqual([vector.comment, vector.problem]);
  });
});
