import { givesAnswer } from "../goals/findings.ts";
import type { Goal } from "../goals/goal.ts";
import { readGoals, readTask } from "../goals/read-goals.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { readElement } from "../prompt/read-element.ts";
import { readField, readSection } from "../prompt/read-section.ts";
import { findElement, showsState } from "../skills/match-label.ts";
import { namesOfSetting } from "../skills/settings/walk-settings.ts";
import type { PracticeRole } from "./practice-role.ts";

const asks: ReadonlySet<Goal["kind"]> = new Set([
  "toggleState",
  "readSetting",
  "alarmState",
  "alarmTime",
  "readThing",
  "tellAlarms",
  "tellClock",
  "readContact",
  "hasContact",
  "whoHas",
  "tellContacts",
] as const);

/** What of the goals the screen shows to be otherwise; the last word of the task on a thing counts. */
function contradicted(goals: readonly Goal[], elements: readonly ElementView[]): string | undefined {
  for (const goal of goals) {
    if (goal.kind !== "toggle") continue;
    const last = goals.findLast((other) => other.kind === "toggle" && other.name === goal.name);
    const control = findElement(elements, namesOfSetting(goal.name), { only: showsState, atLeast: 95 });
    if (last !== goal || control === undefined) continue;
    const isOn = control.flags.has("CHECKED");
    if (isOn !== goal.on)
      return `${goal.name} is ${isOn ? "on" : "off"}, and should be ${goal.on ? "on" : "off"}`;
  }
  return undefined;
}

/** Steps that could have changed anything. */
const hasActed = (done: string): boolean =>
  done
    .split("\n")
    .some((line) => /^Step \d+: /.test(line) && !/"action":"(?:FINISH|wait|remember)"/.test(line));

/** Something is asked for itself, not only to do something else with what was found. */
function asksForAnswer(task: string): boolean {
  const found = Array<string>(5).fill("found");
  const { goals, means } = readTask(task, undefined, found);
  return goals.filter(givesAnswer).some(({ kind }, index) => asks.has(kind) && !means.has(index));
}

/** Rejects only what it can show: that nothing was done, an answer is missing, or a switch is otherwise. */
export const practiceCompletion: PracticeRole = (text) => {
  const task = readSection(text, "task");
  const goals = readGoals(task);
  const rejected = (reason: string) => ({ accepted: false, reason: `${reason}.` });
  if (goals.length === 0 || goals.some(({ kind }) => kind === "unknown"))
    return {
      accepted: true,
      reason: "I do not understand all of the task, so I cannot tell that it is not done.",
    };
  const answer = readField(readSection(text, "claim"), "answer");
  if (answer === "" && asksForAnswer(task))
    return rejected("The task asks for information, and the answer is missing");
  const elements = readSection(text, "screen")
    .split("\n")
    .flatMap((line) => readElement(line) ?? []);
  const otherwise = contradicted(goals, elements);
  if (otherwise !== undefined) return rejected(otherwise);
  const isAsked = goals.every(({ kind }) => asks.has(kind));
  if (!isAsked && !hasActed(readSection(text, "done"))) return rejected("Nothing was done yet");
  return { accepted: true, reason: "Nothing on the last screen speaks against it." };
};
