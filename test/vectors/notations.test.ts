import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";
import { idlePatterns, selectCases } from "../../src/conformance/suite/select-cases.js";
import { type HashContext, identifyHash } from "../../src/hash/index.js";
import { formatted, ROOT, vectorFiles } from "./tool.mjs";

/**
 * Each test of verify names the notation of its hash as the catalogue does, and its owner where one system alone
 * writes it: `UPDATE_DOCS=1 npx vitest run --project suite test/vectors/notations.test.ts` fills them in.
 */

/** Who writes what: vectors/notations.json. A text is the one system that alone writes so, a list those that do. */
const {
  owners: OWNERS,
  unmarked: UNMARKED,
  writers: WRITERS,
} = JSON.parse(readFileSync(join(ROOT, "notations.json"), "utf8")) as {
  readonly owners: readonly string[];
  readonly unmarked: readonly string[];
  readonly writers: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

interface Test {
  readonly id: string;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly notation?: string;
  readonly owner?: string;
  readonly twin?: string;
  readonly input: { readonly hash: string; readonly source?: string; readonly pepper?: string };
}

interface Content {
  readonly groups: readonly { readonly tests: readonly Test[] }[];
}

const files = vectorFiles()
  .filter(({ operation }) => operation === "verify")
  .map(({ path }) => ({ path, content: JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Content }));
const testsOf = ({ groups }: Content) => groups.flatMap((group) => group.tests);
const tests = files.flatMap(({ content }) => testsOf(content));
const byId = new Map(tests.map((test) => [test.id, test]));

/** A damaged hash is of the notation of the sound one. */
const soundOf = (test: Test): Test["input"] => (byId.get(test.twin ?? "") ?? test).input;

function notationOf(test: Test): string {
  const { hash, source, pepper } = soundOf(test);
  const context = {
    ...(source === undefined ? {} : { source }),
    peppered: pepper !== undefined,
  } as HashContext;
  const { scheme, format, wrapping } = identifyHash(hash, context);
  return wrapping?.name ?? format ?? scheme;
}

/** What a text in this notation begins with, of those that vectors/notations.json lists. */
function beginningOf(test: Test): string | undefined {
  const { hash } = soundOf(test);
  // Of `{SSHA}` and `{SSHA.B64}` each has its own brace at the end; the longest counts all the same.
  const fitting = Object.keys(WRITERS[notationOf(test)] ?? {}).filter((one) => hash.startsWith(one));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** The one system that writes such texts alone; undefined where several do. */
function writerOf(test: Test): string | undefined {
  const notation = notationOf(test);
  const writers = WRITERS[notation]?.[beginningOf(test) ?? ""];
  if (writers !== undefined) return typeof writers === "string" ? writers : undefined;
  return OWNERS.find((name) => notation.startsWith(name));
}

/** What is put together by credport alone is nobody else's; else the system whose reading is asked about comes first. */
function ownerOf(test: Test): string | undefined {
  const writer = writerOf(test);
  return writer === "credport" || UNMARKED.includes(notationOf(test)) ? writer : (test.input.source ?? writer);
}

/** The test with both, behind its flags. */
function named(test: Test): Test {
  const notation = notationOf(test);
  const owner = ownerOf(test);
  const { id, comment, flags, notation: _, owner: __, ...more } = test;
  return { id, comment, flags, notation, ...(owner === undefined ? {} : { owner }), ...more };
}

if (process.env.UPDATE_DOCS === "1") {
  for (const { path, content } of files) {
    const groups = content.groups.map((group) => ({ ...group, tests: group.tests.map(named) }));
    writeFileSync(join(ROOT, path), formatted({ ...content, groups }));
  }
}

describe("the notations of the hashes to verify", () => {
  it("are named in each test as the catalogue names them, with the owner where one system alone writes them", () => {
    const suite = files.flatMap(({ path }) => testsOf(JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Content));
    const faults = suite.filter((test) => {
      const { notation, owner } = named(test);
      return test.notation !== notation || test.owner !== owner;
    });
    expect(faults.map(({ id }) => id)).toEqual([]);
  });

  it("have an owner, or two writers at least of texts that begin so", () => {
    const unexplained = tests.filter((test) => {
      const writers = WRITERS[notationOf(test)]?.[beginningOf(test) ?? "?"];
      // Credport writes what it reads elsewhere: it makes nobody else's notation a common one.
      const others = Array.isArray(writers) ? writers.filter((name) => !/credport/i.test(name)) : [];
      return writerOf(test) === undefined && new Set(others).size < 2;
    });
    expect(unexplained.map(({ id }) => id)).toEqual([]);
  });

  it("are all there that are said to have an owner, or to have several writers", () => {
    const used = [...new Set(tests.map(notationOf))];
    expect(OWNERS.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
    const begun = new Set(tests.map((test) => `${notationOf(test)} ${beginningOf(test)}`));
    const listed = Object.entries(WRITERS).flatMap(([name, own]) => Object.keys(own).map((one) => `${name} ${one}`));
    expect(listed.filter((one) => !begun.has(one))).toEqual([]);
  });

  it("are what patterns choose by", async () => {
    const suite = await loadSuite();
    if (!suite.ok) throw new Error(suite.problems[0].message);
    const { cases } = suite.value;
    const ids = (pattern: string) => selectCases(cases, [pattern]).map(({ id }) => id);
    expect(ids("notation:kratos-md5").every((id) => /^verify\/(?:kratos|altered|emptied)-/.test(id))).toBe(true);
    expect(ids("owner:kratos")).toEqual(expect.arrayContaining(ids("notation:kratos-*")));
    const owned = new Set(ids("owner:*"));
    const shared = ids("notation:bcrypt").filter((id) => owned.has(id));
    expect(shared.filter((id) => byId.get(id)?.input.source === undefined)).toEqual([]);
    expect(idlePatterns(cases, ["notation:mosquitto-sha512", "owner:none"])).toEqual(["owner:none"]);
  });
});
