import type { GoalOf } from "../../goals/goal.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable } from "../match-label.ts";
import { pressKeys } from "../press-keys.ts";
import { goBack, reachApp } from "../reach-app.ts";
import { done, hadNoEffect, isAction, type Scene, type Skill, stuck, tapOn, tapsOn } from "../skill.ts";

const button = (elements: readonly ElementView[], ...labels: string[]): ElementView | undefined =>
  findElement(elements, labels, { only: isClickable, atLeast: 95 });

/** What the keypad takes: hours, minutes and seconds in two digits each, without leading zeros. */
export function keypadDigits(seconds: number): string {
  const total = Math.round(seconds);
  const hours = Math.floor(total / 3_600);
  // The keypad holds 99 hours at most.
  const parts = [Math.min(hours, 99), Math.floor(total / 60) % 60, total % 60];
  return parts
    .map((part) => String(part).padStart(2, "0"))
    .join("")
    .replace(/^0+/, "");
}

const pressed = /^\w+ "(\d)[" ]/;
/** Keys of the keypad that were pressed, in order. */
const typedDigits = (scene: Scene): string =>
  scene.steps
    .filter((step) => isAction(step, "tap"))
    .flatMap(({ target }) => pressed.exec(target)?.[1] ?? [])
    .join("");

export const startTimer: Skill<GoalOf<"startTimer">> = ({ seconds }, scene) => {
  if (seconds > 359_999 || !Number.isInteger(seconds)) return stuck("the timer does not go to that");
  const opening = reachApp("clock", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  const started = scene.steps.find(
    (step) => step.thinking.includes("I start the timer.") && isAction(step, "tap"),
  );
  if (started !== undefined && !hadNoEffect(started)) return done("the timer runs");
  const digits = keypadDigits(seconds);
  const isKeypad = button(elements, "1") !== undefined && button(elements, "9") !== undefined;
  if (isKeypad) {
    const typed = typedDigits(scene);
    const keys = pressKeys(digits.startsWith(typed) ? digits.slice(typed.length) : "", (digit) =>
      button(elements, digit),
    );
    if (keys !== undefined) return keys;
    const start = button(elements, "Start");
    return start === undefined ? stuck("the timer cannot be started") : tapOn(start, "I start the timer.");
  }
  const add = button(elements, "Add timer", "Add Timer");
  if (add !== undefined) return tapOn(add);
  const tab = button(elements, "Timer");
  if (tab !== undefined && tapsOn(scene.steps, tab.title).filter(hadNoEffect).length < 2) return tapOn(tab);
  return goBack(scene, "this is not the timer");
};
