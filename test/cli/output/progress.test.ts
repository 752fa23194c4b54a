import { expect, it } from "vitest";
import { createProgress } from "../../../src/cli/output/progress.js";
import { fakeIo } from "../fake-io.js";

function draw(done: number, columns = 80, note = "1 record"): string {
  const fake = fakeIo({ stderrIsTerminal: true, columns });
  createProgress("check", fake.io).update(done, note);
  return fake.err().replace("\r\u001b[2K", "");
}

it.each([
  [0, "░".repeat(24), "  0 %"],
  [0.5, "█".repeat(12) + "░".repeat(12), " 50 %"],
  [1, "█".repeat(24), "100 %"],
  // The file grew while it was read, or has no size.
  [1.5, "█".repeat(24), "100 %"],
  [Number.NaN, "░".repeat(24), "  0 %"],
])("shows %d as a bar of full width", (done, bar, percent) => {
  expect(draw(done)).toBe(`check ${bar} ${percent}  1 record`);
});

it("never fills the last columns, where a terminal would begin a new line, also after the ^C that it shows", () => {
  expect(draw(0.5, 20)).toHaveLength(17);
});

it.each([
  [100, `check ${"█".repeat(12)}${"░".repeat(12)}  50 %  5 of 10 users, 9/s, 8 s left`],
  [62, `check ${"█".repeat(9)}${"░".repeat(8)}  50 %  5 of 10 users, 9/s, 8 s left`],
  [44, "check  50 %  5 of 10 users, 9/s, 8 s left"],
  [42, "check ████░░░  50 %  5 of 10 users, 9/s"],
  [30, "check  50 %  5 of 10 users"],
])("at %d columns cuts the bar before the words, and never a word", (columns, line) => {
  expect(draw(0.5, columns, "5 of 10 users, 9/s, 8 s left")).toBe(line);
});

it("writes a notice in a line of its own, and none of the bar beside it", () => {
  const fake = fakeIo({ stderrIsTerminal: true });
  const progress = createProgress("import", fake.io);
  progress.say("before\n");
  progress.update(0.3, "looking for duplicates");
  progress.say("Left over\n");
  // What a terminal shows: an erased line begins again.
  const shown = fake
    .err()
    .split("\n")
    .map((line) => line.split("\r\u001b[2K").at(-1));
  expect(shown).toEqual(["before", "Left over", ""]);
  const quiet = fakeIo();
  createProgress("import", { ...quiet.io, isQuiet: true }).say("Left over\n");
  expect(quiet.err()).toBe("Left over\n");
});

/** Draws every second what a command does that takes a hundred. */
function seconds(count: number, options: Parameters<typeof fakeIo>[0], note = "") {
  let at = 0;
  const fake = fakeIo(options);
  const progress = createProgress("undo", fake.io, () => at);
  for (let second = 0; second <= count; second++) {
    at = second * 1000;
    progress.update(second / 100, note);
  }
  return fake.err();
}

it("says how much time is left, where the words do not", () => {
  expect(seconds(20, { stderrIsTerminal: true })).toMatch(/ 20 % {2}1 min 20 s left$/);
  expect(seconds(20, { stderrIsTerminal: true }, "3 users, 1/s, 9 s left")).toMatch(/users, 1\/s, 9 s left$/);
});

it("writes a line every 30 seconds where there is no terminal", () => {
  expect(seconds(29, {})).toBe("");
  expect(seconds(95, {}, "5 users")).toBe(
    [
      "undo: 30 %, 5 users, 1 min 10 s left",
      "undo: 60 %, 5 users, 40 s left",
      "undo: 90 %, 5 users, 10 s left",
      "",
    ].join("\n"),
  );
});

it("takes nothing off the screen that it has not drawn", () => {
  const fake = fakeIo({ stderrIsTerminal: true });
  createProgress("check", fake.io).end();
  expect(fake.err()).toBe("");
});

it("says the rate of what the note does not count, in a pipe and on a terminal", () => {
  const said = (unit: string | undefined, step: number, options = {}) => {
    let at = 0;
    const fake = fakeIo(options);
    const progress = createProgress("check", fake.io, () => at);
    for (let second = 0; second <= 31; second++) {
      at = second * 1000;
      progress.update(second / 100, "looking", { number: second * step, ...(unit === undefined ? {} : { unit }) });
    }
    return fake.err();
  };
  expect(said(" MB", 12)).toBe("check: 30 %, looking, 12 MB/s, 1 min 10 s left\n");
  expect(said(undefined, 0.5, { stderrIsTerminal: true })).toContain("looking, 0.5/s, 1 min 09 s left");
  expect(said(undefined, 0)).not.toContain("/s");
});
