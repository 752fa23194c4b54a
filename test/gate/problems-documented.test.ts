import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operatorRemedyOf, PROBLEM_CODES, PROBLEM_REMEDIES } from "../../src/problems/index.js";
import { sectionsOf, withRemedies } from "./problems-page.js";

const page = readFileSync(new URL("../../docs/problems.md", import.meta.url), "utf8");
const sections = sectionsOf(page);

it("has the remedies of the rows in docs/problems.md; npm run docs writes them", async () => {
  await expect(withRemedies(page, PROBLEM_CODES)).toMatchFileSnapshot("../../docs/problems.md");
});

it("has one section for every code, and for nothing else", () => {
  expect(sections.map(({ code }) => code).sort()).toEqual([...PROBLEM_CODES].sort());
});

it("keeps the codes of an area together, under a heading", () => {
  const areas = page
    .split(/^## /m)
    .slice(1)
    .map((area) => sectionsOf(area).map(({ code }) => code.split("/")[0]));
  for (const area of areas) expect(new Set(area).size).toBe(1);
});

describe.each(PROBLEM_CODES)("%s", (code) => {
  const { paragraphs = [] } = sections.find((section) => section.code === code) ?? {};
  const [meaning = "", ...others] = paragraphs;

  it("is named by area and reason", () => {
    expect(code).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  });

  it("has a meaning in whole sentences, and a common cause", () => {
    expect(meaning).toMatch(/^[^*].{15,}[.] Common cause: .{5,}[.]$/);
  });

  it("says whose fault it is and when to repeat, and at most what helps in code", () => {
    expect(others.at(-1)).toMatch(FAULT_AND_REPEAT);
    expect(others.slice(0, -1).join("\n\n")).toMatch(/^(?:[*]{2}In code:[*]{2} .*[.])?$/);
  });

  it.each([PROBLEM_REMEDIES[code], operatorRemedyOf(code)])("begins its remedy with a verb: %s", (remedy) => {
    expect(remedy).toMatch(/^[A-Z].*[.]$/s);
    expect(VERBS).toContain(remedy.split(" ")[0]);
  });
});

/**
 * The fault of one user's hash, secret or record; of parameters, addresses and keys that hold for all; of the service or
 * what it can do; of the machine, its disks and its network; of how a function or command was called. To be repeated at
 * once where nothing was done and it can succeed; after the remedy or some time; not as it was where it would end in the
 * same way or do something twice.
 */
const FAULT_AND_REPEAT =
  /^\*\*Fault of:\*\* (?:one user's data|the settings|the service|the machine or the network|the call or the command)\. \*\*Repeat:\*\* (?:at once|after the remedy|not as it was)\.$/;

/** What remedies begin with. Add a verb that is missing; anything else is not an instruction. */
const VERBS: readonly string[] = (
  "Add Allow Answer Ask Build Check Clear Compare Continue Convert Copy Correct Decide Decrypt Do Enable Export " +
  "Find Free Give Import Install Keep Leave Let Look Lower Make Map Mark Mend Name Normalise Read Refuse Rehearse " +
  "Repeat Report Resolve Restore Resume Run Save Scan Send Set Shorten Start Switch Take Tell Treat Trim Try Type Undo Unpack Update Use " +
  "Wait Write"
).split(" ");

describe("the page", () => {
  const written = "## A\n\n### `hash/quoted`\n\nIt is quoted. Common cause: CSV.\n\n**Fault of:** …\n";

  it("gets the remedy after the meaning, in place of the one it had", () => {
    const remedy = `**Remedy:** ${PROBLEM_REMEDIES["hash/quoted"]}`;
    const whole = withRemedies(written, PROBLEM_CODES);
    expect(whole).toBe(written.replace("CSV.", `CSV.\n\n${remedy}`));
    expect(withRemedies(whole.replace(remedy, "**Remedy:** Look."), PROBLEM_CODES)).toBe(whole);
  });

  it("gets what an option of a command does", () => {
    const whole = withRemedies(written.replace("hash/quoted", "verify/signer-key-missing"), PROBLEM_CODES);
    expect(whole).toContain("\n\n**At the command line:** Give --signer-key-file");
  });

  it("says of a code what is written by hand", () => {
    const [section] = sectionsOf(withRemedies(written, PROBLEM_CODES));
    expect(section).toEqual({
      code: "hash/quoted",
      paragraphs: ["It is quoted. Common cause: CSV.", "**Fault of:** …"],
    });
  });
});
