import type { DatabaseSync } from "node:sqlite";
import type { AppContext, AppDatabase } from "../../system/app.ts";
import { timeOfDay } from "../../system/format-time.ts";

export const CLOCK_PACKAGE = "com.android.deskclock";

export interface Alarm {
  readonly id: number;
  readonly hour: number;
  readonly minutes: number;
  /** Bits from Monday = 1 to Sunday = 64, as DeskClock's Weekdays keeps them. */
  readonly daysOfWeek: number;
  readonly enabled: boolean;
  readonly vibrate: boolean;
  readonly label: string;
}

/**
 * DeskClock's own file and columns. The `timers` table is the virtual phone's: Android keeps timers in shared preferences.
 */
export const alarmDatabase: AppDatabase = {
  packageName: CLOCK_PACKAGE,
  path: "data/user_de/0/com.android.deskclock/databases/alarms.db",
  create: (database) => {
    database.exec(`
      CREATE TABLE alarm_templates (
        _id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL DEFAULT 0,
        enabled INTEGER NOT NULL DEFAULT 1, vibrate INTEGER NOT NULL DEFAULT 1, label TEXT NOT NULL DEFAULT '', ringtone TEXT,
        delete_after_use INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE alarm_instances (
        _id INTEGER PRIMARY KEY, year INTEGER NOT NULL, month INTEGER NOT NULL, day INTEGER NOT NULL, hour INTEGER NOT NULL,
        minutes INTEGER NOT NULL, vibrate INTEGER NOT NULL, label TEXT NOT NULL, ringtone TEXT, alarm_state INTEGER NOT NULL,
        alarm_id INTEGER);
      CREATE TABLE timers (
        _id INTEGER PRIMARY KEY, length_milliseconds INTEGER NOT NULL, state TEXT NOT NULL,
        ends_at_milliseconds INTEGER, remaining_milliseconds INTEGER NOT NULL, label TEXT NOT NULL DEFAULT '');
      INSERT INTO alarm_templates (hour, minutes, daysofweek, enabled) VALUES (8, 30, 31, 0), (9, 0, 96, 0);
    `);
  },
};

function open(app: AppContext): DatabaseSync {
  return app.database(CLOCK_PACKAGE);
}

export function alarms(app: AppContext): readonly Alarm[] {
  const rows = open(app).prepare("SELECT * FROM alarm_templates ORDER BY hour, minutes, _id").all();
  return rows.map((row) => ({
    id: Number(row._id),
    hour: Number(row.hour),
    minutes: Number(row.minutes),
    daysOfWeek: Number(row.daysofweek),
    enabled: row.enabled === 1,
    vibrate: row.vibrate === 1,
    label: String(row.label),
  }));
}

/** Returns the new alarm's id; an alarm is on when it is made. */
export function addAlarm(app: AppContext, hour: number, minutes: number, label = "", daysOfWeek = 0): number {
  const insert = open(app).prepare(
    "INSERT INTO alarm_templates (hour, minutes, label, daysofweek) VALUES (?, ?, ?, ?)",
  );
  const id = Number(insert.run(hour, minutes, label, daysOfWeek).lastInsertRowid);
  changed(app);
  return id;
}

export function saveAlarm(app: AppContext, alarm: Alarm): void {
  open(app)
    .prepare(
      "UPDATE alarm_templates SET hour = ?, minutes = ?, daysofweek = ?, enabled = ?, vibrate = ?, label = ? WHERE _id = ?",
    )
    .run(
      alarm.hour,
      alarm.minutes,
      alarm.daysOfWeek,
      Number(alarm.enabled),
      Number(alarm.vibrate),
      alarm.label,
      alarm.id,
    );
  changed(app);
}

export function deleteAlarm(app: AppContext, id: number): void {
  open(app).prepare("DELETE FROM alarm_templates WHERE _id = ?").run(id);
  changed(app);
}

/** Android's status bar and lock screen read the next alarm from this setting. */
function changed(app: AppContext): void {
  const next = alarms(app)
    .filter((alarm) => alarm.enabled)
    .map((alarm) => nextTime(alarm, app.now()))
    .sort((a, b) => a.getTime() - b.getTime())[0];
  const text =
    next === undefined
      ? ""
      : `${WEEKDAYS[next.getUTCDay()] ?? ""} ${timeOfDay(next.getUTCHours(), next.getUTCMinutes(), app.settings)}`;
  app.settings.put("system", "next_alarm_formatted", text);
  app.invalidate();
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export function nextTime(alarm: Alarm, now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(alarm.hour, alarm.minutes, 0, 0);
  for (let day = 0; day < 8; day += 1) {
    const bit = 1 << ((next.getUTCDay() + 6) % 7);
    if (next > now && (alarm.daysOfWeek === 0 || (alarm.daysOfWeek & bit) !== 0)) break;
    next.setUTCDate(next.getUTCDate() + 1);
  }
  return next;
}

/** "Today", "Tomorrow", "Every day", "Mon, Tue" or "Not scheduled", below the time. */
export function scheduleText(alarm: Alarm, now: Date): string {
  if (alarm.daysOfWeek === 127) return "Every day";
  if (alarm.daysOfWeek !== 0) {
    // Weeks begin on Sunday in en-US.
    return WEEKDAYS.filter((_, day) => (alarm.daysOfWeek & (1 << ((day + 6) % 7))) !== 0).join(", ");
  }
  if (!alarm.enabled) return "Not scheduled";
  return nextTime(alarm, now).getUTCDate() === now.getUTCDate() ? "Today" : "Tomorrow";
}
