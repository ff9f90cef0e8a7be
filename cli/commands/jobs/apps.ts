import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { deviceId } from "../../options/option-values.ts";
import { table } from "../../terminal/table.ts";
import { json } from "../../terminal/terminal.ts";

interface Options {
  readonly dir: string;
  readonly json?: boolean;
}

export const appsCommand = (command: Command): Command =>
  command
    .argument("<device>", "the device", deviceId)
    .option("--json", "print as JSON")
    .option(...dirOption)
    .action(listApps);

async function listApps(id: string, options: Options): Promise<void> {
  const apps = await (await farmClient(options.dir)).apps(id);
  if (options.json) return json(apps);
  const rows = apps.items.map((app) => [app.label, app.package, app.versionCode, app.description ?? ""]);
  table(["app", "package", "version", "what it is for"], rows);
}
