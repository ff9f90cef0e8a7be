import { batchBudgetState } from "#agent/budget/batch-budget-state.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { SkipCause } from "#shared/contracts/batch/batch-item.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { BatchRun } from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import { stoppedByRule } from "./take-rules.ts";

/**
 * Whether a run of a batch may begin more. `leave`: it is another run's, or has ended. `stop`: nothing more is run, what runs goes
 * on to its end. `pause`: not now.
 */
export interface BatchRunState {
  readonly may: "go" | "leave" | "stop" | "pause";
  readonly reason: string;
  /** Of `stop`: why lines that were not started are left out. */
  readonly cause?: SkipCause;
  /** Of `pause`: a budget has nothing left until somebody raises it, or a day ends. */
  readonly pausedFor?: Batch["pausedFor"];
}

/** The current batch, with what its run may do. */
export async function readBatch(
  { tenantId, batchId, run }: BatchRun,
  runtime: Services,
): Promise<{ readonly batch: Batch; readonly standing: BatchRunState }> {
  const { batches, batchItems, farmSwitch } = runtime.repositories;
  const [batch, farm] = await Promise.all([batches.get(tenantId, batchId), farmSwitch.get(tenantId)]);
  if (batch === null) throw new DroverError("NotFound", `There is no batch ${batchId}.`);
  const standing = runStateOf(batch, run, farm);
  if (standing.may !== "go") return { batch, standing };
  const { stop } = batch.settings;
  const [counts, budget] = await Promise.all([
    stop === undefined ? null : batchItems.counts(tenantId, batchId),
    batchBudgetState(batch, runtime),
  ]);
  const stopped = counts === null ? null : stoppedByRule(stop, counts);
  return { batch, standing: stopped === null ? budget : { may: "stop", reason: stopped, cause: "stopped" } };
}

function runStateOf(batch: Batch, run: number, farm: FarmSwitch | null): BatchRunState {
  const { status, statusReason = "", pausedFor } = batch;
  if (batch.run > run) return { may: "leave", reason: `Run ${batch.run} continues the batch.` };
  if (hasEnded(batch)) return { may: "leave", reason: `The batch is ${status}.` };
  if (status === "cancelling") return { may: "stop", reason: statusReason, cause: "cancelled" };
  const stopped = stoppedBecause({ createdAt: lastWanted(batch) }, farm);
  if (stopped !== null) return { may: "stop", reason: stopped, cause: "killSwitch" };
  // What a budget paused continues when the budget has room: that is looked at again.
  if (status === "paused" && pausedFor === undefined) return { may: "pause", reason: statusReason };
  return { may: "go", reason: "" };
}

/** Stores that the batch waits, and why, or that it no longer waits. */
export async function noteRunState(
  { tenantId, batchId }: Batch,
  standing: BatchRunState,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  await repositories.batches.change(tenantId, batchId, (now) => changeFor(now, standing));
}

/** Null if the batch already has this state, or a person has decided. */
function changeFor(
  { status, statusReason, pausedFor }: Batch,
  { may, reason, pausedFor: wanted }: BatchRunState,
): Partial<Batch> | null {
  if (status !== "running" && (status !== "paused" || pausedFor === undefined)) return null;
  const next = wanted !== undefined ? ("paused" as const) : ("running" as const);
  const why = may === "go" || reason === "" ? undefined : reason.slice(0, 1_000);
  if (status === next && statusReason === why && pausedFor === wanted) return null;
  return { status: next, statusReason: why, pausedFor: wanted };
}

/** When the batch was last started or resumed: an earlier stop of all jobs does not apply to it. */
const lastWanted = ({ createdAt, startedAt = createdAt, submissions, retries, changes }: Batch): string =>
  [startedAt, createdAt, ...[...submissions, ...retries, ...changes].map(({ at }) => at)].toSorted().at(-1) ??
  createdAt;
