import { buildTrajectory, recordOf } from "#agent/job/build-trajectory.ts";
import type { Services } from "#agent/runtime/services.ts";
import { inLineOrder } from "#batches/items/in-line-order.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { exportPrefix, jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Rejudgement } from "#shared/contracts/judging/judging.ts";
import type { ExportFilter } from "#shared/contracts/result/export.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isFiltering, jobChooser, mayBeChosen } from "#shared/rules/export/choose-jobs.ts";
import type { ExportedJob, ExportSource } from "#shared/rules/export/export-source.ts";
import { withLostArtifacts } from "#shared/rules/steps/lost-artifacts.ts";
import { everyItem } from "#shared/values/every-item.ts";

/** One ended job, as it is stored. */
export const jobSource = (job: Job, runtime: Services): ExportSource => ({
  async *items() {},
  async *jobs() {
    yield await exportedJob(job, runtime);
  },
});

/** The last jobs of a batch's items, as far as they have ended and are chosen. */
export function batchSource(batch: Batch, filter: ExportFilter, runtime: Services): ExportSource {
  const { tenantId, batchId } = batch;
  const { batchItems, jobs } = runtime.repositories;
  async function* stored(): AsyncGenerator<BatchItem> {
    for await (const { item } of batchItems.all(tenantId, batchId)) yield item;
  }
  let ordered: ReturnType<typeof inLineOrder<BatchItem>> | undefined;
  async function* all(): AsyncGenerator<BatchItem> {
    ordered ??= inLineOrder(stored());
    yield* (await ordered)();
  }
  async function* chosen(): AsyncGenerator<ExportedJob> {
    const isChosen = jobChooser(filter);
    for await (const item of all()) {
      const last = item.attempts.at(-1);
      if (last === undefined || !mayBeChosen(filter, item)) continue;
      const job = await jobs.get(tenantId, last.jobId);
      if (job === null || job.status !== "finished") continue;
      const exported = await exportedJob(job, runtime, item);
      if (isChosen(exported.trajectory)) yield exported;
    }
  }
  return {
    batch,
    async *items() {
      if (isFiltering(filter)) for await (const { item } of chosen()) if (item) yield item;
      if (!isFiltering(filter)) yield* all();
    },
    jobs: chosen,
  };
}

async function exportedJob(job: Job, runtime: Services, item?: BatchItem): Promise<ExportedJob> {
  const { tenantId, jobId } = job;
  const { artifacts, repositories } = runtime;
  const keys = (await artifacts.list(jobPrefix(tenantId, jobId))).filter(
    (key) => !key.startsWith(exportPrefix(tenantId, jobId)),
  );
  return {
    trajectory: withLostArtifacts(await trajectoryOf(job, runtime), keys),
    ...(item === undefined ? {} : { item }),
    async *parts() {
      for (const id of partIds(job)) {
        const part = await repositories.jobs.get(tenantId, id);
        if (part?.status === "finished") yield await exportedJob(part, runtime);
      }
    },
    judgements: () => judgementsOf(tenantId, jobId, runtime),
    keys: async () => keys,
    read: (key) => artifacts.get(key).catch(absent),
  };
}

const partIds = ({ taskSteps = [], roleJobs = [] }: Job): readonly JobId[] => [
  ...taskSteps.flatMap(({ jobIds }) => jobIds),
  ...roleJobs.map(({ jobId }) => jobId),
];

const judgementsOf = (
  tenantId: TenantId,
  jobId: JobId,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly Rejudgement[]> =>
  Array.fromAsync(
    everyItem((cursor) => repositories.judgements.list(tenantId, jobId, { limit: 100, cursor })),
  );

/** A job without a trajectory, or that never ran, is read from the table. */
async function trajectoryOf(job: Job, runtime: Services): Promise<Trajectory> {
  const stored =
    job.trajectoryKey === undefined
      ? null
      : await runtime.artifacts.getJson(job.trajectoryKey, Trajectory).catch(absent);
  return (
    stored ?? {
      ...(await buildTrajectory(job, await recordOf(job, runtime), runtime)),
      job: PublicJob.parse(job),
    }
  );
}

function absent(error: unknown): null {
  if (error instanceof DroverError && error.code === "NotFound") return null;
  throw error;
}
