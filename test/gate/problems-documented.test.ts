import { describe, expect, it } from "vitest";
import { operatorRemedyOf, PROBLEM_CODES, PROBLEM_REMEDIES, PROBLEMS } from "../../src/problems/index.js";
import { areaIn, type Explanation, problemsPage, readAreas } from "./problems-page.js";

const areas = readAreas();
const explanations = new Map<string, Explanation>(areas.flatMap((area) => [...area.explanations]));

it("has docs/problems.md as the tables say it; npm run docs writes it", async () => {
  await expect(problemsPage(PROBLEMS, areas)).toMatchFileSnapshot("../../docs/problems.md");
});

it("explains every code of the tables, and no other", () => {
  expect([...explanations.keys()].sort()).toEqual([...PROBLEM_CODES].sort());
});

it("keeps the codes of an area in one table, which has a heading", () => {
  expect(areas.map(({ title }) => title)).not.toContain("");
  for (const { name, explanations } of areas) {
    expect([...explanations.keys()].filter((code) => !code.startsWith(`${name}/`))).toEqual([]);
  }
});

describe.each(PROBLEM_CODES)("%s", (code) => {
  it("is named by area and reason", () => {
    expect(code).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  });

  it("has a meaning in whole sentences, and a common cause", () => {
    const { meaning, cause = "", ...others } = explanations.get(code) as Explanation;
    expect(meaning).toMatch(/^.{15,}[.]$/s);
    expect(cause).toMatch(/^.{5,}[.]$/s);
    expect(Object.keys(others).filter((tag) => tag !== "inCode")).toEqual([]);
  });

  it.each([PROBLEM_REMEDIES[code], operatorRemedyOf(code)])("begins its remedy with a verb: %s", (remedy) => {
    expect(remedy).toMatch(/^[A-Z].*[.]$/s);
    expect(VERBS).toContain(remedy.split(" ")[0]);
  });
});

/** What remedies begin with. Add a verb that is missing; anything else is not an instruction. */
const VERBS: readonly string[] = (
  "Add Allow Answer Ask Build Check Clear Compare Continue Convert Copy Correct Decide Decrypt Do Enable Export " +
  "Find Free Give Import Install Keep Leave Let Look Lower Make Map Mark Mend Name Normalise Read Refuse Rehearse " +
  "Repeat Report Resolve Restore Resume Run Save Scan Send Set Shorten Start Switch Take Tell Treat Trim Try Type Undo Unpack Update Use " +
  "Wait Write"
).split(" ");

it("finds the table, its heading and the comments of its rows in a text", () => {
  const text = `/** A heading */
export const X_PROBLEMS = {
  /**
   * What it means,
   * on two lines.
   * @cause this and
   * that.
   * @inCode \`name\`.
   */
  "x/y": { remedy: "Look." },
  "x/z": { remedy: "Look." },
} as const satisfies Rows;
const OTHER = { a: 1 };`;
  expect(areaIn(text)).toEqual([
    {
      name: "x",
      title: "A heading",
      explanations: new Map([
        ["x/y", { meaning: "What it means, on two lines.", cause: "this and that.", inCode: "`name`." }],
        ["x/z", { meaning: "" }],
      ]),
    },
  ]);
});
