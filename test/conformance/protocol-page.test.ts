import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ConformanceReport, loadSuite, runConformance, serveAdapter } from "../../src/conformance/index.js";
import { idlePatterns, OPERATIONS } from "../../src/conformance/internal.js";
import { readAnswer, readHelloReply } from "../../src/conformance/protocol/read-reply.js";
import { needsProgram } from "../needs.js";
import { reportOf, vectorFolder } from "./doubling.js";

const DOCS = new URL("../../docs/", import.meta.url);
const page = readFileSync(new URL("conformance.md", DOCS), "utf8");

/** A block of code as it is printed on the page. */
function printed(language: string): string {
  return page.match(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m"))?.[1] ?? "";
}

const PYTHON = needsProgram("python3");

async function run(command: readonly string[]) {
  const result = await runConformance({ command }, { only: ["secret-to-base32", "totp-code"] });
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

/** Codes that the page's adapter does not compute; that it computes too many is told by the others. */
function wrongCodes({ results }: ConformanceReport): readonly string[] {
  const codes = results.filter(({ vector }) => vector.operation === "totp-code" && vector.result === "valid");
  expect(codes.length).toBeGreaterThan(100);
  return codes.filter(({ status }) => status !== "pass").map(({ vector }) => vector.id);
}

it("names notations, owners and flags for each kind of library that the vectors have", async () => {
  const suite = await loadSuite();
  if (!suite.ok) throw new Error(suite.problems[0].message);
  const table = page.slice(page.indexOf("| Your library is of"), page.indexOf("Traditional DES crypt has no mark"));
  const rows = table.split("\n").map((line) => line.split("|").slice(2, 5));
  const namesIn = (at: number, prefix: string) =>
    rows.flatMap((cells) => [...(cells[at] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => `${prefix}${name}`));
  const isNotation = (name: string) => !/^notation:(?:notations|verify|totp-code|secret-to-base32|otpauth)$/.test(name);
  const owners = namesIn(1, "owner:").filter((name) => !["owner:owners", "owner:[]"].includes(name));
  const patterns = [...namesIn(0, "notation:").filter(isNotation), ...owners, ...namesIn(2, "")];
  expect(patterns.length).toBeGreaterThan(30);
  expect(idlePatterns(suite.value.cases, patterns)).toEqual([]);
});

describe("the adapter on the page", () => {
  it("Python: has fewer than 60 lines", () => {
    const lines = printed("python").trim().split("\n").length;
    expect(lines).toBeGreaterThan(20);
    expect(lines).toBeLessThan(60);
  });

  PYTHON.test("Python: runs as printed, computes every code, and shows what Python does not refuse", async () => {
    const path = join(vectorFolder(), "adapter.py");
    writeFileSync(path, printed("python"));
    const report = await run(["python3", path]);
    expect(report.outcome).toBe("fail");
    expect(wrongCodes(report)).toEqual([]);
    const { pass, errored, timeout } = report.byOperation["secret-to-base32"] ?? {};
    expect(pass).toBeGreaterThan(90);
    expect([errored, timeout]).toEqual([0, 0]);
    // The page says what they are.
    const faults = report.results.filter(({ status }) => status === "fail");
    expect(faults.filter(({ vector }) => !/digits|hash function/.test(vector.comment))).toEqual([]);
    expect(faults.length).toBeGreaterThan(3);
  });

  PYTHON.test("Python: tells a mistake of its own from a refusal", async () => {
    const path = join(vectorFolder(), "adapter.py");
    const misspelt = printed("python").replace("base64.b32encode(key)", "base64.b32encoded(key)");
    expect(misspelt).not.toBe(printed("python"));
    writeFileSync(path, misspelt);
    const { totals, results } = await run(["python3", path]);
    expect(totals.errored).toBeGreaterThan(100);
    expect(results.filter(({ answer }) => /b32encoded/.test(JSON.stringify(answer ?? {})))).toHaveLength(
      totals.errored,
    );
    expect(totals.fail).toBeLessThan(totals.errored);
    expect(results.find(({ status }) => status === "errored")?.detail).toMatch(/AttributeError.*b32encoded/);
  });

  it("names every property that a pattern can have, and the format of the files", () => {
    for (const property of ["flag", "scheme", "variant", "topic", "evidence"]) expect(page).toContain(`\`${property}:`);
    expect(page).toContain("`formatVersion` 2");
  });

  it("names every operation of the suite", () => {
    for (const operation of OPERATIONS) expect(page).toContain(`| \`${operation}\` |`);
  });
});

describe("the schemas of the messages", () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false });
  const schemaOf = (name: string): ValidateFunction =>
    ajv.compile(JSON.parse(readFileSync(new URL(`conformance/${name}.schema.json`, DOCS), "utf8")));
  const schemas = {
    hello: schemaOf("hello"),
    run: schemaOf("run"),
    bye: schemaOf("bye"),
    helloReply: schemaOf("hello-reply"),
    runReply: schemaOf("run-reply"),
  };

  it("describe what the runner sends", async () => {
    const note = join(vectorFolder(), "lines");
    await reportOf(`tells-what-it-reads ${note}`);
    const lines = readFileSync(note, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(8);
    for (const line of lines) {
      const { cmd } = line as { cmd: "hello" | "run" | "bye" };
      expect([line, schemas[cmd](line)]).toEqual([line, true]);
    }
  });

  it("describe what an adapter answers", async () => {
    const output = new PassThrough();
    const runs = ["ok", "error", "skipped", "errored"].map((kind, index) =>
      JSON.stringify({ cmd: "run", seq: index + 1, id: "x", operation: kind, input: {} }),
    );
    const lines = ['{"cmd": "hello", "protocol": 1}', ...runs, '{"cmd": "bye"}'].map((line) => `${line}\n`);
    await serveAdapter(
      {
        name: "all four",
        version: "1",
        language: "JavaScript",
        operations: {
          ok: () => ({ ok: { a: 1 } }),
          error: () => ({ error: { code: "a/b", offset: 3 } }),
          skipped: () => ({ skipped: { reason: "no" } }),
          errored: () => {
            throw new Error("no");
          },
        },
      },
      Readable.from(lines),
      output,
    );
    const [hello, ...replies] = String(output.read())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(schemas.helloReply(hello)).toBe(true);
    expect(replies.map((reply) => [Object.keys(reply)[1], schemas.runReply(reply)])).toEqual([
      ["ok", true],
      ["error", true],
      ["skipped", true],
      ["errored", true],
    ]);
  });

  it("take an answer exactly where the runner does", () => {
    const value = fc.oneof(fc.constant({}), fc.constant(null), fc.constant([]), fc.constant("x"), fc.constant(1));
    const text = fc.oneof(fc.string(), fc.constant(1));
    const answers = fc.record(
      {
        ok: value,
        error: fc.oneof(value, fc.record({ code: fc.string(), offset: fc.integer() })),
        skipped: fc.oneof(value, fc.record({ reason: text })),
        errored: fc.oneof(value, fc.record({ context: fc.string() })),
        more: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answers, (answer) => {
        expect([answer, schemas.runReply({ seq: 1, ...answer })]).toEqual([
          answer,
          "value" in readAnswer(answer as Record<string, unknown>),
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it("take a hello exactly where the runner does", () => {
    const odd = fc.oneof(fc.constant(1), fc.constant("x"), fc.constant(null), fc.constant(["x", 1]));
    const name = fc.record(
      {
        name: fc.oneof(fc.string(), odd),
        version: fc.string(),
        language: fc.oneof(fc.string(), odd),
        reproduce: fc.oneof(fc.dictionary(fc.string(), fc.oneof(fc.string(), odd)), odd),
      },
      { requiredKeys: ["name", "version"] },
    );
    const hellos = fc.record(
      {
        protocol: fc.oneof(fc.integer(), odd),
        implementation: fc.oneof(name, odd),
        operations: fc.oneof(fc.array(fc.string()), odd),
        notations: fc.oneof(fc.array(fc.string()), odd),
        owners: fc.oneof(fc.array(fc.string()), odd),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(hellos, (hello) => {
        expect([hello, schemas.helloReply(hello)]).toEqual([hello, "value" in readHelloReply(JSON.stringify(hello))]);
      }),
      { numRuns: 1000 },
    );
  });
});
