import path from "node:path";
import { MAXIMUM_PHONES, startPhones } from "@drover/virtual-android";
import type { Command } from "commander";
import { makeDirectory } from "#local/make-directory.ts";
import { runPart } from "../run-part.ts";
import { portNumber, wholeNumber } from "../whole-number.ts";

interface PhonesOptions {
  readonly count: number;
  readonly port: number;
  readonly dir: string;
  readonly seed: number;
}

export const phonesCommand = (command: Command): Command =>
  command
    .option("--count <n>", "how many phones", wholeNumber(1, MAXIMUM_PHONES), 1)
    .option("--port <port>", "port of the adb server, 0 for a free one", portNumber, 0)
    .option("--dir <dir>", "where the phones keep their data", path.join(".drover", "phones"))
    .option("--seed <n>", "decides what is random on the phones", wholeNumber(0, 4_294_967_295), 1)
    .action((options: PhonesOptions) =>
      runPart(async () => {
        const phones = await startPhones({ ...options, dir: await makeDirectory(options.dir) });
        return {
          ready: { adbHost: "127.0.0.1", adbPort: phones.adbPort, serials: phones.serials },
          close: phones.close,
        };
      }),
    );
