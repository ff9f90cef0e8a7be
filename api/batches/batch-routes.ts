import type { Runtime } from "#agent/runtime/services.ts";
import { batchProgress, budgetLeft } from "#batches/items/batch-progress.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { manifestContentType, maxManifestBytes } from "#shared/contracts/batch/batch-manifest.ts";
import { manifestUploadKey } from "#shared/contracts/farm/keys.ts";
import { type BatchId, type TenantId, UploadId } from "#shared/contracts/values/ids.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { findBatch } from "./find-batch.ts";

const uploadSeconds = 300;

export const uploadManifest: RouteHandler<Routes["uploadManifest"]> = async ({ tenantId }, runtime) => {
  const uploadId = UploadId.parse(runtime.newId());
  const form = await runtime.artifacts.uploadForm(manifestUploadKey(tenantId, uploadId), {
    contentType: manifestContentType,
    maxBytes: maxManifestBytes,
    seconds: uploadSeconds,
  });
  const expiresAt = new Date(runtime.now().getTime() + uploadSeconds * 1_000).toISOString();
  return { uploadId, url: form.url, fields: { ...form.fields }, maxBytes: maxManifestBytes, expiresAt };
};

export const listBatches: RouteHandler<Routes["listBatches"]> = async (
  { tenantId, query },
  { repositories },
) => {
  const { name, ...asked } = query;
  if (name !== undefined) {
    const batch = await repositories.batches.byName(tenantId, name);
    const fits = batch !== null && (asked.status === undefined || batch.status === asked.status);
    return { items: fits ? [batch] : [] };
  }
  const page = await repositories.batches.list(tenantId, asked);
  return { ...page, items: [...page.items] };
};

export const showBatch: RouteHandler<Routes["readBatch"]> = ({ tenantId, parameters }, runtime) =>
  batchView(tenantId, parameters.id, runtime);

/** A batch with its counts as they are now. @throws NotFound */
export async function batchView(tenantId: TenantId, batchId: BatchId, runtime: Runtime<"api">) {
  const [batch, counts] = await Promise.all([
    findBatch(tenantId, batchId, runtime),
    runtime.repositories.batchItems.counts(tenantId, batchId),
  ]);
  return {
    ...batch,
    counts,
    progress: batchProgress(batch, counts, runtime.now()),
    costUsd: counts.costUsd,
    deviceMinutes: counts.deviceMilliseconds / 60_000,
    budgetLeft: budgetLeft(batch.settings.budget, counts),
  };
}

export const listBatchItems: RouteHandler<Routes["listBatchItems"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { limit, cursor, ...filter } = query;
  const { batchId } = await findBatch(tenantId, parameters.id, runtime);
  const page = await runtime.repositories.batchItems.page(tenantId, batchId, { limit, cursor }, filter);
  return { ...page, items: [...page.items] };
};
