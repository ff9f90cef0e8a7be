import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { lostArtifacts } from "#shared/rules/steps/lost-artifacts.ts";
import { isClaim } from "../steps/step-claim.ts";

/** What is missing from a job's record, one sentence each (docs/spec.md I7.3); `stored` are the keys that exist. */
export function completenessOf(
  job: Job,
  steps: readonly Step[],
  stored: ReadonlySet<string>,
): Trajectory["completeness"] {
  const missing = [...missingSteps(job, steps), ...steps.flatMap((step) => missingOfStep(step, stored))];
  return { complete: missing.length === 0, missing };
}

function missingSteps(job: Job, steps: readonly Step[]): string[] {
  const known = new Set(steps.map((step) => step.stepNumber));
  const numbers = Array.from({ length: job.stepCount }, (_, index) => index + 1);
  return numbers.filter((number) => !known.has(number)).map((number) => `Step ${number} is not stored.`);
}

function missingOfStep(step: Step, stored: ReadonlySet<string>): string[] {
  const { stepNumber, outcome, after } = step;
  const artifacts = lostArtifacts(step, stored);
  if (isClaim(step)) return artifacts;
  if (outcome === undefined) return [`Step ${stepNumber} has no outcome.`, ...artifacts];
  if (after === undefined && outcome.effect !== "none") {
    return [`Step ${stepNumber} has no screen after it.`, ...artifacts];
  }
  return artifacts;
}
