import { column, row, stack, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { newTimePicker, type TimePickerProps } from "./time-picker-state.ts";

/** The time above the dial; a tap on a part of it lets the dial set that part. */
export function dialHeader(props: TimePickerProps): Widget {
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

/** The dial of hours or minutes. */
export function radialPicker(props: TimePickerProps): Widget {
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
  // The dial's numbers are virtual views: the class is the touch helper's and the number is in content-desc.
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
