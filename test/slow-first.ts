import { BaseSequencer, type TestSpecification } from "vitest/node";

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/(?:e2e|browser|simulation|suite|practice-model|clients)\//.test(moduleId);

/** Files that start or simulate farms, browsers, or a phone for each of hundreds of tasks come first: small ones at the end keep every worker busy. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
