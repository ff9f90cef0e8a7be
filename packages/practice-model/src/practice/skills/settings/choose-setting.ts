import type { GoalOf } from "../../goals/goal.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import {
  findElement,
  isClickable,
  isField,
  matchScore,
  normalised,
  summaryMentions,
} from "../match-label.ts";
import { act, done, isAction, type Outcome, type Skill, stuck, tapOn } from "../skill.ts";
import { namesOfSetting, walkSettings } from "./walk-settings.ts";

const dialogButton = (elements: readonly ElementView[], label: string): ElementView | undefined =>
  findElement(elements, [label], { only: isClickable, atLeast: 100 });

/** The dialog of a setting: one of its choices, or a text and OK. */
function answerDialog(value: string, elements: readonly ElementView[]): Outcome {
  const field = elements.find(isField);
  const choice = findElement(elements, [value], { only: isClickable, atLeast: 100 });
  if (field === undefined)
    return choice === undefined ? stuck(`there is no choice "${value}"`) : tapOn(choice);
  const ok = dialogButton(elements, "OK");
  if (normalised(field.value || field.title) === normalised(value) && ok !== undefined)
    return tapOn(ok, "It is typed.");
  return act({ action: "type", element: field.id, text: value, clear: true }, `It is to be "${value}".`);
}

/** Sets what is chosen from a list, or typed, in a dialog of its own. */
export const chooseSetting: Skill<GoalOf<"choose">> = ({ name, value }, scene) =>
  walkSettings(name, scene, () => {
    const { elements } = scene.view;
    const isDialog = dialogButton(elements, "Cancel") !== undefined;
    const opened = scene.steps.filter((step) => step.thinking.includes("This opens its choices."));
    if (isDialog && opened.length > 0) {
      const typed = scene.steps.filter((step) => isAction(step, "type")).length;
      return typed > 2 ? stuck("the text cannot be typed") : answerDialog(value, elements);
    }
    const row = findElement(elements, namesOfSetting(name), { only: isClickable, atLeast: 100 });
    if (row === undefined) return undefined;
    if (summaryMentions(row, value) || normalised(row.summary) === normalised(value))
      return done(`${name}: ${value}`);
    if (opened.length >= 2) return stuck(`"${name}" does not become "${value}"`);
    return matchScore(row, name) > 0 || opened.length === 0
      ? tapOn(row, "This opens its choices.")
      : undefined;
  });
