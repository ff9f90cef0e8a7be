import type { Command } from "commander";
import { PageQuery } from "#shared/contracts/values/page.ts";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, dirOption } from "../../find-farm.ts";
import { boundedBy, jobId, someText } from "../../options/option-values.ts";
import { reportError } from "../../report/error-report.ts";
import { jsonList, progress } from "../../terminal/terminal.ts";

interface ErrorsOptions {
  readonly dir: string;
  readonly job?: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly links?: boolean;
  readonly json?: boolean;
}

export const errorsCommand = (command: Command): Command =>
  command
    .option("--job <job>", "only this job's", jobId)
    .option("--limit <n>", "how many", boundedBy(PageQuery.shape.limit.unwrap()), 20)
    .option("--cursor <cursor>", "go on where an earlier list ended", someText)
    .option("--links", "with a link to each screenshot (good for minutes)")
    .option("--json", "print the page as JSON")
    .option(...dirOption)
    .action(listErrors);

async function listErrors(options: ErrorsOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const { limit, cursor, job } = options;
  const page = await api.errors({
    limit,
    ...(cursor ? { cursor } : {}),
    ...(job ? { jobId: job } : {}),
  });
  if (options.json) return jsonList(page);
  for (const error of page.items) reportError(error, options.links === true);
  if (page.items.length === 0) progress("No errors.");
  if (page.nextCursor) progress(`more: npx drover errors${dirFlag(options.dir)} --cursor ${page.nextCursor}`);
}
