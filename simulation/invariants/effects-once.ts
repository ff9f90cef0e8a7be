import type { Invariant } from "./invariant.ts";

/** What hosts have done on devices is in the step that it belongs to, and they did none of it again, nor began to. */
export function effectsOnce(): Invariant {
  const done = new Map<string, Map<number, number>>();
  const begun = new Set<string>();
  return {
    name: "an effect on a device happens at most once or is marked",
    heard({ message, jobId, stepNumber }) {
      if (message === "acting") {
        const step = `step ${stepNumber} of job/${jobId}`;
        if (begun.has(step)) return [`${step} was done on the device again`];
        begun.add(step);
      }
      if (message !== "action") return [];
      const ofJob = done.get(String(jobId)) ?? new Map<number, number>();
      ofJob.set(Number(stepNumber), (ofJob.get(Number(stepNumber)) ?? 0) + 1);
      done.set(String(jobId), ofJob);
      return [];
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
