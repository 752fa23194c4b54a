import type { TestModule } from "vitest/node";

/** The name of a test that is skipped, with what it lacks here. */
export function lacking(name: string, need: string): string {
  return `${name} (needs ${need})`;
}

const LACKING = / \((needs .+?)\)(?= > |$)/;

/**
 * Says, once all tests have run, how many were skipped and why: what each needs is in its name, or in its note. The last
 * line has the counts in a form that programs read.
 */
export default class SkippedTests {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const test of modules.flatMap((module) => [...module.children.allTests("skipped")])) {
      const result = test.result();
      const note = result.state === "skipped" ? result.note : undefined;
      const why = LACKING.exec(test.fullName)?.[1] ?? note ?? "no reason is given";
      counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    for (const [why, count] of [...counts].sort()) console.log(`${count} skipped: ${why}`);
    const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map((state) =>
      modules.reduce((total, module) => total + [...module.children.allTests(state)].length, 0),
    );
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
