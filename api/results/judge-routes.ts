import { findJob } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { KeptJudgement, type Rejudgement } from "#shared/contracts/judging/judging.ts";
import { Ulid } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { judgeAgain, keptOnJob } from "./judge-again.ts";

/** Judges again from the stored evidence; the first verdict does not change. */
export const judgeJobAgain: RouteHandler<Routes["judgeJobAgain"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.status !== "finished") {
    throw new DroverError("NotReady", "A job can be judged again only after it was judged.", {
      advice: [`Try again when GET /v1/jobs/${job.jobId} says finished.`],
    });
  }
  const judgement: Rejudgement = {
    ...judgeAgain(job, await keptOf(job, runtime), body),
    schemaVersion: 1,
    tenantId,
    jobId: job.jobId,
    judgementId: Ulid.parse(runtime.newId()),
    at: runtime.now().toISOString(),
  };
  await runtime.repositories.judgements.put(judgement);
  return judgement;
};

async function keptOf(job: Job, { artifacts }: Pick<Services, "artifacts">): Promise<KeptJudgement> {
  if (job.judgementKey === undefined) return keptOnJob(job);
  try {
    return await artifacts.getJson(job.judgementKey, KeptJudgement);
  } catch (error) {
    // Artifacts live shorter than jobs.
    if (error instanceof DroverError && error.code === "NotFound") return keptOnJob(job);
    throw error;
  }
}

export const listJudgements: RouteHandler<Routes["listJudgements"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  const page = await runtime.repositories.judgements.list(tenantId, jobId, query);
  return { ...page, items: [...page.items] };
};
