import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Step } from "#shared/contracts/step/step.ts";

/** How a step came out: `missed` did not do what was meant, `broken` is an error's. */
export type StepState = "done" | "missed" | "broken" | "unsure" | "running" | "claimed" | "rejected";

export const stepStateWords: Readonly<Record<StepState, string>> = {
  done: "done",
  missed: "had the wrong effect",
  broken: "failed",
  unsure: "effect not known",
  running: "running",
  claimed: "claims that the task is done",
  rejected: "claim not accepted",
};

/** Who ends a step here is the agent, not the device. */
const claims = (step: Step): boolean =>
  step.actions.some(({ action }) => action.action.toLowerCase() === "finish");

export function stepState(step: Step, jobEnded: boolean): StepState {
  if (step.outcome?.ok === false || step.errorId !== undefined) return "broken";
  if (step.completionCheck?.accepted === false) return "rejected";
  if (claims(step)) return "claimed";
  if (step.verification?.verdict === "failed") return "missed";
  if (step.verification?.verdict === "unsure") return "unsure";
  if (step.outcome !== undefined || step.toolResult !== undefined) return "done";
  return jobEnded ? "unsure" : "running";
}

/** Where the filmstrip colours it. */
export type StepTone = "plain" | "error" | "recovery";

export function stepTone(step: Step, state: StepState): StepTone {
  if (state === "broken" || state === "missed" || state === "rejected") return "error";
  return step.recoveryId !== undefined || step.chosenBy === "recovery" ? "recovery" : "plain";
}

/** Made on a device that the job has no more. */
export const onOtherDevice = (
  { lostSteps = 0 }: PublicJob,
  { stepNumber }: Pick<Step, "stepNumber">,
): boolean => stepNumber <= lostSteps;

/** From its choice to what was seen last of it. */
export function stepMilliseconds(step: Step): number {
  const { inferenceMilliseconds, deviceMilliseconds } = step.timings;
  const end = step.verifiedAt ?? step.after?.capturedAt ?? step.performedAt;
  const passed = end === undefined ? 0 : Date.parse(end) - Date.parse(step.predictedAt);
  return Math.max(0, passed) + inferenceMilliseconds + (end === undefined ? deviceMilliseconds : 0);
}
