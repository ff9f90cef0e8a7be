import { decideClaim } from "#agent/turn/decide-claim.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { Invariant } from "./invariant.ts";

/** What turns made of claims follows from what is stored: who decides again, from the record alone, decides the same. */
export const claimsFollow = (): Invariant => ({
  name: "the history decides on claims as the turns did",
  async after({ farm, jobs }) {
    const found: string[] = [];
    for (const [jobId, job] of jobs) {
      // A recovery of its own ends with another's claim.
      if (job?.status !== "finished" || job.recovery !== undefined) continue;
      const steps = (await farm.cloud.stepsOf(jobId)).filter(
        ({ stepNumber }) => stepNumber > (job.lostSteps ?? 0),
      );
      const ordered = steps.toSorted((one, other) => one.stepNumber - other.stepNumber);
      for (const index of ordered.keys()) {
        const said = contradiction(job, ordered.slice(0, index + 1), index === ordered.length - 1);
        if (said !== null) found.push(`job/${jobId}: ${said}`);
      }
    }
    return found;
  },
});

/** `history` ends with the step that is decided on. */
function contradiction(job: Job, history: readonly Step[], isLast: boolean): string | null {
  const step = history.at(-1);
  if (step === undefined) return null;
  const facts = { job, history, catalogue: builtInActions, isChecked: true };
  const { completionCheck, ...unchecked } = step;
  if (completionCheck?.model !== undefined) {
    const before = decideClaim(unchecked, { ...facts, history: [...history.slice(0, -1), unchecked] });
    if (before.kind !== "check") return `step ${step.stepNumber} was checked, and would not be again`;
  }
  const decided = decideClaim(step, facts);
  if (!isLast && decided.kind === "end") return `step ${step.stepNumber} ends it, and others follow`;
  if (!isLast || job.endReason !== "claimed") return null;
  if (decided.kind !== "end") return `it ended by step ${step.stepNumber}, which would not end it again`;
  return decided.claim.status === job.claim?.status
    ? null
    : `its claim is not that of step ${step.stepNumber}`;
}
