import { fillAnswerForm } from "./fill-answer-form.ts";
import { readTask } from "./goals/read-goals.ts";
import { asTried, type Ledger, lastLedger, readLedger, writeLedger } from "./ledger.ts";
import { pointAtLine } from "./point-at-line.ts";
import type { HistoryStep, PromptView } from "./prompt/prompt-view.ts";
import { pursue } from "./pursue.ts";
import { findElement, isClickable } from "./skills/match-label.ts";
import {
  type Action,
  hadNoEffect,
  isAction,
  isFarmsFault,
  type Outcome,
  type Scene,
  stuck,
  tapOn,
} from "./skills/skill.ts";

const permission = ["While using the app", "Allow all the time", "Allow"];

/** What stands in the way of any goal: permission questions and apps that hang. */
function handleDialog({ view }: Scene): Outcome | undefined {
  const { elements } = view;
  if (/permissioncontroller|packageinstaller/.test(view.package)) {
    const allow = findElement(elements, permission, { only: isClickable, atLeast: 100 });
    if (allow !== undefined) return tapOn(allow, "The app asks for a permission that it needs here.");
  }
  const hangs = elements.some((element) =>
    /isn['’]t responding|keeps stopping|has stopped/i.test(element.title),
  );
  if (!hangs) return undefined;
  const away = findElement(elements, ["Close app", "OK", "Wait"], { only: isClickable, atLeast: 100 });
  return away === undefined ? undefined : tapOn(away, "A system dialog is in the way.");
}

export interface Decision {
  readonly thinking: string;
  readonly action: Action;
  /** Further ones of the same turn. */
  readonly further: readonly Action[];
}

/** More turns than this on one goal is no progress. */
const mostTurns = 30;

function finish(
  status: "success" | "failure",
  thinking: string,
  summary: string,
  answers: readonly string[],
): Decision {
  const answer = answers.length === 0 ? {} : { answer: answers.join(", ") };
  return { thinking, action: { action: "FINISH", status, summary, ...answer }, further: [] };
}

/** The steps that were made for a goal: each thought says which it was for. One told without its thought may have been. */
function stepsFor(goal: number, { history }: PromptView): readonly HistoryStep[] {
  // The thought of a turn stands with its first action.
  const thoughts = new Map(history.toReversed().map(({ number, thinking }) => [number, thinking]));
  return history.filter(({ number }) => {
    const thinking = thoughts.get(number) ?? "";
    return thinking === "" || readLedger(thinking)?.goal === goal;
  });
}

const mostRepeats = 3;

/** An action that did nothing three times will do nothing the fourth. */
function isRepeated(action: Action, { steps }: Scene): boolean {
  const wanted = JSON.stringify(action);
  const last = steps.slice(-mostRepeats);
  return (
    last.length === mostRepeats &&
    last.every((step) => hadNoEffect(step) && JSON.stringify(step.action) === wanted)
  );
}

function tappedTitle(action: Action, view: PromptView): string[] {
  const element = view.elements.find(({ id }) => id === action.element);
  return action.action === "tap" && element !== undefined && element.title !== ""
    ? [asTried(element.title)]
    : [];
}

/** A tap that the farm lost led nowhere, and may be tried again. */
function withoutLostTap(ledger: Ledger, { history }: PromptView): Ledger {
  const last = history.at(-1);
  const isLost = last !== undefined && isFarmsFault(last) && isAction(last, "tap");
  return isLost ? { ...ledger, tried: ledger.tried.slice(0, -1) } : ledger;
}

/** An app that has to be opened again begins at its first page: the way from there is to be gone once more. */
const begunAnew = ({ action }: Action): boolean => action === "open_app";

/** What was done before the device was lost and set up anew is gone, and so is what was learnt on the way. */
function sinceSetUp(view: PromptView): PromptView {
  const lost = view.history.findLastIndex(({ change }) => change.includes("set up anew"));
  return { ...view, history: view.history.slice(lost + 1) };
}

/** The next action for a task, from nothing but what the prompt says. */
export function decide(prompt: PromptView): Decision {
  const view = sinceSetUp(prompt);
  const healed = pointAtLine(view);
  if (healed !== undefined) return { ...healed, further: [] };
  let ledger: Ledger = withoutLostTap(lastLedger(view), view);
  let { goals, means } = readTask(view.task, view.talked, ledger.answers);
  const misunderstood = goals.find((goal) => goal.kind === "unknown");
  if (goals.length === 0 || misunderstood !== undefined) {
    // Doing half of a task that is not understood could do harm, so nothing is begun.
    const what = misunderstood === undefined ? view.task : misunderstood.text;
    return finish(
      "failure",
      `I do not understand "${what}".`,
      `I do not understand "${what.slice(0, 200)}".`,
      [],
    );
  }
  const notes: string[] = [];
  for (let index = ledger.goal; index < goals.length; index += 1) {
    const goal = goals[index];
    if (goal === undefined) break;
    const { turns, tried, answers } = ledger;
    const scene: Scene = { view, steps: stepsFor(index, view), tried, answers };
    const chosen = handleDialog(scene) ?? pursue(goal, scene);
    const isVain = chosen.kind === "act" && isRepeated(chosen.action, scene);
    const outcome = isVain ? stuck(`"${chosen.action.action}" has no effect here`) : chosen;
    if (outcome.kind === "act" && turns < mostTurns) {
      const taps = begunAnew(outcome.action) ? [] : [...tried, ...tappedTitle(outcome.action, view)];
      const now = writeLedger({ goal: index, turns: turns + 1, answers, tried: taps }, goals.length);
      const further = (outcome.further ?? []).slice(0, view.mostActions - 1);
      const thoughts = [outcome, ...further].map(({ thought }) => thought);
      return {
        thinking: [now, ...notes, ...thoughts].join(" "),
        action: outcome.action,
        further: further.map(({ action }) => action),
      };
    }
    if (outcome.kind !== "done") {
      const reason =
        outcome.kind === "stuck" ? outcome.reason : `I make no progress after ${mostTurns} turns`;
      return finish("failure", `I am stuck: ${reason}.`, `Stuck: ${reason}.`, answers);
    }
    notes.push(`Done: ${outcome.note}.`);
    const found = outcome.answer === undefined ? answers : [...answers, outcome.answer];
    ledger = { goal: index + 1, turns: 0, answers: found, tried: [] };
    // What was found may be what another goal waits for.
    ({ goals, means } = readTask(view.task, view.talked, found));
    const unclear = goals.find((one) => one.kind === "unknown");
    if (unclear !== undefined)
      return finish(
        "failure",
        `I do not understand "${unclear.text}".`,
        `I do not understand "${unclear.text.slice(0, 200)}".`,
        [],
      );
  }
  const answers = ledger.answers.filter((_, index) => !means.has(index));
  const form = view.answerSchema === undefined ? undefined : fillAnswerForm(view.answerSchema, answers);
  if (form === null)
    return finish("failure", "I cannot fill in this form.", "I cannot fill in this form.", answers);
  return finish(
    "success",
    [...notes, "Everything is done."].join(" "),
    notes.join(" ") || "Everything is done.",
    form === undefined ? answers : [form],
  );
}
