import type { View } from "../../system/app.ts";
import type { TimePickerState } from "./time-picker-state.ts";

export const TABS = ["Alarm", "Clock", "Timer", "Stopwatch"] as const;
export type Tab = (typeof TABS)[number];

export interface DeskClockState {
  readonly tab: Tab;
  readonly expandedAlarm: number | null;
  /** `alarm` null: a new one. */
  readonly picker: { readonly alarm: number | null; readonly time: TimePickerState } | null;
  readonly labelDialog: {
    readonly of: "alarm" | "timer";
    readonly id: number;
    readonly text: string;
  } | null;
  readonly menuOpen: boolean;
  /** Digits typed for a new timer, at most hhmmss. */
  readonly timerDigits: string;
  readonly addingTimer: boolean;
}

export type DeskClockView = View<DeskClockState>;
