import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Divergence, JobSource } from "#shared/contracts/step/job-source.ts";
import type { Recording } from "#shared/contracts/step/recording.ts";
import { recordedWords } from "../recording/recorded-words.ts";

/** What the prompt says about the earlier run that a job continues from. */
export interface EarlierRun {
  /** Our own words. */
  readonly feedback: string;
  /** What quotes the screen. */
  readonly notes: readonly string[];
}

interface Where {
  readonly divergence: Divergence;
  readonly catalogue: ActionCatalogue;
}

/** So many of the steps that were not done again are told. */
const toldSteps = 5;

/** What the agent of a job is told that went back to a snapshot instead of doing steps again. */
export const restoredRun = (at: number): EarlierRun => ({
  feedback: `This job goes on from an earlier run. The device is as it was after that run's step ${at}: go on from this screen.`,
  notes: [],
});

export function earlierRun(
  { kind }: Pick<JobSource, "kind">,
  { steps }: Recording,
  where?: Where,
): EarlierRun | undefined {
  if (kind !== "resume" && kind !== "fork") return undefined;
  if (where === undefined) {
    const feedback =
      steps.length === 0
        ? "This job goes on from an earlier run that did nothing which lasts."
        : "This job goes on from an earlier run. Its steps were done again on this device, where they stand: go on from this screen.";
    return { feedback, notes: [] };
  }
  const { divergence, catalogue } = where;
  const at = steps.findIndex(({ step }) => step === divergence.step);
  const left = steps.slice(at + 1, at + 1 + toldSteps);
  const done =
    at > 0 ? "The steps before it were done again and stand." : "Nothing of it stands on this device.";
  return {
    feedback: `This job goes on from an earlier run. ${done} Its step ${divergence.step} could not be done again on this screen; the notes say why. Go on from here in your own way.`,
    notes: [
      `earlier run, step ${divergence.step}: ${divergence.action}; expected ${divergence.expected}, but ${divergence.found}`,
      ...left.map((step) => `earlier run, not done again: ${recordedWords(step, catalogue)}`),
    ],
  };
}
