import type { Runtime } from "#agent/runtime/services.ts";
import { newTrace } from "#agent/tracing/new-trace.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { BatchPlace } from "#shared/contracts/values/batch-ids.ts";
import type { HostId, JobId } from "#shared/contracts/values/ids.ts";
import type { RoundEntry } from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { KeptItem } from "#shared/storage/batches/batch-item-repository.ts";
import { defined } from "#shared/values/defined.ts";
import { admitJob } from "../submission/admit-job.ts";
import { checkRequest } from "../submission/check-request.ts";
import { newJob } from "../submission/new-job.ts";
import { storeRecording } from "../submission/read-source.ts";
import { batchFacts } from "../submission/submission-facts.ts";
import { lineOf } from "./item-line.ts";

type TakeRuntime = Runtime<"take-item">;

/** Where a job is to be made. */
export interface Taking {
  readonly batch: Batch;
  readonly entry: RoundEntry;
  readonly kept: KeptItem | null;
}

export type Begun =
  | { readonly kind: "job"; readonly job: Job; readonly item: BatchItem }
  /** The line can no longer run in this farm. */
  | { readonly kind: "refused"; readonly item: BatchItem; readonly reason: string }
  /** Somebody else changed the item meanwhile: it is to be looked at again. */
  | { readonly kind: "changed" };

/**
 * The item's next job. Its id is first stored in the item, in the transaction that counts it; then the job is stored. Whatever breaks
 * off between is continued by `resumeAttempt`, so that no item has two jobs at once and no job is without its item.
 */
export async function beginAttempt(taking: Taking, runtime: TakeRuntime): Promise<Begun> {
  const { batch, entry, kept } = taking;
  const line = await lineOf(batch, entry, runtime);
  // One that was left out before anybody read its line does not know all of it.
  const item = kept === null || kept.item.attempts.length === 0 ? newItem(batch, entry, line) : kept.item;
  const attempt = item.attempts.length + 1;
  const made = await makeJob(line, { ...taking, item, attempt }, runtime);
  if (made.kind === "refused") return { kind: "refused", item, reason: made.reason };
  const begun = { jobId: made.job.jobId, attempt, startedAt: made.job.createdAt };
  const { reason: _reason, deferredFor: _deferred, skippedFor: _skipped, skippedAt: _at, ...rest } = item;
  const next: BatchItem = {
    ...rest,
    status: "running",
    attempts: [
      ...item.attempts,
      {
        ...begun,
        steps: 0,
        inputTokens: 0,
        outputTokens: 0,
        wallMilliseconds: 0,
        queuedMilliseconds: 0,
        deviceMilliseconds: 0,
      },
    ],
  };
  if (!(await runtime.repositories.batchItems.change(kept, next))) return { kind: "changed" };
  await made.store();
  return { kind: "job", job: made.job, item: next };
}

/** The job of an attempt that has started: stored now, if its first try failed before that. */
export async function resumeAttempt(
  taking: Taking & { readonly kept: KeptItem },
  runtime: TakeRuntime,
): Promise<Pick<Job, "jobId" | "workflow" | "roles" | "parentJobId">> {
  const { item } = taking.kept;
  const last = item.attempts.at(-1);
  if (last === undefined) throw new DroverError("InternalError", `Item ${item.itemKey} runs without a job.`);
  const job = await runtime.repositories.jobs.get(item.tenantId, last.jobId);
  if (job !== null) return job;
  const line = await lineOf(taking.batch, taking.entry, runtime);
  const made = await makeJob(line, { ...taking, item, attempt: last.attempt }, runtime, last.jobId);
  if (made.kind === "refused") throw new DroverError("ConfigurationInvalid", made.reason);
  await made.store();
  return made.job;
}

interface Making extends Taking {
  readonly item: BatchItem;
  readonly attempt: number;
}

type Made =
  | { readonly kind: "job"; readonly job: Job; readonly store: () => Promise<void> }
  | { readonly kind: "refused"; readonly reason: string };

async function makeJob(
  line: BatchLine,
  { batch, item, attempt }: Making,
  runtime: TakeRuntime,
  jobId?: JobId,
): Promise<Made> {
  const { tenantId, batchId } = batch;
  const { itemKey, taskId, variant, epoch } = item;
  const { group: size } = batch.settings;
  const group = size === undefined ? undefined : Math.ceil(epoch / size);
  const place: BatchPlace = { batchId, itemKey, taskId, variant, epoch, attempt, ...defined({ group }) };
  const facts = await batchFacts(tenantId, batch.settings, runtime);
  try {
    const checkedRequest = await checkRequest(requestOf(line, batch), facts, runtime);
    const made = await newJob(checkedRequest, facts, runtime, { batch: place });
    const job: Job = {
      ...made,
      ...defined({ jobId, trace: newTrace(jobId ?? made.jobId, undefined, runtime) }),
      ...excluding(hostsBefore(batch, item)),
    };
    const { source } = checkedRequest;
    const store = async (): Promise<void> => {
      if (source !== undefined) await storeRecording(tenantId, job.jobId, source.recording, runtime);
      await admitJob(job, runtime);
    };
    return { kind: "job", job, store };
  } catch (error) {
    if (error instanceof DroverError && error.audience === "caller" && !error.retryable)
      return { kind: "refused", reason: error.message };
    throw error;
  }
}

const excluding = (hosts: readonly HostId[]): Pick<Job, "excludedHosts"> =>
  hosts.length === 0 ? {} : { excludedHosts: [...hosts] };

/** Those that an attempt went wrong on, when the batch wants another. */
function hostsBefore({ settings }: Batch, { attempts, attemptsForgiven = 0 }: BatchItem): readonly HostId[] {
  if (settings.retry.strategy !== "otherHost") return [];
  const hosts = attempts.slice(attemptsForgiven).flatMap(({ hostId }) => hostId ?? []);
  return [...new Set(hosts)];
}

/** The batch's class overrides a line's, unless the batch has none. */
const requestOf = (line: BatchLine, { settings }: Batch): JobRequest => ({
  ...line.request,
  tags: [...new Set([...line.request.tags, ...line.tags])].slice(0, 20),
  priority: settings.priority === "normal" ? line.request.priority : settings.priority,
});

export const newItem = (
  { tenantId, batchId }: Batch,
  { itemKey, line }: RoundEntry,
  { taskId, variant, epoch, tags, weight, prerequisite }: BatchLine,
): BatchItem => ({
  schemaVersion: 1,
  tenantId,
  batchId,
  itemKey,
  line,
  taskId,
  variant,
  epoch,
  tags,
  weight,
  ...defined({ prerequisite }),
  status: "running",
  attempts: [],
});
