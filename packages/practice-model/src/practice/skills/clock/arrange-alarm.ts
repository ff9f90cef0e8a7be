import type { AlarmDetails } from "../../goals/goal.ts";
import { dayNames } from "../../goals/words/read-days.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable, isField, normalised, showsState } from "../match-label.ts";
import { act, inOneTurn, type Outcome, type Scene, stuck, tapOn, tapsOn } from "../skill.ts";
import { type AlarmRow, isExpanded } from "./alarm-rows.ts";

const isChecked = (element: ElementView): boolean => element.flags.has("CHECKED");
const saysLabel = (element: ElementView, label: string): boolean =>
  [element.title, element.summary, element.value].some((text) =>
    [normalised(label), normalised(`${label} Label`)].includes(normalised(text)),
  );

/** Fills the dialog that asks for an alarm's label; undefined when it is not open. */
export function nameAlarm(label: string | undefined, { view, steps }: Scene): Outcome | undefined {
  const fields = view.elements.filter(isField);
  const ok = findElement(view.elements, ["OK", "Set", "Done"], { only: isClickable, atLeast: 95 });
  const [field] = fields;
  if (label === undefined || field === undefined || fields.length > 1 || ok === undefined) return undefined;
  if (normalised(field.value || field.title) === normalised(label)) return tapOn(ok, "The label is in.");
  if (steps.filter((step) => step.action?.text === label).length >= 2)
    return stuck("the label cannot be typed");
  return act({ action: "type", element: field.id, text: label, clear: true }, `The label is "${label}".`);
}

function arrangeDays(row: AlarmRow, days: readonly number[]): Outcome | undefined {
  const repeat = findElement(row.elements, ["Repeat"], { only: showsState, atLeast: 95 });
  const boxes = dayNames.map((name) =>
    row.elements.find((element) => normalised(element.description || element.title) === normalised(name)),
  );
  if (boxes.every((box) => box === undefined)) {
    if (repeat === undefined) return stuck("the alarm cannot repeat");
    return isChecked(repeat) ? stuck("the alarm shows no days") : tapOn(repeat, "It must repeat.");
  }
  const missing = boxes.indexOf(undefined);
  if (missing >= 0) return stuck(`the alarm has no ${dayNames[missing]}`);
  return inOneTurn(
    boxes.flatMap((box, day) =>
      box === undefined || isChecked(box) === days.includes(day)
        ? []
        : [
            {
              action: { action: "tap", element: box.id },
              thought: `${dayNames[day]} must be ${days.includes(day) ? "on" : "off"}.`,
            },
          ],
    ),
  );
}

function arrangeVibration(row: AlarmRow, on: boolean): Outcome | undefined {
  const box = findElement(row.elements, ["Vibrate"], { only: showsState, atLeast: 95 });
  if (box === undefined) return stuck("the alarm has no choice to vibrate");
  return isChecked(box) === on ? undefined : tapOn(box);
}

function arrangeLabel(row: AlarmRow, label: string): Outcome | undefined {
  if (row.elements.some((element) => saysLabel(element, label))) return undefined;
  const opener =
    findElement(row.elements, ["No label specified", "Label", "Add label"], {
      only: isClickable,
      atLeast: 80,
    }) ?? row.elements.find((element) => isClickable(element) && / Label$/.test(element.title));
  return opener === undefined ? stuck("the alarm cannot be named") : tapOn(opener);
}

/** A collapsed row says on which day it rings next. */
function checkWhen(row: AlarmRow, when: string): Outcome | undefined {
  const said = row.elements.map((element) => element.summary).join(" ");
  return new RegExp(`\\b${when}\\b`, "i").test(said) ? undefined : stuck(`this alarm does not ring ${when}`);
}

/** Brings what a row says beside its time in order; undefined when it is. */
export function arrangeAlarm(row: AlarmRow, details: AlarmDetails, scene: Scene): Outcome | undefined {
  const { label, days, vibrate, when } = details;
  const opened = isExpanded(row.elements);
  if (label === undefined && days === undefined && vibrate === undefined) {
    if (when === undefined) return undefined;
    const collapse = findElement(row.elements, ["Collapse alarm"], { only: isClickable, atLeast: 95 });
    return collapse === undefined ? checkWhen(row, when) : tapOn(collapse, "Collapsed, it says the day.");
  }
  if (when !== undefined) return stuck("I cannot both see the day and set the rest");
  if (!opened) {
    const expand = findElement(row.elements, ["Expand alarm"], { only: isClickable, atLeast: 60 });
    if (expand === undefined || tapsOn(scene.steps, expand.title).length > 3)
      return stuck("the alarm does not open");
    return tapOn(expand);
  }
  return (
    (days === undefined ? undefined : arrangeDays(row, days)) ??
    (vibrate === undefined ? undefined : arrangeVibration(row, vibrate)) ??
    (label === undefined ? undefined : arrangeLabel(row, label))
  );
}
