import type { GoalOf } from "../../goals/goal.ts";
import type { ElementView, HistoryStep } from "../../prompt/prompt-view.ts";
import { findElement } from "../match-label.ts";
import { act, done, isAction, type Skill, stuck } from "../skill.ts";
import { namesOfSetting, walkSettings } from "./walk-settings.ts";

const mostTouches = 5;

const percentIn = (text: string): number | undefined => {
  const match = /(\d{1,3})\s*%/.exec(text.normalize("NFKC"));
  return match === null ? undefined : Number(match[1]);
};

/** What the setting's row says it stands at. */
function shownPercent(name: string, elements: readonly ElementView[]): number | undefined {
  const only = (element: ElementView): boolean => percentIn(element.summary) !== undefined;
  const row = findElement(elements, namesOfSetting(name), { atLeast: 80, only });
  return row === undefined ? undefined : percentIn(row.summary);
}

const touchOf = (step: HistoryStep): number | undefined => {
  const coordinate = step.action?.coordinate;
  return isAction(step, "tap") && Array.isArray(coordinate) ? Number(coordinate[0]) : undefined;
};

/** What the row showed after each touch is kept in the thoughts, so that a miss corrects the next touch. */
const shownInThought = (step: HistoryStep | undefined): number | undefined => {
  const match = /It shows (\d+)%/.exec(step?.thinking ?? "");
  return match === null ? undefined : Number(match[1]);
};

export const slideSetting: Skill<GoalOf<"slide">> = (goal, scene) =>
  walkSettings(goal.name, scene, () => {
    const { elements } = scene.view;
    const { steps } = scene;
    const touches = steps.filter((step) => touchOf(step) !== undefined);
    const shown = shownPercent(goal.name, elements);
    if (shown !== undefined && Math.abs(shown - goal.percent) <= 1) return done(`${goal.name} is ${shown}%`);
    const slider = findElement(elements, [...namesOfSetting(goal.name), "brightness"], {
      only: (element) => element.type === "SLIDER",
    });
    if (slider?.bounds === undefined) {
      if (shown === undefined) return undefined;
      const row = findElement(elements, namesOfSetting(goal.name), { atLeast: 80 });
      const thought = `It shows ${shown}%, and ${goal.percent}% is wanted.`;
      return row === undefined ? undefined : act({ action: "tap", element: row.id }, thought);
    }
    const last = touches.at(-1);
    // A slider in a list stays where it is; one in a panel hides the row that says what it stands at.
    const isPanel = steps.some((step) => shownInThought(step) !== undefined);
    if (last !== undefined && !isPanel) return done(`${goal.name} is set to ${goal.percent}%`);
    if (last !== undefined && last === steps.at(-1))
      return act({ action: "back" }, "I go back to see what it says now.");
    if (touches.length >= mostTouches) return stuck(`${goal.name} does not come to ${goal.percent}%`);
    const [left, top, right, bottom] = slider.bounds;
    const shownNow = shown ?? shownInThought(steps.at(-1));
    const from = last === undefined ? undefined : touchOf(last);
    const miss = from === undefined || shownNow === undefined ? 0 : (goal.percent - shownNow) / 100;
    const x =
      from === undefined ? left + ((right - left) * goal.percent) / 100 : from + miss * (right - left);
    // The right edge itself is no longer the slider's.
    const clamped = Math.min(Math.max(x, left), right - (right - left) / 500);
    const coordinate = [Number(clamped.toFixed(4)), Number(((top + bottom) / 2).toFixed(4))];
    return act({ action: "tap", coordinate }, `About ${goal.percent}% lies here on the slider.`);
  });
