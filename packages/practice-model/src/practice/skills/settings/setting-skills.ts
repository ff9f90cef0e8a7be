import type { GoalOf } from "../../goals/goal.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable, matchScore, normalised, showsState } from "../match-label.ts";
import {
  act,
  done,
  hadNoEffect,
  isAction,
  type Outcome,
  type Skill,
  stuck,
  tapOn,
  tapsOn,
} from "../skill.ts";
import { namesOfSetting, walkSettings } from "./walk-settings.ts";

const mostTaps = 3;

/** The switch of a setting. On a setting's own page it may only be called "Use …" or "Turn on now". */
function switchOf(name: string, elements: readonly ElementView[]): ElementView | undefined {
  return findElement(elements, namesOfSetting(name), { only: showsState, atLeast: 95 });
}

/** Pages with a button for each state instead of a switch, as Do Not Disturb has on some versions. */
function stateButton(on: boolean, name: string, elements: readonly ElementView[]): ElementView | undefined {
  const isPage = elements.some((element) => !isClickable(element) && matchScore(element, name) >= 95);
  return isPage
    ? findElement(elements, on ? ["Turn on now"] : ["Turn off now"], { only: isClickable, atLeast: 100 })
    : undefined;
}

/** A row without a switch that says "On" or "Off" of itself. */
function stateRow(name: string, elements: readonly ElementView[]): ElementView | undefined {
  return findElement(elements, namesOfSetting(name), {
    only: ({ summary }) => /^o(?:n|ff)$/i.test(summary),
    atLeast: 100,
  });
}

/** Switched once, whatever it was. */
export const flipSetting: Skill<GoalOf<"flip">> = ({ name }, scene) =>
  walkSettings(name, scene, () => {
    const control = switchOf(name, scene.view.elements);
    if (control === undefined) return undefined;
    const flipped = tapsOn(scene.steps, control.title);
    if (flipped.some((step) => !hadNoEffect(step)))
      return done(`${name} is ${isOn(control) ? "on" : "off"} now`);
    return flipped.length > 1 ? stuck(`"${name}" cannot be switched`) : tapOn(control);
  });

const isOn = (element: ElementView): boolean => element.flags.has("CHECKED");

export const toggleSetting: Skill<GoalOf<"toggle">> = (goal, scene) =>
  walkSettings(goal.name, scene, (): Outcome | undefined => {
    const { elements } = scene.view;
    const control = switchOf(goal.name, elements);
    const wanted = goal.on ? "on" : "off";
    if (control === undefined) {
      const row = stateRow(goal.name, elements);
      if (row !== undefined && normalised(row.summary) === wanted) return done(`${goal.name} is ${wanted}`);
      const opposite = stateButton(!goal.on, goal.name, elements);
      if (opposite !== undefined) return done(`${goal.name} is ${wanted}`);
      const button = stateButton(goal.on, goal.name, elements);
      return button === undefined ? undefined : tapOn(button, `This turns ${goal.name} ${wanted}.`);
    }
    if (isOn(control) === goal.on) return done(`${goal.name} is ${wanted}`);
    if (control.flags.has("DISABLED")) return stuck(`the switch "${control.title}" is disabled`);
    const tries = tapsOn(scene.steps, control.title);
    if (tries.length >= mostTaps)
      return stuck(`"${control.title}" stays as it was, although I tapped it ${tries.length} times`);
    if (tries.length > 0 && tries.at(-1) === scene.steps.at(-1)) {
      return act({ action: "wait", duration: 1_000 }, `I give ${goal.name} a moment.`);
    }
    return tapOn(control, `${goal.name} is ${isOn(control) ? "on" : "off"} and must be ${wanted}.`);
  });

export const tellToggle: Skill<GoalOf<"toggleState">> = (goal, scene) =>
  walkSettings(goal.name, scene, () => {
    const control = switchOf(goal.name, scene.view.elements);
    const row = stateRow(goal.name, scene.view.elements);
    if (control === undefined && row === undefined) return undefined;
    const isOnNow = control === undefined ? normalised(row?.summary ?? "") === "on" : isOn(control);
    const state = isOnNow ? "on" : "off";
    return done(`${goal.name} is ${state}`, state);
  });

/** A row says its value itself, or the text right below its title does. */
function settingValue(name: string, elements: readonly ElementView[]): string | undefined {
  const find = (only: (element: ElementView) => boolean): ElementView | undefined =>
    findElement(elements, namesOfSetting(name), { only, atLeast: 100 });
  // The heading of a part of the list may have the same name as the row.
  const row =
    find((element) => !showsState(element) && element.summary !== "") ??
    find((element) => !showsState(element));
  if (row !== undefined && row.summary !== "") return row.summary.replaceAll("\u2011", "-");
  if (row === undefined || row.type !== "TEXT") return undefined;
  const next = elements[elements.indexOf(row) + 1];
  return next?.type === "TEXT" ? next.title : undefined;
}

export const readSetting: Skill<GoalOf<"readSetting">> = (goal, scene) =>
  walkSettings(goal.name, scene, () => {
    const value = settingValue(goal.name, scene.view.elements);
    return value === undefined ? undefined : done(`${goal.name}: ${value}`, value);
  });

export const openSettingsPage: Skill<GoalOf<"openSettings">> = (goal, scene) => {
  const opened = scene.steps.findLast((step) => isAction(step, "tap") && !hadNoEffect(step));
  if (opened !== undefined && namesOfSetting(goal.name).some((name) => tapsOn([opened], name).length > 0)) {
    return done(`the ${goal.name} page is open`);
  }
  return walkSettings(goal.name, scene, () => {
    const row = findElement(scene.view.elements, namesOfSetting(goal.name), {
      only: isClickable,
      atLeast: 95,
    });
    return row === undefined ? undefined : tapOn(row);
  });
};
