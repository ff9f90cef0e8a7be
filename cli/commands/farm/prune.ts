import type { Command } from "commander";
import type { ApiClient } from "../../api-client.ts";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { jobId } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, out } from "../../terminal/terminal.ts";

interface PruneOptions extends FarmFlags {
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}

const dayMilliseconds = 86_400_000;
const days = wholeNumber(0, 3_650);
const jobIds = (value: string, others: readonly string[] = []): readonly string[] => [
  ...others,
  jobId(value),
];

export const pruneCommand = (command: Command): Command =>
  withFarmFlags(command, "print how many as JSON")
    .argument("[jobs...]", "ended jobs to remove", jobIds)
    .option("--older-than <days>", "every job that ended before that; 0: every ended job", days)
    .option("--dry-run", "only count the jobs of --older-than")
    .action(async (jobs: readonly string[], options: PruneOptions) => {
      const { olderThan, dryRun = false } = options;
      if ((jobs.length === 0) === (olderThan === undefined))
        throw new CommandFailure(exitCodes.usage, "Name jobs, or give --older-than <days>.");
      const api = await farmClient(options.dir);
      const removed =
        olderThan === undefined ? await removeEach(jobs, api) : await pruneAll(olderThan, dryRun, api);
      if (options.json) return json({ removed, dryRun });
      out(`${removed} ${removed === 1 ? "job" : "jobs"} ${dryRun ? "would be " : ""}removed`);
    });

async function removeEach(jobs: readonly string[], api: ApiClient): Promise<number> {
  for (const job of jobs) await api.remove(job);
  return jobs.length;
}

async function pruneAll(olderThan: number, dryRun: boolean, api: ApiClient): Promise<number> {
  const endedBefore = new Date(Date.now() - olderThan * dayMilliseconds).toISOString();
  let removed = 0;
  let cursor: string | undefined;
  do {
    const page = await api.prune({ endedBefore, dryRun, ...(cursor === undefined ? {} : { cursor }) });
    removed += page.removed;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return removed;
}
