import type { Command } from "commander";
import { farmClient } from "../farm-client.ts";
import { dirOption } from "../find-farm.ts";
import { json, out } from "../terminal.ts";

export const resumeCommand = (command: Command): Command =>
  command
    .option("--json", "print the farm's state as JSON")
    .option(...dirOption)
    .action(async (options: { readonly dir: string; readonly json?: boolean }) => {
      const farm = await (await farmClient(options.dir)).resumeFarm();
      if (options.json) return json(farm);
      out("new jobs are taken; those from before the stop have ended or end at their next turn");
    });
