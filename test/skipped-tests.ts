import { appendFileSync, readFileSync } from "node:fs";
import type { TestCase, TestModule } from "vitest/node";

/** The name of a test that is skipped, with what it lacks here. */
export function lacking(name: string, need: string): string {
  return `${name} (needs ${need})`;
}

const LACKING = / \((needs .+?)\)(?= > |$)/g;

/** The name where nothing is lacking. */
const nameOf = ({ fullName }: TestCase): string => fullName.replace(LACKING, "");

/**
 * What an earlier run skipped, by file, from the list that CREDPORT_SKIPPED_BEFORE names: of these files nothing else has
 * to run.
 */
function skippedBefore(): ReadonlyMap<string, ReadonlySet<string>> {
  const { CREDPORT_SKIPPED_BEFORE: list } = process.env;
  const names = new Map<string, Set<string>>();
  for (const line of list === undefined ? [] : readFileSync(list, "utf8").split("\n").filter(Boolean)) {
    const [file, name] = JSON.parse(line) as [string, string];
    names.set(file, (names.get(file) ?? new Set()).add(name));
  }
  return names;
}

/** By file, what the names of tests must match. Vitest joins the names of groups by a space, and shows them joined by a sign. */
export function patternsOfSkipped(): readonly (readonly [string, RegExp])[] {
  const patternOf = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" > ", "(?: > | )");
  return [...skippedBefore()].map(([file, names]) => [file, new RegExp(`(?:${[...names].map(patternOf).join("|")})$`)]);
}

/**
 * Says, once all tests have run, how many were skipped and why: what each needs is in its name, or in its note. Where
 * CREDPORT_SKIPPED_TO names a file, the tests that were skipped are added to it, a line each. Where CREDPORT_MAY_SKIP
 * is set, what needs anything else than it says (a regular expression) fails the run. The last line has the counts in a
 * form that programs read.
 */
export default class SkippedTests {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { CREDPORT_MAY_SKIP: permitted, CREDPORT_SKIPPED_TO: list } = process.env;
    const counts = new Map<string, number>();
    const before = skippedBefore();
    const gone: string[] = [];
    let skipped = 0;
    for (const { relativeModuleId: file, children } of modules) {
      const only = before.get(file);
      const all = new Set([...children.allTests()].map(nameOf));
      gone.push(...[...(only ?? [])].filter((name) => !all.has(name)));
      for (const test of children.allTests("skipped")) {
        if (only?.has(nameOf(test)) === false) continue;
        skipped++;
        if (list !== undefined) appendFileSync(list, `${JSON.stringify([file, nameOf(test)])}\n`);
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        const lacks = [...test.fullName.matchAll(LACKING)][0]?.[1];
        const why = lacks ?? note ?? "no reason is given";
        counts.set(why, (counts.get(why) ?? 0) + 1);
      }
    }
    for (const name of gone) console.error(`skipped before, and not found again: ${name}`);
    if (gone.length > 0) process.exitCode = 1;
    for (const [why, count] of [...counts].sort()) console.log(`${count} skipped: ${why}`);
    if (permitted !== undefined) {
      const others = [...counts.keys()].filter((why) => !new RegExp(permitted).test(why));
      for (const why of others) console.error(`not to be skipped here: ${why}`);
      if (others.length > 0) process.exitCode = 1;
    }
    const [passed, failed] = (["passed", "failed"] as const).map((state) =>
      modules.reduce((total, module) => total + [...module.children.allTests(state)].length, 0),
    );
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
