import { describe, expect, it } from "vitest";
import { occurrences } from "../../src/apps/calendar/recurrence.ts";
import { KEY, pickUpPhone } from "../phone-user.ts";

const EVENTS = "content://com.android.calendar/events";
const at = (iso: string) => Date.parse(iso);

describe("Calendar on the virtual phone", () => {
  it("makes an event with time, place, reminder and repeat where Android's provider keeps it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Calendar");
    await user.tap("New event");
    await user.phone.input.text("Yoga");
    await user.press(KEY.back);
    await user.tap("Start date, Mon, Mar 2, 2026");
    await user.tap("Wednesday, March 4, 2026");
    await user.tap("OK");
    await user.tap("Start time, 10:00 AM");
    await user.tap("7");
    await user.tap("30");
    await user.tap("PM");
    await user.tap("OK");
    await user.tap("Does not repeat");
    await user.tap("Every week");
    await user.tap("10 minutes before");
    await user.tap("1 hour before");
    await user.tap("Location");
    await user.phone.input.text("Gym");
    await user.tap("Save");
    expect(await user.phone.content.query(EVENTS, {})).toMatchObject([
      {
        title: "Yoga",
        eventLocation: "Gym",
        dtstart: at("2026-03-04T19:30:00Z"),
        dtend: null,
        duration: "P3600S",
        rrule: "FREQ=WEEKLY",
        hasAlarm: 1,
      },
    ]);
    expect(await user.phone.content.query("content://com.android.calendar/reminders", {})).toMatchObject([
      { event_id: 1, minutes: 60 },
    ]);
    await user.tap("Wednesday, March 18, 2026, 1 event");
    expect(await user.find("7:30 PM – 8:30 PM, Gym")).toBeDefined();
  });

  it("takes one of an event's days out, or all of them, after a question", async () => {
    await using user = await pickUpPhone();
    const event = { calendar_id: 1, title: "Standup", eventTimezone: "UTC", rrule: "FREQ=DAILY;COUNT=3" };
    const dtstart = at("2026-03-03T09:00:00Z");
    await user.phone.content.insert(EVENTS, { ...event, dtstart, duration: "PT15M" });
    await user.tap("Calendar");
    await user.tap("Wednesday, March 4, 2026, 1 event");
    await user.tap("Standup");
    await user.tap("Delete");
    await user.tap("Only this event");
    expect(await user.find("No events")).toBeDefined();
    expect(await user.phone.content.query(EVENTS, {})).toMatchObject([{ exdate: "20260304T090000Z" }]);
    await user.tap("Thursday, March 5, 2026, 1 event");
    await user.tap("Standup");
    await user.tap("Delete");
    await user.tap("All events");
    expect(await user.phone.content.query(EVENTS, {})).toEqual([]);
  });

  it("shows the agenda day by day, and finds events by their words", async () => {
    await using user = await pickUpPhone();
    const event = { calendar_id: 1, eventTimezone: "UTC" };
    for (const [title, day] of [
      ["Dentist", "2026-03-09"],
      ["Concert", "2026-06-01"],
    ] as const)
      await user.phone.content.insert(EVENTS, {
        ...event,
        title,
        dtstart: at(`${day}T12:00:00Z`),
        dtend: at(`${day}T13:00:00Z`),
      });
    await user.tap("Calendar");
    await user.tap("View: Month");
    await user.tap("Agenda");
    expect(await user.find("Monday, March 9, 2026")).toBeDefined();
    await user.tap("Search");
    await user.phone.input.text("conc");
    expect(await user.find("Dentist")).toBeUndefined();
    await user.tap("Concert");
    expect(await user.find("Mon, Jun 1, 2026, 12:00 PM – 1:00 PM")).toBeDefined();
  });

  it.each([
    ["FREQ=DAILY;INTERVAL=2;COUNT=3", ["2026-01-31", "2026-02-02", "2026-02-04"]],
    ["FREQ=MONTHLY;COUNT=3", ["2026-01-31", "2026-03-31", "2026-05-31"]],
    [
      "FREQ=WEEKLY;BYDAY=SA,TU;UNTIL=20260210T000000Z",
      ["2026-01-31", "2026-02-03", "2026-02-07", "2026-02-10"],
    ],
    ["FREQ=YEARLY;COUNT=1", ["2026-01-31"]],
  ])("repeats by %s", (rrule, days) => {
    const start = at("2026-01-31T08:00:00Z");
    const event = { id: 1, title: "", location: "", description: "", start, end: start + 1, allDay: false };
    const found = occurrences(
      { ...event, rrule, reminder: null, skipped: [] },
      start,
      at("2027-01-01T00:00:00Z"),
    );
    expect(found.map(({ begin }) => new Date(begin).toISOString().slice(0, 10))).toEqual(days);
  });
});
