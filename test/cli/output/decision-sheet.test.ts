import { expect, it } from "vitest";
import { DecisionSheet } from "../../../src/cli/output/decision-sheet.js";
import type { OutputFile } from "../../../src/cli/output/output-file.js";
import type { UserRecord } from "../../../src/source/index.js";

const record = (index: number, isImportable: boolean) =>
  ({
    ...{ kind: "user", index, line: index, userId: `u${index}` },
    identifiers: [{ kind: "email", value: `${index}@example.com` }],
    result: isImportable
      ? { ok: true, value: { user: { totp: [], thirdParty: [] } }, warnings: [] }
      : { ok: false, problems: [] },
  }) as unknown as UserRecord;

it("a user who turns out to be on the service has their address and check in the sheet, a whole batch later", async () => {
  const rows: string[] = [];
  const write = (text: string) => Promise.resolve(void rows.push(text));
  const sheet = new DecisionSheet({ write, writeText: write } as unknown as OutputFile, undefined);
  const batch = 10_000;
  // Users who are not importable are between those of the batch, and before the next one is full.
  for (let index = 1; index <= 9 * batch; index++) await sheet.note(record(index, index % 5 === 0 || index === 1));
  for (const index of [1, 5])
    await sheet.noteOutcome({ record: index, line: index, userId: `u${index}` }, ["import/user-exists"]);
  const cells = rows.slice(1).map((row) => row.split('","'));
  expect(cells.map(([id, , , , , , , email]) => [id, email])).toEqual([
    ['"u1', "1@example.com"],
    ['"u5', "5@example.com"],
  ]);
  expect(cells.every((row) => /^[a-p]{20}"\s*$/.test(row.at(-1) ?? ""))).toBe(true);
});
