import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VirtualPhone } from "@drover/virtual-android";

/** What a judge would look at: the phone's own files and providers, never the screen. */
export const setting = (
  phone: VirtualPhone,
  namespace: "system" | "secure" | "global",
  key: string,
): string | null => phone.settings.get(namespace, key);

function clockRows(phone: VirtualPhone, sql: string): unknown[] {
  const file = path.join(phone.filesRoot, "data/user_de/0/com.android.deskclock/databases/alarms.db");
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(" "));
  } finally {
    database.close();
  }
}

/** An app makes its database when it is first opened, on Android too. */
export async function openClockOnce(phone: VirtualPhone): Promise<void> {
  const component = "com.android.deskclock/.DeskClock";
  await phone.activities.start({ component, categories: [], extras: {}, flags: 0 });
  // The virtual phone draws, and reads, only what is looked at.
  await phone.dumpHierarchy();
  await phone.activities.home();
}

/** `7:30 on`, in order of time. */
export const alarms = (phone: VirtualPhone): unknown[] =>
  clockRows(
    phone,
    "SELECT hour || ':' || printf('%02d', minutes) || iif(enabled, ' on', ' off') FROM alarm_templates ORDER BY hour, minutes",
  );

/** `300000 running`: length in milliseconds and state. */
export const timers = (phone: VirtualPhone): unknown[] =>
  clockRows(phone, "SELECT length_milliseconds, lower(state) FROM timers");

/** `Ada Lovelace: 555-0100, ada@example.org` */
export async function contacts(phone: VirtualPhone): Promise<string[]> {
  const rows = await phone.content.query("content://com.android.contacts/data", {
    projection: ["display_name", "mimetype", "data1"],
  });
  const details = new Map<string, string[]>();
  for (const { display_name, mimetype, data1 } of rows) {
    const own = details.get(String(display_name)) ?? [];
    details.set(String(display_name), own);
    if (/phone|email/.test(String(mimetype))) own.push(String(data1));
  }
  return [...details].map(([name, values]) => `${name}: ${values.toSorted().join(", ")}`).toSorted();
}

/** Puts a contact on the phone without its screens. */
export async function addContact(
  phone: VirtualPhone,
  first: string,
  last: string,
  number: string,
  email?: string,
): Promise<void> {
  await phone.content.insert("content://com.android.contacts/raw_contacts", {
    account_type: null,
    account_name: null,
  });
  const [row] = await phone.content.query("content://com.android.contacts/raw_contacts", {
    projection: ["_id"],
    sort: "_id DESC",
  });
  const raw_contact_id = row?._id ?? null;
  const data = (mimetype: string, values: Readonly<Record<string, string>>) =>
    phone.content.insert("content://com.android.contacts/data", {
      raw_contact_id,
      mimetype: `vnd.android.cursor.item/${mimetype}`,
      ...values,
    });
  await data("name", { data1: `${first} ${last}`, data2: first, data3: last });
  await data("phone_v2", { data1: number });
  if (email !== undefined) await data("email_v2", { data1: email });
}
