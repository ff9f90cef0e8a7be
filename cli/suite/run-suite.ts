import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchResult } from "#shared/contracts/batch/batch-result.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import type { BatchClient } from "../batch/batch-client.ts";
import { fetchResults } from "../batch/fetch-results.ts";
import { sendLines } from "../batch/upload-manifest.ts";
import { watchBatch } from "../batch/watch-batch.ts";
import { dirFlag } from "../find-farm.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { progress } from "../terminal/terminal.ts";

export interface SuiteBatch {
  readonly name: string;
  readonly lines: readonly SentLine[];
  readonly concurrency: number;
  readonly dir: string;
  readonly isQuiet: boolean;
}

export interface EndedSuite {
  readonly batch: BatchResponse;
  readonly results: readonly BatchResult[];
}

/** Runs lines as their own batch to its end. Null: it was interrupted, and the batch continues. */
export async function runSuite(client: BatchClient, suite: SuiteBatch): Promise<EndedSuite | null> {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const name = BatchName.parse(`${suite.name}-${stamp}`);
  const sent = await sendLines(client, suite.lines);
  const { batchId } = await client.submit({ name, ...sent, settings: { concurrency: suite.concurrency } });
  progress(`batch ${name} (${batchId}): ${suite.lines.length} jobs`);
  using interrupt = interruptSignal(() =>
    progress(`\nthe batch stays: drover batch watch ${batchId}${dirFlag(suite.dir)}`),
  );
  try {
    const live = process.stderr.isTTY === true && !suite.isQuiet;
    const batch = await watchBatch(client, batchId, { signal: interrupt.signal, live });
    return { batch, results: await resultsOf(client, batch) };
  } catch (error) {
    if (interrupt.signal.aborted) return null;
    throw error;
  }
}

async function resultsOf(client: BatchClient, batch: BatchResponse): Promise<readonly BatchResult[]> {
  if (batch.status === "refused" || batch.lineCount === 0) return [];
  const { text } = await fetchResults(client, batch.batchId, "jsonl");
  return (await text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => BatchResult.parse(JSON.parse(line)));
}
