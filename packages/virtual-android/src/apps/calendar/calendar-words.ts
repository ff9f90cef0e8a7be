import type { SettingsProvider } from "../../system/device.ts";
import { timeOfDay, utcFormat } from "../../system/format-time.ts";
import { DAY_MILLISECONDS } from "./recurrence.ts";

export const monthTitle = utcFormat({ month: "long", year: "numeric" });
export const fullDay = utcFormat({ weekday: "long", month: "long", day: "numeric", year: "numeric" });
export const shortDay = utcFormat({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
export const weekday = utcFormat({ weekday: "short" });

export function clock(time: number, settings: SettingsProvider): string {
  const date = new Date(time);
  return timeOfDay(date.getUTCHours(), date.getUTCMinutes(), settings);
}

/** "Mon, Mar 2, 2026, 9:00 AM – 10:00 AM" */
export function whenText(
  { begin, end, allDay }: { readonly begin: number; readonly end: number; readonly allDay: boolean },
  settings: SettingsProvider,
): string {
  const sameDay = Math.floor(begin / DAY_MILLISECONDS) === Math.floor((end - 1) / DAY_MILLISECONDS);
  if (allDay) return sameDay ? shortDay(begin) : `${shortDay(begin)} – ${shortDay(end - 1)}`;
  const from = `${shortDay(begin)}, ${clock(begin, settings)}`;
  return sameDay || end === begin
    ? `${from} – ${clock(end, settings)}`
    : `${from} – ${shortDay(end)}, ${clock(end, settings)}`;
}

export const REPEATS = [
  { label: "Does not repeat", rrule: "" },
  { label: "Every day", rrule: "FREQ=DAILY" },
  { label: "Every week", rrule: "FREQ=WEEKLY" },
  { label: "Every month", rrule: "FREQ=MONTHLY" },
  { label: "Every year", rrule: "FREQ=YEARLY" },
] as const;

export const repeatText = (rrule: string): string =>
  REPEATS.find((one) => one.rrule === rrule.replace(/;(WKST|BYDAY|BYMONTHDAY)=[^;]*/g, ""))?.label ??
  "Custom";

export const REMINDERS = [
  { label: "No reminder", minutes: null },
  { label: "At time of event", minutes: 0 },
  { label: "5 minutes before", minutes: 5 },
  { label: "10 minutes before", minutes: 10 },
  { label: "15 minutes before", minutes: 15 },
  { label: "30 minutes before", minutes: 30 },
  { label: "1 hour before", minutes: 60 },
  { label: "1 day before", minutes: 1_440 },
] as const;

export const reminderText = (minutes: number | null): string =>
  REMINDERS.find((one) => one.minutes === minutes)?.label ?? `${minutes} minutes before`;
