import type { Step } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { withinGrants } from "../budget/reserve-call.ts";
import { changedParts } from "../checklist/keep-parts.ts";
import type { Services } from "../runtime/services.ts";
import { noteStep } from "../tracing/invocation.ts";
import type { ReadTurn } from "./read-turn.ts";

/**
 * Stores the step and its cost, in parallel; each of the two may be repeated. Answers the step that stands:
 * another invocation for the same turn may have been first (docs/faults.md D9).
 */
export async function recordStep(
  step: Step,
  read: ReadTurn,
  runtime: Pick<Services, "repositories">,
): Promise<Step> {
  const { tenantId, jobId, stepNumber, usage } = step;
  const { jobs, steps } = runtime.repositories;
  noteStep(stepNumber);
  const { job, settlement, finding, input } = read;
  const owed = settlement.take();
  const settled = owed ?? { tokens: 0, usd: 0, returned: settlement.takeAhead() };
  const ahead = settlement.nextAhead(input);
  const next = ahead && { ahead, limits: withinGrants(job) };
  const turn = { tenantId, jobId, stepNumber, usage, settled, next, ...roleOn(job, "agent") };
  const taskSteps = changedParts(step, read);
  const [stored, counted] = await Promise.all([
    steps.put(step, finding?.take()),
    jobs.recordTurn({ ...turn, taskSteps }),
  ]);
  // The turn was counted before; its calls of this time cost all the same.
  if (!counted && owed !== null) await jobs.settle(tenantId, jobId, owed);
  const standing = stored ? step : await steps.get(tenantId, jobId, stepNumber);
  if (standing === null)
    throw new DroverError("StorageUnavailable", `Step ${stepNumber} cannot be read back.`);
  return sameTurn(standing, step.before.capturedAt);
}

/** A step of this number that began from another screen belongs to another turn: going on would act blindly. */
export function sameTurn(step: Step, observedAt: string): Step {
  if (step.before.capturedAt === observedAt) return step;
  throw new DroverError("InternalError", `Step ${step.stepNumber} was already made from another screen.`);
}
