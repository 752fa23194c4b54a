import { expect, it } from "vitest";
import { withoutSaid } from "../../../src/cli/migrate/without-said.js";
import type { ReportSection } from "../../../src/cli/output/report.js";

const remedy = (text: string) => ({ text, isDetail: true }) as const;
const row = (number: number, text: string) => ({ number, text });
const LOGIN = [row(25, "wrapping/prehashed"), remedy("Write the file.")];

it("leaves out whole problems with their remedy, whatever it was before, and whole sections", () => {
  const said = new Set<string>();
  const passwords = { heading: "Passwords", rows: [row(3, "bcrypt"), row(2, "argon2")] };
  const first: readonly ReportSection[] = [
    { heading: "Look at them", rows: [row(54, "user/second-factor"), remedy("Enrol again."), ...LOGIN] },
    passwords,
  ];
  expect(withoutSaid(first, said)).toEqual(first);
  const changed = { heading: "Passwords", rows: [row(3, "bcrypt"), row(1, "argon2")] };
  const problems = [row(27, "user/second-factor"), remedy("Enrol again.")];
  const other = [...LOGIN.slice(0, 1), remedy("Run credport check.")];
  const shown = withoutSaid([{ heading: "Problems", rows: [...problems, ...other] }, passwords, changed], said);
  expect(shown).toEqual([
    { heading: "Problems", rows: problems },
    { rows: [] },
    changed,
    { rows: [{ text: "4 further lines as above; --verbose shows them again", tone: "faint" }] },
  ]);
});
