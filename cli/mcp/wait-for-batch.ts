import { finishedBatch } from "@drover/client";
import { streamEvents } from "#shared/contracts/api/events.ts";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { batchFactsOf, batchLine } from "./batch-facts.ts";
import type { McpCall } from "./mcp-tool.ts";

/** The batch when it has ended, or when the time is over. Tells how many of its jobs have. */
export async function waitForBatch(
  id: string,
  seconds: number,
  { api, signal, progress }: McpCall,
): Promise<BatchResponse> {
  if (seconds === 0) return api.readBatch({ id });
  const deadline = AbortSignal.timeout(seconds * 1_000);
  let told = -1;
  const onEvent = (event: string, data: unknown): void => {
    const batch = event === "batch" ? streamEvents.batch.safeParse(data).data : undefined;
    if (batch === undefined || batch.progress.ended <= told) return;
    told = batch.progress.ended;
    progress(told, batchLine(batchFactsOf(batch)));
  };
  try {
    return await finishedBatch(api, id, { signal: AbortSignal.any([signal, deadline]), onEvent });
  } catch (error) {
    if (!deadline.aborted) throw error;
    return api.readBatch({ id });
  }
}
