import { buildTrajectory, recordOf } from "#agent/job/build-trajectory.ts";
import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { TimeWindow } from "#shared/contracts/api/job-filter.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { debugPrefix } from "#shared/contracts/farm/keys.ts";
import type { BatchId, TenantId, Timestamp } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { jobLinks, jobView, stepView } from "./job-view.ts";

export const listJobs: RouteHandler<Routes["listJobs"]> = async ({ tenantId, query }, runtime) => {
  const { limit, cursor, status, sort, from, to, ...filter } = query;
  const within = await timeOfBatch(tenantId, filter.batchId, { from, to }, runtime);
  const page = await runtime.repositories.jobs.list(tenantId, {
    limit,
    cursor,
    status,
    sort,
    filter,
    within,
  });
  return { ...page, items: [...page.items] };
};

/** A batch's jobs were made while it ran: no other has to be looked at for them. */
async function timeOfBatch(
  tenantId: TenantId,
  batchId: BatchId | undefined,
  { from, to }: TimeWindow,
  { repositories }: Pick<Services, "repositories">,
): Promise<TimeWindow> {
  const batch = batchId === undefined ? null : await repositories.batches.get(tenantId, batchId);
  if (batch === null) return { from, to };
  const { createdAt, finishedAt } = batch;
  const ended = finishedAt === undefined ? undefined : justAfter(finishedAt);
  return {
    from: from !== undefined && from > createdAt ? from : createdAt,
    to: to !== undefined && (ended === undefined || to < ended) ? to : ended,
  };
}

const justAfter = (at: Timestamp): Timestamp => new Date(Date.parse(at) + 1).toISOString();

export const readJob: RouteHandler<Routes["readJob"]> = async ({ tenantId, parameters }, runtime) => {
  const [job, latest] = await Promise.all([
    findJob(tenantId, parameters.id, runtime),
    runtime.repositories.steps.list(tenantId, parameters.id, { limit: 1, newestFirst: true }),
  ]);
  const view = await jobView(job, runtime);
  return { ...view, links: await jobLinks(job, latest.items[0], artifactLinker(tenantId, runtime)) };
};

export const listSteps: RouteHandler<Routes["listSteps"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { id } = parameters;
  const [, page] = await Promise.all([
    findJob(tenantId, id, runtime),
    runtime.repositories.steps.list(tenantId, id, query),
  ]);
  const linksTo = artifactLinker(tenantId, runtime);
  return { ...page, items: await Promise.all(page.items.map((step) => stepView(step, linksTo))) };
};

export const listPlans: RouteHandler<Routes["listPlans"]> = async ({ tenantId, parameters }, runtime) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  return { items: [...(await runtime.repositories.plans.listByJob(tenantId, jobId))] };
};

export const listDebugRecords: RouteHandler<Routes["listDebugRecords"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  const prefix = debugPrefix(tenantId, jobId);
  const linksTo = artifactLinker(tenantId, runtime);
  const keys = await runtime.artifacts.list(debugPrefix(tenantId, jobId, query.step));
  const items = keys.map(async (record) => ({
    name: record.slice(prefix.length).replace(/\.json$/, ""),
    links: await linksTo({ record }),
  }));
  return { items: await Promise.all(items) };
};

/** Lambda answers at most 6 MB, and API Gateway 10. */
const maxInlineBytes = 5_000_000;

export const readTrajectory: RouteHandler<Routes["readTrajectory"]> = async (request, runtime) => {
  const { tenantId, parameters } = request;
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.status !== "finished") {
    throw new DroverError("NotReady", "The trajectory is written when the job ends.", {
      advice: [`Try again when GET /v1/jobs/${job.jobId} says finished.`],
    });
  }
  // A job that never ran has none stored.
  if (job.trajectoryKey === undefined) return buildTrajectory(job, await recordOf(job, runtime), runtime);
  const stored = await runtime.artifacts.get(job.trajectoryKey);
  const { trajectoryKey: location } = job;
  const linked = async () => ({
    statusCode: 303,
    headers: await artifactLinker(tenantId, runtime)({ location }),
  });
  const inline = () => ({
    statusCode: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: new TextDecoder().decode(stored),
  });
  return new RouteResponse({ whole: stored.byteLength > maxInlineBytes ? await linked() : inline() });
};
