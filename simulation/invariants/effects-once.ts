import type { Invariant } from "./invariant.ts";

const add = (counts: Map<string, Map<number, number>>, jobId: unknown, stepNumber: unknown): number => {
  const ofJob = counts.get(String(jobId)) ?? new Map<number, number>();
  const count = (ofJob.get(Number(stepNumber)) ?? 0) + 1;
  counts.set(String(jobId), ofJob.set(Number(stepNumber), count));
  return count;
};

/** What hosts have done on devices is in the step that it belongs to, and they did none of it again, nor began to. */
export function effectsOnce(): Invariant {
  const done = new Map<string, Map<number, number>>();
  const begun = new Map<string, Map<number, number>>();
  return {
    name: "an effect on a device happens at most once or is marked",
    heard({ message, jobId, stepNumber }) {
      if (message === "action") add(done, jobId, stepNumber);
      return message === "acting" && add(begun, jobId, stepNumber) > 1
        ? [`step ${stepNumber} of job/${jobId} was done on the device again`]
        : [];
    },
    async after({ farm }) {
      const found: string[] = [];
      for (const [jobId, counts] of done) {
        const steps = await farm.cloud.stepsOf(jobId);
        for (const [stepNumber, count] of counts) {
          const actions = steps.find((step) => step.stepNumber === stepNumber)?.actions.length ?? 0;
          if (count > actions)
            found.push(`step ${stepNumber} of job/${jobId} has ${actions} actions, and ${count} were done`);
        }
      }
      return found;
    },
  };
}
