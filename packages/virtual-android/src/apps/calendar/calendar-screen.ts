import { defineScreen, type View } from "../../system/app.ts";
import {
  appPage,
  atBottomEnd,
  emptyState,
  leaveSearch,
  popupMenu,
  searchBar,
} from "../../toolkit/app-widgets.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { clock, fullDay, monthTitle } from "./calendar-words.ts";
import { dayOf, occurrencesBetween } from "./event-store.ts";
import { monthGrid, monthStart } from "./month-grid.ts";
import { DAY_MILLISECONDS, type Occurrence } from "./recurrence.ts";

const VIEWS = ["Month", "Day", "Agenda"] as const;

interface CalendarState {
  readonly shows: (typeof VIEWS)[number];
  readonly day: number;
  readonly month: number;
  readonly query: string | null;
  readonly menuOpen: boolean;
}
type CalendarView = View<CalendarState>;

const AGENDA_DAYS = 366;
export const EVENT_INFO = "com.android.calendar/.EventInfoActivity";
export const EDIT_EVENT = "com.android.calendar/.event.EditEventActivity";

export const calendarScreen = defineScreen<CalendarState>({
  component: "com.android.calendar/.AllInOneActivity",
  filters: [{ action: "android.intent.action.VIEW", mimeType: "time/epoch" }],
  initialState: (_, app) => {
    const day = dayOf(app.now().getTime());
    return { shows: "Month", day, month: monthStart(day), query: null, menuOpen: false };
  },
  back: leaveSearch,
  render: (view) => {
    const { app, state } = view;
    const create = () => {
      const hour = app.now().getUTCHours() + 1;
      app.start({ component: EDIT_EVENT, extras: { beginTime: state.day + hour * 3_600_000 } });
    };
    return {
      root: appPage(
        "main_pane",
        [bar(view), ...content(view)],
        [atBottomEnd(floatingButton("add", "New event", create, { id: "floating_action_button" }))],
      ),
      ...(state.menuOpen ? { dialog: menu(view) } : {}),
    };
  },
});

function bar(view: CalendarView): Widget {
  const { app, state } = view;
  if (state.query !== null)
    return searchBar({
      query: state.query,
      hint: "Search events",
      onType: (query) => view.set({ query }),
      onClose: () => view.set({ query: null }),
    });
  const today = dayOf(app.now().getTime());
  return toolbar({
    title: state.shows === "Month" ? monthTitle(state.month) : "Calendar",
    actions: [
      iconButton("search", "Search", () => view.set({ query: "" }), { id: "action_search" }),
      iconButton("calendar", "Today", () => view.set({ day: today, month: monthStart(today) }), {
        id: "action_today",
      }),
      iconButton("menu", `View: ${state.shows}`, () => view.set({ menuOpen: true }), { id: "action_view" }),
    ],
  });
}

function menu(view: CalendarView) {
  const items = VIEWS.map((label) => ({ label, onTap: () => view.set({ shows: label, menuOpen: false }) }));
  return popupMenu(items, () => view.set({ menuOpen: false }));
}

function content(view: CalendarView): readonly Widget[] {
  const { state } = view;
  if (state.query !== null) return [found(view, state.query.trim().toLowerCase())];
  if (state.shows === "Month") return monthView(view);
  return state.shows === "Day" ? dayView(view) : [agenda(view)];
}

function monthView(view: CalendarView): readonly Widget[] {
  const { app, state } = view;
  const all = occurrencesBetween(app, monthStart(state.month, -1), monthStart(state.month, 2));
  const on = (day: number) =>
    all.filter(({ begin, end }) => begin < day + DAY_MILLISECONDS && (end > day || begin === day));
  const go = (months: number) => view.set({ month: monthStart(state.month, months) });
  return [
    row({ box: { width: "fill", justify: "between" } }, [
      iconButton("back", "Previous month", () => go(-1), { id: "prev_month" }),
      iconButton("forward", "Next month", () => go(1), { id: "next_month" }),
    ]),
    monthGrid({
      month: state.month,
      chosen: state.day,
      today: dayOf(app.now().getTime()),
      cellHeight: 46,
      eventsOn: (day) => on(day).length,
      onDay: (day) => view.set({ day, month: monthStart(day) }),
    }),
    text(
      fullDay(state.day),
      { size: 14, weight: 500, color: "primary" },
      { id: "selected_day", box: { padding: [8, 16] } },
    ),
    dayList(view, on(state.day)),
  ];
}

function dayView(view: CalendarView): readonly Widget[] {
  const { app, state } = view;
  const go = (days: number) => view.set({ day: state.day + days * DAY_MILLISECONDS });
  return [
    row({ box: { width: "fill", align: "center", padding: [0, 4] } }, [
      iconButton("back", "Previous day", () => go(-1), { id: "prev_day" }),
      text(fullDay(state.day), { size: 16, align: "center" }, { id: "selected_day", box: { weight: 1 } }),
      iconButton("forward", "Next day", () => go(1), { id: "next_day" }),
    ]),
    dayList(view, occurrencesBetween(app, state.day, state.day + DAY_MILLISECONDS)),
  ];
}

function dayList(view: CalendarView, shown: readonly Occurrence[]): Widget {
  if (shown.length === 0) return emptyState("calendar", "No events");
  return list(
    { id: "day_events", box: { width: "fill", padding: [0, 0, 88, 0] } },
    shown.map((one) => eventRow(view, one)),
  );
}

/** The coming year, day by day. */
function agenda(view: CalendarView): Widget {
  const from = dayOf(view.app.now().getTime());
  const all = occurrencesBetween(view.app, from, from + AGENDA_DAYS * DAY_MILLISECONDS).slice(0, 300);
  return byDay(view, all, "No upcoming events");
}

function found(view: CalendarView, query: string): Widget {
  const now = dayOf(view.app.now().getTime());
  const year = AGENDA_DAYS * DAY_MILLISECONDS;
  const fits = ({ event }: Occurrence) =>
    query !== "" && `${event.title} ${event.location} ${event.description}`.toLowerCase().includes(query);
  return byDay(
    view,
    occurrencesBetween(view.app, now - year, now + year)
      .filter(fits)
      .slice(0, 100),
    "No events found",
  );
}

function byDay(view: CalendarView, all: readonly Occurrence[], empty: string): Widget {
  if (all.length === 0) return emptyState("calendar", empty);
  const rows = all.flatMap((one, index) => {
    const day = dayOf(one.begin);
    const header = text(
      fullDay(day),
      { size: 14, weight: 500, color: "primary" },
      { id: "day_header", key: `day-${day}`, box: { padding: [14, 16, 4, 16] } },
    );
    const before = all[index - 1];
    return [...(before !== undefined && dayOf(before.begin) === day ? [] : [header]), eventRow(view, one)];
  });
  return list({ id: "agenda_events_list", box: { width: "fill", padding: [0, 0, 88, 0] } }, rows);
}

function eventRow({ app }: CalendarView, { event, begin, end }: Occurrence): Widget {
  const time = event.allDay ? "All day" : `${clock(begin, app.settings)} – ${clock(end, app.settings)}`;
  const where = event.location === "" ? time : `${time}, ${event.location}`;
  return row(
    {
      key: `event-${event.id}-${begin}`,
      id: "event_row",
      class: "android.view.ViewGroup",
      onTap: () => app.start({ component: EVENT_INFO, extras: { event: event.id, begin } }),
      box: { width: "fill", height: 68, padding: [6, 16], gap: 14, align: "stretch" },
    },
    [
      { class: "android.view.View", box: { width: 5 }, look: { background: "primary", radius: 3 } },
      column({ box: { weight: 1, gap: 2, justify: "center" } }, [
        text(event.title, { size: 17, maxLines: 1 }, { id: "title" }),
        text(where, { size: 14, color: "onSurfaceVariant", maxLines: 1 }, { id: "when" }),
      ]),
    ],
  );
}
