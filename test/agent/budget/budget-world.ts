import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Services } from "#agent/runtime/services.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import type { BudgetLimits, SharedBudget } from "#shared/contracts/job/budget.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { BatchId, type JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { sharedBudgetOf } from "#shared/rules/budget/shared-budget.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { startFunctions } from "../../functions/start-functions.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";
import { usualRetention } from "../../shared/storage/usual-retention.ts";

/** A process died before its write was carried out, or after it. */
export class Crash extends Error {}

/** Says of each write whether the process that makes it dies. */
export type CrashPlan = () => "before" | "after" | null;

/** The functions' runtime on the real stand-ins, with a tenant's budget of the day, and processes that can die. */
export async function startBudgets(perDay: BudgetLimits) {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-budgets-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, `export default { budgets: { perDay: ${JSON.stringify(perDay)} } };`);
  const functions = await startFunctions({ DROVER_CONFIG_FILE: file });
  const { clients, tableName } = functions.storage;
  let plan: CrashPlan = () => null;
  const dying = Object.create(clients.dynamodb, {
    send: {
      value: async (command: Parameters<DynamoDBDocumentClient["send"]>[0]) => {
        const isWrite = /Update|Put|Write|Delete/.test(command.constructor.name);
        const crash = isWrite ? plan() : null;
        if (crash === "before") throw new Crash("before the write");
        const answer = await clients.dynamodb.send(command);
        if (crash === "after") throw new Crash("after the write");
        return answer;
      },
    },
  }) as DynamoDBDocumentClient;
  const runtime: Services = {
    ...runtimeFor("predict-action"),
    repositories: createRepositories({ ...usualRetention, dynamodb: dying, tableName }),
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  };
  let lastTenant = 0;
  return {
    functions,
    runtime,
    crashBy(next: CrashPlan): void {
      plan = next;
    },
    /** A batch of a tenant that has no other. */
    async newBatch(budget: BudgetLimits & { onBreach?: string }, concurrency = 4): Promise<Batch> {
      lastTenant += 1;
      const batch = Batch.parse({
        schemaVersion: 1,
        tenantId: TenantId.parse(`tenant-${lastTenant}`),
        batchId: BatchId.parse("01JB0000000000000000000000"),
        name: "suite",
        status: "running",
        settings: { budget, concurrency },
        lineCount: 10,
        manifest: [],
        createdAt: "2026-01-01T00:00:00.000Z",
      });
      await functions.repositories.batches.create(batch);
      return batch;
    },
    /** A job of the batch that has its device. */
    async newJob({ tenantId, batchId, settings }: Batch, jobId: JobId, change: object = {}): Promise<Job> {
      const now = functions.clock.now;
      const sharedBudget: SharedBudget | undefined = sharedBudgetOf(
        { perDay, batch: { batchId, budget: settings.budget } },
        now,
      );
      const job = sampleJob({
        tenantId,
        jobId,
        status: "running",
        acquisition: 1,
        startedAt: now.toISOString(),
        heldSince: now.toISOString(),
        sharedBudget,
        ...change,
      });
      await functions.repositories.jobs.create(job);
      return job;
    },
    async close(): Promise<void> {
      await functions.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
export type BudgetWorld = Awaited<ReturnType<typeof startBudgets>>;
