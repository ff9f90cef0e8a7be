import type { Command } from "commander";
import { type FarmCommandOptions, withFarmOptions } from "../../farm-options.ts";
import { runOnOwnFarm } from "../../run-on-own-farm.ts";

const task = "Turn on Bluetooth, then set an alarm for 7:30";
const checks = [
  "setting:global/bluetooth_on=1",
  "sqlite:/data/user_de/0/com.android.deskclock/databases/alarms.db/alarm_templates?hour=7&minutes=30&enabled=1",
];

export const demoCommand = (command: Command): Command =>
  withFarmOptions(command).action(async (options: FarmCommandOptions) => {
    process.exitCode = await runOnOwnFarm(options, task, checks);
    process.exit();
  });
