import type { GoalOf } from "../goals/goal.ts";
import { openableApp } from "../knowledge/apps.ts";
import { fieldFor, isHeld } from "./fill-form.ts";
import { findElement, isClickable } from "./match-label.ts";
import { reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { act, done, hadNoEffect, isAction, type Skill, stuck, tapOn, tapsOn } from "./skill.ts";

export const bringUpApp: Skill<GoalOf<"openApp">> = ({ app }, scene) => {
  if (openableApp(app, scene.view.installedApps) === undefined)
    return stuck(`I know no installed app "${app}"`);
  return reachApp(app, scene) ?? done(`${app} is open`);
};

export const visitUrl: Skill<GoalOf<"openUrl">> = ({ url }, { steps }) => {
  const tried = steps.findLast((step) => isAction(step, "open_url"));
  if (tried === undefined) return act({ action: "open_url", url }, `I open ${url}.`);
  return tried.result.startsWith("failed")
    ? stuck(`${url} could not be opened: ${tried.result}`)
    : done(`${url} is open`);
};

export const goHome: Skill<GoalOf<"goHome">> = (_, { steps }) =>
  steps.some((step) => isAction(step, "home"))
    ? done("the home screen is shown")
    : act({ action: "home" }, "I go home.");

export const goBackOnce: Skill<GoalOf<"goBack">> = (_, { steps }) =>
  steps.some((step) => isAction(step, "back")) ? done("I went back") : act({ action: "back" }, "I go back.");

export const press: Skill<GoalOf<"press">> = ({ label, times = 1 }, scene) => {
  const target = findElement(scene.view.elements, [label], { only: isClickable, atLeast: 80 });
  const pressed = tapsOn(scene.steps, target?.title ?? label);
  const vain = pressed.filter(hadNoEffect).length;
  if (pressed.length - vain >= times) return done(`I tapped "${label}"`);
  if (vain >= 2) return stuck(`tapping "${label}" does nothing`);
  return target === undefined ? seek(scene, label) : tapOn(target);
};

export const fillField: Skill<GoalOf<"fillField">> = ({ label, text }, scene) => {
  if (isHeld(scene.view.elements, text)) return done(`"${label}" holds "${text}"`);
  const field = fieldFor(scene.view.elements, [label]);
  if (field === undefined) return seek(scene, label);
  const typed = scene.steps.filter((step) => isAction(step, "type")).length;
  if (typed >= 2) return stuck(`"${label}" does not take the text`);
  return act({ action: "type", element: field.id, text, clear: true }, `"${label}" is to hold "${text}".`);
};
