import { isDeepStrictEqual } from "node:util";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import { openParts } from "../checklist/checklist.ts";
import { keepParts } from "../checklist/keep-parts.ts";
import { supervisionFor } from "../model-calls/supervision-for.ts";
import type { Runtime } from "../runtime/services.ts";
import { claimOf } from "../steps/step-claim.ts";
import { goToJudge } from "../turn-state/loop-end.ts";
import { type ClaimFacts, decideClaim } from "./decide-claim.ts";

interface Claiming extends Omit<ClaimFacts, "isChecked" | "failedCheck"> {
  readonly input: PredictActionInput;
  readonly ownTask: string;
  readonly plans: readonly Plan[];
}

/** The result of a step's claim, as `decideClaim` decides it, with what is to be stored of it. Null: there is no valid claim. */
export async function settleClaim(
  step: Step,
  claiming: Claiming,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput | null> {
  if (claimOf(step) === undefined) return null;
  const { jobs, steps } = runtime.repositories;
  const { job, input } = claiming;
  const { completion } = await supervisionFor(job, runtime.environment);
  const failedCheck = input.failedHelpers.CheckCompletion;
  const decided = decideClaim(step, { ...claiming, isChecked: completion === true, failedCheck });
  if (decided.kind === "goOn") return null;
  const { tenantId, jobId, stepNumber } = step;
  if (decided.kind === "check")
    return { route: "checkCompletion", stepNumber, ...(decided.compare ? { compare: true } : {}) };
  const { claim, check, claimCheck, detail, tellsParts } = decided;
  if (check !== undefined && check !== step.completionCheck) await steps.checkCompletion(step, check);
  // Whoever checked it has stored it, as a rule.
  if (!isDeepStrictEqual(job.claim, claim)) await jobs.saveClaim(tenantId, jobId, claim);
  const parts = await keepParts({ ...step, ...defined({ completionCheck: check }) }, claiming, runtime);
  const told = `${detail} ${tellsParts ? openParts(parts) : ""}`.trim();
  return goToJudge("claimed", told, { claim, ...defined({ claimCheck }) });
}
