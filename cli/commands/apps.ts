import type { Command } from "commander";
import { createApiClient } from "../api-client.ts";
import { defaultFarmDirectory, findFarm } from "../find-farm.ts";
import { deviceId, someText } from "../option-values.ts";
import { table } from "../table.ts";
import { json } from "../terminal.ts";

interface Options {
  readonly dir: string;
  readonly json?: boolean;
}

export const appsCommand = (command: Command): Command =>
  command
    .argument("<device>", "the device", deviceId)
    .option("--json", "print as JSON")
    .option("--dir <dir>", "the farm's directory", someText, defaultFarmDirectory)
    .action(listApps);

async function listApps(id: string, options: Options): Promise<void> {
  const apps = await createApiClient(await findFarm(options.dir)).apps(id);
  if (options.json) return json(apps);
  const rows = apps.items.map((app) => [app.label, app.package, app.versionCode, app.description ?? ""]);
  table(["app", "package", "version", "what it is for"], rows);
}
