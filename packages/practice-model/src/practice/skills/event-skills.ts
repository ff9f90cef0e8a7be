import type { EventFields, GoalOf } from "../goals/goal.ts";
import { readTime } from "../goals/words/read-time.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { openPicker, pickTime } from "./clock/pick-time.ts";
import { dateIn, dayMeant } from "./event-day.ts";
import { fillForm } from "./fill-form.ts";
import { hasDone, pressable } from "./make-thing.ts";
import { isClickable, isField, normalised } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { done, type Outcome, type Scene, type Skill, stuck, tapOn } from "./skill.ts";
import { openThing } from "./thing-rows.ts";

const described = (scene: Scene, start: string): ElementView | undefined =>
  scene.view.elements.find(
    (one) => isClickable(one) && normalised(one.description || one.title).startsWith(normalised(start)),
  );

/** What the form showed when it was opened: today, for a new event. Kept in a thought, because the day changes with it. */
function firstDay({ steps }: Scene): number | undefined {
  const said = steps.map(({ thinking }) => /Days count from (\d+)\./.exec(thinking)?.[1]).find(Boolean);
  return said === undefined ? undefined : Number(said);
}

/** Days of a month to tap, each with its whole date. */
const isDayOfGrid = (one: ElementView): boolean =>
  isClickable(one) && /^\d{1,2}$/.test(one.title) && dateIn(one.description) !== undefined;

function pickDay(wanted: number, scene: Scene): Outcome {
  const days = scene.view.elements.filter(isDayOfGrid);
  const found = days.find((one) => dateIn(one.description) === wanted);
  if (found === undefined) {
    const first = dateIn(days[0]?.description ?? "") ?? 0;
    const turn = pressable(scene, [wanted < first ? "Previous month" : "Next month"]);
    return turn === undefined ? stuck("the calendar cannot be turned") : tapOn(turn);
  }
  const ok = pressable(scene, ["OK", "Set", "Done"]);
  if (!found.flags.has("SELECTED")) return tapOn(found, "This is the day.");
  return ok === undefined ? stuck("the day cannot be confirmed") : tapOn(ok, "The day is set.");
}

const reminders: Readonly<Record<number, string>> = {
  0: "At time of event",
  60: "1 hour before",
  1440: "1 day before",
};
const reminderLabel = (minutes: number): string => reminders[minutes] ?? `${minutes} minutes before`;

/** A row that opens a dialog of choices, and the choice; undefined: the row shows it. */
function choose(label: string, row: RegExp, scene: Scene): Outcome | undefined {
  const rows = scene.view.elements.filter((one) => isClickable(one) && !isField(one) && row.test(one.title));
  if (rows.some((one) => normalised(one.title) === normalised(label))) return undefined;
  const [shown] = rows;
  if (shown !== undefined) return tapOn(shown, "This opens the choices.");
  const sought = seek(scene, label);
  return sought.kind === "stuck" ? stuck(`there is no choice "${label}"`) : sought;
}

const repeats = /^(?:does not repeat|every (?:day|week|month|year)|custom)$/i;
const reminds = /^(?:no reminder|at time of event|\d+ (?:minutes?|hours?|days?) before)$/i;

function chooseInDialog(label: string, scene: Scene): Outcome {
  const choice = pressable(scene, [label], 100);
  return choice === undefined ? stuck(`there is no choice "${label}"`) : tapOn(choice, "I choose it.");
}

/** `event`: what it is called so far; undefined for a new one. */
function arrange(fields: EventFields, event: string | undefined, scene: Scene): Outcome | undefined {
  const isOld = (content: string): boolean =>
    event !== undefined && normalised(content) === normalised(event);
  const texts = [
    ...(fields.title === undefined
      ? []
      : [{ labels: ["Event name", "Title"], text: fields.title, holds: isOld }]),
    ...(fields.place === undefined ? [] : [{ labels: ["Location", "Where"], text: fields.place }]),
  ];
  const filling = fillForm(texts, scene);
  if (filling !== undefined) return filling;
  const allDay = described(scene, "All day");
  if (fields.allDay !== undefined && allDay !== undefined && allDay.flags.has("CHECKED") !== fields.allDay)
    return tapOn(allDay);
  const startDay = described(scene, "Start date");
  const shownDay = dateIn(startDay?.description ?? "");
  if (fields.day !== undefined && startDay !== undefined && shownDay !== undefined) {
    const from = firstDay(scene) ?? shownDay;
    if (dayMeant(fields.day, from) !== shownDay) return tapOn(startDay, `Days count from ${from}.`);
  }
  const startTime = described(scene, "Start time");
  const shownTime = readTime((startTime?.title ?? "").replaceAll("\u202f", " "));
  const { time } = fields;
  if (
    time !== undefined &&
    startTime !== undefined &&
    (shownTime?.hour !== time.hour || shownTime.minute !== time.minute)
  )
    return tapOn(startTime, "This is when it begins.");
  if (fields.repeat !== undefined) {
    const choosing = choose(fields.repeat, repeats, scene);
    if (choosing !== undefined) return choosing;
  }
  return fields.reminderMinutes === undefined
    ? undefined
    : choose(reminderLabel(fields.reminderMinutes), reminds, scene);
}

/** What lies over the form: the month, the clock, a list of choices. */
function answerDialog(fields: EventFields, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  const from = firstDay(scene);
  if (elements.some(isDayOfGrid) && pressable(scene, ["OK"]) !== undefined)
    return fields.day === undefined || from === undefined
      ? stuck("no day is wanted")
      : pickDay(dayMeant(fields.day, from), scene);
  const picker = openPicker(elements);
  if (picker !== undefined && fields.time !== undefined) return pickTime(fields.time, picker, scene);
  const choices = elements.filter(
    (one) => isClickable(one) && (repeats.test(one.title) || reminds.test(one.title)),
  );
  if (choices.length < 3) return undefined;
  const wanted = repeats.test(choices[0]?.title ?? "") ? fields.repeat : fields.reminderMinutes;
  if (wanted === undefined) return goBack(scene, "these choices are not wanted");
  return chooseInDialog(typeof wanted === "number" ? reminderLabel(wanted) : wanted, scene);
}

/** Makes an event, or changes the one that is named, in the form of the calendar. */
export const writeEvent: Skill<GoalOf<"writeEvent">> = ({ event, fields }, scene) => {
  if (hasDone(scene, "The event is as wanted.")) return done(`the event "${event ?? fields.title}" is saved`);
  const away = reachApp("calendar", scene);
  if (away !== undefined) return away;
  const dialog = hasDone(scene, "I open the form.") ? answerDialog(fields, scene) : undefined;
  if (dialog !== undefined) return dialog;
  const save = pressable(scene, ["Save", "Done"]);
  if (save !== undefined && scene.view.elements.some(isField) && hasDone(scene, "I open the form."))
    return arrange(fields, event, scene) ?? tapOn(save, "The event is as wanted.");
  if (event === undefined) {
    const add = pressable(scene, ["New event", "Create new event", "Add event"]);
    return add === undefined ? goBack(scene, "an event cannot be made here") : tapOn(add, "I open the form.");
  }
  const opening = openThing("calendar", event, scene);
  if (opening !== undefined) return opening;
  const edit = pressable(scene, ["Edit", "Edit event"]);
  return edit === undefined ? stuck("the event cannot be changed") : tapOn(edit, "I open the form.");
};
