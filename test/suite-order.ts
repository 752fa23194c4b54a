import { BaseSequencer, type TestSpecification } from "vitest/node";
import { patternsOfSkipped } from "./skipped-tests.js";

/** Files that wait for programs, servers and clocks for a minute or more: begun last, each would be waited for alone. */
const LONGEST = [
  "test/conformance/runners.test.ts",
  "test/conformance/conforming-peers.test.ts",
  "test/fleet/kill.test.ts",
  "test/gate/package.test.ts",
  "test/gate/release.test.ts",
  "test/gate/terminal.test.ts",
  "test/gate/try-page.test.ts",
  "test/login/faults-at-doors.test.ts",
  "test/cli/import/one-id.test.ts",
  "test/cli/fleet/fleet-command.test.ts",
  "test/login/store/killed-servers.test.ts",
];

/**
 * The longest files run first. Those that share a process run after those that don't, so that a process of theirs is not
 * ended between two of them. Of files that an earlier run skipped in part, the rest does not run again.
 */
export default class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      if (LONGEST.some((file) => moduleId.endsWith(file))) return 0;
      return project.config.isolate ? 1 : 2;
    };
    const before = patternsOfSkipped();
    for (const one of files) one.testNamePattern = before.find(([file]) => one.moduleId.endsWith(`/${file}`))?.[1];
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
