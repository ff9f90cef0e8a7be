import { withoutCapabilities } from "#shared/actions/action-catalogue.ts";
import { recordingKey } from "#shared/contracts/farm/keys.ts";
import type { Divergence } from "#shared/contracts/step/job-source.ts";
import type { RecordedStep, Recording } from "#shared/contracts/step/recording.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { displayText } from "#shared/text/display-text.ts";
import { isDenied } from "../../people/deny-step.ts";
import { recordedWords } from "../../recording/recorded-words.ts";
import { type CannotDo, type PresentScreen, resolveRecorded } from "../../recording/resolve-recorded.ts";
import { screenFacts } from "../../targets/screen-facts.ts";
import { goToJudge } from "../../turn-state/loop-end.ts";
import { lookStep, recordedStep } from "../../turn-state/recorded-step.ts";
import { sinceFresh } from "../../turn-state/repetition.ts";
import { resolving } from "../../turn-state/resolving.ts";
import { type EarlierRun, earlierRun, restoredRun } from "../../turn-state/tell-earlier-run.ts";
import { answerWith, type TurnOutcome, takeStep } from "../../turn-state/turn-outcome.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";
import { healLine } from "./heal-line.ts";
import { recordingPosition } from "./recording-position.ts";

/** The outcome of a turn of a job with a source. */
type SourceDecision =
  | TurnOutcome
  /** A model chooses, and its prompt describes the earlier run. */
  | { readonly kind: "told"; readonly earlierRun: EarlierRun | undefined };

/** How often a step is searched, or retried when it did not reach the device, before the run counts as diverged. */
const mostTries = 4;

/**
 * The turn by the job's source: a recorded step is located on the current screen and done, or searched again, or it is
 * the divergence of this run. The recording's times do not matter.
 * @throws StorageUnavailable, and when a line is healed what asking a model throws
 */
export const source: TurnRule = async (turn) => {
  const decision = await fromSource(turn);
  return decision.kind === "told"
    ? { kind: "goOn", state: { ...turn.state, earlierRun: decision.earlierRun } }
    : decision;
};

async function fromSource(turn: AgentTurn): Promise<SourceDecision> {
  const { job, history } = turn.state;
  const { source } = job;
  if (source === undefined) return { kind: "told", earlierRun: undefined };
  if (source.kind === "fork" && job.start?.restored && job.start.epoch === job.leaseEpoch)
    return { kind: "told", earlierRun: restoredRun(source.at ?? 0) };
  const recording = await turn.runtime.recordings(recordingKey(job.tenantId, job.jobId));
  if (recording === null)
    throw new DroverError("StorageUnavailable", "The steps that the job should repeat are not stored.");
  const goesOn = source.kind === "resume" || source.kind === "fork";
  if (job.divergence !== undefined) return diverged(turn, recording, job.divergence);
  const steps = sinceFresh(job, history).filter((step) => goesOn || step.recorded !== undefined);
  const position = recordingPosition(steps, recording);
  const told = { kind: "told", earlierRun: earlierRun(source, recording) } as const;
  if (position === null) return told;
  const { failed } = position;
  const due = dueStep(await presentScreen(turn), recording, position.index);
  if (due === null) {
    if (goesOn) return told;
    const what = source.kind === "script" ? "line of the script" : "recorded step";
    return answerWith(goToJudge("sourceDone", `Every ${what} was done.`));
  }
  // Looks for an earlier step, which was found by now, do not count for this one.
  const tries = recording.steps[position.index] === due.step ? position.tries : 0;
  const isFinal = failed !== undefined && (failed.outcome?.effect !== "none" || isDenied(failed));
  if (isFinal || (failed !== undefined && tries >= mostTries))
    return diverge(turn, recording, due.step, failure(failed));
  if (due.resolution.ok) return takeStep(recordedStep(turn, due.step, due.resolution.actions));
  const { problem } = due.resolution;
  if (tries < mostTries - 1) return takeStep(lookStep(turn, due.step));
  const healed =
    problem.lost === undefined
      ? null
      : await healLine({ ...turn, recording, due: due.step, screen: await presentScreen(turn) });
  return healed ?? diverge(turn, recording, due.step, problem);
}

interface Due {
  readonly step: RecordedStep;
  readonly resolution: ReturnType<typeof resolveRecorded>;
}

/** The first line from there on that is not a check that holds; null: there is none. */
function dueStep(screen: PresentScreen, { steps }: Recording, from: number): Due | null {
  for (const step of steps.slice(from)) {
    const resolution = resolveRecorded(step, screen);
    if (!resolution.ok || resolution.actions.length > 0) return { step, resolution };
  }
  return null;
}

async function presentScreen({ state }: AgentTurn): Promise<PresentScreen> {
  const { observation, tree, catalogue, missing } = state;
  return {
    facts: screenFacts(observation, tree),
    resolve: await resolving(state),
    catalogue: withoutCapabilities(catalogue, missing),
  };
}

const failure = ({ outcome }: Step): CannotDo => ({
  expected: "that it is done",
  found: outcome?.message ?? outcome?.errorCode ?? "it was not",
});

/** Stored on the job before anything else happens; the first divergence counts. */
async function diverge(
  turn: AgentTurn,
  recording: Recording,
  due: RecordedStep,
  { expected, found }: CannotDo,
): Promise<SourceDecision> {
  const { runtime, input, state } = turn;
  const divergence: Divergence = {
    step: due.step,
    stepNumber: input.stepNumber,
    action: displayText(recordedWords(due, state.catalogue), 500),
    expected: displayText(expected, 1_000),
    found: displayText(found, 1_000),
    at: runtime.now().toISOString(),
  };
  await runtime.repositories.jobs.saveDivergence(input.tenantId, input.jobId, divergence);
  runtime.logger.info("the run differs from its source", { step: due.step });
  return diverged(turn, recording, divergence);
}

/** A resumed job continues from there with its model; every other kind ends. */
function diverged({ state }: AgentTurn, recording: Recording, divergence: Divergence): SourceDecision {
  const { source } = state.job;
  if (source?.kind === "resume")
    return {
      kind: "told",
      earlierRun: earlierRun(source, recording, { divergence, catalogue: state.catalogue }),
    };
  const { step, action, expected, found } = divergence;
  const what = source?.kind === "script" ? "Line" : "Step";
  const detail = `${what} ${step} (${action}) could not be done: expected ${expected}, but ${found}.`;
  // The agent was never asked, so it has not failed.
  if (source?.kind === "fork")
    return answerWith(goToJudge("infrastructure", `It could not be forked. ${detail}`));
  return answerWith(goToJudge("diverged", detail));
}
