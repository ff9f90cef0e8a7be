import type { Invariant } from "./invariant.ts";

/** The steps that are stored have the numbers from one on, everything that was sent to a device has an outcome, what was accepted as done is the last step, and a success passed its checks. */
export const stepsExplain = (): Invariant => ({
  name: "the history explains the state",
  async after({ farm, jobs }) {
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
    }
    return found;
  },
});
