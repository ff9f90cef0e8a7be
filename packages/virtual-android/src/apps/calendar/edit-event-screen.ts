import type { IconName } from "../../graphics/icons.ts";
import { defineScreen } from "../../system/app.ts";
import type { Intent } from "../../system/device.ts";
import { appPage } from "../../toolkit/app-widgets.ts";
import { column, gap, icon, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { button, editText, switchControl } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { EventFields } from "./calendar-event.ts";
import { EDIT_EVENT } from "./calendar-screen.ts";
import { clock, reminderText, repeatText, shortDay } from "./calendar-words.ts";
import { editDialog } from "./edit-event-dialogs.ts";
import type { EditState, EditView } from "./edit-event-state.ts";
import { dayOf, eventOf, saveEvent } from "./event-store.ts";
import { DAY_MILLISECONDS } from "./recurrence.ts";

const HOUR_MILLISECONDS = 3_600_000;

export const editEventScreen = defineScreen<EditState>({
  component: EDIT_EVENT,
  filters: [
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/event" },
    { action: "android.intent.action.EDIT", mimeType: "vnd.android.cursor.item/event" },
  ],
  initialState: (intent, app) => {
    const id = intent.extras.event === undefined ? null : Number(intent.extras.event);
    const known = id === null ? null : eventOf(app, id);
    const fields = known ?? newEvent(intent, app.now().getTime());
    return { id: known === null ? null : id, fields, saved: fields, dialog: null, refused: false };
  },
  back: (view) => {
    if (view.state.fields === view.state.saved) return false;
    view.set({ dialog: { kind: "discard" } });
    return true;
  },
  render: (view) => {
    const dialog = editDialog(view);
    return {
      root: appPage("edit_event", [
        bar(view),
        scrollView({ id: "edit_event_scroll", box: { width: "fill" } }, [
          column({ box: { width: "fill", padding: [4, 24, 48, 16], gap: 10 } }, form(view)),
        ]),
      ]),
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function newEvent({ extras }: Intent, now: number): EventFields {
  const next = Math.ceil(now / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
  const start = Number(extras.beginTime ?? next);
  return {
    title: String(extras.title ?? ""),
    location: String(extras.eventLocation ?? ""),
    description: String(extras.description ?? ""),
    start,
    end: Number(extras.endTime ?? start + HOUR_MILLISECONDS),
    allDay: extras.allDay === true,
    rrule: String(extras.rrule ?? ""),
    reminder: 10,
  };
}

function bar(view: EditView): Widget {
  const { app, state } = view;
  const { fields } = state;
  const save = () => {
    if (fields.end < fields.start) {
      view.set({ refused: true });
      return;
    }
    // As Android does: an event without a word in it is not kept.
    if (fields.title.trim() !== "" || fields.location.trim() !== "" || fields.description.trim() !== "")
      saveEvent(app, { ...fields, title: fields.title.trim(), location: fields.location.trim() }, state.id);
    app.finish();
  };
  const close = () => (fields === state.saved ? app.finish() : view.set({ dialog: { kind: "discard" } }));
  return row({ id: "toolbar", box: { width: "fill", height: 64, padding: [0, 12, 0, 4], align: "center" } }, [
    iconButton("close", "Cancel", close, { id: "action_cancel" }),
    text(
      state.id === null ? "New event" : "Edit event",
      { size: 22, maxLines: 1 },
      { box: { weight: 1, padding: [0, 8] } },
    ),
    button("Save", save, { id: "action_done", style: "filled" }),
  ]);
}

function form(view: EditView): readonly (Widget | null)[] {
  const { fields, refused } = view.state;
  const change = (part: Partial<EventFields>) => view.set({ fields: { ...fields, ...part }, refused: false });
  const toggle = () => {
    const start = dayOf(fields.start);
    if (fields.allDay) {
      const nine = fields.start + 9 * HOUR_MILLISECONDS;
      change({ allDay: false, start: nine, end: nine + HOUR_MILLISECONDS });
    } else change({ allDay: true, start, end: Math.max(start, dayOf(fields.end)) + DAY_MILLISECONDS });
  };
  return [
    editText(fields.title, (title) => change({ title }), {
      id: "title",
      hint: "Event name",
      bare: true,
      size: 24,
      autofocus: view.state.id === null,
    }),
    row({ id: "all_day_row", onTap: toggle, box: { width: "fill", height: 52, gap: 20, align: "center" } }, [
      icon("clock", 24),
      text("All day", { size: 16 }, { id: "all_day_label", box: { weight: 1 } }),
      switchControl(fields.allDay, null, { id: "is_all_day" }),
    ]),
    timeRow(view, "start"),
    timeRow(view, "end"),
    refused
      ? text("The event ends before it begins", { size: 13, color: "error" }, { id: "time_error" })
      : null,
    choice("repeat", repeatText(fields.rrule), "rrule", () => view.set({ dialog: { kind: "repeat" } })),
    choice("bell", reminderText(fields.reminder), "reminder_minutes_value", () =>
      view.set({ dialog: { kind: "reminder" } }),
    ),
    field("location", "Location", "location", fields.location, (location) => change({ location })),
    field("note", "Description", "description", fields.description, (description) => change({ description })),
  ];
}

function timeRow(view: EditView, which: "start" | "end"): Widget {
  const { fields } = view.state;
  const allDayEnd = fields.allDay && which === "end" ? fields.end - DAY_MILLISECONDS : fields[which];
  const cell = (label: string, id: string, desc: string, kind: "date" | "time") =>
    text(
      label,
      { size: 16 },
      {
        id,
        desc,
        onTap: () => view.set({ dialog: openPicker(view, which, kind) }),
        box: { height: 48, padding: [0, 8], ...(kind === "date" ? { weight: 1 } : {}) },
      },
    );
  const name = which === "start" ? "Start" : "End";
  const time = clock(fields[which], view.app.settings);
  return row({ box: { width: "fill", padding: [0, 0, 0, 36], align: "center" } }, [
    cell(shortDay(allDayEnd), `${which}_date`, `${name} date, ${shortDay(allDayEnd)}`, "date"),
    fields.allDay ? null : cell(time, `${which}_time`, `${name} time, ${time}`, "time"),
  ]);
}

function openPicker(view: EditView, which: "start" | "end", kind: "date" | "time"): EditState["dialog"] {
  const { fields } = view.state;
  if (kind === "time") return { kind, which, picker: null };
  const day = dayOf(fields.allDay && which === "end" ? fields.end - DAY_MILLISECONDS : fields[which]);
  return { kind, which, month: day, day };
}

function choice(name: IconName, value: string, id: string, onTap: () => void): Widget {
  return row({ key: id, onTap, box: { width: "fill", height: 52, gap: 20, align: "center" } }, [
    icon(name, 24),
    text(value, { size: 16 }, { id, box: { weight: 1 } }),
    icon("expand", 20),
  ]);
}

function field(
  name: IconName,
  hint: string,
  id: string,
  value: string,
  onType: (typed: string) => void,
): Widget {
  return row({ box: { width: "fill", gap: 20, align: "center" } }, [
    icon(name, 24),
    column({ box: { weight: 1, gap: 2 } }, [
      value === "" ? gap({ height: 1 }) : text(hint, { size: 12, color: "onSurfaceVariant" }),
      editText(value, onType, { id, hint }),
    ]),
  ]);
}
