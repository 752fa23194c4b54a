import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { HASH_FORMATS } from "../../src/hash/catalogue/index.js";
import { PROBLEM_CODES } from "../../src/problems/index.js";
import { HASH_RULES } from "../hash/hash-rules.js";
import { check, counts, format, formatted, lint, manifest, ROOT, vectorFiles, withIds } from "./tool.mjs";

/** The suite itself, and that the tool that keeps it finds each kind of fault. */

interface Test {
  id?: string;
  comment: string;
  flags: string[];
  input: Record<string, unknown>;
  result: string;
  output?: { wrapping?: string | null };
  problem?: string;
}

interface Content {
  operation: string;
  topic: string;
  flags: Record<string, unknown>;
  groups: {
    source: Record<string, unknown>;
    checkedBy?: string[];
    policy?: string;
    spec?: { ref: string }[];
    tests: Test[];
  }[];
}

const contentOf = (root: string, path: string) =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as Content;
const testsOf = (content: Content) => content.groups.flatMap((group) => group.tests);

describe("the vectors", () => {
  it("are formatted, valid, unique, explained, vouched for by others, and listed in the manifest", () => {
    expect(check()).toEqual([]);
  });

  it("number at least 600 for the operations on hash strings", () => {
    const { operations } = counts();
    const ours = ["identify", "normalize", "parse-bcrypt", "parse-argon2", "parse-provider-scrypt"];
    expect(ours.reduce((sum, name) => sum + (operations[name] ?? 0), 0)).toBeGreaterThanOrEqual(600);
  });

  it("come from others or are confirmed by them, at least three quarters of all", () => {
    const { checked, published, policy } = counts().standing;
    expect((checked + published) / (checked + published + policy)).toBeGreaterThanOrEqual(0.75);
  });

  it("credit nobody else with what is policy", () => {
    const groups = vectorFiles().flatMap(({ path }) => contentOf(ROOT, path).groups);
    const policy = groups.filter((group) => group.policy !== undefined);
    expect(policy.length).toBeGreaterThan(0);
    expect(new Set(policy.map(({ source }) => source.name))).toEqual(new Set(["credport"]));
  });

  it("name only wrappings that the catalogue has", () => {
    const names = new Set([...HASH_FORMATS, ...HASH_RULES].map(({ name }) => name));
    const files = vectorFiles().filter(({ operation }) => operation === "identify");
    const used = files.flatMap(({ path }) =>
      testsOf(contentOf(ROOT, path)).map(({ output }) => output?.wrapping),
    );
    const unknown = used.filter((name) => name !== null && name !== undefined && !names.has(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it("name only problem codes that exist", () => {
    const codes: readonly string[] = PROBLEM_CODES;
    const used = vectorFiles().flatMap(({ path }) =>
      testsOf(contentOf(ROOT, path)).map(({ problem }) => problem),
    );
    expect([...new Set(used)].filter((code) => code !== undefined && !codes.includes(code))).toEqual([]);
  });
});

describe("the schema of client-requests", () => {
  const path = "client-requests/interface.json";

  it.each<[string, (test: ClientTest) => void]>([
    ["the input", ({ input }) => Object.assign(input, { tenantpath: "/t" })],
    ["the user", ({ input }) => Object.assign(input.user, { externalUserid: "u" })],
    ["the first factor", ({ input }) => Object.assign(input.user.firstFactor, { passwordhash: "x" })],
    ["the output", ({ output }) => Object.assign(output, { complete: true })],
    ["a request", ({ output }) => Object.assign(output.requests[0]!, { header: {} })],
    ["a body", ({ output }) => Object.assign(output.requests[0]!.body, { user_id: "u" })],
    ["a reply", ({ input }) => Object.assign(input.replies[0]!, { stauts: "OK" })],
  ])("refuses a misspelt field of %s", (_, misspell) => {
    const root = mkdtempSync(join(tmpdir(), "credport-vectors-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    cpSync(join(ROOT, "schema"), join(root, "schema"), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
    expect(lint(root)).toEqual([]);
    const content = contentOf(root, path);
    const tests = testsOf(content) as unknown as ClientTest[];
    misspell(tests.find(({ output }) => output !== undefined && output.requests.length > 0)!);
    writeFileSync(join(root, path), formatted(content));
    expect(lint(root).join("\n")).toMatch(/must NOT have/);
  });
});

interface ClientTest {
  input: { user: { firstFactor: object }; replies: object[] };
  output: { requests: { body: object }[] };
}

describe("the tool", () => {
  const path = "identify/sample.json";
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "credport-vectors-"));
    cpSync(join(ROOT, "schema"), join(root, "schema"), { recursive: true });
    mkdirSync(join(root, "identify"));
    write(sample());
    writeFileSync(join(root, "manifest.json"), formatted(manifest(root)));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (content: unknown, name = path) => writeFileSync(join(root, name), formatted(content));
  const mended = (change: (content: Content) => void) => {
    const content = sample();
    change(content);
    write(content);
    return lint(root);
  };

  it("finds no fault in a sound file", () => {
    expect(check(root)).toEqual([]);
  });

  it.each<[string, (content: Content) => void, RegExp]>([
    ["a key that the format does not have", (file) => Object.assign(file, { more: 1 }), /must NOT have/],
    [
      "a test without an answer",
      (file) => delete file.groups[0]!.tests[0]!.output,
      /must have required property 'output'/,
    ],
    [
      "an answer that is none",
      (file) => Object.assign(file.groups[0]!.tests[0]!.output!, { disposition: "maybe" }),
      /allowed values/,
    ],
    ["a flag that is not explained", (file) => delete file.flags.Canonical, /Canonical is not documented/],
    [
      "a flag that is not used",
      (file) => Object.assign(file.flags, { Idle: file.flags.Canonical }),
      /Idle is not used/,
    ],
    ["a group without a licence", (file) => delete file.groups[0]!.source.licence, /'licence'/],
    [
      "a group of nothing but our own code",
      (file) => Object.assign(file.groups[0]!, { checkedBy: [] }),
      /nothing but our own code/,
    ],
    [
      "nonsense in a group that only bears another's name",
      (file) => {
        Object.assign(file.groups[0]!.tests[0]!.output!, { scheme: "nonsense" });
        Object.assign(file.groups[0]!, { source: PYTHON, checkedBy: [] });
      },
      /group 0 is vouched for by nothing but our own code/,
    ],
    [
      "nonsense in a group that says it is published, and not where",
      (file) => {
        Object.assign(file.groups[0]!.tests[0]!.output!, { scheme: "nonsense" });
        Object.assign(file.groups[0]!, { source: { ...PYTHON, published: true }, checkedBy: [] });
      },
      /must have property url/,
    ],
    [
      "a group without a word on who confirmed it",
      (file) => delete file.groups[0]!.checkedBy,
      /nothing but our own code/,
    ],
    [
      "policy that is credited to another source",
      (file) => {
        delete file.groups[0]!.checkedBy;
        Object.assign(file.groups[0]!, { source: PYTHON, policy: POLICY });
      },
      /is policy and credited to others/,
    ],
    [
      "policy that is credited to another implementation",
      (file) => Object.assign(file.groups[0]!, { policy: POLICY }),
      /is policy and credited to others/,
    ],
    [
      "policy without an argument",
      (file) => {
        delete file.groups[0]!.checkedBy;
        Object.assign(file.groups[0]!, { policy: "our policy" });
      },
      /fewer than 40 characters/,
    ],
    [
      "answers of which nobody knows what they follow from",
      (file) => delete file.groups[0]!.spec,
      /sample-001: does not say what it follows from/,
    ],
    [
      "a group that our own code checks",
      (file) => Object.assign(file.groups[0]!, { checkedBy: ["credport 1.0.0"] }),
      /nothing but our own code/,
    ],
    [
      "an id that stands twice",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { id: "identify/sample-001" }),
      /stands twice/,
    ],
    [
      "an id of another file",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { id: "identify/other-002" }),
      /does not name its file/,
    ],
    [
      "a question that stands twice",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { input: { text: "x" } }),
      /asks what identify\/sample-001 asks/,
    ],
    ["another topic than the file's name", (file) => Object.assign(file, { topic: "other" }), /its topic is/],
  ])("finds %s", (_, change, fault) => {
    expect(mended(change).join("\n")).toMatch(fault);
  });

  it("takes what is published at an address, and policy that says why", () => {
    const published = { ...PYTHON, url: "https://docs.python.org/", published: true };
    expect(mended(({ groups }) => Object.assign(groups[0]!, { source: published, checkedBy: [] }))).toEqual(
      [],
    );
    expect(
      mended(({ groups }) => {
        delete groups[0]!.checkedBy;
        Object.assign(groups[0]!, { policy: POLICY });
      }),
    ).toEqual([]);
  });

  it("takes the specification of the tests in place of the group's", () => {
    const faults = mended(({ groups }) => {
      delete groups[0]!.spec;
      for (const test of groups[0]!.tests) Object.assign(test, { spec: [{ ref: "RFC 4648" }] });
    });
    expect(faults).toEqual([]);
  });

  it("counts who stands for the answers", () => {
    expect(counts(root).standing).toEqual({ checked: 2, published: 0, policy: 0 });
  });

  it("finds text that is not formatted", () => {
    writeFileSync(join(root, path), JSON.stringify(sample()));
    expect(check(root)).toContain(`${path}: is not formatted`);
    format(root);
    writeFileSync(join(root, "manifest.json"), formatted(manifest(root)));
    expect(check(root)).toEqual([]);
  });

  it("finds a manifest of other files", () => {
    write(sample("another"));
    expect(check(root)).toEqual(["manifest.json: is not that of these files"]);
  });

  it("finds a retired id that came back", () => {
    writeFileSync(join(root, "retired.txt"), "identify/sample-002\n");
    expect(lint(root)).toEqual(["identify/sample-002: is retired and never comes back"]);
  });

  it("finds an operation without a schema", () => {
    mkdirSync(join(root, "guess"));
    write({ ...sample(), operation: "guess" }, "guess/sample.json");
    expect(lint(root)).toEqual(["guess/sample.json: there is no schema of this operation"]);
  });

  it("finds a file that is no JSON", () => {
    writeFileSync(join(root, path), "{");
    expect(lint(root).join()).toContain(path);
  });

  it("gives new tests the next number that was never used", () => {
    const content = sample();
    delete content.groups[0]!.tests[0]!.id;
    const given = withIds(content, new Set(["identify/sample-009"]));
    expect(testsOf(given).map(({ id }) => id)).toEqual(["identify/sample-010", "identify/sample-002"]);
  });

  it("writes characters outside ASCII as escapes", () => {
    expect(formatted("\u00e9\u007f\ud800\u{1f511}")).toBe('"\\u00e9\\u007f\\ud800\\ud83d\\udd11"\n');
  });
});

const PYTHON = { name: "Python urllib.parse", version: "3.11", licence: "PSF-2.0" };
const POLICY = "No other implementation answers here, and a refusal harms nobody.";

function sample(comment = "a letter"): Content {
  const output = { scheme: "unknown", disposition: "malformed", wrapping: null };
  const rest = { flags: ["Canonical"], result: "valid", output, since: "1.0.0", cost: "cheap" };
  return {
    formatVersion: 1,
    operation: "identify",
    topic: "sample",
    header: ["A sample."],
    flags: {
      Canonical: { bugType: "WRONG_REFUSAL", description: "A sample.", effect: "None.", links: [] },
    },
    groups: [
      {
        source: { name: "credport", licence: "0BSD" },
        checkedBy: ["passlib 1.7.4"],
        spec: [{ ref: "https://passlib.readthedocs.io/" }],
        tests: [
          { id: "identify/sample-001", comment, ...rest, input: { text: "x" } },
          { id: "identify/sample-002", comment: "another", ...rest, input: { text: "y" } },
        ],
      },
    ],
  } as Content;
}
