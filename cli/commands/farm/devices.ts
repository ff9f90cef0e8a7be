import type { Command } from "commander";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { addLookCommands } from "../../look-commands.ts";
import { deviceId, someText } from "../../options/option-values.ts";
import { table } from "../../terminal/table.ts";
import { json, out, plain } from "../../terminal/terminal.ts";

interface Options {
  readonly dir: string;
  readonly json?: boolean;
}

export const devicesCommand = (command: Command): Command => {
  withOptions(command).action(listDevices);
  withOptions(command.command("quarantine").argument("<id>", "the device", deviceId))
    .description("take a device that no job holds out of work until it is released")
    .option("--reason <text>", "shown with the device", someText)
    .action(async (id: string, options: Options & { readonly reason?: string }) =>
      say(await (await client(options)).quarantineDevice(id, options.reason), options),
    );
  withOptions(command.command("release").argument("<id>", "the device", deviceId))
    .description("clean a quarantined device now and free it when it is found clean")
    .action(async (id: string, options: Options) =>
      say(await (await client(options)).releaseDevice(id), options),
    );
  addLookCommands(command);
  return command;
};

const withOptions = (command: Command): Command =>
  command.option("--json", "print as JSON").option(...dirOption);

const client = ({ dir }: Options) => farmClient(dir);

function say(device: DeviceResponse, options: Options): void {
  const why = device.stateReason === undefined ? "" : `: ${device.stateReason}`;
  if (options.json) json(device);
  else out(plain(`${device.deviceId} is ${device.state}${why}`));
}

async function listDevices(options: Options): Promise<void> {
  const { items } = await (await client(options)).devices({ limit: 100 });
  if (options.json) return json(items);
  const rows = items.map((device) => [
    device.deviceId,
    device.pool,
    device.leaseJobId ? `${device.state} by ${device.leaseJobId}` : device.state,
    `Android ${device.androidRelease} (API ${device.apiLevel})`,
    device.model,
    `${device.screen.width}x${device.screen.height}`,
    repairsOf(device),
    device.stateReason ?? "",
  ]);
  table(["device", "pool", "state", "system", "model", "screen", "repairs", "why"], rows);
}

/** What its host did to bring it back to work, and since when it is to boot again: `reboot 2, quarantine 1, restored 3`. */
const repairsOf = ({ repairs, restores = 0 }: Pick<DeviceResponse, "repairs" | "restores">): string =>
  Object.entries({ ...repairs, restored: restores })
    .filter(([, count]) => count > 0)
    .map(([repair, count]) => `${repair} ${count}`)
    .join(", ");
