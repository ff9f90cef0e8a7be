import type { Command } from "commander";
import { startFarm } from "#local/farm.ts";
import { readFarmFile } from "#local/farm-file.ts";
import { type BatchClient, createBatchClient } from "../batch/batch-client.ts";
import { configOption } from "../config-file.ts";
import { adbAddress, type FarmCommandOptions, farmOptions } from "../farm-options.ts";
import { defaultFarmDirectory, findFarm } from "../find-farm.ts";
import { providerName, someText } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { progress } from "../terminal/terminal.ts";

export interface SuiteFarmFlags extends Omit<FarmCommandOptions, "model"> {
  readonly concurrency: number;
  readonly json?: boolean;
}

/** Of the farm that is started when none is there. */
export const withSuiteFarm = (command: Command): Command =>
  command
    .option("--phones <n>", "for a new farm: how many virtual phones", wholeNumber(1, 64), 4)
    .option("--adb <host:port>", "for a new farm: the real devices of this adb server", adbAddress)
    .option("--provider <name>", "for a new farm: the model's provider", providerName)
    .option(...configOption)
    .option("--dir <dir>", "the farm's directory", someText, defaultFarmDirectory)
    .option("--concurrency <n>", "most jobs at the same time", wholeNumber(1, 10_000), 8)
    .option("--json", "print the result as JSON");

interface SuiteFarm extends AsyncDisposable {
  readonly client: BatchClient;
}

/** The farm that every command would find, else one for as long as this takes. */
export async function suiteFarm(flags: SuiteFarmFlags): Promise<SuiteFarm> {
  const isElsewhere = Boolean(process.env.DROVER_API_URL || process.env.DROVER_PROFILE);
  if (isElsewhere || (await readFarmFile(flags.dir)))
    return {
      client: createBatchClient(await findFarm(flags.dir)),
      [Symbol.asyncDispose]: async () => undefined,
    };
  progress("no farm is running here: starting one for the suite");
  const farm = await startFarm(farmOptions(flags));
  return { client: createBatchClient(farm.file), [Symbol.asyncDispose]: () => farm.close() };
}
