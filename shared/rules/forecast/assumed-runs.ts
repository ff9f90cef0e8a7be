import { lognormal } from "./drift.ts";
import type { PastRun } from "./past-run.ts";

/** Of a job of which nothing is known; docs/operations.md and docs/cost.md reckon with the same. */
export const assumedJob = {
  stepsPerJob: 15,
  secondsPerStep: 5,
  modelSecondsPerStep: 3,
  /** Of a step's prompt, most of it read from the service's cache, and of its answer. */
  inputTokensPerStep: 6_000,
  outputTokensPerStep: 150,
  /** Setting a device up, judging and cleaning. */
  secondsAroundSteps: 20,
} as const;

/** Jobs of which half take between two thirds and three halves of the usual steps. */
export const assumedRuns = (): readonly PastRun[] =>
  [...lognormal(0.6)].map((factor) => {
    const steps = Math.max(1, Math.round(assumedJob.stepsPerJob * factor));
    return {
      ...{ task: "assumed", variant: undefined, model: undefined, group: "assumed", deviceId: undefined },
      ...{
        isInconclusive: false,
        isFailed: false,
        usd: undefined,
        waited: 0,
        created: 0,
        started: 0,
        finished: 0,
      },
      steps,
      inputTokens: steps * assumedJob.inputTokensPerStep,
      outputTokens: steps * assumedJob.outputTokensPerStep,
      held: steps * assumedJob.secondsPerStep + assumedJob.secondsAroundSteps,
      modelSeconds: steps * assumedJob.modelSecondsPerStep,
    };
  });
