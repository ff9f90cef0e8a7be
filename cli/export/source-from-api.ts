import { inLineOrder } from "#batches/items/in-line-order.ts";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { ExportFilter } from "#shared/contracts/result/export.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import type { ResultItem } from "#shared/rules/batch-results/result-source.ts";
import { isFiltering, jobChooser, mayBeChosen } from "#shared/rules/export/choose-jobs.ts";
import type { ExportedJob, ExportSource } from "#shared/rules/export/export-source.ts";
import { jobPages } from "#shared/rules/job-page.ts";
import { withLostArtifacts } from "#shared/rules/steps/lost-artifacts.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type ApiClient, createApiClient } from "../api-client.ts";
import { createBatchClient, findBatchId } from "../batch/batch-client.ts";
import type { ApiAddress } from "../call-route.ts";
import { jobIfThere } from "../job-if-there.ts";
import { ArtifactReader } from "./artifact-reader.ts";

/** A farm's job or batch by the name that a person gives it, as formats read it. */
export async function sourceFromApi(
  address: ApiAddress,
  named: string,
  filter: ExportFilter,
): Promise<ExportSource> {
  const api = createApiClient(address);
  const isJob = JobId.safeParse(named).success && (await jobIfThere(api, named)) !== null;
  if (!isJob) return batchSource(address, named, filter);
  const trajectory = await api.trajectory(named);
  const artifacts = new ArtifactReader(api);
  return {
    linkTo: jobPages(address.apiUrl),
    async *items() {},
    async *jobs() {
      yield await exportedJob(api, artifacts, trajectory);
    },
  };
}

async function batchSource(address: ApiAddress, named: string, filter: ExportFilter): Promise<ExportSource> {
  const api = createApiClient(address);
  const batches = createBatchClient(address);
  const batch = await batches.read(await findBatchId(batches, named, "job or batch"));
  const artifacts = new ArtifactReader(api);
  let ordered: ReturnType<typeof inLineOrder<ResultItem>> | undefined;
  async function* all(): AsyncGenerator<ResultItem> {
    ordered ??= inLineOrder(
      everyItem<ResultItem>((cursor) => batches.items(batch.batchId, { limit: 100, cursor })),
    );
    yield* (await ordered)();
  }
  async function* chosen(): AsyncGenerator<ExportedJob> {
    const isChosen = jobChooser(filter);
    for await (const item of all()) {
      const last = item.attempts.at(-1);
      if (last === undefined || !mayBeChosen(filter, item)) continue;
      const trajectory = await api.trajectory(last.jobId);
      if (isChosen(trajectory)) yield { ...(await exportedJob(api, artifacts, trajectory)), item };
    }
  }
  return {
    batch,
    linkTo: jobPages(address.apiUrl),
    async *items() {
      if (isFiltering(filter)) for await (const { item } of chosen()) if (item) yield item;
      if (!isFiltering(filter)) yield* all();
    },
    jobs: chosen,
  };
}

async function exportedJob(
  api: ApiClient,
  artifacts: ArtifactReader,
  trajectory: Trajectory,
): Promise<ExportedJob> {
  const { jobId, taskSteps = [] } = trajectory.job;
  const keys = await artifacts.keys(jobId);
  return {
    trajectory: withLostArtifacts(trajectory, keys),
    async *parts() {
      for (const id of taskSteps.flatMap(({ jobIds }) => jobIds))
        yield await exportedJob(api, artifacts, await api.trajectory(id));
    },
    judgements: () =>
      Array.fromAsync(
        everyItem((cursor) => api.judgements(jobId, { limit: 100, ...(cursor ? { cursor } : {}) })),
      ),
    keys: async () => keys,
    read: (key) => artifacts.read(key),
  };
}
