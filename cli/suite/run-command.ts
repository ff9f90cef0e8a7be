import type { Command } from "commander";
import { batchExitCode } from "../batch/batch-exit-code.ts";
import { minSuccessOption } from "../batch/batch-options.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { json } from "../terminal/terminal.ts";
import { readSuite, type SuiteFlags, withSuiteTasks } from "./read-suite.ts";
import { runSuite } from "./run-suite.ts";
import { type SuiteFarmFlags, suiteFarm, withSuiteFarm } from "./suite-farm.ts";
import { reportSuite, suiteFigures } from "./suite-report.ts";

interface RunOptions extends SuiteFlags, SuiteFarmFlags {
  readonly minSuccess?: number;
}

export const suiteRunCommand = (command: Command): Command =>
  withSuiteFarm(withSuiteTasks(command))
    .option(...minSuccessOption)
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
