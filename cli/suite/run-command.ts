import type { Command } from "commander";
import { batchExitCode } from "../batch/batch-exit-code.ts";
import { numberFrom, wholeNumber } from "../options/whole-number.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { json } from "../terminal/terminal.ts";
import { readSuite, type SuiteFlags, withSuiteTasks } from "./read-suite.ts";
import { runSuite } from "./run-suite.ts";
import { type SuiteFarmFlags, suiteFarm, withSuiteFarm } from "./suite-farm.ts";
import { reportSuite, suiteFigures } from "./suite-report.ts";

interface RunOptions extends SuiteFlags, SuiteFarmFlags {
  readonly concurrency: number;
  readonly minSuccess?: number;
  readonly json?: boolean;
}

export const suiteRunCommand = (command: Command): Command =>
  withSuiteFarm(withSuiteTasks(command))
    .option("--concurrency <n>", "most jobs at the same time", wholeNumber(1, 10_000), 8)
    .option(
      "--min-success <rate>",
      "0 to 1: exit with 0 at this success rate or above, else with 1",
      numberFrom(0, 1),
    )
    .option("--json", "print the figures as JSON")
    .action(async (place: string | undefined, options: RunOptions) => {
      process.exitCode = await run(place, options);
      process.exit();
    });

async function run(place: string | undefined, options: RunOptions): Promise<number> {
  const lines = await readSuite(place, options);
  await using farm = await suiteFarm(options);
  const suite = { name: "suite", lines, isQuiet: options.json === true, ...options };
  const ended = await runSuite(farm.client, suite);
  if (ended === null) return exitCodes.interrupted;
  const figures = suiteFigures(ended.results);
  if (options.json) json({ batchId: ended.batch.batchId, ...figures });
  else reportSuite(figures);
  const { minSuccess } = options;
  if (minSuccess === undefined) return batchExitCode(ended.batch);
  const { rate } = figures.all.success;
  if (rate === null) return exitCodes.inconclusive;
  return rate >= minSuccess ? exitCodes.succeeded : exitCodes.failed;
}
