export interface TimePickerState {
  readonly mode: "dial" | "text";
  /** The dial shows hours first, then minutes. */
  readonly field: "hour" | "minute";
  /** 0..23 */
  readonly hour: number;
  readonly minute: number;
  /** What is in the text fields; an impossible value stays and the dialog refuses it. */
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
