import type { Job } from "#shared/contracts/job/job.ts";
import type { Invariant, Observed } from "./invariant.ts";

/** A job that gave up after so many recoveries has that many errors to show. */
async function falselyGivenUp(job: Job, { farm }: Observed): Promise<string | null> {
  const recoveries = Number(/^After (\d+) recoveries/.exec(job.outcomeReason ?? "")?.[1] ?? 0);
  if (recoveries === 0) return null;
  const errors = await farm.cloud.repositories.errors.listByJob(job.tenantId, job.jobId);
  return errors.length > recoveries
    ? null
    : `job/${job.jobId} says that it recovered ${recoveries} times, and has ${errors.length} errors`;
}

/** The steps that are stored have the numbers from one on, everything that was sent to a device has an outcome, what was accepted as done is the last step, a success passed its checks, and who gave up had tried. */
export const stepsExplain = (): Invariant => ({
  name: "the history explains the state",
  async after(seen) {
    const { farm, jobs } = seen;
    const found: string[] = [];
    for (const [jobId, job] of jobs) {
      if (job === null) continue;
      const steps = await farm.cloud.stepsOf(jobId);
      const numbers = steps.map(({ stepNumber }) => stepNumber).sort((one, other) => one - other);
      const gap = numbers.find((number, at) => number !== at + 1);
      if (gap !== undefined) found.push(`job/${jobId} has the steps ${numbers.join(", ")}`);
      const open = steps.find(
        ({ actions, outcome: ofStep }) =>
          ofStep === undefined &&
          actions.some(({ deviceAction, outcome }) => deviceAction !== undefined && outcome === undefined),
      );
      if (job.status === "finished" && open !== undefined)
        found.push(`job/${jobId} has ended, and its step ${open.stepNumber} has not`);
      const claimed = steps.find(
        ({ completionCheck, stepNumber, outcome, actions }) =>
          stepNumber > (job.lostSteps ?? 0) &&
          (completionCheck?.accepted === true ||
            (outcome?.ok === true && actions.length > 1 && actions.at(-1)?.action.action === "FINISH")),
      );
      if (claimed !== undefined && steps.some(({ stepNumber }) => stepNumber > claimed.stepNumber))
        found.push(`job/${jobId} had done its task in step ${claimed.stepNumber}, and made another`);
      if (job.outcome === "succeeded" && job.judgement?.some(({ verdict }) => verdict !== "passed") === true)
        found.push(`job/${jobId} succeeded with a check that did not pass`);
      const given = await falselyGivenUp(job, seen);
      if (given !== null) found.push(given);
    }
    return found;
  },
});
