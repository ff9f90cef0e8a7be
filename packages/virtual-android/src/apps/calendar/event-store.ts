import type { AppContext } from "../../system/app.ts";
import { CALENDAR_PROVIDER } from "./calendar-database.ts";
import type { CalendarEvent, EventFields } from "./calendar-event.ts";
import { DAY_MILLISECONDS, type Occurrence, occurrences } from "./recurrence.ts";

const open = (app: AppContext) => app.database(CALENDAR_PROVIDER);

/** `P3600S` and `PT1H`, `P1D`: the provider keeps the length of an event that repeats. */
function lengthOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { W: 604_800, D: 86_400, H: 3_600, M: 60, S: 1 };
  const parts = [...duration.matchAll(/(\d+)([WDHMS])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0) * 1_000;
}

const stamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d+/g, "");

function skippedOf(exdate: string): readonly number[] {
  return exdate.split(",").flatMap((one) => {
    const [, year, month, day, hour = "0", minute = "0"] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/.exec(one.trim()) ?? [];
    if (year === undefined) return [];
    return [Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))];
  });
}

export function events(app: AppContext): readonly CalendarEvent[] {
  const rows = open(app)
    .prepare(
      `SELECT e.*, (SELECT min(minutes) FROM Reminders r WHERE r.event_id = e._id) AS reminder
        FROM Events e JOIN Calendars c ON c._id = e.calendar_id WHERE e.deleted = 0 AND c.visible = 1`,
    )
    .all();
  return rows.map((row) => {
    const start = Number(row.dtstart);
    const end = row.dtend === null ? start + lengthOf(String(row.duration ?? "")) : Number(row.dtend);
    return {
      id: Number(row._id),
      title: String(row.title ?? "") || "(No title)",
      location: String(row.eventLocation ?? ""),
      description: String(row.description ?? ""),
      start,
      end,
      allDay: row.allDay === 1,
      rrule: String(row.rrule ?? ""),
      reminder: row.reminder === null ? null : Number(row.reminder),
      skipped: skippedOf(String(row.exdate ?? "")),
    };
  });
}

export const eventOf = (app: AppContext, id: number): CalendarEvent | null =>
  events(app).find((event) => event.id === id) ?? null;

/** Soonest first, those of whole days before the others of the day. */
export function occurrencesBetween(app: AppContext, from: number, to: number): readonly Occurrence[] {
  return events(app)
    .flatMap((event) => occurrences(event, from, to))
    .sort(
      (a, b) =>
        a.begin - b.begin || Number(b.event.allDay) - Number(a.event.allDay) || a.event.id - b.event.id,
    );
}

export const dayOf = (milliseconds: number): number =>
  Math.floor(milliseconds / DAY_MILLISECONDS) * DAY_MILLISECONDS;

/** Makes the event, or rewrites the one with this id; returns its id. */
export function saveEvent(app: AppContext, fields: EventFields, id: number | null): number {
  const database = open(app);
  const repeats = fields.rrule !== "";
  const duration = fields.allDay
    ? `P${Math.round((fields.end - fields.start) / DAY_MILLISECONDS)}D`
    : `P${Math.round((fields.end - fields.start) / 1_000)}S`;
  const values = [
    fields.title,
    fields.location || null,
    fields.description || null,
    fields.start,
    repeats ? null : fields.end,
    repeats ? duration : null,
    Number(fields.allDay),
    fields.rrule || null,
    repeats ? null : fields.end,
  ];
  database.exec("BEGIN");
  const columns = "title, eventLocation, description, dtstart, dtend, duration, allDay, rrule, lastDate";
  let event = id;
  if (event === null) {
    const insert = database.prepare(
      `INSERT INTO Events (${columns}, calendar_id, eventTimezone, eventStatus, organizer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 'UTC', 1, 'Phone')`,
    );
    event = Number(insert.run(...values).lastInsertRowid);
  } else {
    const changes = columns
      .split(", ")
      .map((column) => `${column} = ?`)
      .join(", ");
    database.prepare(`UPDATE Events SET ${changes} WHERE _id = ?`).run(...values, event);
    database.prepare("DELETE FROM Reminders WHERE event_id = ?").run(event);
  }
  if (fields.reminder !== null)
    database
      .prepare("INSERT INTO Reminders (event_id, minutes, method) VALUES (?, ?, 1)")
      .run(event, fields.reminder);
  database.exec("COMMIT");
  app.invalidate();
  return event;
}

export function deleteEvent(app: AppContext, id: number): void {
  open(app).prepare("DELETE FROM Events WHERE _id = ?").run(id);
  app.invalidate();
}

/** Takes one occurrence out of an event that repeats. */
export function skipOccurrence(app: AppContext, event: CalendarEvent, begin: number): void {
  const exdate = [...event.skipped, begin].map(stamp).join(",");
  open(app).prepare("UPDATE Events SET exdate = ? WHERE _id = ?").run(exdate, event.id);
  app.invalidate();
}
