import { stepsOf } from "#agent/job/build-trajectory.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { compileScript } from "#agent/script/compile-script.ts";
import { finishedRun } from "#batches/submission/read-source.ts";
import { refuseGaps } from "#batches/submission/refuse-gaps.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { SourceChanges } from "#shared/contracts/api/source-requests.ts";
import { recordingKey, uploadedTrajectoryKey } from "#shared/contracts/farm/keys.ts";
import type { HealedLine, JobSourceRequest } from "#shared/contracts/step/job-source.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { type JobId, type TenantId, TrajectoryId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { sourcedRequest } from "#shared/rules/sourced-request.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { goOn } from "./pause-job.ts";
import { submitRequest } from "./submit-job.ts";

interface Again {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly source: JobSourceRequest;
  readonly changes: SourceChanges;
  readonly key: string | undefined;
}

async function submitAgain({ tenantId, jobId, source, changes, key }: Again, runtime: Runtime<"api">) {
  const job = PublicJob.parse(await findJob(tenantId, jobId, runtime));
  // The task that it is listed with says only what it is.
  if (job.session !== undefined && source.kind !== "replay") {
    const remedy = `submit a job with a task of its own and the source {"kind":"${source.kind}","jobId":"${jobId}"}`;
    throw invalidRequest([
      fieldError("id", jobId, `is a session, which has no task to go on with: ${remedy}`),
    ]);
  }
  return submitRequest({ tenantId, key, body: sourcedRequest(job, source, changes) }, runtime);
}

/** A running job continues as the same job, so its request cannot change. */
export const resumeJob: RouteHandler<Routes["resumeJob"]> = async (request, runtime) => {
  const { tenantId, parameters, headers, body: changes } = request;
  const { id: jobId } = parameters;
  const { status, cancelRequestedAt, pauseRequestedAt } = await findJob(tenantId, jobId, runtime);
  if (status !== "finished" && cancelRequestedAt === undefined) {
    const [changed] = Object.keys(changes);
    if (changed !== undefined)
      throw invalidRequest([
        fieldError(
          changed,
          Reflect.get(changes, changed),
          "is for a job that has ended: leave it out for a running job",
        ),
      ]);
    const job = await goOn({ tenantId, jobId }, runtime);
    const warnings =
      pauseRequestedAt === undefined ? [`Job ${jobId} was not paused and continues to run.`] : [];
    return { ...job, links: {}, warnings };
  }
  const key = headers["idempotency-key"];
  return submitAgain({ tenantId, jobId, key, changes, source: { kind: "resume", jobId } }, runtime);
};

export const replayJob: RouteHandler<Routes["replayJob"]> = (request, runtime) => {
  const { tenantId, parameters, headers, body: changes } = request;
  const { id: jobId } = parameters;
  const key = headers["idempotency-key"];
  return submitAgain({ tenantId, jobId, key, changes, source: { kind: "replay", jobId } }, runtime);
};

export const forkJob: RouteHandler<Routes["forkJob"]> = (request, runtime) => {
  const { tenantId, parameters, headers, body } = request;
  const { id: jobId } = parameters;
  const { at, ...changes } = body;
  const key = headers["idempotency-key"];
  return submitAgain({ tenantId, jobId, key, changes, source: { kind: "fork", jobId, at } }, runtime);
};

export const uploadTrajectory: RouteHandler<Routes["uploadTrajectory"]> = async (request, runtime) => {
  const { tenantId, body: trajectory } = request;
  const trajectoryId = TrajectoryId.parse(runtime.newId());
  const key = uploadedTrajectoryKey(tenantId, trajectoryId);
  await runtime.artifacts.put(key, JSON.stringify(trajectory), "application/json");
  const { job, steps } = trajectory;
  return {
    trajectoryId,
    task: job.task,
    outcome: job.outcome,
    steps: steps.length,
    replayableSteps: steps.filter(({ replay }) => replay !== undefined).length,
  };
};

export const readScript: RouteHandler<Routes["readScript"]> = async ({ tenantId, parameters }, runtime) => {
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.source?.kind !== "script") {
    const run = await finishedRun(tenantId, job.jobId, runtime);
    refuseGaps(run, { field: "id", value: job.jobId });
    const { script, notes } = compileScript(run);
    return { script, notes: [...notes], healed: [] };
  }
  const recording = await runtime.recordings(recordingKey(tenantId, job.jobId));
  if (recording?.script === undefined)
    throw new DroverError("NotFound", `The script of job ${job.jobId} is not stored.`);
  const healed = healedLines(await stepsOf(job, runtime));
  return { script: withHealed(recording.script, healed), healed: [...healed], notes: [] };
};

const healedLines = (steps: readonly Step[]): readonly HealedLine[] =>
  steps.flatMap(({ recorded }) => (recorded?.healed === undefined ? [] : [recorded.healed]));

function withHealed(script: Script, healed: readonly HealedLine[]): Script {
  const now = new Map(healed.map(({ line, now: written }) => [line, written]));
  return { ...script, steps: script.steps.map((line, index) => now.get(index + 1) ?? line) };
}
