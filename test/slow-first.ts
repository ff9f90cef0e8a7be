import { BaseSequencer, type TestSpecification } from "vitest/node";

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/(?:e2e|browser|simulation)\//.test(moduleId);

/** Files that start or simulate farms, and browsers, come first: at the end there are small ones, which keep every worker busy to the last. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
