import { stepsOf } from "#agent/job/build-trajectory.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { jobTimeline } from "./timeline/job-timeline.ts";

export const showTimeline: RouteHandler<Routes["jobTimeline"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const job = await findJob(tenantId, parameters.id, runtime);
  const { jobId } = job;
  const { errors, recoveries, questions } = runtime.repositories;
  const [steps, failed, recovered, asked] = await Promise.all([
    stepsOf(job, runtime),
    errors.listByJob(tenantId, jobId),
    recoveries.listByJob(tenantId, jobId),
    questions.listByJob(tenantId, jobId),
  ]);
  const records = { job, steps, errors: failed, recoveries: recovered, questions: asked };
  return jobTimeline(records, runtime.now());
};
