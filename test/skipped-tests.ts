import { appendFileSync } from "node:fs";
import type { TestModule } from "vitest/node";

/** The name of a test that is skipped, with what it lacks here. */
export function lacking(name: string, need: string): string {
  return `${name} (needs ${need})`;
}

const LACKING = / \((needs .+?)\)(?= > |$)/;

/**
 * Says, once all tests have run, how many were skipped and why: what each needs is in its name, or in its note. Where
 * CREDPORT_SKIPPED_FILES names a file, the test files that were skipped in part are added to it. Where CREDPORT_MAY_SKIP
 * is set, what needs anything else than it says (a regular expression) fails the run. The last line has the counts in a
 * form that programs read.
 */
export default class SkippedTests {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { CREDPORT_MAY_SKIP: permitted, CREDPORT_SKIPPED_FILES: list } = process.env;
    const counts = new Map<string, number>();
    for (const module of modules) {
      const skipped = [...module.children.allTests("skipped")];
      if (list !== undefined && skipped.length > 0) appendFileSync(list, `${module.relativeModuleId}\n`);
      for (const test of skipped) {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        const why = LACKING.exec(test.fullName)?.[1] ?? note ?? "no reason is given";
        counts.set(why, (counts.get(why) ?? 0) + 1);
      }
    }
    for (const [why, count] of [...counts].sort()) console.log(`${count} skipped: ${why}`);
    if (permitted !== undefined) {
      const others = [...counts.keys()].filter((why) => !new RegExp(permitted).test(why));
      for (const why of others) console.error(`not to be skipped here: ${why}`);
      if (others.length > 0) process.exitCode = 1;
    }
    const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map((state) =>
      modules.reduce((total, module) => total + [...module.children.allTests(state)].length, 0),
    );
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
