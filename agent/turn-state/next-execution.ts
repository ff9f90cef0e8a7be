import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";

/**
 * A step writes 13 events, and each of its tasks that is retried to the last 12 more; the service ends an execution at
 * 25,000. So many steps leave room for that, for all that may continue beside them, and for the longest waits.
 */
export const stepsOfAnExecution = 100;

/** Whether the job continues as a new execution. One that could not be started is asked for again a turn later. */
export const goesOnElsewhere = ({ stepNumber, firstStep, failedHelpers }: PredictActionInput): boolean =>
  stepNumber - firstStep >= stepsOfAnExecution &&
  failedHelpers.ContinueAsNew === undefined &&
  failedHelpers.ContinueForParent === undefined;
