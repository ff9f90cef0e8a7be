import { column, gap, iconButton, row, stack, text } from "../../toolkit/basic-widgets.ts";
import { button, editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

export interface TimePickerState {
  readonly mode: "dial" | "text";
  /** The dial shows hours first, then minutes. */
  readonly field: "hour" | "minute";
  /** 0..23 */
  readonly hour: number;
  readonly minute: number;
  /** What stands in the text fields; an impossible value stays and the dialog refuses it. */
  readonly hourText: string;
  readonly minuteText: string;
  readonly spinnerOpen: boolean;
  readonly refused: boolean;
}

export interface TimePickerProps {
  readonly state: TimePickerState;
  readonly is24Hour: boolean;
  readonly onChange: (change: Partial<TimePickerState>) => void;
  readonly onDone: (hour: number, minute: number) => void;
  readonly onCancel: () => void;
}

export function newTimePicker(hour: number, minute: number, is24Hour: boolean): TimePickerState {
  const shown = is24Hour ? hour : hour % 12 === 0 ? 12 : hour % 12;
  const texts = { hourText: String(shown), minuteText: String(minute).padStart(2, "0") };
  return { mode: "dial", field: "hour", hour, minute, ...texts, spinnerOpen: false, refused: false };
}

/** The framework's TimePickerDialog: a dial for the hour, then for the minute, and a mode with text fields. */
export function timePickerDialog(props: TimePickerProps): Widget {
  const { state } = props;
  const dial = state.mode === "dial";
  const desc = dial
    ? "Switch to text input mode for the time input."
    : "Switch to clock mode for the time input.";
  const toggleMode = () => {
    const { hourText, minuteText } = newTimePicker(state.hour, state.minute, props.is24Hour);
    props.onChange({ mode: dial ? "text" : "dial", hourText, minuteText, refused: false });
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
  if (state.mode === "dial") return props.onDone(state.hour, state.minute);
  const hour = Number(state.hourText);
  const minute = Number(state.minuteText);
  const inRange = props.is24Hour ? hour <= 23 : hour >= 1 && hour <= 12;
  if (state.hourText === "" || state.minuteText === "" || !inRange || !(minute <= 59))
    return props.onChange({ refused: true });
  props.onDone(props.is24Hour ? hour : (hour % 12) + (state.hour >= 12 ? 12 : 0), minute);
}

function dialHeader(props: TimePickerProps): Widget {
  const { state, is24Hour, onChange } = props;
  const { hourText, minuteText } = newTimePicker(state.hour, state.minute, is24Hour);
  const part = (id: string, value: string, field: "hour" | "minute") =>
    text(
      value,
      { size: 52, color: state.field === field ? "primary" : "onSurfaceVariant" },
      {
        id,
        desc: String(Number(value)),
        selected: state.field === field,
        onTap: () => onChange({ field }),
      },
    );
  return row(
    {
      id: "android:id/time_header",
      class: "android.widget.RelativeLayout",
      box: { width: "fill", padding: [20, 24, 8, 24], justify: "center", align: "center", gap: 8 },
    },
    [
      part("android:id/hours", is24Hour ? hourText.padStart(2, "0") : hourText, "hour"),
      text(":", { size: 52, color: "onSurfaceVariant" }, { id: "android:id/separator" }),
      part("android:id/minutes", minuteText, "minute"),
      is24Hour ? null : amPmButtons(props),
    ],
  );
}

function amPmButtons({ state, onChange }: TimePickerProps): Widget {
  const one = (label: "AM" | "PM", id: string) => {
    const checked = (state.hour >= 12 ? "PM" : "AM") === label;
    const style = {
      size: 18,
      weight: 500,
      color: checked ? "primary" : "onSurfaceVariant",
      align: "center",
    } as const;
    const onTap = () => onChange({ hour: (state.hour % 12) + (label === "PM" ? 12 : 0) });
    return {
      ...text(label, style, { id, checkable: true, checked, onTap, box: { width: 56, height: 40 } }),
      class: "android.widget.RadioButton",
    };
  };
  return column(
    { id: "android:id/ampm_layout", class: "android.widget.RadioGroup", box: { padding: [0, 0, 0, 12] } },
    [one("AM", "android:id/am_label"), one("PM", "android:id/pm_label")],
  );
}

const DIAL_DP = 264;
const OUTER_DP = 100;
const INNER_DP = 64;
const SPOT_DP = 40;

interface Spot {
  readonly label: string;
  readonly desc: string;
  readonly turn: number;
  readonly radius: number;
  readonly selected: boolean;
  readonly onTap: () => void;
}

function radialPicker(props: TimePickerProps): Widget {
  const spots = props.state.field === "hour" ? hourSpots(props) : minuteSpots(props);
  const chosen = spots.find((spot) => spot.selected);
  const turn = props.state.field === "hour" ? (props.state.hour % 12) / 12 : props.state.minute / 60;
  const hand: Widget = {
    class: "android.view.View",
    box: { width: DIAL_DP, height: DIAL_DP },
    look: { control: "clock-hand", fraction: turn },
  };
  return row({ box: { width: "fill", justify: "center", padding: [8, 0] } }, [
    stack(
      {
        id: "android:id/radial_picker",
        class: "android.widget.RadialTimePickerView",
        box: { width: DIAL_DP, height: DIAL_DP },
        look: { background: "surfaceVariant", radius: DIAL_DP / 2 },
      },
      [
        chosen === undefined || chosen.radius === OUTER_DP ? { ...hand, leaf: true } : null,
        ...spots.map(spotWidget),
      ],
    ),
  ]);
}

function spotWidget(spot: Spot): Widget {
  const angle = spot.turn * Math.PI * 2 - Math.PI / 2;
  const left = DIAL_DP / 2 + Math.cos(angle) * spot.radius - SPOT_DP / 2;
  const top = DIAL_DP / 2 + Math.sin(angle) * spot.radius - SPOT_DP / 2;
  // The dial's numbers are virtual views: the class is the touch helper's and the number stands in content-desc.
  return {
    class: "android.widget.RadialTimePickerView$RadialPickerTouchHelper",
    desc: spot.desc,
    selected: spot.selected,
    checkable: true,
    checked: spot.selected,
    onTap: spot.onTap,
    leaf: true,
    box: { direction: "stack", width: SPOT_DP, height: SPOT_DP, at: [left, top] },
    children: [
      text(
        spot.label,
        { size: 15, color: spot.selected ? "onPrimary" : "onSurface", align: "center" },
        { box: { width: "fill", height: SPOT_DP } },
      ),
    ],
  };
}

function hourSpots({ state, is24Hour, onChange }: TimePickerProps): Spot[] {
  const choose = (hour: number) => () => onChange({ hour, field: "minute" });
  if (!is24Hour) {
    return Array.from({ length: 12 }, (_, i) => {
      const shown = i === 0 ? 12 : i;
      const hour = i + (state.hour >= 12 ? 12 : 0);
      return {
        label: String(shown),
        desc: String(shown),
        turn: i / 12,
        radius: OUTER_DP,
        selected: state.hour % 12 === i,
        onTap: choose(hour),
      };
    });
  }
  return Array.from({ length: 24 }, (_, hour) => ({
    label: hour === 0 ? "00" : String(hour),
    desc: String(hour),
    turn: (hour % 12) / 12,
    // 1 to 12 stand on the outer ring, 13 to 00 on the inner one.
    radius: hour >= 1 && hour <= 12 ? OUTER_DP : INNER_DP,
    selected: state.hour === hour,
    onTap: choose(hour),
  }));
}

function minuteSpots({ state, onChange }: TimePickerProps): Spot[] {
  return Array.from({ length: 12 }, (_, i) => ({
    label: String(i * 5).padStart(2, "0"),
    desc: String(i * 5),
    turn: i / 12,
    radius: OUTER_DP,
    selected: state.minute === i * 5,
    onTap: () => onChange({ minute: i * 5 }),
  }));
}

function textInput(props: TimePickerProps): Widget {
  const { state, is24Hour, onChange } = props;
  const field = (
    id: string,
    value: string,
    key: "hourText" | "minuteText",
    label: string,
    labelId: string,
    autofocus: boolean,
  ) =>
    column({ box: { width: 88, gap: 4 } }, [
      editText(value, (typed) => onChange({ [key]: typed.replaceAll(/\D/g, ""), refused: false }), {
        id,
        keyboard: "number",
        maxLength: 2,
        selectAllOnFocus: true,
        size: 30,
        align: "center",
        autofocus,
        box: { width: 88, height: 64, padding: 4 },
      }),
      text(label, { size: 13, color: "onSurfaceVariant" }, { id: labelId }),
    ]);
  return column(
    {
      id: "android:id/input_mode",
      class: "android.widget.RelativeLayout",
      box: { width: "fill", padding: [20, 24, 8, 24], gap: 16 },
    },
    [
      text("Type in time", { size: 18 }, { id: "android:id/top_label" }),
      row({ id: "android:id/input_block", box: { width: "fill", gap: 8, align: "start" } }, [
        field("android:id/input_hour", state.hourText, "hourText", "hour", "android:id/label_hour", true),
        text(":", { size: 30 }, { id: "android:id/input_separator", box: { height: 64 } }),
        field(
          "android:id/input_minute",
          state.minuteText,
          "minuteText",
          "minute",
          "android:id/label_minute",
          false,
        ),
        is24Hour ? null : amPmSpinner(props),
      ]),
      state.refused
        ? text("Enter a valid time", { size: 13, color: "error" }, { id: "android:id/label_error" })
        : null,
    ],
  );
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
