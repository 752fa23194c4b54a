import { expect, test } from "vitest";
import { placesOf } from "../../../src/cli/output/tally-rows.js";
import { type Tally, TallySheet } from "../../../src/lib/tally.js";

const shown = (tally: Tally | undefined) => tally && placesOf(tally);

test("users are named by their IDs where several are on one line, and by their lines elsewhere", () => {
  const sheet = new TallySheet();
  for (const userId of ["a", "b", undefined, `${"x".repeat(60)}\u001b[31m`]) {
    sheet.addNames({ line: 1, userId }, ["together"]);
  }
  for (const line of [1, 2, 3, 4, 5, 6]) sheet.addNames({ line, userId: `u${line}` }, ["apart"]);
  sheet.addNames({ line: 7, userId: "a" }, ["alone"]);
  const [apart, together, alone] = sheet.tallies();
  expect(shown(together)).toBe(`users a, b, of line 1, ${"x".repeat(40)}…`);
  expect(apart).toEqual({ name: "apart", records: 6, firstLines: [1, 2, 3, 4, 5] });
  expect([shown(apart), shown(alone)]).toEqual(["lines 1, 2, 3, 4, 5, …", "line 7"]);
});

test("records of one line without an ID have their line", () => {
  const sheet = new TallySheet();
  for (let record = 0; record < 2; record++) sheet.addNames({ line: 1 }, ["x"]);
  expect(sheet.tallies()).toEqual([{ name: "x", records: 2, firstLines: [1, 1] }]);
});

test("what was counted apart is joined in the order of the file", () => {
  const [one, other, whole] = [new TallySheet(), new TallySheet(), new TallySheet()];
  for (const [at, userId] of ["a", "b", "c"].entries()) {
    (at === 0 ? one : other).addNames({ line: 1, userId }, ["x"]);
    whole.addNames({ line: 1, userId }, ["x"]);
  }
  const joined = new TallySheet();
  joined.addTallies(one.inOrder());
  joined.addTallies(other.inOrder());
  expect(joined.tallies()).toEqual(whole.tallies());
  expect(shown(joined.tallies()[0])).toBe("users a, b, c");
});
