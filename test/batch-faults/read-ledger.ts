import type { FarmFile } from "#local/farm-file.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { Retention } from "#shared/contracts/farm/retention.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type LeaseLine, readLeases } from "./read-leases.ts";

/** All that was stored of a batch, as the table has it after its end. */
export interface Ledger {
  readonly batch: Batch;
  readonly counts: BatchCounts;
  readonly items: readonly BatchItem[];
  /** Of all attempts. */
  readonly jobs: readonly Job[];
  /** By job. */
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** By the host's log. */
  readonly leases: readonly LeaseLine[];
}

/** Reads what the table has of a batch, past the API: its leases are nobody's business there. */
export async function readLedger(farm: FarmFile, farmDir: string, id: string): Promise<Ledger> {
  const clients = createAwsClients(awsConfigFromEnvironment(farm.environment));
  try {
    const tenantId = TenantId.parse("local");
    const batchId = BatchId.parse(id);
    const repositories = createRepositories({
      dynamodb: clients.dynamodb,
      tableName: "drover",
      retention: Retention.parse({}),
      now: () => new Date(),
    });
    const batch = await repositories.batches.get(tenantId, batchId);
    if (batch === null) throw new Error(`there is no batch ${id}`);
    const items = [];
    for await (const { item } of repositories.batchItems.all(tenantId, batchId)) items.push(item);
    const jobs = [];
    const steps = new Map();
    for (const { jobId } of items.flatMap(({ attempts }) => attempts)) {
      const job = await repositories.jobs.get(tenantId, jobId);
      if (job === null) continue;
      jobs.push(job);
      steps.set(
        jobId,
        await Array.fromAsync(
          everyItem((cursor) => repositories.steps.list(tenantId, jobId, { limit: 100, cursor })),
        ),
      );
    }
    const counts = await repositories.batchItems.counts(tenantId, batchId);
    return { batch, counts, items, jobs, steps, leases: await readLeases(farmDir) };
  } finally {
    closeAwsClients(clients);
  }
}
