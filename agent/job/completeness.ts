import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/job/step.ts";
import type { Trajectory } from "#shared/contracts/result/trajectory.ts";
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
  const { stepNumber, outcome, before, after } = step;
  const lost = (observation: Observation, when: string): string[] =>
    [observation.screenshotKey, observation.treeKey, observation.hierarchyKey]
      .filter((key) => key !== null && !stored.has(key))
      .map((key) => {
        const pending = key !== null && observation.pendingArtifacts?.includes(key);
        const why = pending ? "is not stored yet: the host keeps it until storage takes it" : "is not stored";
        return `Step ${stepNumber}: ${key} (${when} it) ${why}.`;
      });
  const artifacts = [...lost(before, "before"), ...(after === undefined ? [] : lost(after, "after"))];
  if (isClaim(step)) return artifacts;
  if (outcome === undefined) return [`Step ${stepNumber} has no outcome.`, ...artifacts];
  if (after === undefined && outcome.effect !== "none") {
    return [`Step ${stepNumber} has no screen after it.`, ...artifacts];
  }
  return artifacts;
}
