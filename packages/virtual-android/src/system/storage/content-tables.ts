import type { ContentRow } from "../device.ts";
import { SETTINGS_PROVIDER } from "../phone-core.ts";
import { MEDIA_PROVIDER } from "./media-store.ts";

/** What a URI of a provider reads and writes. */
export interface ContentTable {
  /** A database by its name, as `AppDatabases` has it. */
  readonly owner: string;
  /** A table or view of the owner's database. */
  readonly name: string;
  readonly readOnly?: boolean;
  /** SQL that all its rows fulfil. */
  readonly only?: string;
  /** What the provider adds to a new row, or why it refuses it: an Error with Android's words. */
  readonly complete?: (values: ContentRow, now: number) => ContentRow;
}

const CONTACTS = "com.android.providers.contacts";
const TELEPHONY = "com.android.providers.telephony";
const CALENDAR = "com.android.providers.calendar";
const CLOCK = "com.android.deskclock";

const newMessage =
  (type: number) =>
  (values: ContentRow, now: number): ContentRow => ({ date: now, type, ...values });

function newEvent(values: ContentRow): ContentRow {
  const has = (column: string): boolean => (values[column] ?? null) !== null && values[column] !== "";
  if (!has("calendar_id")) throw new Error("Event values must include a calendar_id");
  if (!has("eventTimezone")) throw new Error("Event values must include an eventTimezone");
  if (!has("dtstart")) throw new Error("DTSTART cannot be empty.");
  if (!has("duration") && !has("dtend"))
    throw new Error("DTEND and DURATION cannot both be null for an event.");
  if (has("duration") && has("dtend")) throw new Error("Cannot have both DTEND and DURATION in an event");
  return { lastDate: has("rrule") ? null : (values.dtend ?? null), eventStatus: 1, ...values };
}

function newReminder(values: ContentRow): ContentRow {
  if ((values.event_id ?? null) === null) throw new Error("Reminders values must contain a numeric event_id");
  return values;
}

const sms = (type: number): ContentTable => ({
  owner: TELEPHONY,
  name: "sms",
  only: `type = ${type}`,
  complete: newMessage(type),
});

/** Of a volume; its rows are what lies on the storage, so that only deleting changes them. */
function mediaTables(volume: string): Readonly<Record<string, ContentTable>> {
  const table = (name: string): ContentTable => ({ owner: MEDIA_PROVIDER, name, readOnly: true });
  return {
    [`media/${volume}/images/media`]: table("images"),
    [`media/${volume}/audio/media`]: table("audio"),
    [`media/${volume}/video/media`]: table("video"),
    [`media/${volume}/downloads`]: table("downloads"),
    [`media/${volume}/file`]: table("files"),
  };
}

const settings = (name: string): ContentTable => ({ owner: SETTINGS_PROVIDER, name });

/** By authority and path. The deskclock rows are the virtual phone's own: Android's Clock exports no provider of them. */
export const CONTENT_TABLES: Readonly<Record<string, ContentTable>> = {
  "com.android.contacts/contacts": { owner: CONTACTS, name: "view_contacts" },
  "com.android.contacts/raw_contacts": { owner: CONTACTS, name: "view_raw_contacts" },
  "com.android.contacts/data": { owner: CONTACTS, name: "view_data" },
  "com.android.contacts/data/phones": { owner: CONTACTS, name: "view_phones", readOnly: true },
  "com.android.contacts/data/emails": { owner: CONTACTS, name: "view_emails", readOnly: true },
  "com.android.deskclock/timers": { owner: CLOCK, name: "timers" },
  "com.android.deskclock/alarms": { owner: CLOCK, name: "alarm_templates" },
  sms: { owner: TELEPHONY, name: "sms", complete: newMessage(1) },
  "sms/inbox": sms(1),
  "sms/sent": sms(2),
  "sms/draft": sms(3),
  "sms/outbox": sms(4),
  "sms/failed": sms(5),
  "mms-sms/conversations": { owner: TELEPHONY, name: "threads" },
  "mms-sms/canonical-addresses": { owner: TELEPHONY, name: "canonical_addresses", readOnly: true },
  "call_log/calls": {
    owner: `${CONTACTS}/calllog.db`,
    name: "calls",
    complete: (values, now) => ({ date: now, last_modified: now, ...values }),
  },
  "com.android.calendar/calendars": { owner: CALENDAR, name: "Calendars" },
  "com.android.calendar/events": { owner: CALENDAR, name: "Events", complete: newEvent },
  "com.android.calendar/reminders": { owner: CALENDAR, name: "Reminders", complete: newReminder },
  ...mediaTables("external"),
  ...mediaTables("external_primary"),
  "settings/system": settings("system"),
  "settings/secure": settings("secure"),
  "settings/global": settings("global"),
};
