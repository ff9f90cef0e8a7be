import { deliverCallback } from "#agent/callbacks/deliver-callback.ts";
import { openChecks } from "#agent/callbacks/waiting-for.ts";
import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { checksCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { CheckName, ExternalCheck } from "#shared/contracts/judging/external-check.ts";
import { externalValidators } from "#shared/contracts/judging/validator.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import type { RouteHandler } from "../http/http-route.ts";

/** As answerQuestion: what was found is written first, and the last check of a job continues it. */
export const answerCheck: RouteHandler<Routes["answerCheck"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { id: jobId, name } = parameters;
  const job = await findJob(tenantId, jobId, runtime);
  if (externalValidators(job.validators).every((validator) => validator.name !== name))
    throw noSuch("external check", name);
  const check = await standingCheck(job, { ...body, name }, runtime);
  const answered = await runtime.repositories.checks.listByJob(tenantId, jobId);
  const waitsFor = openChecks(job, answered).map((open) => open.name);
  if (waitsFor.length === 0) {
    await deliverCallback({ tenantId, jobId, callbackId: checksCallback }, { cancelled: false }, runtime);
  }
  return { check, waitsFor };
};

type Found = Pick<ExternalCheck, "name" | "passed" | "observed">;

/** @throws NotReady, AnswerRefused */
async function standingCheck(
  job: Job,
  found: Found,
  runtime: Pick<Services, "now" | "repositories">,
): Promise<ExternalCheck> {
  const { tenantId, jobId } = job;
  const { checks } = runtime.repositories;
  const isTime = isWaiting(job, found.name, runtime.now());
  const before = (await checks.listByJob(tenantId, jobId)).find(({ name }) => name === found.name);
  const stands =
    before ??
    (isTime
      ? await checks.put({
          schemaVersion: 1,
          tenantId,
          jobId,
          checkedAt: runtime.now().toISOString(),
          ...found,
        })
      : null);
  if (stands === null) throw tooEarlyOrLate(job);
  if (stands.passed === found.passed && stands.observed === found.observed) return stands;
  const said = stands.passed ? "passed" : "failed";
  throw new DroverError("AnswerRefused", `The check '${found.name}' already has a result: it ${said}.`, {
    details: { errors: [fieldError("name", found.name, `was answered at ${stands.checkedAt}`)] },
  });
}

/** Each check has the time that its validator gives it. */
function isWaiting({ status, pause, validators }: Job, name: CheckName, now: Date): boolean {
  if (status === "finished" || pause?.for !== "checks") return false;
  const asked = externalValidators(validators).find((validator) => validator.name === name);
  return now.getTime() < Date.parse(pause.since) + (asked?.timeoutSeconds ?? 0) * 1_000;
}

function tooEarlyOrLate({ status, pause }: Job): DroverError {
  if (status === "finished" || pause?.for === "checks")
    return new DroverError("AnswerRefused", "The job no longer waits for its checks.");
  return new DroverError(
    "NotReady",
    "The job's agent is still working: the current state may not be its final one.",
    {
      advice: ["Call GET /v1/jobs/{id} until it awaits its checks, then look and send the result."],
    },
  );
}
