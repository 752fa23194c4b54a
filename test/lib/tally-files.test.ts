import { expect, it } from "vitest";
import { placesOf } from "../../src/cli/output/tally-rows.js";
import { TallySheet } from "../../src/lib/tally.js";

it("a tally says of which file a line is where several files are joined", () => {
  const sheet = new TallySheet();
  sheet.addNames({ line: 6, userId: "a" }, ["x", "y"]);
  sheet.addNames({ line: 6, userId: "b", file: "hashes.ndjson" }, ["x"]);
  const whole = new TallySheet();
  whole.addTallies(sheet.inOrder());
  const [x, y] = whole.tallies();
  expect(x).toEqual({ name: "x", records: 2, firstLines: [6, 6], firstFiles: [null, "hashes.ndjson"] });
  expect(y).toEqual({ name: "y", records: 1, firstLines: [6] });
  expect(x && placesOf(x)).toBe("lines 6 of the export; 6 of hashes.ndjson");
});

it("names a lone user, the first of the file too, where all records are on one line", () => {
  const places = (...lines: readonly number[]) => {
    const [sheet, whole] = [new TallySheet(), new TallySheet()];
    for (const [index, line] of lines.entries()) {
      sheet.addNames({ line, index, userId: `u${index}` }, index === 0 ? ["x"] : []);
    }
    whole.addTallies(sheet.inOrder());
    return [sheet, whole].map((one) => one.tallies().map(placesOf));
  };
  expect(places(1, 1, 1)).toEqual([["user u0"], ["user u0"]]);
  expect(places(1, 2, 3)).toEqual([["line 1"], ["line 1"]]);
  expect(places(1)).toEqual([["line 1"], ["line 1"]]);
  // Outcomes have their number under another name.
  const sheet = new TallySheet();
  sheet.add({ line: 1, record: 3, userId: "u3" }, [{ name: "x" }]);
  expect(sheet.tallies()).toMatchObject([{ firstLines: [1], firstUsers: ["u3"] }]);
});

it("names the user where lines do not tell records apart, and of one user alone too", () => {
  const sheet = new TallySheet();
  sheet.addNames({ line: 1, index: 4, userId: "ada" }, ["x"]);
  sheet.addNames({ line: 7, index: 4, userId: "bob" }, ["y"]);
  const whole = new TallySheet();
  whole.addTallies(sheet.inOrder());
  for (const [x, y] of [sheet.tallies(), whole.tallies()]) {
    expect(x && placesOf(x)).toBe("user ada");
    expect(y && placesOf(y)).toBe("line 7");
  }
});
