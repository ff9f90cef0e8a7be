import type { RecordingTimeline } from "#shared/contracts/device/screen-recording.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";

/** An action was sent to the device then. */
export interface RecordedAct {
  readonly jobId: JobId;
  readonly stepNumber: number;
  /** From the recording's beginning. */
  readonly atSeconds: number;
}

/** The acts by step, each step up to the next one. What was done after the recording's end is left out. */
export function recordingTimeline(
  acts: readonly RecordedAct[],
  seconds: number,
  wordsOf: (act: RecordedAct) => string,
): RecordingTimeline {
  const steps: RecordingTimeline["steps"] = [];
  for (const act of acts) {
    const { jobId, stepNumber } = act;
    const at = Math.max(0, act.atSeconds);
    if (at > seconds) continue;
    const last = steps.at(-1);
    if (last !== undefined && last.jobId === jobId && last.stepNumber === stepNumber) {
      last.actsSeconds.push(at);
      continue;
    }
    if (last !== undefined) last.toSeconds = at;
    steps.push({
      jobId,
      stepNumber,
      fromSeconds: at,
      toSeconds: seconds,
      actsSeconds: [at],
      words: wordsOf(act),
    });
  }
  return { schemaVersion: 1, seconds, steps };
}
