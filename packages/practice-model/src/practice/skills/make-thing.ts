import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { fillForm } from "./fill-form.ts";
import { findElement, isClickable, isField } from "./match-label.ts";
import { reachPlace } from "./place.ts";
import { goBack, reachApp } from "./reach-app.ts";
import {
  act,
  done,
  hadNoEffect,
  isAction,
  type Outcome,
  type Scene,
  type Skill,
  stuck,
  tapOn,
  tapsOn,
} from "./skill.ts";

export const pressable = (
  { view }: Scene,
  labels: readonly string[],
  atLeast = 95,
): ElementView | undefined =>
  findElement(view.elements, labels, { only: (one) => isClickable(one) && !isField(one), atLeast });

/** Whether a step with this thought was made for the goal and changed the screen. */
export const hasDone = ({ steps }: Scene, thought: string): boolean =>
  steps.some((step) => step.thinking.includes(thought) && !hadNoEffect(step));

/** What was held, or chosen before, offers more under its menu; undefined: there is none, or it was looked into. */
export function openMenu(scene: Scene): Outcome | undefined {
  const menu = pressable(scene, ["More options", "More", "Menu"], 95);
  return menu === undefined || tapsOn(scene.steps, menu.title).length > 1 ? undefined : tapOn(menu);
}

const confirms = ["Save", "Create", "Done", "Add", "OK"];

/** Makes a new one of what an app lists: its button, the form or dialog that opens, and what ends it. */
export const makeThing: Skill<GoalOf<"makeThing">> = ({ app, within, noun, fields }, scene) => {
  const name = fields[0]?.text ?? noun;
  if (hasDone(scene, "I save it.")) return done(`the ${noun} "${name}" is made`);
  const away = reachApp(app, scene);
  if (away !== undefined) return away;
  const begun = hasDone(scene, `I make a ${noun}.`);
  if (begun && scene.view.elements.some(isField)) {
    const filling = fillForm(fields, scene);
    if (filling !== undefined) return filling;
    const end = pressable(scene, confirms);
    if (end !== undefined) return tapOn(end, "I save it.");
    return scene.view.keyboardShown
      ? act({ action: "back" }, "The keyboard may cover it.")
      : stuck("it cannot be saved");
  }
  const opening = reachPlace(app, within, scene);
  if (opening !== undefined) return opening;
  const labels = [`New ${noun}`, `Add ${noun}`, `Create ${noun}`, `Create new ${noun}`];
  const add = pressable(scene, labels);
  if (add !== undefined) return tapOn(add, `I make a ${noun}.`);
  const menu = openMenu(scene);
  if (menu !== undefined) return menu;
  const backs = scene.steps.filter((step) => isAction(step, "back")).length;
  return backs > 2
    ? stuck(`there is no way to make a ${noun}`)
    : goBack(scene, `a ${noun} cannot be made here`);
};
