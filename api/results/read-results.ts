import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { inLineOrder } from "#batches/items/in-line-order.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { batchResultKey } from "#shared/contracts/farm/keys.ts";
import { resultFormats } from "#shared/rules/batch-results/result-formats.ts";
import type { ResultSource } from "#shared/rules/batch-results/result-source.ts";
import { jobPages } from "#shared/rules/job-page.ts";
import { defined } from "#shared/values/defined.ts";
import { findBatch } from "../batches/find-batch.ts";
import type { RouteHandler } from "../http/http-route.ts";

/**
 * Written on request, from the current items, and returned as a link: 100,000 items are larger than what
 * Lambda may answer.
 */
export const readResults: RouteHandler<Routes["readResults"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const batch = await findBatch(tenantId, parameters.id, runtime);
  const { format, page } = query;
  const linkTo = page === undefined ? undefined : jobPages(page);
  const results = await writeResults(batch, { format, linkTo }, runtime);
  const complete = batch.status === "finished" || batch.status === "cancelled";
  return { format, complete, links: await artifactLinker(tenantId, runtime)({ results }) };
};

interface Asked {
  readonly format: ResultFormat;
  readonly linkTo: ResultSource["linkTo"];
}

async function writeResults(
  batch: Batch,
  { format, linkTo }: Asked,
  { repositories, artifacts }: Pick<Services, "artifacts" | "repositories">,
): Promise<string> {
  const { tenantId, batchId } = batch;
  const { contentType, fileName, write } = resultFormats[format];
  const items = await inLineOrder(itemsOf(batch, repositories));
  const pieces: Buffer[] = [];
  for await (const piece of write({ batch, items, ...defined({ linkTo }) })) pieces.push(Buffer.from(piece));
  const key = batchResultKey(tenantId, batchId, `asked/${fileName}`);
  await artifacts.put(key, Buffer.concat(pieces), contentType);
  return key;
}

async function* itemsOf(
  { tenantId, batchId }: Batch,
  { batchItems }: Runtime<"api">["repositories"],
): AsyncGenerator<BatchItem> {
  for await (const { item } of batchItems.all(tenantId, batchId)) yield item;
}
