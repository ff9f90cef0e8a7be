import type { BatchResponse, PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { dirFlag, type FarmFlags } from "../find-farm.ts";
import { githubBatchReport, mostFailures } from "../github/batch-report.ts";
import { type GithubReport, tellGithub } from "../github/tell-github.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { percent } from "../terminal/figures.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { json, out, progress } from "../terminal/terminal.ts";
import type { BatchClient } from "./batch-client.ts";
import { batchExitCode } from "./batch-exit-code.ts";
import { batchLineText } from "./batch-line-text.ts";
import { reportCauses } from "./causes-report.ts";
import { fetchResults } from "./fetch-results.ts";
import { reportStatistics } from "./statistics-report.ts";
import { type WatchOptions, watchBatch } from "./watch-batch.ts";

export interface FollowFlags extends FarmFlags {
  /** So much of the runs that count must have succeeded, 0 to 1; nothing else decides then. */
  readonly minSuccess?: number;
  /** Told once an uploaded manifest was read. Throws when it was refused. */
  readonly taken?: (batch: BatchResponse) => void;
}

/** Watches a batch to its end, prints its result and leaves its exit code. */
export async function followBatch(client: BatchClient, id: BatchId, flags: FollowFlags): Promise<void> {
  const place = dirFlag(flags.dir);
  using interrupt = interruptSignal(() => {
    progress(`\nthe batch keeps running; watch it with: drover batch watch ${id}${place}`);
    progress(`or stop it with: drover batch cancel ${id}${place}`);
  });
  const { signal } = interrupt;
  const options: WatchOptions = { signal, live: process.stderr.isTTY === true && !flags.json };
  try {
    if (flags.taken) flags.taken(await watchBatch(client, id, { ...options, until: isRead }));
    const ended = await watchBatch(client, id, options);
    const statistics = await reportBatch(client, ended, flags.json === true);
    if (statistics !== null) await tellGithub(() => githubReport(client, ended, statistics));
    process.exitCode = exitCodeBy(flags.minSuccess, ended, statistics);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const isRead = ({ status, uploadId }: BatchResponse): boolean =>
  status !== "checking" && uploadId === undefined;

/** With its own rule the rate decides alone; a batch without a run that counts keeps no rule. */
function exitCodeBy(
  minSuccess: number | undefined,
  batch: BatchResponse,
  statistics: BatchStatistics | null,
): number {
  const isWhole = batch.status === "finished" && statistics !== null;
  if (minSuccess === undefined || !isWhole) return batchExitCode(batch, statistics?.quarantined);
  const { rate } = statistics.quarantined?.others ?? statistics.all.success;
  if (rate === null) return exitCodes.inconclusive;
  const kept = rate >= minSuccess;
  progress(
    `success ${percent(rate)}: ${kept ? "at least" : "less than"} the required ${percent(minSuccess)}`,
  );
  return kept ? exitCodes.succeeded : exitCodes.failed;
}

/** What did not succeed, the first of each kind, beside the figures. */
async function githubReport(
  client: BatchClient,
  batch: BatchResponse,
  statistics: BatchStatistics,
): Promise<GithubReport> {
  const failures: PublicBatchItem[] = [];
  for (const outcome of JobOutcome.options) {
    if (outcome === "succeeded" || (batch.counts.outcomes[outcome] ?? 0) === 0) continue;
    const left = mostFailures - failures.length;
    if (left > 0) failures.push(...(await client.items(batch.batchId, { outcome, limit: left })).items);
  }
  return githubBatchReport(batch, statistics, failures);
}

/** A batch and the statistics of its results, for people or as JSON; null: it has none. */
export async function reportBatch(
  client: BatchClient,
  batch: BatchResponse,
  asJson: boolean,
): Promise<BatchStatistics | null> {
  if (batch.status === "refused" || batch.lineCount === 0) {
    if (asJson) json({ batch });
    else {
      out(batchLineText(batch));
      for (const { line, field, message } of batch.problems) out(`line ${line}: ${field}: ${message}`);
    }
    return null;
  }
  const { text } = await fetchResults(client, batch.batchId, "json");
  const statistics = BatchStatistics.parse(JSON.parse(await text()));
  if (asJson) json({ batch, statistics });
  else {
    out(batchLineText(batch));
    reportCauses(await client.causes(batch.batchId));
    reportStatistics(statistics);
  }
  return statistics;
}
