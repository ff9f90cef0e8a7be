import type { TimeOfDay } from "../../goals/goal.ts";
import { readTime } from "../../goals/words/read-time.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable, normalised, showsState } from "../match-label.ts";
import { goBack, reachApp } from "../reach-app.ts";
import { hadNoEffect, type Outcome, type Scene, tapOn, tapsOn } from "../skill.ts";

export const spoken = ({ hour, minute }: TimeOfDay): string => `${hour}:${String(minute).padStart(2, "0")}`;

const clockTime = /^\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?/i;

/** Whether an element names the alarm's time: "7:30 AM", or "07:30" on a 24-hour clock. */
export function showsTime(element: ElementView, time: TimeOfDay): boolean {
  const read = timeOf(element);
  return read?.hour === time.hour && read.minute === time.minute;
}

function timeOf(element: ElementView): TimeOfDay | undefined {
  for (const name of [element.title, element.description]) {
    const shown = clockTime.exec(normalised(name).replaceAll("\u202f", " "))?.[0];
    const read = shown === undefined ? undefined : readTime(shown);
    if (read !== undefined) return read;
  }
  return undefined;
}

export const addAlarm = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, ["Add alarm"], { only: isClickable, atLeast: 95 });

/** Gets to the list of alarms; undefined when there. */
export function reachAlarms(scene: Scene): Outcome | undefined {
  const opening = reachApp("clock", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (addAlarm(elements) !== undefined) return undefined;
  const tab = findElement(elements, ["Alarm", "Alarms"], { only: isClickable, atLeast: 95 });
  if (tab !== undefined && tapsOn(scene.steps, tab.title).filter(hadNoEffect).length < 2) return tapOn(tab);
  return goBack(scene, "this is not the list of alarms");
}

export interface AlarmRow {
  readonly time: ElementView;
  readonly toggle: ElementView | undefined;
  /** From this alarm's time to the next one's, in reading order. */
  readonly elements: readonly ElementView[];
}

export const startsRow = (element: ElementView): boolean =>
  !showsState(element) && clockTime.test(normalised(element.title || element.description));

export const isExpanded = (elements: readonly ElementView[]): boolean =>
  findElement(elements, ["Collapse alarm"], { atLeast: 95 }) !== undefined;

/** The times of all alarms in sight, in order. */
export function alarmTimes(elements: readonly ElementView[]): TimeOfDay[] {
  const times = elements.filter(startsRow).flatMap((element) => timeOf(element) ?? []);
  return times.filter((time, index) => index === 0 || spoken(time) !== spoken(times[index - 1] ?? time));
}

/** The alarm that was just made is the one that is open; of several at one time, the last. */
export function newRow(elements: readonly ElementView[], time: TimeOfDay): AlarmRow | undefined {
  const row = findRow(elements, time);
  if (row === undefined || isExpanded(row.elements)) return row;
  const later = elements.slice(elements.indexOf(row.time) + row.elements.length);
  return newRow(later, time) ?? row;
}

export function findRow(elements: readonly ElementView[], time: TimeOfDay): AlarmRow | undefined {
  const starts = elements.filter(startsRow);
  const start = starts.find((element) => showsTime(element, time));
  const toggles = elements.filter((element) => showsState(element) && element.flags.has("CLICKABLE"));
  const named = toggles.find((element) => showsTime(element, time));
  if (start === undefined)
    return named === undefined ? undefined : { time: named, toggle: named, elements: [named] };
  const from = elements.indexOf(start);
  // A card and the time on it both begin with the time.
  const isCard = (element: ElementView): boolean =>
    element.title !== start.title || /alarm/i.test(element.title);
  const next = starts.find(
    (element) =>
      elements.indexOf(element) > from &&
      (!showsTime(element, time) || (isCard(element) && element.title === start.title)),
  );
  const own = elements.slice(from, next === undefined ? undefined : elements.indexOf(next));
  const toggle = named ?? own.find((element) => showsState(element) && element.type === "SWITCH");
  return { time: start, toggle, elements: own };
}

export const isOn = (row: AlarmRow): boolean => row.toggle === undefined || row.toggle.flags.has("CHECKED");
