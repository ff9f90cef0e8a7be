import type { Reporter, TestModule } from "vitest/node";

/** Adds up what `try-all.ts` counted: `tried N, held N`. vitest itself ends with 1 when a door did not hold. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let tried = 0;
    let held = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const counted = test.meta().hostile;
        tried += counted?.tried ?? 0;
        held += counted?.held ?? 0;
      }
    }
    process.stdout.write(`tried ${tried}, held ${held}\n`);
  }
}
