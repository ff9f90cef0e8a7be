import type * as z from "zod";
import type {
  BatchRequest,
  BatchSteering,
  RequeueRequest,
  RetryRequest,
  SteeringRequest,
} from "#shared/contracts/api/responses/batch-response.ts";
import type { ForecastRequest } from "#shared/contracts/api/responses/forecast-response.ts";
import type { ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { type ApiAddress, type AskedByCommand, callsTo } from "../call-route.ts";
import { findFarm } from "../find-farm.ts";
import { followEvents } from "../follow-events.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

type Query = NonNullable<AskedByCommand["query"]>;

/** The API's routes of batches. Each throws as callRoute does. */
export function createBatchClient(address: ApiAddress) {
  const call = callsTo(address);
  return {
    submit: (body: z.input<typeof BatchRequest>) => call("submitBatch", { body }),
    forecast: (body: z.input<typeof ForecastRequest>) => call("forecastBatch", { body }),
    upload: () => call("uploadManifest"),
    list: (query: Query) => call("listBatches", { query }),
    read: (id: string) => call("readBatch", { id }),
    events: (id: string, signal: AbortSignal) => followEvents(address, "batchEvents", id, signal),
    causes: (id: string) => call("batchCauses", { id }),
    items: (id: string, query: Query) => call("listBatchItems", { id, query }),
    steer: (id: string, body: z.input<typeof BatchSteering>) => call("steerBatch", { id, body }),
    cancel: (id: string, body: z.input<typeof SteeringRequest>) => call("cancelBatch", { id, body }),
    pause: (id: string, body: z.input<typeof SteeringRequest>) => call("pauseBatch", { id, body }),
    resume: (id: string, body: z.input<typeof SteeringRequest>) => call("resumeBatch", { id, body }),
    retry: (id: string, body: z.input<typeof RetryRequest>) => call("retryBatch", { id, body }),
    requeue: (id: string, body: z.input<typeof RequeueRequest>) => call("requeueItems", { id, body }),
    results: (id: string, format: ResultFormat) =>
      call("readResults", { id, query: { format, page: address.apiUrl } }),
  };
}
export type BatchClient = ReturnType<typeof createBatchClient>;

/** The batches of the farm in a directory, or of the one that the environment names. Throws as findFarm does. */
export const batchClient = async (dir: string): Promise<BatchClient> =>
  createBatchClient(await findFarm(dir));

/** The id of the batch that is meant, by its id or its name. `kind`: what a command takes that takes more than batches. */
export async function findBatchId(
  client: BatchClient,
  idOrName: string,
  kind: "batch" | "job or batch" | "job, batch or file" = "batch",
): Promise<BatchId> {
  const id = BatchId.safeParse(idOrName);
  if (id.success) return id.data;
  const name = BatchName.safeParse(idOrName);
  const [batch] = name.success ? (await client.list({ name: name.data })).items : [];
  if (batch !== undefined) return batch.batchId;
  const lists = kind === "batch" ? "drover batch list" : "drover jobs, drover batch list";
  throw new CommandFailure(exitCodes.usage, `There is no ${kind} '${idOrName}'.`, [
    `List them with: ${lists}`,
  ]);
}
