import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { CompletionCheck } from "#shared/contracts/step/step-findings.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import { claimOf, standingClaim } from "../steps/step-claim.ts";
import { claimDetail } from "../turn-state/loop-end.ts";
import { isMeantToChange, sinceFresh } from "../turn-state/repetition.ts";

/**
 * How often a claim can be rejected, because two models that disagree would never end. The next claim counts unchecked if the job has checks; in
 * a job without checks one more check decides.
 */
const mostRejections = 3;

export interface ClaimFacts {
  readonly job: Job;
  /** Oldest first; the claiming step may be the last one. */
  readonly history: readonly Step[];
  readonly catalogue: ActionCatalogue;
  /** Whether claims of this job are checked. */
  readonly isChecked: boolean;
  /** The error of the check, if it was tried for this claim. */
  readonly failedCheck?: string | undefined;
}

/** What a step's claim comes to. */
export type ClaimDecision =
  | { readonly kind: "goOn" }
  /** `compare`: nothing else will look at what the agent did. */
  | { readonly kind: "check"; readonly compare: boolean }
  | {
      readonly kind: "end";
      readonly claim: AgentClaim;
      /** The step's own, or why there is none. */
      readonly check: CompletionCheck | undefined;
      readonly claimCheck: JobEnd["claimCheck"];
      readonly detail: string;
      /** Whether the end lists the parts of the task that nobody ticked off. */
      readonly tellsParts: boolean;
    };

/**
 * What the loop does with a step that may claim the task's end: of what is stored alone, so the record of a job tells it again
 * (simulation/invariants/claims-follow.ts). A claim that the task is done is checked first; a rejected claim does not count (docs/spec.md R2).
 */
export function decideClaim(step: Step, facts: ClaimFacts): ClaimDecision {
  const last = rejectedForGood(step, facts);
  const claim = last ?? standingClaim(step);
  // A session ends only through the API: claims of its turns do not end it.
  if (claim === undefined || facts.job.session !== undefined) return { kind: "goOn" };
  // Replays and scripts make no claims of their own and must not call a model.
  const isOwn = claim.status === "success" && isAgentsChoice(step.chosenBy);
  const isOpen = isOwn && step.completionCheck === undefined;
  const why = isOpen ? whyUnchecked(facts) : undefined;
  if (why === null) return { kind: "check", compare: isUnchecked(facts.job) };
  const check = why === undefined ? step.completionCheck : { accepted: true, reason: why };
  const tellsParts =
    isOwn && step.chosenBy === "model" && (check?.model === undefined || check.parts !== undefined);
  const isUnexamined = isOwn && check?.model === undefined && !hasActed(facts);
  const agreed = check?.model === undefined ? undefined : "agreed";
  return {
    ...{ kind: "end", claim, check, tellsParts, detail: detailOf(claim.status, check) },
    claimCheck: last !== undefined ? "rejected" : (agreed ?? (isUnexamined ? "unexamined" : undefined)),
  };
}

/** Null: it is to be checked. */
function whyUnchecked({ job, history, isChecked, failedCheck }: ClaimFacts): string | null {
  if (!isChecked) return "Not checked: supervision.completion is off for this job.";
  const rejected = rejections(job, history);
  if (rejected >= mostRejections && !isUnchecked(job))
    return `Not checked: ${rejected} claims were rejected before, so this one counts.`;
  return failedCheck === undefined
    ? null
    : `Not checked, because the check failed (${failedCheck.slice(0, 100)}): the claim counts.`;
}

const isUnchecked = ({ validators }: Pick<Job, "validators">): boolean => validators.length === 0;

const rejections = (job: Job, history: readonly Step[]): number =>
  sinceFresh(job, history).filter((step) => step.completionCheck?.accepted === false).length;

/** The claim of a job without checks that was rejected more often than allowed. */
function rejectedForGood(step: Step, { job, history }: ClaimFacts): AgentClaim | undefined {
  if (step.completionCheck?.accepted !== false || !isUnchecked(job)) return undefined;
  const before = history.filter(({ stepNumber }) => stepNumber !== step.stepNumber);
  return rejections(job, before) >= mostRejections ? claimOf(step) : undefined;
}

/** Whether the agent did anything that could have made the claim true. */
const hasActed = ({ job, history, catalogue }: ClaimFacts): boolean =>
  sinceFresh(job, history).some(
    (step) => isMeantToChange(step, catalogue) && step.outcome?.effect !== "none",
  );

function detailOf(status: Parameters<typeof claimDetail>[0], check: CompletionCheck | undefined): string {
  if (check === undefined) return claimDetail(status);
  if (!check.accepted) return `${claimDetail(status)} It was rejected, as those before it: ${check.reason}`;
  return `${claimDetail(status)} ${check.model === undefined ? check.reason : `A check of the screen confirmed it: ${check.reason}`}`;
}
