import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { workingSeconds } from "./waiting-time.ts";

/** So often an error may send a job back, to the same device or to another. */
export const maxRecoveries = 3;
/** All attempts together may use so many times what a limit allows one. */
const mostAttempts = maxRecoveries + 1;

/** How a job stands with one of its limits (docs/decisions/0223-limits-bind-an-attempt.md). */
export interface Use {
  /** By the present attempt: since the job has the device that it has now. */
  readonly used: number;
  readonly left: number;
  /** What is left is that of all attempts together: the present one may not use its whole limit. */
  readonly isOverall: boolean;
}

export interface AttemptUse {
  readonly steps: Use;
  readonly seconds: Use;
  readonly tokens: Use;
  readonly outputTokens: Use;
}

/** For an end whose limit is that of all attempts: this one alone has not reached it. */
export const allAttempts = (limit: string): string =>
  `The job's attempts on several devices together used ${mostAttempts} times limits.${limit}.`;

/** It has, or waits for, another device than its first: what was used before, steps or only tokens, is useless to it. */
export const wasMoved = ({ lostSteps }: Pick<Job, "lostSteps">): boolean => lostSteps !== undefined;

interface Standing {
  readonly job: Job;
  /** All steps of the job before this turn. */
  readonly history: readonly Step[];
  readonly stepNumber: number;
  /** Since when an outside agent has the turn. */
  readonly openedAt?: string | undefined;
  readonly now: Date;
}

/** What the job has used of its limits, steps and time included. */
export function attemptUse({ job, history, stepNumber, openedAt, now }: Standing): AttemptUse {
  const { limits, lostSteps = 0 } = job;
  const lost = history.filter((step) => step.stepNumber <= lostSteps);
  const present = history.filter((step) => step.stepNumber > lostSteps);
  const { maxSteps, timeoutSeconds } = limits;
  const open = openedAt === undefined ? 0 : (now.getTime() - Date.parse(openedAt)) / 1_000;
  const steps = stepNumber - 1 - lostSteps - doneAgain(present);
  return {
    steps: standingOf(maxSteps, steps, lostSteps - doneAgain(lost)),
    // A session is its user's for so long by the clock.
    seconds:
      job.session === undefined
        ? standingOf(timeoutSeconds, workedSeconds(present) + open, workedSeconds(lost))
        : standingOf(timeoutSeconds, workingSeconds(job, now), 0),
    ...tokenUse(job),
  };
}

type Spender = Pick<
  Job,
  "limits" | "spentTokens" | "spentOutputTokens" | "lostTokens" | "lostOutputTokens" | "lostSteps"
>;

export function tokenUse(job: Spender): Pick<AttemptUse, "tokens" | "outputTokens"> {
  const { limits, spentTokens, spentOutputTokens, lostTokens = 0, lostOutputTokens = 0 } = job;
  const { maxTokens, maxOutputTokens = Number.POSITIVE_INFINITY } = limits;
  return {
    tokens: standingOf(maxTokens, spentTokens - lostTokens, lostTokens),
    outputTokens: standingOf(maxOutputTokens, spentOutputTokens - lostOutputTokens, lostOutputTokens),
  };
}

/** Up to which totals calls of models may spend now. Money is spent whatever becomes of a device: its limit is one for all attempts. */
export function spendLimits(
  job: Spender,
): Pick<Job["limits"], "maxTokens" | "maxOutputTokens" | "maxCostUsd"> {
  const { tokens, outputTokens } = tokenUse(job);
  const maxTokens = job.spentTokens + tokens.left;
  return job.limits.maxOutputTokens === undefined
    ? { ...job.limits, maxTokens }
    : { ...job.limits, maxTokens, maxOutputTokens: job.spentOutputTokens + outputTokens.left };
}

function standingOf(limit: number, used: number, lost: number): Use {
  const rest = limit * mostAttempts - lost;
  return { used, left: Math.min(limit, rest) - used, isOverall: rest < limit };
}

/** Steps that were done again from a record, which the limits of the agent do not count. */
const doneAgain = (steps: readonly Step[]): number =>
  steps.filter(({ recorded }) => recorded !== undefined).length;

/**
 * As it was measured where it was done. What lies between is the farm's: waits, queues, and the hours in which it was down
 * or its clock was set (docs/decisions/0224-measured-time.md).
 */
const workedSeconds = (steps: readonly Step[]): number =>
  steps.reduce((sum, { timings }) => sum + workedMilliseconds(timings), 0) / 1_000;

const workedMilliseconds = (timings: Step["timings"]): number =>
  timings.turnMilliseconds +
  Math.max(timings.deviceMilliseconds, timings.executionMilliseconds) +
  timings.verifyMilliseconds;
