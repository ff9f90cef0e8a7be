import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, dirOption } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { json, out, progress } from "../../terminal/terminal.ts";

interface StopOptions {
  readonly dir: string;
  readonly reason?: string;
  readonly json?: boolean;
}

export const stopCommand = (command: Command): Command =>
  command
    .requiredOption("--all", "every job of the tenant; for one there is 'drover cancel'")
    .option("--reason <text>", "told with every job that ends by it", someText)
    .option("--json", "print the farm's state as JSON")
    .option(...dirOption)
    .action(async (options: StopOptions) => {
      const farm = await (await farmClient(options.dir)).stopFarm(options.reason);
      if (options.json) return json(farm);
      out(
        `stopped at ${farm.stoppedAt}: running jobs end at their next turn, waiting ones when their turn comes`,
      );
      progress(`no new job is taken until: npx drover resume${dirFlag(options.dir)}`);
    });
