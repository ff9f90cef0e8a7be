import {
  ExecutionDoesNotExist,
  ListMapRunsCommand,
  ResourceNotFound,
  type SFNClient,
  UpdateMapRunCommand,
} from "@aws-sdk/client-sfn";
import type { Batch } from "#shared/contracts/batch.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/** A round that was planned with the number before begins within this; a batch that has none under way is waited for so long. */
const looks = 4;
const betweenLooksMilliseconds = 400;

interface Limiting {
  readonly clients: { readonly sfn: () => Promise<Pick<SFNClient, "send">> };
  readonly logger: Pick<RuntimeServices["logger"], "info">;
  readonly sleep: RuntimeServices["sleep"];
}

/** The map that is at work, or about to be; the batch's next round takes the number from the batch. */
export async function limitRun(
  { executionArn, batchId }: Pick<Batch, "executionArn" | "batchId">,
  maxConcurrency: number,
  { clients, logger, sleep }: Limiting,
): Promise<void> {
  if (executionArn === undefined) return;
  try {
    const sfn = await clients.sfn();
    for (let look = 1; look <= looks; look += 1) {
      const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn, maxResults: 100 }));
      const live = mapRuns.filter(({ stopDate }) => stopDate === undefined);
      for (const { mapRunArn } of live)
        await sfn.send(new UpdateMapRunCommand({ mapRunArn, maxConcurrency }));
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
