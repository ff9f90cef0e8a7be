import type { View } from "../../system/app.ts";
import type { TimePickerState } from "../clock/time-picker-state.ts";
import type { EventFields } from "./calendar-event.ts";

export interface EditState {
  readonly id: number | null;
  readonly fields: EventFields;
  readonly saved: EventFields;
  readonly refused: boolean;
  readonly dialog:
    | { readonly kind: "repeat" | "reminder" | "discard" }
    | { readonly kind: "date"; readonly which: "start" | "end"; readonly month: number; readonly day: number }
    /** `picker` null: as the event has it. */
    | { readonly kind: "time"; readonly which: "start" | "end"; readonly picker: TimePickerState | null }
    | null;
}

export type EditView = View<EditState>;
export type EditDialog<Kind> = Extract<NonNullable<EditState["dialog"]>, { readonly kind: Kind }>;
