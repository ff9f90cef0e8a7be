import type { Dialog } from "../../system/app.ts";
import { is24Hour } from "../../system/format-time.ts";
import { choiceDialog, confirmDialog } from "../../toolkit/app-widgets.ts";
import { column, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { timePickerDialog } from "../clock/time-picker.ts";
import { newTimePicker } from "../clock/time-picker-state.ts";
import type { EventFields } from "./calendar-event.ts";
import { monthTitle, REMINDERS, REPEATS, shortDay } from "./calendar-words.ts";
import type { EditDialog, EditView } from "./edit-event-state.ts";
import { dayOf } from "./event-store.ts";
import { monthGrid, monthStart } from "./month-grid.ts";
import { DAY_MILLISECONDS } from "./recurrence.ts";

export function editDialog(view: EditView): Dialog | null {
  const { dialog } = view.state;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "date":
      return dateDialog(view, dialog);
    case "time":
      return timeDialog(view, dialog);
    case "repeat":
      return repeatDialog(view);
    case "reminder":
      return reminderDialog(view);
    case "discard":
      return discardDialog(view);
  }
}

const closer = (view: EditView) => () => view.set({ dialog: null });

function change(view: EditView, fields: Partial<EventFields>): void {
  view.set({ fields: { ...view.state.fields, ...fields }, dialog: null, refused: false });
}

function repeatDialog(view: EditView): Dialog {
  const options = REPEATS.map(({ label, rrule }) => ({
    label,
    chosen: view.state.fields.rrule === rrule,
    onTap: () => change(view, { rrule }),
  }));
  return choiceDialog("Repeat", options, closer(view));
}

function reminderDialog(view: EditView): Dialog {
  const options = REMINDERS.map(({ label, minutes }) => ({
    label,
    chosen: view.state.fields.reminder === minutes,
    onTap: () => change(view, { reminder: minutes }),
  }));
  return choiceDialog("Reminder", options, closer(view));
}

function discardDialog(view: EditView): Dialog {
  return confirmDialog({
    title: "Discard changes?",
    yes: "Discard",
    no: "Keep editing",
    onNo: closer(view),
    onYes: () => view.app.finish(),
  });
}

/** A start that moves takes the end along. */
function moved(view: EditView, which: "start" | "end", time: number): void {
  const { fields } = view.state;
  if (which === "end") change(view, { end: fields.allDay ? time + DAY_MILLISECONDS : time });
  else change(view, { start: time, end: fields.end + time - fields.start });
}

function dateDialog(view: EditView, dialog: EditDialog<"date">): Dialog {
  const { which, month, day } = dialog;
  const go = (months: number) => view.set({ dialog: { ...dialog, month: monthStart(month, months) } });
  const done = () => {
    const { fields } = view.state;
    const time = fields.allDay ? 0 : fields[which] - dayOf(fields[which]);
    moved(view, which, day + time);
  };
  const root = column(
    {
      id: "android:id/datePicker",
      class: "android.widget.DatePicker",
      box: { width: "fill", padding: [20, 0, 12, 0] },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      text(
        shortDay(day),
        { size: 26 },
        { id: "android:id/date_picker_header_date", box: { padding: [0, 24, 8, 24] } },
      ),
      row({ box: { width: "fill", padding: [0, 12], align: "center" } }, [
        iconButton("back", "Previous month", () => go(-1), { id: "android:id/prev" }),
        text(monthTitle(month), { size: 16, align: "center" }, { id: "month_title", box: { weight: 1 } }),
        iconButton("forward", "Next month", () => go(1), { id: "android:id/next" }),
      ]),
      monthGrid({
        month,
        chosen: day,
        today: dayOf(view.app.now().getTime()),
        cellHeight: 42,
        onDay: (chosen) => view.set({ dialog: { ...dialog, day: chosen, month: chosen } }),
      }),
      row({ box: { width: "fill", padding: [0, 12], justify: "end", gap: 4 } }, [
        button("Cancel", closer(view), { id: "android:id/button2" }),
        button("OK", done, { id: "android:id/button1" }),
      ]),
    ],
  );
  return { title: "Date picker", root, onDismiss: closer(view) };
}

function timeDialog(view: EditView, dialog: EditDialog<"time">): Dialog {
  const { which } = dialog;
  const old = view.state.fields[which];
  const is24 = is24Hour(view.app.settings);
  const time = new Date(old);
  const state = dialog.picker ?? newTimePicker(time.getUTCHours(), time.getUTCMinutes(), is24);
  const root = timePickerDialog({
    state,
    is24Hour: is24,
    onChange: (part) => view.set({ dialog: { ...dialog, picker: { ...state, ...part } } }),
    onCancel: closer(view),
    onDone: (hour, minute) => moved(view, which, dayOf(old) + (hour * 60 + minute) * 60_000),
  });
  return { title: "Time picker", root, onDismiss: closer(view) };
}
