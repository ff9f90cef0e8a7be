import type { ClockButton, GoalOf } from "../../goals/goal.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable } from "../match-label.ts";
import { goBack, reachApp } from "../reach-app.ts";
import {
  done,
  hadNoEffect,
  isAction,
  type Outcome,
  type Scene,
  type Skill,
  stuck,
  tapOn,
  tapsOn,
} from "../skill.ts";

const button = (elements: readonly ElementView[], ...labels: string[]): ElementView | undefined =>
  findElement(elements, labels, { only: isClickable, atLeast: 95 });

/** Brings one of the clock's tabs to the front; undefined when it is there. */
function reachTab(tab: string, scene: Scene): Outcome | undefined {
  const opening = reachApp("clock", scene);
  if (opening !== undefined) return opening;
  const found = button(scene.view.elements, tab);
  if (found?.flags.has("SELECTED")) return undefined;
  if (found !== undefined && tapsOn(scene.steps, found.title).length < 2) return tapOn(found);
  return goBack(scene, `there is no tab "${tab}"`);
}

export const openTab: Skill<GoalOf<"openTab">> = ({ tab }, scene) =>
  reachTab(tab, scene) ?? done(`the ${tab} tab is open`);

const clockTime = /^\d{1,2}[:.]\d{2}(?:\s?[AP]M)?$/i;
const date = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b.*\d/i;

export const tellClock: Skill<GoalOf<"tellClock">> = ({ what }, scene) => {
  const opening = reachTab("Clock", scene);
  if (opening !== undefined) return opening;
  const shape = what === "time" ? clockTime : date;
  const shown = scene.view.elements.find(({ title }) => shape.test(title.normalize("NFKC")));
  return shown === undefined ? stuck(`the clock shows no ${what}`) : done(`the ${what}`, shown.title);
};

const labels: Readonly<Record<ClockButton, readonly string[]>> = {
  start: ["Start"],
  pause: ["Pause", "Stop"],
  resume: ["Start", "Resume"],
  reset: ["Reset"],
  lap: ["Lap"],
  delete: ["Delete", "Delete timer"],
  addMinute: ["Add 1 Minute", "+1:00"],
};

export const pressClock: Skill<GoalOf<"pressClock">> = (goal, scene) => {
  const thought = `I press "${goal.button}".`;
  const pressed = scene.steps.find((step) => isAction(step, "tap") && step.thinking.includes(thought));
  if (pressed !== undefined)
    return hadNoEffect(pressed)
      ? stuck(`"${goal.button}" does nothing`)
      : done(`"${goal.button}" is pressed`);
  const opening = reachTab(goal.tab, scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  const isKeypad = button(elements, "1") !== undefined && button(elements, "9") !== undefined;
  if (goal.tab === "Timer" && isKeypad) return stuck("there is no timer");
  if (goal.button === "start" && button(elements, "Pause") !== undefined) return done("it runs already");
  const found = button(elements, ...labels[goal.button]);
  return found === undefined ? stuck(`there is no button to ${goal.button} here`) : tapOn(found, thought);
};
