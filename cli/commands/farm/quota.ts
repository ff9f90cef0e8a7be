import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { table } from "../../terminal/table.ts";
import { json } from "../../terminal/terminal.ts";

export const quotaCommand = (command: Command): Command =>
  withFarmFlags(command).action(async ({ dir, json: asJson }: FarmFlags) => {
    const { quota, ...used } = await (await farmClient(dir)).quota();
    if (asJson) return json({ quota, ...used });
    const bound = (most: number | undefined): string => (most === undefined ? "no bound" : String(most));
    const row = (name: string, count: number, most: number | undefined) => [name, String(count), bound(most)];
    const rows = [
      row("queued jobs", used.jobsQueued, quota.jobsQueued),
      row("queued jobs of batches", used.batchJobsQueued, undefined),
      row("running jobs", used.jobsRunning, quota.jobsRunning),
      ["jobs of one batch", "", bound(quota.jobsOfBatch)],
      row("submissions this minute", used.submissionsThisMinute, quota.submissionsPerMinute),
    ];
    table(["of the tenant", "in use", "at most"], rows);
  });
