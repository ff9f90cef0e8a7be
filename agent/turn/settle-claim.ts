import { isDeepStrictEqual } from "node:util";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { CompletionCheck } from "#shared/contracts/step/step-findings.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import { defined } from "#shared/values/defined.ts";
import { openParts } from "../checklist/checklist.ts";
import { keepParts } from "../checklist/keep-parts.ts";
import { supervisionFor } from "../model-calls/supervision-for.ts";
import type { Runtime } from "../runtime/services.ts";
import { claimOf, standingClaim } from "../steps/step-claim.ts";
import { claimDetail, goToJudge } from "../turn-state/loop-end.ts";
import { isMeantToChange, sinceFresh } from "../turn-state/repetition.ts";

/**
 * How often a claim can be rejected, because two models that disagree would never end. The next claim counts unchecked if the job has checks; in
 * a job without checks one more check decides.
 */
const mostRejections = 3;

interface Claiming {
  readonly input: PredictActionInput;
  readonly job: Job;
  /** Oldest first; the claiming step may be the last one. */
  readonly history: readonly Step[];
  readonly catalogue: ActionCatalogue;
  readonly ownTask: string;
  readonly plans: readonly Plan[];
}

/**
 * The result of a step's claim. A claim that the task is done is checked first; a rejected claim
 * does not count (docs/spec.md R2). Null: there is no valid claim.
 */
export async function settleClaim(
  step: Step,
  claiming: Claiming,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput | null> {
  const last = rejectedForGood(step, claiming);
  const claim = last ?? standingClaim(step);
  // A session ends only through the API: claims of its turns do not end it.
  if (claim === undefined || claiming.job.session !== undefined) return null;
  const { tenantId, jobId, stepNumber } = step;
  let check = step.completionCheck;
  // Replays and scripts make no claims of their own and must not call a model.
  const isOwn = claim.status === "success" && isAgentsChoice(step.chosenBy);
  if (check === undefined && isOwn) {
    const why = await whyUnchecked(claiming, runtime);
    if (why === null)
      return {
        route: "checkCompletion",
        stepNumber,
        ...(isUnchecked(claiming.job) ? { compare: true } : {}),
      };
    check = { accepted: true, reason: why };
    await runtime.repositories.steps.checkCompletion(step, check);
  }
  // Whoever checked it has stored it, as a rule.
  if (!isDeepStrictEqual(claiming.job.claim, claim))
    await runtime.repositories.jobs.saveClaim(tenantId, jobId, claim);
  const parts = await keepParts({ ...step, ...defined({ completionCheck: check }) }, claiming, runtime);
  const isUnticked =
    isOwn && step.chosenBy === "model" && (check?.model === undefined || check.parts !== undefined);
  const isUnexamined = isOwn && check?.model === undefined && !hasActed(claiming);
  const claimCheck: JobEnd["claimCheck"] =
    last !== undefined
      ? "rejected"
      : check?.model !== undefined
        ? "agreed"
        : isUnexamined
          ? "unexamined"
          : undefined;
  return goToJudge(
    "claimed",
    `${detailOf(claim.status, check)} ${isUnticked ? openParts(parts) : ""}`.trim(),
    { claim, ...defined({ claimCheck }) },
  );
}

async function whyUnchecked(
  { input, job, history }: Claiming,
  { environment }: Pick<Runtime<"predict-action">, "environment">,
): Promise<string | null> {
  const { completion } = await supervisionFor(job, environment);
  if (!completion) return "Not checked: supervision.completion is off for this job.";
  const rejected = rejections(job, history);
  if (rejected >= mostRejections && !isUnchecked(job))
    return `Not checked: ${rejected} claims were rejected before, so this one counts.`;
  const error = input.failedHelpers.CheckCompletion;
  return error === undefined
    ? null
    : `Not checked, because the check failed (${error.slice(0, 100)}): the claim counts.`;
}

const isUnchecked = ({ validators }: Pick<Job, "validators">): boolean => validators.length === 0;

const rejections = (job: Job, history: readonly Step[]): number =>
  sinceFresh(job, history).filter((step) => step.completionCheck?.accepted === false).length;

/** The claim of a job without checks that was rejected more often than allowed. */
function rejectedForGood(step: Step, { job, history }: Claiming): AgentClaim | undefined {
  if (step.completionCheck?.accepted !== false || !isUnchecked(job)) return undefined;
  const before = history.filter(({ stepNumber }) => stepNumber !== step.stepNumber);
  return rejections(job, before) >= mostRejections ? claimOf(step) : undefined;
}

/** Whether the agent did anything that could have made the claim true. */
const hasActed = ({ job, history, catalogue }: Claiming): boolean =>
  sinceFresh(job, history).some(
    (step) => isMeantToChange(step, catalogue) && step.outcome?.effect !== "none",
  );

function detailOf(status: Parameters<typeof claimDetail>[0], check: CompletionCheck | undefined): string {
  if (check === undefined) return claimDetail(status);
  if (!check.accepted) return `${claimDetail(status)} It was rejected, as those before it: ${check.reason}`;
  return `${claimDetail(status)} ${check.model === undefined ? check.reason : `A check of the screen confirmed it: ${check.reason}`}`;
}
