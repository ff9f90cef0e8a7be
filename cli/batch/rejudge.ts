import type { PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import type { JudgementSummary } from "#shared/contracts/judging/judging.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { inParallel } from "#shared/values/in-parallel.ts";
import { type ApiClient, createApiClient } from "../api-client.ts";
import type { ApiAddress } from "../call-route.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { percent } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { cellText, jsonList, out, progress } from "../terminal/terminal.ts";
import { createBatchClient, findBatchId } from "./batch-client.ts";
import { type FixedValidators, readFixedValidators } from "./read-fixed-validators.ts";
import { type VerdictChange, verdictChange, verdictChanges } from "./verdict-change.ts";

interface RejudgeOptions {
  readonly validators: string;
  readonly json?: boolean;
}

interface Rejudged {
  readonly taskId: string;
  readonly variant: string;
  readonly epoch: number;
  readonly jobId: JobId;
  readonly before: JudgementSummary["verdict"] | null;
  readonly after: JudgementSummary["verdict"];
  readonly change: VerdictChange;
  readonly why: string;
}

/** Calls under way at once: each reads two items and an artifact. */
const atOnce = 8;

/** The jobs of a batch, each by the checks that the file has for its task. */
export async function rejudge(farm: ApiAddress, named: string, options: RejudgeOptions): Promise<void> {
  const fixed = await readFixedValidators(options.validators);
  const [api, batches] = [createApiClient(farm), createBatchClient(farm)];
  const id = await findBatchId(batches, named, "job or batch");
  const items = await Array.fromAsync(
    everyItem<PublicBatchItem>((cursor) => batches.items(id, { limit: 100, cursor, status: "ended" })),
  );
  const meant = items.filter(({ taskId }) => fixed(taskId) !== undefined);
  if (meant.length === 0)
    throw new CommandFailure(exitCodes.usage, `None of the batch's ended tasks is in ${options.validators}.`);
  const judged = await inParallel(meant, atOnce, (item) => judgeItem(api, item, fixed));
  const all = judged.filter((one) => one !== null);
  if (options.json) jsonList({ items: all, ...{ counts: countsOf(all) } });
  else report(all, items.length - meant.length);
  process.exitCode = all.some(({ change }) => change === "cannotTell")
    ? exitCodes.inconclusive
    : exitCodes.succeeded;
}

async function judgeItem(
  api: ApiClient,
  { taskId, variant, epoch, attempts }: PublicBatchItem,
  fixed: FixedValidators,
): Promise<Rejudged | null> {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  const { jobId } = last;
  const { verdict } = await api.job(jobId);
  const now = await api.judge(jobId, { validators: fixed(taskId) });
  const telling = now.results.find((result) => result.verdict === now.verdict) ?? now.results[0];
  const why = now.verdictReason ?? telling?.observed ?? "";
  const change = verdictChange(verdict, now.verdict);
  return { taskId, variant, epoch, jobId, before: verdict ?? null, after: now.verdict, change, why };
}

const countsOf = (all: readonly Rejudged[]): Readonly<Record<VerdictChange, number>> =>
  Object.fromEntries(
    verdictChanges.map((change) => [change, all.filter((one) => one.change === change).length]),
  ) as Record<VerdictChange, number>;

const changeWords: Readonly<Record<VerdictChange, string>> = {
  fixed: "fixed",
  broken: "broken",
  decided: "decided",
  same: "same",
  cannotTell: "cannot tell",
};

function report(all: readonly Rejudged[], others: number): void {
  const changed = all.filter(({ change }) => change !== "same");
  if (changed.length > 0)
    table(
      ["change", "task", "variant", "epoch", "before", "after", "job", "found"],
      changed.map((one) => [
        changeWords[one.change],
        one.taskId,
        one.variant,
        String(one.epoch),
        one.before ?? "-",
        one.after,
        one.jobId,
        cellText(one.why),
      ]),
    );
  const counts = countsOf(all);
  const words = verdictChanges.map((change) => `${counts[change]} ${changeWords[change]}`);
  out(`${words.join(", ")} of ${all.length} jobs`);
  out(`success by their checks: ${rate(all, "before")}, now ${rate(all, "after")}`);
  if (others > 0) progress(`${others} jobs are unchanged: the file does not name their tasks`);
  progress("the first verdicts still count; 'drover show <job>' shows both");
}

function rate(all: readonly Rejudged[], when: "before" | "after"): string {
  const told = all.filter((one) => one[when] === "passed" || one[when] === "failed");
  return percent(
    told.length === 0 ? null : told.filter((one) => one[when] === "passed").length / told.length,
  );
}
