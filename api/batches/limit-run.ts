import {
  DescribeMapRunCommand,
  ExecutionDoesNotExist,
  ListMapRunsCommand,
  ResourceNotFound,
  type SFNClient,
  UpdateMapRunCommand,
} from "@aws-sdk/client-sfn";
import type { Services } from "#agent/runtime/services.ts";
import { jobsAtOnce } from "#batches/items/jobs-at-once.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";

/** A round that was planned with the previous number starts within this time; this is also how long to wait for a batch without a running round. */
const looks = 4;
const betweenLooksMilliseconds = 400;

type Sfn = Pick<SFNClient, "send">;

interface Limiting {
  readonly clients: { readonly sfn: () => Promise<Sfn> };
  readonly logger: Pick<Services["logger"], "info">;
  readonly sleep: Services["sleep"];
}

/** The map that is at work, or about to be; the batch's next round takes the number from the batch. */
export const limitRun = (
  batch: Pick<Batch, "executionArn" | "batchId">,
  maxConcurrency: number,
  runtime: Limiting,
): Promise<void> =>
  steerRun(batch, runtime, async (sfn, mapRunArn) => {
    await sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency }));
  });

/**
 * Lets the round of a batch that is cancelled end as soon as no job of it runs, with lines that were not started: its children fail from
 * then on (functions/take-item.ts), and it bears no more failures than it has, and one for each child that may have started nothing yet. So
 * it ends by children that begin after those, of which there is one at a time: that ends no other's job.
 */
export const endRun = (batch: Batch, runtime: Limiting & Pick<Services, "repositories">): Promise<void> =>
  steerRun(batch, runtime, async (sfn, mapRunArn) => {
    await sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency: 1 }));
    const { itemCounts } = await sfn.send(new DescribeMapRunCommand({ mapRunArn }));
    const { failed = 0, aborted = 0, timedOut = 0, running = 0 } = itemCounts ?? {};
    // What the service counts may be a moment behind.
    const children = Math.max(running, await jobsAtOnce(batch));
    const { running: jobs } = await runtime.repositories.batchItems.counts(batch.tenantId, batch.batchId);
    const toleratedFailureCount = failed + aborted + timedOut + Math.max(0, children - jobs) + 1;
    await sfn.send(new UpdateMapRunCommand({ mapRunArn, toleratedFailureCount }));
  });

async function steerRun(
  { executionArn, batchId }: Pick<Batch, "executionArn" | "batchId">,
  { clients, logger, sleep }: Limiting,
  change: (sfn: Sfn, mapRunArn: string | undefined) => Promise<void>,
): Promise<void> {
  if (executionArn === undefined) return;
  try {
    const sfn = await clients.sfn();
    for (let look = 1; look <= looks; look += 1) {
      const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn, maxResults: 100 }));
      const live = mapRuns.filter(({ stopDate }) => stopDate === undefined);
      for (const { mapRunArn } of live) await change(sfn, mapRunArn);
      if (live.length > 0) return;
      if (look < looks) await sleep(betweenLooksMilliseconds);
    }
    logger.info("no map run to limit", { batchId });
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof ExecutionDoesNotExist || error instanceof ResourceNotFound)) throw error;
    logger.info("no map run to limit", { batchId });
  }
}
