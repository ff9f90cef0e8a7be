import { errorFields } from "#agent/environment/runtime-logger.ts";
import { namedFailure, readFailure } from "#agent/runtime/failure.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { batchResultKey } from "#shared/contracts/farm/keys.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import type { FinishBatchInput, FinishBatchOutput } from "#shared/contracts/workflow/batch-run.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { gatherStatistics } from "#shared/rules/statistics/batch-statistics.ts";
import type { JudgedItem } from "#shared/rules/statistics/ended-run.ts";
import { noteTaskRuns } from "../schedules/note-task-runs.ts";
import { settleRun } from "../schedules/settle-run.ts";
import { type BatchRunState, readBatch } from "./batch-run-state.ts";
import { breakOff } from "./break-off.ts";
import { tellBatchTrace } from "./tell-batch-trace.ts";

type FinishRuntime = Runtime<"finish-batch">;

/**
 * Writes what the batch came to and ends it, unless somebody changed it since its last round was planned: then that is looked at
 * first. Asked again it answers the same end. Told of an error, it ends the batch as one whose execution failed.
 */
export async function finishBatch(
  input: FinishBatchInput,
  runtime: FinishRuntime,
): Promise<FinishBatchOutput> {
  const { tenantId, batchId, run, revision, broken } = input;
  if (broken !== null) {
    const { executionArn, uploadId, ...failure } = broken;
    const place = { tenantId, batchId, run, executionArn, uploadId: uploadId ?? undefined };
    const batch = await breakOff({ ...place, error: failureText(failure) }, runtime);
    return { route: "ended", status: batch?.status ?? "gone", detail: batch?.statusReason ?? "" };
  }
  const { batch, standing } = await readBatch(input, runtime);
  if (standing.may === "leave") {
    await settle(batch, null, runtime);
    return ended(batch, standing.reason);
  }
  if (batch.revision !== revision) return again(batch);
  const { key, history } = await writeStatistics(batch, runtime);
  const { status, reason } = endOf(standing);
  const after = await runtime.repositories.batches.change(tenantId, batchId, (now) =>
    now.revision === revision
      ? {
          status,
          statusReason: reason,
          pausedFor: undefined,
          finishedAt: runtime.now().toISOString(),
          resultKeys: { ...now.resultKeys, statistics: key },
        }
      : null,
  );
  if (after === null || !hasEnded(after)) return again(batch);
  tellBatchTrace(after, runtime);
  runtime.logger.info("batch ended", { batchId, status, reason });
  await settle(after, history, runtime);
  return ended(after, reason ?? "");
}

function failureText(failure: { readonly error: string; readonly cause: string }): string {
  const { name, message } = readFailure(namedFailure(failure));
  return `${name}: ${message}`.slice(0, 800);
}

/** Cancelled when somebody stopped it, finished when nothing is left or its own rule ended it. */
const endOf = ({
  cause,
  reason,
}: BatchRunState): { readonly status: "finished" | "cancelled"; readonly reason: string | undefined } => ({
  status: cause === "cancelled" || cause === "killSwitch" ? "cancelled" : "finished",
  reason: reason === "" ? undefined : reason,
});

type History = ReadonlyMap<TaskId, readonly TaskRun[]>;

async function writeStatistics(
  batch: Batch,
  runtime: FinishRuntime,
): Promise<{ readonly key: string; readonly history: History }> {
  const { tenantId, batchId } = batch;
  const { add, result } = gatherStatistics(batch);
  const items: JudgedItem[] = [];
  for await (const { item } of runtime.repositories.batchItems.all(tenantId, batchId)) {
    add(item);
    items.push(item);
  }
  const key = batchResultKey(tenantId, batchId, "statistics.json");
  await runtime.artifacts.put(key, JSON.stringify(result()), "application/json");
  return { key, history: await noteTaskRuns(batch, items, runtime) };
}

/** The batch has ended in any case: the check of every minute handles a failure here. */
async function settle(batch: Batch, history: History | null, runtime: FinishRuntime): Promise<void> {
  await settleRun(batch, history, runtime).catch((error: unknown) =>
    runtime.logger.error("a schedule's run was not settled", {
      batchId: batch.batchId,
      ...errorFields(error),
    }),
  );
}

const again = ({ status }: Batch): FinishBatchOutput => ({
  route: "again",
  status,
  detail: "Somebody changed the batch while it was being ended.",
});

const ended = ({ status }: Batch, detail: string): FinishBatchOutput => ({ route: "ended", status, detail });
