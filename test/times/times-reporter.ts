import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { type FileTimes, timesFile } from "./times-file.ts";

const timesOf = (module: TestModule): FileTimes => ({
  file: module.relativeModuleId,
  cpuSeconds: module.meta().cpuSeconds ?? 0,
  wallSeconds: module.diagnostic().duration / 1_000,
  tests: [...module.children.allTests()].length,
});

/** Keeps what each file took, for `npm run test:times`. */
export class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timesOf).sort((one, other) => other.cpuSeconds - one.cpuSeconds);
    mkdirSync(path.dirname(timesFile), { recursive: true });
    writeFileSync(timesFile, JSON.stringify(times));
  }
}
