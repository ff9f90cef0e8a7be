import { standingClaim } from "#shared/agent/step-claim.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/job-repository.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/**
 * Stores the step, its cost and a claim, in parallel; each of the three may be repeated. Answers the step that stands:
 * another invocation for the same turn may have been first (docs/faults.md D9).
 */
export async function recordStep(step: Step, job: Job, runtime: RuntimeServices): Promise<Step> {
  const { tenantId, jobId, stepNumber, usage } = step;
  const { jobs, steps } = runtime.repositories;
  const [stored] = await Promise.all([
    steps.put(step),
    jobs.recordTurn({ tenantId, jobId, stepNumber, usage, ...roleOn(job, "agent") }),
  ]);
  const standing = stored ? step : await steps.get(tenantId, jobId, stepNumber);
  if (standing === null)
    throw new DroverError("StorageUnavailable", `Step ${stepNumber} cannot be read back.`);
  await finishRecording(sameTurn(standing, step.before.capturedAt), runtime);
  return standing;
}

/** What an earlier invocation may not have got to. */
export async function finishRecording(step: Step, runtime: RuntimeServices): Promise<void> {
  const claim = standingClaim(step);
  if (claim !== undefined) await runtime.repositories.jobs.saveClaim(step.tenantId, step.jobId, claim);
}

/** A step of this number that began from another screen belongs to another turn: going on would act blindly. */
export function sameTurn(step: Step, observedAt: string): Step {
  if (step.before.capturedAt === observedAt) return step;
  throw new DroverError("InternalError", `Step ${step.stepNumber} was already made from another screen.`);
}
