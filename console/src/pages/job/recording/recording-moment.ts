import type { RecordingTimeline } from "#shared/contracts/device/screen-recording.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { marksOf, marksOfPerson, type TouchMark } from "../../../job-view/touch-marks.ts";

/** A touch is to be seen from a little before it to a little after. */
const beforeSeconds = 0.4;
const afterSeconds = 0.8;

export interface RecordingMoment {
  /** What was done then; absent: nothing yet. */
  readonly stepNumber?: number | undefined;
  readonly marks: readonly TouchMark[];
  readonly personMarks: readonly TouchMark[];
}

/** What to draw over the video at that second. */
export function momentAt(
  timeline: RecordingTimeline | null,
  steps: readonly Step[],
  seconds: number,
): RecordingMoment {
  const told = timeline?.steps ?? [];
  const current = told.findLast(({ fromSeconds }) => fromSeconds <= seconds + beforeSeconds);
  const step = steps.find(
    ({ stepNumber, jobId }) => stepNumber === current?.stepNumber && jobId === current?.jobId,
  );
  const isNow = (at: number): boolean => at - beforeSeconds <= seconds && seconds <= at + afterSeconds;
  const marks = (current?.actsSeconds ?? []).flatMap((at, index) => {
    const action = step?.actions[index];
    return action !== undefined && isNow(at) ? marksOf(action) : [];
  });
  return {
    stepNumber: current?.stepNumber,
    marks,
    personMarks: step === undefined ? [] : marksOfPerson(step.interventions),
  };
}

/** Where a step begins, a little before its first touch; undefined: it is not in the recording. */
export function secondsOfStep({ steps }: RecordingTimeline, stepNumber: number): number | undefined {
  const found = steps.find((step) => step.stepNumber === stepNumber);
  return found === undefined ? undefined : Math.max(0, found.fromSeconds - beforeSeconds);
}
