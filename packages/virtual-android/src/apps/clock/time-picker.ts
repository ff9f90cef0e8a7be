import { column, gap, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import { button, editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { dialHeader, radialPicker } from "./time-picker-dial.ts";
import { newTimePicker, type TimePickerProps } from "./time-picker-state.ts";

/** The framework's TimePickerDialog: a dial for the hour, then for the minute, and a mode with text fields. */
export function timePickerDialog(props: TimePickerProps): Widget {
  const { state } = props;
  const dial = state.mode === "dial";
  const desc = dial
    ? "Switch to text input mode for the time input."
    : "Switch to clock mode for the time input.";
  const toggleMode = () => {
    // What was typed counts in the other mode too, unless no clock shows it.
    const { hour, minute } = (dial ? null : typedTime(props)) ?? state;
    const { hourText, minuteText } = newTimePicker(hour, minute, props.is24Hour);
    props.onChange({ mode: dial ? "text" : "dial", hour, minute, hourText, minuteText, refused: false });
  };
  return column(
    {
      id: "android:id/timePicker",
      class: "android.widget.TimePicker",
      box: { width: "fill" },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      ...(dial ? [dialHeader(props), radialPicker(props)] : [textInput(props)]),
      row({ box: { width: "fill", padding: [4, 12, 12, 12], align: "center", gap: 4 } }, [
        iconButton(dial ? "keyboard" : "clock", desc, toggleMode, { id: "android:id/toggle_mode" }),
        gap({ weight: 1, height: 1 }),
        button("Cancel", props.onCancel, { id: "android:id/button2" }),
        button("OK", () => finish(props), { id: "android:id/button1" }),
      ]),
    ],
  );
}

function finish(props: TimePickerProps): void {
  const { state } = props;
  if (state.mode === "dial") {
    props.onDone(state.hour, state.minute);
    return;
  }
  const typed = typedTime(props);
  if (typed === null) props.onChange({ refused: true });
  else props.onDone(typed.hour, typed.minute);
}

/** null: there is no such time. */
function typedTime({
  state,
  is24Hour,
}: TimePickerProps): { readonly hour: number; readonly minute: number } | null {
  const hour = Number(state.hourText);
  const minute = Number(state.minuteText);
  const inRange = is24Hour ? hour <= 23 : hour >= 1 && hour <= 12;
  if (state.hourText === "" || state.minuteText === "" || !inRange || !(minute <= 59)) return null;
  return { hour: is24Hour ? hour : (hour % 12) + (state.hour >= 12 ? 12 : 0), minute };
}

function textInput(props: TimePickerProps): Widget {
  const { state, is24Hour } = props;
  return column(
    {
      id: "android:id/input_mode",
      class: "android.widget.RelativeLayout",
      box: { width: "fill", padding: [20, 24, 8, 24], gap: 16 },
    },
    [
      text("Type in time", { size: 18 }, { id: "android:id/top_label" }),
      row({ id: "android:id/input_block", box: { width: "fill", gap: 8, align: "start" } }, [
        timeField(props, "hour"),
        text(":", { size: 30 }, { id: "android:id/input_separator", box: { height: 64 } }),
        timeField(props, "minute"),
        is24Hour ? null : amPmSpinner(props),
      ]),
      state.refused
        ? text("Enter a valid time", { size: 13, color: "error" }, { id: "android:id/label_error" })
        : null,
    ],
  );
}

function timeField({ state, onChange }: TimePickerProps, part: "hour" | "minute"): Widget {
  const key = part === "hour" ? "hourText" : "minuteText";
  const onType = (typed: string) => onChange({ [key]: typed.replaceAll(/\D/g, ""), refused: false });
  return column({ box: { width: 88, gap: 4 } }, [
    editText(state[key], onType, {
      id: `android:id/input_${part}`,
      keyboard: "number",
      maxLength: 2,
      selectAllOnFocus: true,
      size: 30,
      align: "center",
      autofocus: part === "hour",
      box: { width: 88, height: 64, padding: 4 },
    }),
    text(part, { size: 13, color: "onSurfaceVariant" }, { id: `android:id/label_${part}` }),
  ]);
}

function amPmSpinner({ state, onChange }: TimePickerProps): Widget {
  const current = state.hour >= 12 ? "PM" : "AM";
  const choose = (label: string) => () =>
    onChange({ hour: (state.hour % 12) + (label === "PM" ? 12 : 0), spinnerOpen: false });
  const style = { size: 18, align: "center" } as const;
  const option = (label: string) => ({
    ...text(label, style, {
      id: "android:id/text1",
      checkable: true,
      checked: label === current,
      onTap: choose(label),
      box: { width: 80, height: 48 },
    }),
    class: "android.widget.CheckedTextView",
  });
  if (state.spinnerOpen)
    return column(
      { class: "android.widget.ListView", box: { width: 80 }, look: { background: "surface", radius: 8 } },
      [option("AM"), option("PM")],
    );
  return row(
    {
      id: "android:id/am_pm_spinner",
      class: "android.widget.Spinner",
      onTap: () => onChange({ spinnerOpen: true }),
      box: { width: 80, height: 64, align: "center", justify: "center" },
    },
    [text(current, style, { id: "android:id/text1" })],
  );
}
