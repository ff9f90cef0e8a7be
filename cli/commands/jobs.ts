import { type Command, Option } from "commander";
import { PageQuery } from "#shared/contracts/page.ts";
import { farmClient } from "../farm-client.ts";
import { dirFlag, dirOption } from "../find-farm.ts";
import { boundedBy, someText } from "../option-values.ts";
import { table } from "../table.ts";
import { cut, json, progress } from "../terminal.ts";

interface JobsOptions {
  readonly dir: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
  readonly json?: boolean;
}

export const jobsCommand = (command: Command): Command =>
  command
    .option("--limit <n>", "how many", boundedBy(PageQuery.shape.limit.unwrap()), 20)
    .option("--cursor <cursor>", "go on where an earlier list ended", someText)
    .addOption(new Option("--status <status>", "only these").choices(["queued", "running", "finished"]))
    .option("--json", "print the page as JSON")
    .option(...dirOption)
    .action(listJobs);

async function listJobs(options: JobsOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const { limit, cursor, status } = options;
  const page = await api.jobs({
    limit,
    ...(cursor ? { cursor } : {}),
    ...(status ? { status } : {}),
  });
  if (options.json) return json(page);
  const rows = page.items.map((job) => [
    job.jobId,
    job.outcome ?? (job.waiting === undefined ? job.status : "waiting"),
    String(job.stepCount),
    job.createdAt.slice(0, 19).replace("T", " "),
    cut(job.task, 60),
  ]);
  table(["job", "outcome", "steps", "created (UTC)", "task"], rows);
  if (page.nextCursor) progress(`more: npx drover jobs${dirFlag(options.dir)} --cursor ${page.nextCursor}`);
}
