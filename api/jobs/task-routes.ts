import { stepsOf } from "#agent/job/build-trajectory.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { MobileTaskRequest, MobileTaskResult } from "#shared/contracts/api/mobile-task.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { SpokenRequest } from "#shared/contracts/api/spoken-request.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { executedActions } from "./executed-actions.ts";
import { submitJob } from "./submit-job.ts";

/** An HTTP API waits 30 s at most, and the function that answers 29 s. */
const longestWaitMilliseconds = 24_000;
const pauseMilliseconds = 500;

/**
 * A job in the words of the protocol. It waits for the end as long as a request may; a task that takes longer is answered as
 * running, and continues: its id is the request's Idempotency-Key, so the same request asks on.
 */
export const runTask: RouteHandler<Routes["runTask"]> = async ({ tenantId, body }, runtime) => {
  const headers = { "idempotency-key": `task:${body.task_id}` };
  const request = { tenantId, parameters: undefined, query: {}, headers, body: submittedBy(body) };
  const submitted = await submitJob(request, runtime);
  const job = submitted instanceof RouteResponse ? submittedIn(submitted) : submitted;
  const ended = await waited(await findJob(tenantId, JobId.parse(job.jobId), runtime), runtime);
  return resultOf(body, ended, runtime);
};

const submittedIn = ({ response }: RouteResponse): Pick<PublicJob, "jobId"> =>
  PublicJob.pick({ jobId: true }).parse("body" in response ? response.body : {});

const submittedBy = ({ ai_prompt, voice, device_id, max_steps, timeout_seconds }: MobileTaskRequest) =>
  SpokenRequest.parse({
    ...defined({ task: ai_prompt, voice: voice && spoken(voice) }),
    requirements: defined({ deviceId: device_id }),
    limits: { maxSteps: max_steps, timeoutSeconds: timeout_seconds },
  });

const spoken = ({ media_type: mediaType, ...voice }: NonNullable<MobileTaskRequest["voice"]>) => ({
  mediaType,
  ...voice,
});

/** The task was transcribed and waits for confirmation. */
const isUnconfirmed = ({ voice, pauseRequestedAt, stepCount }: Job): boolean =>
  voice?.confirm === true && pauseRequestedAt !== undefined && stepCount === 0;

async function waited(job: Job, runtime: Runtime<"api">): Promise<Job> {
  const until = runtime.now().getTime() + longestWaitMilliseconds;
  let current = job;
  while (current.status !== "finished" && !isUnconfirmed(current) && runtime.now().getTime() < until) {
    await runtime.sleep(pauseMilliseconds);
    current = await findJob(job.tenantId, job.jobId, runtime);
  }
  return current;
}

async function resultOf(
  { task_id }: MobileTaskRequest,
  job: Job,
  runtime: Runtime<"api">,
): Promise<MobileTaskResult> {
  const { jobId: job_id, status, outcome, outcomeReason = "", stepCount, claim } = job;
  const steps = await stepsOf(job, runtime);
  const done = [...(await executedActions(steps, runtime.artifacts))];
  const transcript = job.voice?.text;
  const told = {
    task_id,
    steps_taken: stepCount,
    actions_executed: done,
    job_id,
    ...defined({ transcript }),
  };
  if (status !== "finished") {
    const completion_reason = isUnconfirmed(job)
      ? `It waits for confirmation of the transcript: POST /v1/jobs/${job_id}/resume, or /v1/jobs/${job_id}/cancel.`
      : `It is not done yet: send the same request again to keep waiting, or call GET /v1/jobs/${job_id}.`;
    return { ...told, status: "running", completion_reason };
  }
  if (outcome === "succeeded")
    return {
      ...told,
      status: "success",
      completion_reason: claim?.answer ?? claim?.summary ?? outcomeReason,
    };
  return { ...told, status: "failed", completion_reason: outcomeReason, reason: failedBecause(job) };
}

/** In the protocol's words where it has some. */
function failedBecause({ endReason, outcome }: Job): string {
  if (endReason === "maxSteps") return "max_steps_exceeded";
  return endReason === "timeout" ? "timeout" : (outcome ?? "inconclusive");
}
