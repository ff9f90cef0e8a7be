import type { GoalOf, TimeOfDay } from "../../goals/goal.ts";
import { findElement, isClickable } from "../match-label.ts";
import { seek } from "../seek.ts";
import { act, done, isAction, type Outcome, type Scene, type Skill, stuck, tapOn, tapsOn } from "../skill.ts";
import {
  type AlarmRow,
  addAlarm,
  alarmTimes,
  findRow,
  isExpanded,
  isOn,
  newRow,
  reachAlarms,
  spoken,
} from "./alarm-rows.ts";
import { arrangeAlarm, nameAlarm } from "./arrange-alarm.ts";
import { openPicker, pickTime } from "./pick-time.ts";

const confirmed = (scene: Scene): boolean =>
  scene.steps.some((step) => isAction(step, "tap") && step.thinking.includes("The time is set."));

/** A plain alarm takes one that is there, but not one that repeats or has a name of its own. */
function isPlain(row: AlarmRow): boolean {
  const said = row.elements.map((element) => element.summary).join(" ");
  const names = row.elements.some((element) => isExpanded([element]));
  return (
    names ||
    /\b(?:Today|Tomorrow|Not scheduled)\b/.test(
      said.replace(/^.*,/, (label) => (label === "" ? "" : "named ")),
    )
  );
}

export const createAlarm: Skill<GoalOf<"createAlarm">> = (goal, scene) => {
  const { time } = goal;
  const { elements } = scene.view;
  const picker = openPicker(elements);
  if (picker !== undefined) return pickTime(time, picker, scene);
  const naming = nameAlarm(goal.label, scene);
  if (naming !== undefined) return naming;
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const isNew = confirmed(scene);
  const row = isNew ? newRow(elements, time) : findRow(elements, time);
  const isBare = goal.label === undefined && goal.days === undefined && goal.vibrate === undefined;
  if (row !== undefined && (isNew || (isBare && isPlain(row)))) {
    if (!isOn(row) && row.toggle !== undefined)
      return tapOn(row.toggle, `There is an alarm at ${spoken(time)}, but it is off.`);
    return arrangeAlarm(row, goal, scene) ?? done(`the alarm at ${spoken(time)} is set`);
  }
  if (isNew) {
    const sought = seek(scene, spoken(time));
    return sought.kind === "stuck" ? stuck(`the alarm at ${spoken(time)} does not show up`) : sought;
  }
  const add = addAlarm(elements);
  return add === undefined ? stuck("alarms cannot be added here") : tapOn(add);
};

/** The alarm's row, looked for up and down the list. */
function seekRow(time: TimeOfDay, scene: Scene, missing: (reason: string) => Outcome): AlarmRow | Outcome {
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

export const editAlarm: Skill<GoalOf<"editAlarm">> = (goal, scene) => {
  const { elements } = scene.view;
  const picker = openPicker(elements);
  if (picker !== undefined && goal.to !== undefined) return pickTime(goal.to, picker, scene);
  const naming = nameAlarm(goal.label, scene);
  if (naming !== undefined) return naming;
  const isMoved = goal.to === undefined || confirmed(scene);
  const row = seekRow(isMoved ? (goal.to ?? goal.time) : goal.time, scene, stuck);
  if ("kind" in row) return row;
  if (isMoved) return arrangeAlarm(row, goal, scene) ?? done(`the alarm is changed`);
  const shown = row.elements.find(
    (element) => isClickable(element) && !/alarm/i.test(element.title) && element.title.includes(":"),
  );
  return shown === undefined
    ? stuck("the alarm shows no time to change")
    : tapOn(shown, "I change its time.");
};

const tappedDelete = (scene: Scene): boolean => tapsOn(scene.steps, "Delete").length > 0;

/** The times in sight when no list has more than is in sight. */
function wholeList(scene: Scene): TimeOfDay[] | Outcome {
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (elements.some((element) => element.flags.has("SCROLLABLE") && element.type === "LIST"))
    return stuck("there are more alarms than fit on the screen");
  return alarmTimes(elements);
}

const isState = (which: string, isOnNow: boolean): boolean => which === "all" || (which === "on") === isOnNow;

export const tellAlarms: Skill<GoalOf<"tellAlarms">> = ({ how, which }, scene) => {
  const times = wholeList(scene);
  if ("kind" in times) return times;
  const { elements } = scene.view;
  const chosen = times.filter((time) => {
    const row = findRow(elements, time);
    return row !== undefined && isState(which, isOn(row));
  });
  const answer = how === "count" ? String(chosen.length) : chosen.map(spoken).join(", ") || "none";
  return done(`alarms: ${answer}`, answer);
};

export const alarmTime: Skill<GoalOf<"alarmTime">> = ({ label }, scene) => {
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  const rows = alarmTimes(elements).flatMap((time) => findRow(elements, time) ?? []);
  const wanted = new RegExp(`(?<![\\p{L}])${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}])`, "iu");
  const named = rows.filter((row) =>
    row.elements.some(({ title, summary, description }) => wanted.test(`${title} ${summary} ${description}`)),
  );
  const [row, other] = named;
  if (row === undefined) {
    const sought = seek(scene, `the alarm "${label}"`);
    return sought.kind === "stuck" ? stuck(`there is no alarm called "${label}"`) : sought;
  }
  if (other !== undefined) return stuck(`more than one alarm is called "${label}"`);
  return done(`the alarm "${label}" is found`, row.time.title || row.time.description);
};

export const hasAlarm: Skill<GoalOf<"hasAlarm">> = ({ time }, scene) => {
  const row = seekRow(time, scene, () => done(`there is no alarm at ${spoken(time)}`, "No"));
  if ("kind" in row) return row;
  const answer = row.toggle === undefined || isOn(row) ? "Yes" : "Yes, but it is off";
  return done(`there is an alarm at ${spoken(time)}`, answer);
};

export const alarmState: Skill<GoalOf<"alarmState">> = ({ time }, scene) => {
  const row = seekRow(time, scene, stuck);
  if ("kind" in row) return row;
  if (row.toggle === undefined) return stuck("the alarm has no switch");
  const state = isOn(row) ? "on" : "off";
  return done(`the alarm at ${spoken(time)} is ${state}`, state);
};

export const switchAllAlarms: Skill<GoalOf<"switchAllAlarms">> = ({ on }, scene) => {
  const times = wholeList(scene);
  if ("kind" in times) return times;
  const rows = times.flatMap((time) => findRow(scene.view.elements, time) ?? []);
  const other = rows.find((row) => row.toggle !== undefined && isOn(row) !== on);
  if (rows.length === 0) return stuck("there is no alarm");
  return other?.toggle === undefined ? done(`all alarms are ${on ? "on" : "off"}`) : tapOn(other.toggle);
};

export const deleteAllAlarms: Skill<GoalOf<"deleteAllAlarms">> = (_, scene) => {
  const opening = reachAlarms(scene);
  if (opening !== undefined) return opening;
  const [time] = alarmTimes(scene.view.elements);
  if (time === undefined)
    return tappedDelete(scene) ? done("all alarms are deleted") : stuck("there is no alarm");
  return removeRow(time, scene, stuck);
};

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
  return removeRow(time, scene, gone);
};

function removeRow(time: TimeOfDay, scene: Scene, gone: (reason: string) => Outcome): Outcome {
  const row = seekRow(time, scene, gone);
  if ("kind" in row) return row;
  // With two at the same time the task does not say which.
  if (
    tapsOn(scene.steps, "Delete").length > 0 &&
    scene.steps.some((step) => step.thinking.includes(`delete the alarm at ${spoken(time)}.`))
  )
    return stuck(`there is another alarm at ${spoken(time)}`);
  const remove = findElement(row.elements, ["Delete"], { only: isClickable, atLeast: 80 });
  if (remove !== undefined) return tapOn(remove, `I delete the alarm at ${spoken(time)}.`);
  const expand = findElement(row.elements, ["Expand alarm"], { only: isClickable, atLeast: 60 });
  if (expand !== undefined && tapsOn(scene.steps, expand.title).length < 12) return tapOn(expand);
  const held = scene.steps.filter((step) => isAction(step, "long_press")).length;
  if (held < 1)
    return act(
      { action: "long_press", element: row.time.id },
      "I look whether holding it offers to delete it.",
    );
  return stuck("the alarm offers no way to delete it");
}
