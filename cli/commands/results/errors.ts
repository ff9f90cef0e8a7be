import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { jobId } from "../../options/option-values.ts";
import { type PageFlags, tellMore, withPageFlags } from "../../page-options.ts";
import { reportError } from "../../report/error-report.ts";
import { jsonList, progress } from "../../terminal/terminal.ts";

interface ErrorsOptions extends PageFlags {
  readonly job?: string;
  readonly links?: boolean;
}

export const errorsCommand = (command: Command): Command =>
  withPageFlags(command)
    .option("--job <job>", "only errors of this job", jobId)
    .option("--links", "with a link to each screenshot (valid for minutes)")
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
  tellMore("errors", options, page.nextCursor);
}
