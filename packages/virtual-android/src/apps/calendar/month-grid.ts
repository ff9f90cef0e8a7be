import { column, row, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { fullDay, weekday } from "./calendar-words.ts";
import { DAY_MILLISECONDS } from "./recurrence.ts";

export interface MonthGridProps {
  /** Any moment of the month. */
  readonly month: number;
  readonly chosen: number | null;
  readonly today: number;
  readonly cellHeight: number;
  readonly eventsOn?: (day: number) => number;
  readonly onDay: (day: number) => void;
}

export function monthStart(time: number, months = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** Weeks from Sunday on, with the days of the months before and after that fill them. */
export function monthGrid(props: MonthGridProps): Widget {
  const first = monthStart(props.month);
  const sunday = first - new Date(first).getUTCDay() * DAY_MILLISECONDS;
  const next = monthStart(props.month, 1);
  const weeks = Math.ceil((next - sunday) / (7 * DAY_MILLISECONDS));
  const days = (week: number) =>
    Array.from({ length: 7 }, (_, day) => sunday + (week * 7 + day) * DAY_MILLISECONDS);
  const names = days(0).map((day) =>
    text(
      weekday(day).slice(0, 1),
      { size: 12, weight: 500, align: "center", color: "onSurfaceVariant" },
      { key: `weekday-${new Date(day).getUTCDay()}`, box: { weight: 1 } },
    ),
  );
  return column(
    { id: "month_grid", class: "android.widget.GridView", box: { width: "fill", padding: [4, 8] } },
    [
      row({ box: { width: "fill", height: 28 } }, names),
      ...Array.from({ length: weeks }, (_, week) =>
        row(
          { key: `week-${week}`, box: { width: "fill", height: props.cellHeight } },
          days(week).map((day) => dayCell(props, day, day >= first && day < next)),
        ),
      ),
    ],
  );
}

function dayCell(props: MonthGridProps, day: number, inMonth: boolean): Widget {
  const { chosen, today, cellHeight, onDay } = props;
  const count = props.eventsOn?.(day) ?? 0;
  const events = count === 0 ? "" : `, ${count} event${count === 1 ? "" : "s"}`;
  const on = chosen === day;
  const color = on ? "onPrimary" : day === today ? "primary" : inMonth ? "onSurface" : "outline";
  return column(
    {
      key: `day-${day}`,
      class: "android.view.View",
      text: String(new Date(day).getUTCDate()),
      desc: `${fullDay(day)}${events}`,
      leaf: true,
      selected: on,
      onTap: () => onDay(day),
      box: { weight: 1, height: cellHeight, align: "center", gap: 2 },
    },
    [
      text(
        String(new Date(day).getUTCDate()),
        { size: 15, weight: day === today ? 500 : 400, align: "center", color },
        { look: on ? { background: "primary", radius: 17 } : {}, box: { width: 34, height: 34 } },
      ),
      row(
        { box: { height: 6, gap: 3, justify: "center" } },
        Array.from({ length: Math.min(3, count) }, () => ({
          class: "android.view.View",
          box: { width: 5, height: 5 },
          look: { background: "primary", radius: 3 },
        })),
      ),
    ],
  );
}
