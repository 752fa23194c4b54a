import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that share a process run after the others, so that a process of theirs is not ended between two of them. */
export default class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [apart, together] = [true, false].map((isolate) =>
      sorted.filter(({ project }) => project.config.isolate === isolate),
    ) as [TestSpecification[], TestSpecification[]];
    return [...apart, ...together];
  }
}
