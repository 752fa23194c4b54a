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
  return [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) =>
    cell.replaceAll('""', '"'),
  );
}

test("any ID comes back out of the CSV, but for the apostrophe before a formula", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (userId) => {
      const [, line = ""] = await linesOf([row(userId)], "csv");
      const [cell = "", serviceUserId] = parseCsvLine(line);
      expect(serviceUserId).toBe("s");
      expect([userId, `'${userId}`]).toContain(cell);
    }),
  );
});

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"])(
  "no cell begins a formula: %j",
  async (userId) => {
    const [, line = ""] = await linesOf([row(userId)], "csv");
    expect(parseCsvLine(line)[0]).toBe(`'${userId}`);
  },
);

test("NDJSON gives any ID exactly", async () => {
  const lines = await linesOf([row("=1+1\n\u2028")], "ndjson");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ externalUserId: "=1+1\n\u2028", userId: "s" });
  expect(lines[0]?.indexOf("\n")).toBe((lines[0]?.length ?? 0) - 1);
});
