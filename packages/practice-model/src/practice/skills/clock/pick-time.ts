import type { TimeOfDay } from "../../goals/goal.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable, isField, normalised, showsState } from "../match-label.ts";
import { inOneTurn, isAction, type Outcome, type Scene, stuck, tapOn } from "../skill.ts";

const okLabels = ["OK", "Set", "Done"];
const textModeLabels = ["Switch to text input mode for the time input.", "Switch to text input mode"];

interface Picker {
  readonly ok: ElementView;
  readonly am: ElementView | undefined;
  readonly pm: ElementView | undefined;
  /** Hour and minute, when they can be typed. */
  readonly fields: readonly ElementView[];
  readonly toText: ElementView | undefined;
}

const button = (elements: readonly ElementView[], labels: readonly string[]): ElementView | undefined =>
  findElement(elements, labels, { only: isClickable, atLeast: 95 });

/** The time picker, when one is open: OK and Cancel with something to set a time by. */
export function openPicker(elements: readonly ElementView[]): Picker | undefined {
  const ok = button(elements, okLabels);
  if (ok === undefined || button(elements, ["Cancel"]) === undefined) return undefined;
  const fields = elements.filter(isField);
  const toText = findElement(elements, textModeLabels, { only: isClickable, atLeast: 80 });
  if (
    fields.length < 2 &&
    toText === undefined &&
    !elements.some((element) => /^\d{1,2}$/.test(element.title))
  )
    return undefined;
  const half = (label: string): ElementView | undefined =>
    elements.find(
      (element) =>
        isClickable(element) &&
        normalised(element.title || element.description).replaceAll(".", "") === label,
    );
  return { ok, am: half("am"), pm: half("pm"), fields, toText };
}

const isChosen = (element: ElementView): boolean =>
  element.flags.has("CHECKED") || element.flags.has("SELECTED");
const numberIn = (element: ElementView): number => Number(element.value || element.title);
const isTyped = (field: ElementView, text: string): boolean =>
  numberIn(field) === Number(text) && (field.value || field.title) !== "";

function typeTime(hour: number, minute: number, picker: Picker): Outcome | undefined {
  const [hourField, minuteField] = picker.fields;
  if (hourField === undefined || minuteField === undefined) return stuck("the time picker has no fields");
  const parts = [
    [hourField, String(hour), "hour"],
    [minuteField, String(minute).padStart(2, "0"), "minute"],
  ] as const;
  return inOneTurn(
    parts
      .filter(([field, text]) => !isTyped(field, text))
      .map(([field, text, name]) => ({
        action: { action: "type", element: field.id, text, clear: true },
        thought: `The ${name} is ${text}.`,
      })),
  );
}

/** The number on the clock's face: the face's numbers stand below the two that show the time. */
function faceNumber(
  elements: readonly ElementView[],
  value: number,
  labels: readonly string[],
): ElementView | undefined {
  const named = findElement(elements, labels, { only: isClickable, atLeast: 95 });
  if (named !== undefined) return named;
  const matches = elements.filter(
    (element) => /^\d{1,2}$/.test(element.title) && Number(element.title) === value,
  );
  return matches.at(-1);
}

function turnHands(hour: number, minute: number, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  const isPick = (kind: string): boolean =>
    scene.steps.some((step) => step.thinking.includes(`I pick the ${kind}`) && isAction(step, "tap"));
  if (!isPick("hour")) {
    const face = faceNumber(elements, hour, [`${hour} o'clock`, `${hour} hours`]);
    return face === undefined
      ? stuck(`the clock's face has no ${hour}`)
      : tapOn(face, `I pick the hour, ${hour}.`);
  }
  if (!isPick("minute")) {
    const face = faceNumber(elements, minute, [`${minute} minutes`]);
    return face === undefined
      ? stuck(`the clock's face has no ${minute}`)
      : tapOn(face, `I pick the minute, ${minute}.`);
  }
  return undefined;
}

/** Sets the open picker to a time and closes it with OK; by keyboard where it can be, which every minute can. */
export function pickTime(time: TimeOfDay, picker: Picker, scene: Scene): Outcome {
  const twelve = picker.am !== undefined || picker.pm !== undefined;
  const hour = twelve ? time.hour % 12 || 12 : time.hour;
  if (picker.fields.length < 2 && picker.toText !== undefined) {
    return tapOn(picker.toText, "Typing reaches every minute, so I switch to text input.");
  }
  const setting =
    picker.fields.length >= 2 ? typeTime(hour, time.minute, picker) : turnHands(hour, time.minute, scene);
  const half = pickHalf(time.hour >= 12, picker, scene);
  if (setting === undefined) return half ?? tapOn(picker.ok, "The time is set.");
  // The buttons for the half of the day stay where they are while it is typed.
  return setting.kind === "act" && half?.kind === "act" && picker.fields.length >= 2 && picker.am && picker.pm
    ? { ...setting, further: [...(setting.further ?? []), half] }
    : setting;
}

/** Two buttons that show which is chosen, or one that shows the choice and opens a list of both. */
function pickHalf(isAfternoon: boolean, { am, pm }: Picker, { steps }: Scene): Outcome | undefined {
  const name = isAfternoon ? "PM" : "AM";
  const [wanted, other] = isAfternoon ? [pm, am] : [am, pm];
  if (wanted === undefined) return other === undefined ? undefined : tapOn(other, `It must be ${name}.`);
  if (other === undefined || isChosen(wanted)) return undefined;
  const thought = `It is ${name}.`;
  if (!showsState(wanted) && steps.some((step) => step.thinking.includes(thought))) return undefined;
  return tapOn(wanted, thought);
}
