import type { GoalOf } from "../goals/goal.ts";
import { isHeld } from "./fill-form.ts";
import { hasDone, openMenu, pressable } from "./make-thing.ts";
import { isField } from "./match-label.ts";
import { reachPlace } from "./place.ts";
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
} from "./skill.ts";
import { seekThing } from "./thing-rows.ts";

/** Holds the row of a thing, so that what can be done with it is offered; undefined: it is held. */
export function holdThing(thing: string, scene: Scene): Outcome | undefined {
  const held = scene.steps.filter((step) => isAction(step, "long_press"));
  if (held.some((step) => !hadNoEffect(step))) return undefined;
  if (held.length > 1) return stuck(`holding "${thing}" offers nothing`);
  const row = seekThing(thing, scene);
  return "kind" in row
    ? row
    : act({ action: "long_press", element: row.id }, `I hold "${thing}" to see what is offered.`);
}

/** Renames what an app lists, by the menu of its row. */
export const renameThing: Skill<GoalOf<"renameThing">> = ({ app, within, thing, to }, scene) => {
  if (hasDone(scene, "It is to be called so.")) return done(`"${thing}" is called "${to}" now`);
  const { elements } = scene.view;
  const isDialog = pressable(scene, ["Cancel"]) !== undefined;
  const field = elements.find(isField);
  if (isDialog && field !== undefined) {
    const yes = pressable(scene, ["Rename", "OK", "Save", "Done"]);
    if (!isHeld(elements, to)) {
      const typed = scene.steps.filter((step) => isAction(step, "type") && step.action?.text === to).length;
      return typed > 1
        ? stuck("the name cannot be typed")
        : act({ action: "type", element: field.id, text: to, clear: true }, `The new name is "${to}".`);
    }
    return yes === undefined ? stuck("the name cannot be confirmed") : tapOn(yes, "It is to be called so.");
  }
  const rename = pressable(scene, ["Rename", "Edit name"]);
  if (rename !== undefined) return tapOn(rename);
  const opening = reachPlace(app, within, scene) ?? holdThing(thing, scene);
  return opening ?? openMenu(scene) ?? stuck(`"${thing}" cannot be renamed`);
};
