import type { Command } from "commander";
import { createApiClient } from "../api-client.ts";
import { defaultFarmDirectory, findFarm } from "../find-farm.ts";
import { someText } from "../option-values.ts";
import { json, out } from "../terminal.ts";

export const resumeCommand = (command: Command): Command =>
  command
    .option("--json", "print the farm's state as JSON")
    .option("--dir <dir>", "the farm's directory", someText, defaultFarmDirectory)
    .action(async (options: { readonly dir: string; readonly json?: boolean }) => {
      const farm = await createApiClient(await findFarm(options.dir)).resumeFarm();
      if (options.json) return json(farm);
      out("new jobs are taken; those from before the stop have ended or end at their next turn");
    });
