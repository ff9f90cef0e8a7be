import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { FarmOptions } from "#local/farm.ts";
import { defaultFarmDirectory } from "./find-farm.ts";
import { progress } from "./terminal.ts";

export interface FarmCommandOptions {
  readonly dir: string;
  readonly phones: number;
  readonly adb?: { readonly host: string; readonly port: number };
  readonly model?: string;
}

/** The options of the commands that start a farm. */
export const withFarmOptions = (command: Command): Command =>
  command
    .option("--phones <n>", "how many virtual phones", phoneCount, 2)
    .option(
      "--adb <host:port>",
      "use the real devices of this adb server instead of virtual phones",
      adbAddress,
    )
    .option("--model <id>", "the agent's model, when a job names none")
    .option("--dir <dir>", "where the farm keeps its state", defaultFarmDirectory);

export const farmOptions = (options: FarmCommandOptions): FarmOptions => ({
  dir: path.resolve(options.dir),
  phones: options.adb ?? options.phones,
  model: options.model,
  environment: process.env,
  report: progress,
});

function phoneCount(value: string): number {
  const count = Number(value);
  // One adb server slows down beyond about 200 devices; emulators' serials end at 64 a server.
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new InvalidArgumentError("give a number from 1 to 64");
  return count;
}

function adbAddress(value: string): { readonly host: string; readonly port: number } {
  const [, host = "127.0.0.1", port] = /^(?:([^:]+):)?(\d{1,5})$/.exec(value) ?? [];
  if (!port || Number(port) < 1 || Number(port) > 65_535)
    throw new InvalidArgumentError("give host:port, for example 127.0.0.1:5037");
  return { host, port: Number(port) };
}
