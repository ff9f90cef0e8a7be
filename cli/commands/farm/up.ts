import { once } from "node:events";
import type { Command } from "commander";
import { startFarm } from "#local/farm.ts";
import type { FarmFile } from "#local/farm-file.ts";
import { type FarmCommandOptions, farmOptions, withFarmOptions } from "../../farm-options.ts";
import { dirFlag } from "../../find-farm.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { json, out, progress } from "../../terminal/terminal.ts";

const devicesOf = ({ adb }: FarmFile): string =>
  adb === null
    ? "null devices (for benches of the farm; they say nothing about phones)"
    : `${phonesOf(adb)}, adb ${adb.host}:${adb.port}`;

const phonesOf = ({ virtualPhones, madeForJobs }: NonNullable<FarmFile["adb"]>): string => {
  if (madeForJobs) return `up to ${virtualPhones} virtual phones, one made for each job`;
  return virtualPhones > 0 ? `${virtualPhones} virtual phones` : "real";
};

export const upCommand = (command: Command): Command =>
  withFarmOptions(command)
    .option("--json", "print the farm's addresses as one JSON object")
    .action(async (options: FarmCommandOptions & { readonly json?: boolean }) => {
      using interrupt = interruptSignal(() => progress("stopping"));
      const farm = await startFarm(farmOptions(options));
      if (options.json) json(farm.file);
      else {
        const { file } = farm;
        out(`console  ${file.apiUrl}  (signed in: drover open${dirFlag(options.dir)})`);
        out(`api      ${file.apiUrl}`);
        out(`metrics  ${file.apiUrl}/metrics  and of the host  ${file.host.url}/metrics`);
        out(`token    ${file.token}`);
        out(
          `model    ${file.model.provider}: ${file.model.model}${file.model.practice ? " (the practice model; set a provider's key for a real one)" : ""}`,
        );
        out(`devices  ${devicesOf(file)}`);
        out(
          `\nTry: drover run "Turn on Bluetooth" --check setting:global/bluetooth_on=1${dirFlag(options.dir)}\nCtrl-C stops it.`,
        );
      }
      if (!interrupt.signal.aborted) await once(interrupt.signal, "abort");
      await farm.close();
      process.exit(0);
    });
