import { remember } from "#shared/actions/built-in/remember.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { displayText } from "#shared/text/display-text.ts";

/** So many of the newest steps are always told. */
const toldSteps = 12;
/** Of those before, a line each for this many at most; they too leave several at a time. */
const shortSteps = 150;
const forgottenTogether = 50;
/** Older ones leave so many at a time: were it one each turn, nothing after it would ever be found in the cache. */
const leavingTogether = 5;

/** What may be told of a step. */
export interface Telling {
  /** Names of elements and what changed on the screen; without them, only whether it did. */
  readonly quotesScreen: boolean;
  /** In the dialect of the model that is told, as it made the call on the screen of that step. */
  write(action: StoredAction, step: Step): string;
}

function resultOf({ outcome }: Step, { quotesScreen }: Telling): string {
  if (outcome === undefined) return "unknown";
  const message =
    outcome.message === undefined || !quotesScreen ? "" : `: ${displayText(outcome.message, 300)}`;
  if (outcome.effect === "indeterminate") return `unknown, the connection was lost${message}`;
  return (
    (outcome.ok ? "done" : `failed${outcome.errorCode === undefined ? "" : ` (${outcome.errorCode})`}`) +
    message
  );
}

function changeOf({ feedback, screenChanged }: Step, { quotesScreen }: Telling): string | undefined {
  if (quotesScreen) return feedback && displayText(feedback, 600);
  if (screenChanged === undefined) return undefined;
  return screenChanged ? "The screen changed." : "The screen did not change.";
}

/** One action is beside the step's number; several have a line each, in order. */
function actionLines(step: Step, { quotesScreen, write }: Telling): readonly string[] {
  const { stepNumber, actions, outcome } = step;
  const told = (action: StepAction): string => displayText(write(action.action, step), 500);
  const target = ({ element }: StepAction): string | undefined =>
    quotesScreen && element !== undefined ? `target: ${displayText(element, 300)}` : undefined;
  const [only, ...others] = actions;
  if (only !== undefined && others.length === 0) {
    const aimed = target(only);
    return [`Step ${stepNumber}: ${told(only)}`, ...(aimed === undefined ? [] : [`  ${aimed}`])];
  }
  return [
    `Step ${stepNumber}: ${actions.length} actions`,
    ...actions.map((action, index) => {
      const ok = action.outcome?.ok ?? outcome?.ok;
      const mark = ok === undefined ? undefined : ok ? "done" : "not done";
      return [`  ${index + 1}.`, mark, told(action), target(action)].filter(Boolean).join(" ");
    }),
  ];
}

/** What a person or a tool answered, in a length that stays the same from turn to turn. */
const answerOf = ({ toolResult }: Step, length: number): string | undefined =>
  toolResult && `${toolResult.ok ? "answer" : "no answer"}: ${displayText(toolResult.text, length)}`;

/** A step in as few lines as tell what was done, and the result where it is none to expect. */
export const describeBriefly = (step: Step, telling: Telling): string =>
  [
    ...actionLines(step, telling),
    ...(step.outcome?.ok ? [] : [`  result: ${resultOf(step, telling)}`]),
    ...(step.toolResult === undefined ? [] : [`  ${answerOf(step, 300)}`]),
  ].join("\n");

/** Who chose it, where that was not the agent. */
function chooserOf({ chosenBy, retryOf }: Step): string | undefined {
  if (chosenBy === "retry") return `step ${retryOf} once more, without asking you`;
  if (chosenBy === "look") return "a rule, because no reply of yours could be used";
  if (chosenBy === "unstick") return "a rule, because the screen did not change any more";
  return undefined;
}

/** The step's note; of a model that said nothing beside its reasoning, how that ended. */
export function noteOf({ thinking, reasoning = "" }: Step, longest: number): string {
  return displayText(thinking === "" ? reasoning.slice(-longest).toWellFormed() : thinking, longest);
}

/** What a check said of the claim that the step makes. */
function checkOf({ completionCheck: check }: Step, { quotesScreen }: Telling): string | undefined {
  if (check?.accepted !== false) return undefined;
  return `NOT done, keep working${quotesScreen ? `: ${displayText(check.reason, 400)}` : ""}`;
}

function describeStep(step: Step, telling: Telling): string {
  const change = changeOf(step, telling);
  const [chooser, check] = [chooserOf(step), checkOf(step, telling)];
  const note = chooser === undefined ? noteOf(step, 400) : "";
  const lines = [
    ...actionLines(step, telling),
    chooser && `  chosen by: ${chooser}`,
    note && `  thinking: ${note}`,
    `  result: ${resultOf(step, telling)}`,
    change && `  then: ${change}`,
    check && `  check: ${check}`,
    step.toolResult && `  ${answerOf(step, 600)}`,
  ];
  return lines.filter((line) => line).join("\n");
}

/**
 * What was done so far, a text for each step, oldest first; element ids in it are those of the screen at that time. From
 * one turn to the next a text is added at the end and those before stay as they are, but when old ones leave.
 */
export function describeHistory(history: readonly Step[], telling: Telling): readonly string[] {
  const made = history.at(-1)?.stepNumber ?? 0;
  const leaving = Math.max(0, Math.floor((made - toldSteps) / leavingTogether)) * leavingTogether;
  const told = history.filter((step) => step.stepNumber > leaving);
  const forgotten = Math.max(0, Math.floor((leaving - shortSteps) / forgottenTogether)) * forgottenTogether;
  const older = history
    .filter((step) => step.stepNumber <= leaving && step.stepNumber > forgotten)
    .map((step) => `${inOneLine(step, telling)}\n`);
  if (forgotten > 0)
    older.unshift(`(1 to ${forgotten} are too long ago to be told; notes of them are kept)\n`);
  return told.map((step, index) => (index === 0 ? older.join("") : "") + describeStep(step, telling));
}

/** What an old step did, without why: its notes are told apart from it. */
function inOneLine(step: Step, telling: Telling): string {
  const { quotesScreen, write } = telling;
  const done = step.actions
    .filter(({ action }) => action.action !== remember.name)
    .map(({ action, element }) =>
      quotesScreen && element !== undefined
        ? `${action.action} ${displayText(element, 100)}`
        : displayText(write(action, step), 160),
    );
  const result = answerOf(step, 200) ?? displayText(resultOf(step, telling), 100);
  return `(${step.stepNumber}) ${done.join("; ") || remember.name}: ${result}`;
}

/** What the agent noted, oldest first: nothing that it read is lost because its screen is long gone. */
export const describeNotes = (history: readonly Step[]): readonly string[] =>
  history.flatMap(({ stepNumber, actions }) =>
    actions.flatMap(({ action }) => {
      const { action: name, ...given } = action;
      const note = remember.parameters.safeParse(given);
      return name === remember.name && note.success
        ? [`step ${stepNumber}: ${displayText(note.data.note, 500)}`]
        : [];
    }),
  );
