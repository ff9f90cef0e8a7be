import type { IconName } from "../../graphics/icons.ts";
import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import { appPage, confirmDialog, emptyState } from "../../toolkit/app-widgets.ts";
import { icon, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { EDIT_EVENT, EVENT_INFO } from "./calendar-screen.ts";
import { reminderText, repeatText, whenText } from "./calendar-words.ts";
import { deleteEvent, eventOf, skipOccurrence } from "./event-store.ts";

interface InfoState {
  readonly id: number;
  /** Which occurrence; null: the first. */
  readonly begin: number | null;
  readonly deleting: boolean;
}

export const eventInfoScreen = defineScreen<InfoState>({
  component: EVENT_INFO,
  filters: [{ action: "android.intent.action.VIEW", scheme: "content" }],
  initialState: (intent) => {
    const given = /^content:\/\/com\.android\.calendar\/events\/(\d+)/.exec(intent.data ?? "")?.[1];
    const begin = intent.extras.begin ?? intent.extras.beginTime;
    return {
      id: Number(given ?? intent.extras.event ?? -1),
      begin: begin === undefined ? null : Number(begin),
      deleting: false,
    };
  },
  render: (view) => {
    const { app, state } = view;
    const event = eventOf(app, state.id);
    const edit = () => app.start({ component: EDIT_EVENT, extras: { event: state.id } });
    const actions = [
      iconButton("edit", "Edit", edit, { id: "info_action_edit" }),
      iconButton("delete", "Delete", () => view.set({ deleting: true }), { id: "info_action_delete" }),
    ];
    return {
      root: appPage("event_info", [
        toolbar({ title: "", onBack: () => app.finish(), actions: event === null ? [] : actions }),
        event === null
          ? emptyState("calendar", "This event is not there any more")
          : scrollView({ id: "event_info_scroll_view", box: { width: "fill" } }, details(view, event)),
      ]),
      ...(state.deleting && event !== null ? { dialog: deleteDialog(view, event) } : {}),
    };
  },
});

function details({ app, state }: View<InfoState>, event: CalendarEvent): readonly (Widget | null)[] {
  const begin = state.begin ?? event.start;
  const when = { begin, end: begin + event.end - event.start, allDay: event.allDay };
  return [
    text(event.title, { size: 26 }, { id: "title", box: { padding: [0, 24, 16, 24] } }),
    line("clock", whenText(when, app.settings), "when_datetime"),
    event.rrule === "" ? null : line("repeat", repeatText(event.rrule), "when_repeat"),
    event.location === "" ? null : line("location", event.location, "where"),
    line("bell", reminderText(event.reminder), "reminder"),
    event.description === "" ? null : line("note", event.description, "description"),
    line("calendar", "My calendar", "calendar_name"),
  ];
}

function line(name: IconName, value: string, id: string): Widget {
  return row({ box: { width: "fill", minHeight: 52, padding: [10, 24], gap: 20, align: "center" } }, [
    icon(name, 24),
    text(value, { size: 16 }, { id, box: { weight: 1 } }),
  ]);
}

function deleteDialog(view: View<InfoState>, event: CalendarEvent): Dialog {
  const { app, state } = view;
  const onNo = () => view.set({ deleting: false });
  const all = () => {
    deleteEvent(app, event.id);
    app.finish();
  };
  if (event.rrule === "") return confirmDialog({ title: "Delete this event?", yes: "OK", onNo, onYes: all });
  const one = () => {
    skipOccurrence(app, event, state.begin ?? event.start);
    app.finish();
  };
  const root = alertDialog({
    title: "Delete this event?",
    message: "This event repeats.",
    neutral: { label: "Cancel", onTap: onNo },
    negative: { label: "Only this event", onTap: one },
    positive: { label: "All events", onTap: all },
  });
  return { title: "Delete this event?", root, onDismiss: onNo };
}
