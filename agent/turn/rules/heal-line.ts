import { createActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import { tap } from "#shared/actions/built-in/tap.ts";
import type { RecordedStep, Recording } from "#shared/contracts/step/recording.ts";
import type { ScriptTarget } from "#shared/contracts/step/script.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { displayText } from "#shared/text/display-text.ts";
import { modelFor } from "../../model-calls/model-for.ts";
import { noAdvice } from "../../planning/advice.ts";
import { recordedWords } from "../../recording/recorded-words.ts";
import { type PresentScreen, resolveRecorded } from "../../recording/resolve-recorded.ts";
import { shortTarget } from "../../recording/short-target.ts";
import type { Runtime } from "../../runtime/services.ts";
import { selectorFrom, targetOf, withTarget } from "../../script/script-line.ts";
import { hasPlaceholder } from "../../script/script-recording.ts";
import type { TurnState } from "../../turn-state/read-turn.ts";
import { type TurnOutcome, takeStep } from "../../turn-state/turn-outcome.ts";
import { askModel } from "../ask-model.ts";

interface Healing {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Runtime<"predict-action">;
  readonly recording: Recording;
  /** The line whose element is missing or ambiguous. */
  readonly due: RecordedStep;
  readonly screen: PresentScreen;
}

/** The model chooses only the element; the line determines the action. */
const pointing = createActionCatalogue([tap, finish]);

/**
 * Asks the agent's model for the element that the line now refers to, runs the line with it and stores the healed line. Null
 * if the job turns this off or no model can tell; a job that may wait for its model waits.
 */
export async function healLine(healing: Healing): Promise<TurnOutcome | null> {
  const { state, recording, due } = healing;
  const line = recording.script?.steps[due.step - 1];
  const was = line === undefined ? undefined : targetOf(line);
  // With a placeholder the line names another element in each run, so it cannot be healed once.
  if (state.job.source?.heal !== true || line === undefined || was === undefined || hasPlaceholder(was))
    return null;
  const asked = await pointedAt(healing);
  if (asked?.kind !== "step") return asked;
  const target = newTarget(asked.step, was, state);
  const [recorded] = due.actions;
  if (target === null || recorded === undefined) return null;
  const { name: _name, ...rest } = recorded;
  const actions = [{ ...rest, target: selectorFrom(target) }];
  const resolution = resolveRecorded({ ...due, actions }, healing.screen);
  if (!resolution.ok) return null;
  const healed = { line: due.step, was: line, now: withTarget(line, target) };
  return takeStep({
    ...asked.step,
    actions: [...resolution.actions],
    chosenBy: "script",
    recorded: { step: due.step, healed },
  });
}

async function pointedAt(healing: Healing): Promise<TurnOutcome | null> {
  const { input, state, runtime, due } = healing;
  const task = healingTask(due, state);
  const asking = { ...state, job: { ...state.job, task }, history: [], catalogue: pointing };
  try {
    const agent = await modelFor("agent", state.job, runtime);
    const asked = await askModel({ input, state: asking, agent, advice: noAdvice, runtime });
    if (asked.kind === "step") return asked;
    const { route } = asked.answer;
    return route === "wait" || route === "giveBack" ? asked : null;
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    runtime.logger.info("no model could heal the line", { line: due.step, problem: error.code });
    return null;
  }
}

/** The practice model knows it by its beginning (packages/practice-model/src/practice/point-at-line.ts). */
const healingTask = (due: RecordedStep, { catalogue }: TurnState): string =>
  `A line of a script is to be done on this screen: ${displayText(recordedWords(due, catalogue), 500)}. Nothing on it is called exactly that, or several things are. Tap the one element that is meant now: only your choice counts, the line's own action is done with it. When none can be meant, FINISH with status infeasible.`;

/** The element that the model chose, in script form; null if it chose none, or one in the opposite state. */
function newTarget({ actions }: Step, was: ScriptTarget, { tree }: TurnState): ScriptTarget | null {
  const [only] = actions;
  const element = tree?.elements.find(({ element_id: id }) => id === only?.action.element);
  if (actions.length !== 1 || tree === null || element === undefined) return null;
  const target = selectorFrom(shortTarget(element, tree));
  const { is: wanted } = selectorFrom(was);
  if (wanted !== undefined && wanted !== target.is) return null;
  const { is: _is, text, ...others } = target;
  const isNameOnly = wanted === undefined && text !== undefined && Object.keys(others).length === 0;
  if (isNameOnly) return text;
  return {
    ...(text === undefined ? {} : { text }),
    ...others,
    ...(wanted === undefined ? {} : { is: wanted }),
  };
}
