import type { Command } from "commander";
import { createApiClient } from "../api-client.ts";
import { defaultFarmDirectory, findFarm } from "../find-farm.ts";
import { table } from "../table.ts";
import { json } from "../terminal.ts";

export const devicesCommand = (command: Command): Command =>
  command
    .option("--json", "print them as JSON")
    .option("--dir <dir>", "the farm's directory", defaultFarmDirectory)
    .action(async (options: { readonly dir: string; readonly json?: boolean }) => {
      const { items } = await createApiClient(await findFarm(options.dir)).devices({ limit: 100 });
      if (options.json) return json(items);
      const rows = items.map((device) => [
        device.deviceId,
        device.pool,
        device.leaseJobId ? `${device.state} by ${device.leaseJobId}` : device.state,
        `Android ${device.androidRelease} (API ${device.apiLevel})`,
        device.model,
        `${device.screen.width}x${device.screen.height}`,
        device.stateReason ?? "",
      ]);
      table(["device", "pool", "state", "system", "model", "screen", "why"], rows);
    });
