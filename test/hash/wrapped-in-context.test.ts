import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import {
  formatArgon2,
  formatBcrypt,
  type HashContext,
  identifyHash,
  normalizeHash,
  SOURCE_NAMES,
  type SourceName,
} from "../../src/index.js";
import { argon2Hashes, bcryptHashes, runs } from "./generators.js";
import { HASH_RULES } from "./hash-rules.js";
import { WRAPPERS } from "./wrappers.js";

/** What appears around a hash says nothing about what its system did to the password. */

const hashes = fc.oneof(bcryptHashes.map(formatBcrypt), argon2Hashes.map(formatArgon2));
const contexts = fc.record(
  { source: fc.constantFrom(...SOURCE_NAMES), peppered: fc.boolean() },
  { requiredKeys: ["source"] },
);
const RANK = { importable: 0, verifiable: 1, unsupported: 2, malformed: 3 } as const;

const rankOf = (text: string, context: HashContext) => RANK[identifyHash(text, context).disposition];
function warningsOf(text: string, context: HashContext): readonly string[] {
  const normalized = normalizeHash(text, context);
  return normalized.ok ? normalized.warnings.map(({ code }) => code) : [];
}

/** Wrappings by which a system says that its rule does not hold. */
function exceptionsOf(source: SourceName): readonly string[] {
  return HASH_RULES.find((row) => row.source === source)?.exceptIn ?? [];
}

describe("a wrapped hash is never judged more mildly than the bare one", () => {
  it("by any source, in any wrapping of the catalogue but the source's own", () => {
    fc.assert(
      fc.property(hashes, fc.constantFrom(...WRAPPERS), contexts, (hash, { name, wrap }, context) => {
        const text = wrap(hash);
        if (text === null || exceptionsOf(context.source).includes(name)) return;
        expect(rankOf(text, context)).toBeGreaterThanOrEqual(rankOf(hash, context));
        if (rankOf(text, context) === RANK.importable) {
          expect(warningsOf(text, context)).toEqual(warningsOf(hash, context));
        }
      }),
      runs(2000),
    );
  });

  it.each(WRAPPERS.map(({ name, wrap }) => [name, wrap] as const))("%s, under every source", (_, wrap) => {
    const samples = [
      "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ];
    const wrapped = samples.flatMap((hash) => {
      const text = wrap(hash);
      return text === null || identifyHash(text).disposition !== "importable" ? [] : [{ hash, text }];
    });
    // No wrapper of the test is one that the catalogue does not read.
    expect(wrapped.length).toBeGreaterThan(0);
    for (const { hash, text } of wrapped) {
      const { wrapping } = identifyHash(text);
      for (const source of SOURCE_NAMES) {
        if (exceptionsOf(source).includes(wrapping?.name ?? "")) continue;
        for (const context of [{ source }, { source, peppered: true }, { source, peppered: false }]) {
          expect([source, rankOf(text, context)]).toEqual([source, rankOf(hash, context)]);
          expect(warningsOf(text, context)).toEqual(warningsOf(hash, context));
        }
      }
    }
  });

  it("and every wrapping of bcrypt or argon2 has a wrapper here", () => {
    const importing = BUILT_IN_FORMATS.filter(
      (format) =>
        (format.kind === "strip" || format.kind === "decode") &&
        format.inner.some((start) => ["", "{"].includes(start) || /^\$(?:2|argon2)/.test(start)),
    );
    const names = new Set(WRAPPERS.map(({ name }) => name));
    expect(importing.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});
