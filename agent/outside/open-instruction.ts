import type { Job } from "#shared/contracts/job/job.ts";
import type { SessionInstruction } from "#shared/contracts/session/session.ts";

/** What a session's user said in words for this turn, and nothing came of yet; null: the turn is taken as usual. */
export function openInstruction(
  { instruction }: Pick<Job, "instruction">,
  stepNumber: number,
): SessionInstruction | null {
  if (instruction === undefined || instruction.stepNumber !== stepNumber) return null;
  return instruction.failure === undefined ? instruction : null;
}
