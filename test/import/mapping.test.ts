import fc from "fast-check";
import { expect, test } from "vitest";
import { mappingLines, type OutcomeLine } from "../../src/import/index.js";

async function linesOf(rows: readonly OutcomeLine[], format: "csv" | "ndjson"): Promise<string[]> {
  const lines: string[] = [];
  async function* each() {
    yield* rows;
  }
  for await (const line of mappingLines(each(), format)) lines.push(line);
  return lines;
}

const row = (userId: string): OutcomeLine => ({
  record: 0,
  line: 1,
  userId,
  outcome: "imported",
  serviceUserId: "s",
});

test("only users who are on the service have a line", async () => {
  const rows: OutcomeLine[] = [
    row("a"),
    { ...row("b"), outcome: "already-there" },
    { ...row("c"), outcome: "failed" },
    { ...row("d"), outcome: "refused-by-service" },
    { ...row("e"), outcome: "failed", serviceUserId: undefined },
    { ...row("f"), outcome: "refused-by-service", serviceUserId: undefined },
  ];
  const lines = await linesOf(rows, "ndjson");
  expect(lines.map((line) => JSON.parse(line).externalUserId)).toEqual(["a", "b", "c", "d"]);
  expect(lines.map((line) => JSON.parse(line).outcome).slice(2)).toEqual(["failed", "refused-by-service"]);
});

/** RFC 4180, quoted cells only. */
function parseCsvLine(line: string): string[] {
  expect(line.endsWith("\r\n")).toBe(true);
  return [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"'));
}

/** As the docstring of `mappingLines` says. */
function decode(cell: string): string {
  if (!cell.startsWith("'")) return cell;
  return cell.startsWith("'\"") ? (JSON.parse(cell.slice(1)) as string) : cell.slice(1);
}

const anyId = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("'", '"', "=", " ", "a", "\\", "\u001b", "\n", "\ud800") }),
);

test("any ID comes back out of the CSV exactly", async () => {
  await fc.assert(
    fc.asyncProperty(anyId, async (userId) => {
      const [, line = ""] = await linesOf([row(userId)], "csv");
      const [cell = "", serviceUserId] = parseCsvLine(line);
      expect(serviceUserId).toBe("s");
      expect(decode(cell)).toBe(userId);
    }),
  );
});

test.for([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  [" =1", "' =1"],
  ["＝1", "'＝1"],
  ["'=1", "''=1"],
  ["\t=1", '\'"\\t=1"'],
  ["a\u001b[2J", '\'"a\\u001b[2J"'],
  ["a\u009b2J", '\'"a\\u009b2J"'],
  ["a\u202eb", '\'"a\\u202eb"'],
  ['DOMAIN\\user "x"', 'DOMAIN\\user "x"'],
])("no cell begins a formula or acts upon a terminal: %j", async ([userId = "", cell]) => {
  const [, line = ""] = await linesOf([row(userId)], "csv");
  expect(parseCsvLine(line)[0]).toBe(cell);
});

test("no ID of the service brings a line of its own into the CSV, nor acts upon a terminal", async () => {
  for (const format of ["csv", "ndjson"] as const) {
    const lines = await linesOf([{ ...row("a"), serviceUserId: "s\r\n\u001b[2J\u009b" }], format);
    expect(lines.at(-1)).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\r\n](?!\n?$)/);
  }
});

test("NDJSON gives any ID exactly", async () => {
  const lines = await linesOf([row("=1+1\n\u2028")], "ndjson");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ externalUserId: "=1+1\n\u2028", userId: "s" });
  expect(lines[0]?.indexOf("\n")).toBe((lines[0]?.length ?? 0) - 1);
});
