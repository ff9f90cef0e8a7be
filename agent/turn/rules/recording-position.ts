import type { Recording } from "#shared/contracts/step/recording.ts";
import type { Step } from "#shared/contracts/step/step.ts";

export interface RecordingPosition {
  /** Index in the recording's list; equal to its length when all is done. */
  readonly index: number;
  /** How often in a row the step at `index` was searched or tried without success. */
  readonly tries: number;
  /** The last try, if it failed on the device. */
  readonly failed?: Step;
}

/**
 * A job's position in its recording, computed from its own steps, so a turn that runs twice counts once.
 * `steps`: those on the job's present device, oldest first. Null: a model has chosen since, and the recording is over.
 */
export function recordingPosition(
  steps: readonly Step[],
  { steps: recorded }: Recording,
): RecordingPosition | null {
  const last = steps.at(-1);
  if (last === undefined) return { index: 0, tries: 0 };
  const mark = last.recorded;
  if (mark === undefined) return null;
  const at = recorded.findIndex(({ step }) => step === mark.step);
  if (at < 0) return null;
  const tries = steps.length - 1 - steps.findLastIndex((step) => step.recorded?.step !== mark.step);
  if (mark.look) return { index: at, tries };
  if (!wentWrong(last)) return { index: at + 1, tries: 0 };
  return { index: at, tries, failed: last };
}

/** An action with an unknown effect counts as done: the next step's check shows whether it was. */
const wentWrong = ({ outcome }: Step): boolean =>
  outcome !== undefined && !outcome.ok && outcome.effect !== "indeterminate";
