import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { loadSuite } from "../../src/conformance/index.js";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { PROBLEM_CODES } from "../../src/problems/index.js";
import { verifyPassword } from "../../src/verify/index.js";
import { HASH_RULES } from "../hash/hash-rules.js";
import { check, counts, format, formatted, lint, manifest, ROOT, vectorFiles, withIds } from "./tool.mjs";

/** The suite itself, and that the tool that keeps it finds each kind of fault. */

interface Test {
  id?: string;
  comment: string;
  flags: string[];
  notation?: string;
  input: Record<string, unknown>;
  result: string;
  output?: { wrapping?: string | null; matches?: boolean };
  problem?: string;
  twin?: string;
  password?: unknown;
  pepper?: string;
  mayRefuse?: string;
  checkedBy?: string[];
  recomputedBy?: string[];
  policy?: string;
}

interface Content {
  operation: string;
  topic: string;
  flags: Record<string, unknown>;
  groups: {
    source: Record<string, unknown>;
    spec?: { ref: string }[];
    tests: Test[];
  }[];
}

/** The iterations of PBKDF2; Dovecot writes `{PBKDF2}$1$<salt>$<iterations>$`. */
const ROUNDS = /pbkdf2(?:\}\$1\$[^$]*\$|[^$]*[$:}])(?<count>[0-9]+)\$/i;

const contentOf = (root: string, path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Content;
const testsOf = (content: Content) => content.groups.flatMap((group) => group.tests);

/** Of the answer where there is one: a refused text may be of any scheme. */
const isProviderScrypt = ({ input, result, output }: Test) =>
  result !== "invalid" && JSON.stringify([input, output ?? null]).includes("$f_scrypt$");

describe("the vectors", () => {
  it("are formatted, valid, unique, explained, vouched for by others, and listed in the manifest", () => {
    expect(check()).toEqual([]);
  });

  it("number at least 600 for the operations on hash strings", () => {
    const { operations } = counts();
    const ours = ["identify", "normalize", "parse-bcrypt", "parse-argon2", "parse-provider-scrypt"];
    expect(ours.reduce((sum, name) => sum + (operations[name] ?? 0), 0)).toBeGreaterThanOrEqual(600);
  });

  it("come from others or are confirmed by whoever reads the same text, at least three quarters of all", () => {
    const { checked, published, recomputed, policy } = counts().evidence;
    const all = checked + published + recomputed + policy;
    expect((checked + published) / all).toBeGreaterThanOrEqual(0.75);
  });

  it("count no primitive that was fed with parts as an implementation that reads the text", () => {
    const tests = vectorFiles().flatMap(({ path }) => testsOf(contentOf(ROOT, path)));
    const primitives = tests
      .flatMap(({ checkedBy = [] }) => checkedBy)
      .filter((one) => /OpenSSL|hashlib|hmac/.test(one));
    expect(primitives).toEqual([]);
    expect(tests.filter(({ recomputedBy }) => recomputedBy !== undefined).length).toBeGreaterThan(100);
  });

  it("ask nothing twice once the inputs are written out, so that no two answers contradict each other", async () => {
    const suite = await loadSuite();
    if (!suite.ok) throw new Error(suite.problems[0].message);
    const seen = new Map<string, string[]>();
    for (const { id, operation, input } of suite.value.cases) {
      const key = JSON.stringify([operation, ...Object.entries(input).sort(([one], [two]) => (one < two ? -1 : 1))]);
      seen.set(key, [...(seen.get(key) ?? []), id]);
    }
    expect([...seen.values()].filter((ids) => ids.length > 1)).toEqual([]);
    expect(seen.size).toBeGreaterThan(13_000);
  });

  it("ask of each damaged hash after a sound one of common costs", () => {
    const tests = testsOf(contentOf(ROOT, "verify/bypass.json"));
    const sound = new Set(tests.filter(({ twin }) => twin === undefined).map(({ id }) => id));
    expect(tests.filter(({ twin }) => twin !== undefined && !sound.has(twin))).toEqual([]);
    const rounds = tests.flatMap(({ input }) => ROUNDS.exec(String(input.hash))?.groups?.count ?? []);
    expect(rounds.length).toBeGreaterThan(50);
    expect(rounds.filter((count) => Number(count) < 1000)).toEqual([]);
  });

  it("have the signer key beside each password of provider-scrypt, so that anybody can check it", () => {
    const tests = vectorFiles().flatMap(({ path }) => testsOf(contentOf(ROOT, path)));
    const withPassword = tests.filter((test) => test.password !== undefined && isProviderScrypt(test));
    expect(withPassword.length).toBeGreaterThan(200);
    expect(withPassword.filter((test) => !/"signerKey"/.test(JSON.stringify(test))).map(({ id }) => id)).toEqual([]);
  });

  it("have the pepper beside each password that a peppered hash is over", async () => {
    const tests = vectorFiles().flatMap(({ path }) => testsOf(contentOf(ROOT, path)));
    const peppered = tests.filter(({ password, input }) => password !== undefined && input.peppered === true);
    expect(peppered.length).toBeGreaterThan(0);
    for (const { id, password, pepper, input } of peppered) {
      const verified = await verifyPassword(`${password}${pepper}`, String(input.text));
      expect(verified.ok && verified.value.matches, id).toBe(true);
    }
  });

  it("ask each of the usual schemes about characters beyond U+FFFF, 4,096 bytes, and the other normal form", () => {
    const tests = testsOf(contentOf(ROOT, "verify/passwords.json"));
    const notations = new Set(tests.map(({ notation }) => notation));
    expect(notations.size).toBeGreaterThanOrEqual(6);
    for (const notation of notations) {
      const ofNotation = tests.filter((test) => test.notation === notation);
      const texts = ofNotation.map(({ input }) => input.password).filter((one) => typeof one === "string");
      expect(texts.filter((text) => /[\u{10000}-\u{10ffff}]/u.test(text)).length).toBeGreaterThanOrEqual(3);
      // libxcrypt makes no hash of more than 511 bytes.
      const least = ["md5-crypt", "yescrypt"].includes(String(notation)) ? 510 : 4096;
      expect(texts.filter((text) => Buffer.byteLength(text) >= least).length).toBeGreaterThanOrEqual(2);
      const forms = ofNotation.filter(({ flags }) => flags.includes("NormalForm"));
      expect(forms.map(({ output }) => output?.matches)).toEqual([false, false]);
    }
  });

  it("permit a refusal of what its own system refuses, and of salts that are empty", () => {
    const tests = testsOf(contentOf(ROOT, "verify/openssl.json")).concat(testsOf(contentOf(ROOT, "verify/crypt.json")));
    const such = tests.filter(
      ({ input, flags }) =>
        flags.includes("RightPassword") && /^(?:scrypt:64:|\$[156]\$(?:rounds=\d+\$)?\$)/.test(String(input.hash)),
    );
    expect(such.length).toBeGreaterThan(10);
    expect(such.filter(({ mayRefuse }) => mayRefuse === undefined).map(({ id }) => id)).toEqual([]);
  });

  it("name only wrappings that the catalogue has", () => {
    const names = new Set([...BUILT_IN_FORMATS, ...HASH_RULES].map(({ name }) => name));
    const files = vectorFiles().filter(({ operation }) => operation === "identify");
    const used = files.flatMap(({ path }) => testsOf(contentOf(ROOT, path)).map(({ output }) => output?.wrapping));
    const unknown = used.filter((name) => name !== null && name !== undefined && !names.has(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it("name only problem codes that exist", () => {
    const codes: readonly string[] = PROBLEM_CODES;
    const used = vectorFiles().flatMap(({ path }) => testsOf(contentOf(ROOT, path)).map(({ problem }) => problem));
    expect([...new Set(used)].filter((code) => code !== undefined && !codes.includes(code))).toEqual([]);
  });
});

describe("the schemas", () => {
  const repository = join(ROOT, "..");
  const folders = ["schemas", "docs/conformance", "vectors/schema"];
  const files = folders.flatMap((folder) => readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`));

  it.each(files)("%s has its place as its $id, and names only schemas that are beside it", (file) => {
    const text = readFileSync(join(repository, file), "utf8");
    expect(JSON.parse(text).$id).toBe(`https://credport.example/${file}`);
    const others = [...text.matchAll(/"\$ref": "([^#"]+)/g)].map(([, name = ""]) => name);
    const base = `https://credport.example/${file}`;
    const missing = others.filter((name) => !files.includes(new URL(name, base).pathname.slice(1)));
    expect(missing).toEqual([]);
  });

  it("are in the packages, and the package of the vectors has the version of the suite", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(repository, file), "utf8"));
    expect(read("package.json").files).toEqual(expect.arrayContaining(["schemas", "docs/conformance"]));
    expect(read("vectors/package.json").files).toContain("*/*.json");
    expect(read("vectors/package.json").version).toBe(read("vectors/manifest.json").suiteVersion);
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
    cpSync(join(ROOT, "witnesses.json"), join(root, "witnesses.json"));
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
    cpSync(join(ROOT, "witnesses.json"), join(root, "witnesses.json"));
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
      "a test that nobody is named for, in a group where all others have a witness",
      (file) => delete file.groups[0]!.tests[1]!.checkedBy,
      /^identify\/sample-002: is vouched for by nothing but our own code$/,
    ],
    [
      "nonsense in a group that only bears another's name",
      (file) => {
        delete file.groups[0]!.tests[0]!.checkedBy;
        Object.assign(file.groups[0]!, { source: PYTHON });
      },
      /sample-001: is vouched for by nothing but our own code/,
    ],
    [
      "a group that says it is published, and not where",
      (file) => Object.assign(file.groups[0]!, { source: { ...PYTHON, published: true } }),
      /must have property url/,
    ],
    [
      "a list of no witnesses",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { checkedBy: [] }),
      /fewer than 1 items/,
    ],
    [
      "policy that is credited to another implementation",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { policy: POLICY }),
      /must NOT be valid/,
    ],
    [
      "policy in a group whose answers are published",
      (file) => {
        const [test] = file.groups[0]!.tests;
        delete test!.checkedBy;
        Object.assign(test!, { policy: POLICY });
        Object.assign(file.groups[0]!, {
          source: { ...PYTHON, url: "https://docs.python.org/", published: true },
        });
      },
      /sample-001: is policy and published/,
    ],
    [
      "policy without an argument",
      (file) => {
        delete file.groups[0]!.tests[0]!.checkedBy;
        Object.assign(file.groups[0]!.tests[0]!, { policy: "our policy" });
      },
      /fewer than 40 characters/,
    ],
    [
      "a primitive that was fed with parts and is named as a reader of the text",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { checkedBy: ["OpenSSL 3.0.19 (scrypt, AES-256-CTR)"] }),
      /OpenSSL 3\.0\.19 \(scrypt, AES-256-CTR\) is not known to read what identify asks as it is/,
    ],
    [
      "a reader of another operation",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { checkedBy: ["PyOTP 2.12.0"] }),
      /PyOTP 2\.12\.0 is not known to read/,
    ],
    [
      "a twin that does not exist",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { twin: "identify/sample-009" }),
      /its twin identify\/sample-009 does not exist/,
    ],
    [
      "a twin that is not a sound hash",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { twin: "identify/sample-002" }),
      /its twin identify\/sample-002 is not a sound hash/,
    ],
    [
      "a refusal that is permitted where the answer is said to be the only one",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { mayRefuse: "Some implementations refuse it." }),
      /equal to constant/,
    ],
    [
      "answers of which nobody knows what they follow from",
      (file) => delete file.groups[0]!.spec,
      /sample-001: does not say what it follows from/,
    ],
    [
      "a test that our own code checks",
      (file) => Object.assign(file.groups[0]!.tests[0]!, { checkedBy: ["credport 1.0.0"] }),
      /credport 1\.0\.0 is not known to read/,
    ],
    [
      "an id that appears twice",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { id: "identify/sample-001" }),
      /appears twice/,
    ],
    [
      "an id of another file",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { id: "identify/other-002" }),
      /does not name its file/,
    ],
    [
      "a question that appears twice",
      (file) => Object.assign(file.groups[0]!.tests[1]!, { input: { text: "x" } }),
      /asks what identify\/sample-001 asks/,
    ],
    ["another topic than the file's name", (file) => Object.assign(file, { topic: "other" }), /its topic is/],
  ])("finds %s", (_, change, fault) => {
    expect(mended(change).join("\n")).toMatch(fault);
  });

  it("takes what is published at an address, what a primitive recomputed, and policy that says why", () => {
    const instead = (evidence: object, source: object = {}) =>
      mended(({ groups }) => {
        for (const test of groups[0]!.tests) delete test.checkedBy;
        for (const test of groups[0]!.tests) Object.assign(test, evidence);
        Object.assign(groups[0]!.source, source);
      });
    expect(instead({}, { url: "https://docs.python.org/", published: true })).toEqual([]);
    expect(instead({ recomputedBy: ["OpenSSL 3.0.19 (hashlib)"] })).toEqual([]);
    expect(counts(root).evidence).toEqual({ checked: 0, published: 0, recomputed: 2, policy: 0 });
    expect(instead({ policy: POLICY })).toEqual([]);
    expect(counts(root).evidence).toEqual({ checked: 0, published: 0, recomputed: 0, policy: 2 });
  });

  it("takes the specification of the tests in place of the group's", () => {
    const faults = mended(({ groups }) => {
      delete groups[0]!.spec;
      for (const test of groups[0]!.tests) Object.assign(test, { spec: [{ ref: "RFC 4648" }] });
    });
    expect(faults).toEqual([]);
  });

  it("counts who vouches for each answer", () => {
    expect(counts(root).evidence).toEqual({ checked: 2, published: 0, recomputed: 0, policy: 0 });
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

  it("finds a file that is not JSON", () => {
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
  const about = { flags: ["Canonical"], result: "valid", output: { ...output } };
  const evidence = { checkedBy: ["passlib 1.7.4"], since: "1.0.0", cost: "cheap" };
  return {
    formatVersion: 2,
    operation: "identify",
    topic: "sample",
    header: ["A sample."],
    flags: {
      Canonical: { bugType: "WRONG_REFUSAL", description: "A sample.", effect: "None.", links: [] },
    },
    groups: [
      {
        source: { name: "credport", licence: "0BSD" },
        spec: [{ ref: "https://passlib.readthedocs.io/" }],
        tests: [
          { id: "identify/sample-001", comment, ...about, ...evidence, input: { text: "x" } },
          { id: "identify/sample-002", comment: "another", ...about, ...evidence, input: { text: "y" } },
        ],
      },
    ],
  } as Content;
}
