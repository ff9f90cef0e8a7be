import type { Argv } from "#shared/actions/device-port.ts";
import type { JobData } from "#shared/contracts/job/job-data.ts";
import type { Where } from "#shared/rules/judging/match-cells.ts";
import { content } from "../adb/android-commands.ts";
import { whereClause } from "../validators/where-clause.ts";

type Cell = string | number;

/** A row of a content provider. */
export interface DataRow {
  readonly uri: string;
  readonly values: Readonly<Record<string, Cell>>;
}

/** What tells rows of a kind apart. */
export interface RowMark {
  /** As it is called in the job's request. */
  readonly kind: "contacts" | "messages" | "calendar";
  readonly uri: string;
  readonly where: Where;
}

export const rawContacts = "content://com.android.contacts/raw_contacts";
const contactData = "content://com.android.contacts/data";
const sms = "content://sms";
export const calendars = "content://com.android.calendar/calendars";
const events = "content://com.android.calendar/events";

/** Who keeps the rows: cleaned with the device. */
export const rowKeepers: { readonly [Kind in RowMark["kind"]]: string } = {
  contacts: "com.android.providers.contacts",
  messages: "com.android.providers.telephony",
  calendar: "com.android.providers.calendar",
};

/** Where each row of the data is found again. */
export function rowMarks({ contacts, messages, calendar }: JobData): readonly RowMark[] {
  return [
    ...contacts.map(
      ({ name }): RowMark => ({
        kind: "contacts",
        uri: rawContacts,
        where: { display_name: name },
      }),
    ),
    ...messages.map(
      ({ from, text }): RowMark => ({
        kind: "messages",
        uri: sms,
        where: { address: from, body: text },
      }),
    ),
    ...calendar.map(
      ({ title, startsAt }): RowMark => ({
        kind: "calendar",
        uri: events,
        where: { title, dtstart: Date.parse(startsAt) },
      }),
    ),
  ];
}

/** The parts of one contact, whose raw contact has that id. */
export const partsOfContact = (
  { name, phones, emails }: JobData["contacts"][number],
  rawContactId: number,
): readonly DataRow[] => {
  const row = (kind: string, data1: string, data2?: number): DataRow => ({
    uri: contactData,
    values: {
      raw_contact_id: rawContactId,
      mimetype: `vnd.android.cursor.item/${kind}`,
      data1,
      ...(data2 === undefined ? {} : { data2 }),
    },
  });
  const mobile = 2;
  const home = 1;
  return [
    row("name", name),
    ...phones.map((phone) => row("phone_v2", phone, mobile)),
    ...emails.map((email) => row("email_v2", email, home)),
  ];
};

export const messageRow = ({ from, text, at, read }: JobData["messages"][number], now: Date): DataRow => ({
  uri: `${sms}/inbox`,
  values: {
    address: from,
    body: text,
    date: at === undefined ? now.getTime() : Date.parse(at),
    read: read ? 1 : 0,
    seen: read ? 1 : 0,
  },
});

export const eventRow = (event: JobData["calendar"][number], calendarId: number): DataRow => ({
  uri: events,
  values: {
    calendar_id: calendarId,
    title: event.title,
    dtstart: Date.parse(event.startsAt),
    dtend: Date.parse(event.endsAt),
    eventTimezone: "UTC",
    ...(event.location === undefined ? {} : { eventLocation: event.location }),
    ...(event.description === undefined ? {} : { description: event.description }),
  },
});

export const insertRow = ({ uri, values }: DataRow): Argv => [
  "content",
  "insert",
  "--uri",
  uri,
  ...Object.entries(values).flatMap(([column, value]) => [
    "--bind",
    `${column}:${typeof value === "number" ? "l" : "s"}:${value}`,
  ]),
];

export const findRows = ({ uri, where }: RowMark): Argv => content.query(uri, ["_id"], whereClause(where));
