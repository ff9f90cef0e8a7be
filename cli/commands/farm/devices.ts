import type { Command } from "commander";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import { addLookCommands } from "../../device/look-commands.ts";
import { snapshotsCommand } from "../../device/snapshots.ts";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { deviceId, someText } from "../../options/option-values.ts";
import { list } from "../../terminal/table.ts";
import { say } from "../../terminal/terminal.ts";

export const devicesCommand = (command: Command): Command => {
  withFarmFlags(command.command("list"))
    .description("list devices and what they are doing")
    .action(listDevices);
  withFarmFlags(command.command("apps").argument("<id>", "the device", deviceId))
    .description("list a device's apps by label, package, version and purpose")
    .action(listApps);
  withFarmFlags(command.command("quarantine").argument("<id>", "the device", deviceId))
    .description("quarantine a free device until it is released")
    .option("--reason <text>", "shown with the device", someText)
    .action(async (id: string, options: FarmFlags & { readonly reason?: string }) =>
      sayDevice(await (await client(options)).quarantineDevice(id, options.reason), options),
    );
  withFarmFlags(command.command("release").argument("<id>", "the device", deviceId))
    .description("clean a quarantined device and return it to its pool")
    .action(async (id: string, options: FarmFlags) =>
      sayDevice(await (await client(options)).releaseDevice(id), options),
    );
  addLookCommands(command);
  snapshotsCommand(command.command("snapshots").description("save and restore whole devices"));
  return command;
};

const client = ({ dir }: FarmFlags) => farmClient(dir);

function sayDevice(device: DeviceResponse, options: FarmFlags): void {
  const why = device.stateReason === undefined ? "" : `: ${device.stateReason}`;
  say(options, device, `${device.deviceId} is ${device.state}${why}`);
}

async function listDevices(options: FarmFlags): Promise<void> {
  const page = await (await client(options)).devices({ limit: 100 });
  const head = ["device", "pool", "state", "system", "model", "screen", "repairs", "why"];
  list(options, page, head, (device) => [
    device.deviceId,
    device.pool,
    device.leaseJobId ? `${device.state} by ${device.leaseJobId}` : device.state,
    `Android ${device.androidRelease} (API ${device.apiLevel})`,
    device.model,
    `${device.screen.width}x${device.screen.height}`,
    repairsOf(device),
    device.stateReason ?? "",
  ]);
}

async function listApps(id: string, options: FarmFlags): Promise<void> {
  const apps = await (await farmClient(options.dir)).apps(id);
  list(options, apps, ["app", "package", "version", "purpose"], (app) => [
    ...[app.label, app.package, app.versionCode],
    app.description ?? "",
  ]);
}

/** What its host did to bring it back to work, and since when it is to boot again: `reboot 2, quarantine 1, restored 3`. */
const repairsOf = ({ repairs, restores = 0 }: Pick<DeviceResponse, "repairs" | "restores">): string =>
  Object.entries({ ...repairs, restored: restores })
    .filter(([, count]) => count > 0)
    .map(([repair, count]) => `${repair} ${count}`)
    .join(", ");
