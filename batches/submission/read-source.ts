import * as z from "zod";
import { buildTrajectory, recordOf } from "#agent/job/build-trajectory.ts";
import { recordingOf } from "#agent/recording/recording-of.ts";
import type { Services } from "#agent/runtime/services.ts";
import { missingParameters, scriptRecording } from "#agent/script/script-recording.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { recordingKey, uploadedTrajectoryKey } from "#shared/contracts/farm/keys.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { referredSecrets, secretReference } from "#shared/contracts/job/secret.ts";
import type { JobSource, JobSourceRequest } from "#shared/contracts/step/job-source.ts";
import type { Recording } from "#shared/contracts/step/recording.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidFields, invalidRequest } from "#shared/http/field-errors.ts";
import { defined } from "#shared/values/defined.ts";
import { refuseGaps } from "./refuse-gaps.ts";

export interface ReadSource {
  /** As the job keeps it. */
  readonly source: JobSource;
  readonly recording: Recording;
}

/** @throws InvalidRequest that names the field, NotReady for a job that still runs */
export async function readSource(
  tenantId: TenantId,
  { task, source: request }: Pick<JobRequest, "task" | "source">,
  runtime: Services,
): Promise<ReadSource | undefined> {
  if (request === undefined) return undefined;
  if (request.kind === "script") return ofScript(request, task);
  const trajectory = await originOf(tenantId, request, runtime);
  const { kind, jobId, trajectoryId } = request;
  const at = request.kind === "fork" ? request.at : undefined;
  const last = trajectory.steps.at(-1)?.stepNumber ?? 0;
  if (at !== undefined && at > last)
    throw invalidRequest([fieldError("source.at", at, `is after the last step, which is ${last}`)]);
  const named =
    trajectoryId === undefined
      ? { field: "source.jobId", value: jobId }
      : { field: "source.trajectoryId", value: trajectoryId };
  refuseGaps(trajectory, named, at);
  const recording = recordingOf(trajectory, { ...defined({ until: at }), claims: kind === "replay" });
  if (kind === "replay" && recording.steps.length === 0)
    throw invalidRequest([fieldError("source", undefined, "has no step that can be repeated")]);
  const steps = recording.steps.length;
  return { source: { kind, steps, ...defined({ jobId, trajectoryId, at }) }, recording };
}

type FromScript = Extract<JobSourceRequest, { kind: "script" }>;

function ofScript({ script, parameters, heal }: FromScript, task: string): ReadSource {
  checkNamed(script, task);
  const missing = missingParameters(script, parameters);
  if (missing.length > 0)
    throw invalidRequest(
      missing.map((name) =>
        fieldError(`source.parameters.${name}`, undefined, "is missing: the script needs it"),
      ),
    );
  try {
    const recording = scriptRecording(script, parameters);
    return { source: { kind: "script", steps: script.steps.length, heal, parameters }, recording };
  } catch (error) {
    if (error instanceof z.ZodError) throw invalidFields("source.script", error, script);
    throw error;
  }
}

/** A host types a secret only for a task that names it. */
function checkNamed(script: Script, task: string): void {
  const typed = script.steps.flatMap(({ type }) => (type?.secret === undefined ? [] : [type.secret]));
  const used = new Set([...typed, ...referredSecrets(JSON.stringify(script.steps))]);
  const named = referredSecrets(task);
  const faults = [...used]
    .filter((name) => !named.includes(name))
    .map((name) =>
      fieldError(
        "task",
        undefined,
        `must name the secret that the script types, as ${secretReference(name)}`,
      ),
    );
  if (faults.length > 0) throw invalidRequest(faults);
}

type FromRun = Exclude<JobSourceRequest, { kind: "script" }>;

async function originOf(
  tenantId: TenantId,
  { jobId, trajectoryId }: FromRun,
  runtime: Services,
): Promise<Trajectory> {
  if (trajectoryId !== undefined) {
    const key = uploadedTrajectoryKey(tenantId, trajectoryId);
    return runtime.artifacts.getJson(key, Trajectory).catch((error: unknown) => {
      if (error instanceof DroverError && error.code === "NotFound")
        throw invalidRequest([fieldError("source.trajectoryId", trajectoryId, "names no trajectory")]);
      throw error;
    });
  }
  return finishedRun(tenantId, jobId, runtime);
}

/** The trajectory of a job of this farm; one from before replay facts were kept is made again. */
export async function finishedRun(
  tenantId: TenantId,
  jobId: JobId | undefined,
  runtime: Services,
): Promise<Trajectory> {
  const job = jobId === undefined ? null : await runtime.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw invalidRequest([fieldError("source.jobId", jobId, "names no job")]);
  if (job.status !== "finished") {
    throw new DroverError("NotReady", `Job ${job.jobId} has not ended yet.`, {
      advice: [`Try again when GET /v1/jobs/${job.jobId} says finished.`],
    });
  }
  const stored =
    job.trajectoryKey === undefined ? null : await runtime.artifacts.getJson(job.trajectoryKey, Trajectory);
  if (stored?.steps.every(({ replay }) => replay !== undefined)) return stored;
  return buildTrajectory(job, await recordOf(job, runtime), runtime);
}

/** Where the job's turns find it; stored before the job is. */
export const storeRecording = (
  tenantId: TenantId,
  jobId: JobId,
  recording: Recording,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<void> =>
  artifacts.put(recordingKey(tenantId, jobId), JSON.stringify(recording), "application/json");
