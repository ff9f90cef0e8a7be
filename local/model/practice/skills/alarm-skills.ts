import type { GoalOf, TimeOfDay } from "../goals/goal.ts";
import { readTime } from "../goals/read-time.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { findElement, isClickable, normalised, showsState } from "./match-label.ts";
import { openPicker, pickTime } from "./pick-time.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
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

const clockTime = /^\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?/i;

export const spoken = ({ hour, minute }: TimeOfDay): string => `${hour}:${String(minute).padStart(2, "0")}`;

/** Whether an element names the alarm's time: "7:30 AM", or "07:30" on a 24-hour clock. */
function showsTime(element: ElementView, time: TimeOfDay): boolean {
  return [element.title, element.description].some((name) => {
    const shown = clockTime.exec(normalised(name).replaceAll("\u202f", " "))?.[0];
    const read = shown === undefined ? undefined : readTime(shown);
    return read?.hour === time.hour && read.minute === time.minute;
  });
}

const addAlarm = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, ["Add alarm"], { only: isClickable, atLeast: 95 });

/** Gets to the list of alarms; undefined when there. */
function reachAlarms(scene: Scene): Outcome | undefined {
  const opening = reachApp("clock", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (addAlarm(elements) !== undefined) return undefined;
  const tab = findElement(elements, ["Alarm", "Alarms"], { only: isClickable, atLeast: 95 });
  if (tab !== undefined && tapsOn(scene.steps, tab.title).filter(hadNoEffect).length < 2) return tapOn(tab);
  return goBack(scene, "this is not the list of alarms");
}

interface Row {
  readonly time: ElementView;
  readonly toggle: ElementView | undefined;
  /** From this alarm's time to the next one's, in reading order. */
  readonly elements: readonly ElementView[];
}

function findRow(elements: readonly ElementView[], time: TimeOfDay): Row | undefined {
  const starts = elements.filter(
    (element) => !showsState(element) && clockTime.test(normalised(element.title || element.description)),
  );
  const start = starts.find((element) => showsTime(element, time));
  const toggles = elements.filter((element) => showsState(element) && element.flags.has("CLICKABLE"));
  const named = toggles.find((element) => showsTime(element, time));
  if (start === undefined)
    return named === undefined ? undefined : { time: named, toggle: named, elements: [named] };
  const from = elements.indexOf(start);
  // A card and the time on it both begin with the time.
  const next = starts.find((element) => elements.indexOf(element) > from && !showsTime(element, time));
  const own = elements.slice(from, next === undefined ? undefined : elements.indexOf(next));
  const toggle = named ?? own.find((element) => showsState(element) && element.type === "SWITCH");
  return { time: start, toggle, elements: own };
}

const isOn = (row: Row): boolean => row.toggle === undefined || row.toggle.flags.has("CHECKED");

const confirmed = (scene: Scene): boolean =>
  scene.steps.some((step) => isAction(step, "tap") && step.thinking.includes("The time is set."));

export const createAlarm: Skill<GoalOf<"createAlarm">> = ({ time }, scene) => {
  const { elements } = scene.view;
  const picker = openPicker(elements);
  if (picker !== undefined) return pickTime(time, picker, scene);
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const row = findRow(elements, time);
  if (row !== undefined && isOn(row)) return done(`the alarm at ${spoken(time)} is set`);
  if (row?.toggle !== undefined)
    return tapOn(row.toggle, `There is an alarm at ${spoken(time)}, but it is off.`);
  if (confirmed(scene)) {
    const sought = seek(scene, spoken(time));
    return sought.kind === "stuck" ? stuck(`the alarm at ${spoken(time)} does not show up`) : sought;
  }
  const add = addAlarm(elements);
  return add === undefined ? stuck("alarms cannot be added here") : tapOn(add);
};

/** The alarm's row, looked for up and down the list. */
function seekRow(time: TimeOfDay, scene: Scene, missing: (reason: string) => Outcome): Row | Outcome {
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const row = findRow(scene.view.elements, time);
  if (row !== undefined) return row;
  const sought = seek(scene, `alarm at ${spoken(time)}`);
  return sought.kind === "stuck" ? missing(`there is no alarm at ${spoken(time)}`) : sought;
}

export const switchAlarm: Skill<GoalOf<"switchAlarm">> = ({ time, on }, scene) => {
  const row = seekRow(time, scene, stuck);
  if ("kind" in row) return row;
  if (row.toggle === undefined) return stuck("the alarm has no switch");
  if (isOn(row) === on) return done(`the alarm at ${spoken(time)} is ${on ? "on" : "off"}`);
  return tapOn(row.toggle, `The alarm at ${spoken(time)} must be ${on ? "on" : "off"}.`);
};

const tappedDelete = (scene: Scene): boolean => tapsOn(scene.steps, "Delete").length > 0;

export const deleteAlarm: Skill<GoalOf<"deleteAlarm">> = ({ time }, scene) => {
  const gone = (reason: string): Outcome =>
    tappedDelete(scene) ? done(`the alarm at ${spoken(time)} is deleted`) : stuck(reason);
  const { elements } = scene.view;
  const confirm = findElement(elements, ["Delete", "OK"], { only: isClickable, atLeast: 100 });
  if (
    tappedDelete(scene) &&
    confirm !== undefined &&
    findElement(elements, ["Cancel"], { atLeast: 100 }) !== undefined
  ) {
    return tapOn(confirm, "I confirm.");
  }
  const row = seekRow(time, scene, gone);
  if ("kind" in row) return row;
  const remove = findElement(row.elements, ["Delete"], { only: isClickable, atLeast: 80 });
  if (remove !== undefined) return tapOn(remove, `I delete the alarm at ${spoken(time)}.`);
  const expand = findElement(row.elements, ["Expand alarm"], { only: isClickable, atLeast: 60 });
  if (expand !== undefined && tapsOn(scene.steps, expand.title).length < 2) return tapOn(expand);
  const held = scene.steps.filter((step) => isAction(step, "long_press")).length;
  if (held < 1)
    return act(
      { action: "long_press", element: row.time.id },
      "I look whether holding it offers to delete it.",
    );
  return stuck("the alarm offers no way to delete it");
};
