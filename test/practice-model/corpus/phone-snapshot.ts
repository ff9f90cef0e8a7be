import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VirtualPhone } from "@drover/virtual-android";
import type { Change } from "./trial.ts";

/** What apps write along with what was asked for. */
const noise = new Set(["next_alarm_formatted", "volume_music_speaker", "default_input_method"]);
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const clockRows = (phone: VirtualPhone, sql: string): Record<string, unknown>[] => {
  const file = path.join(phone.filesRoot, "data/user_de/0/com.android.deskclock/databases/alarms.db");
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

const joined = (words: readonly unknown[]): string => words.filter((word) => word !== "").join(" ");

function alarmLines(phone: VirtualPhone): [string, string][] {
  return clockRows(phone, "SELECT * FROM alarm_templates ORDER BY _id").map((row) => [
    `alarm ${row.hour}:${String(row.minutes).padStart(2, "0")}`,
    joined([
      row.enabled === 1 ? "on" : "off",
      ...days.filter((_, day) => (Number(row.daysofweek) & (1 << day)) !== 0),
      row.vibrate === 1 ? "" : "still",
      row.label,
    ]),
  ]);
}

async function contactLines(phone: VirtualPhone): Promise<[string, string][]> {
  const rows = await phone.content.query("content://com.android.contacts/data", {
    projection: ["display_name", "mimetype", "data1"],
  });
  const people = await phone.content.query("content://com.android.contacts/contacts", {
    projection: ["display_name", "starred"],
  });
  const starred = new Set(people.filter((one) => Number(one.starred) === 1).map((one) => one.display_name));
  const lines = new Map<string, string[]>();
  for (const { display_name, mimetype, data1 } of rows) {
    const key = `contact ${display_name}`;
    const kind = ["phone", "email", "organization"].findIndex((name) => String(mimetype).includes(name));
    const own = lines.get(key) ?? ["", "", "", ""];
    if (kind >= 0) own[kind] = joined([own[kind], data1]);
    if (starred.has(display_name)) own[3] = "starred";
    lines.set(key, own);
  }
  return [...lines].map(([key, own]) => [key, joined(own)]);
}

/** All that a task may change on a phone, read from its files and providers and never from the screen. */
export async function snapshot(phone: VirtualPhone): Promise<Map<string, string>> {
  const settings = (["system", "secure", "global"] as const).flatMap((namespace) =>
    phone.settings.list(namespace).filter(([key]) => !noise.has(key)),
  );
  const timers = clockRows(phone, "SELECT * FROM timers ORDER BY _id").map(
    (row) => `${row.length_milliseconds} ${String(row.state).toLowerCase()}`,
  );
  const lines = [...settings, ...alarmLines(phone), ...(await contactLines(phone))] as [string, string][];
  const found = new Map<string, string>([["timers", timers.join(", ")]]);
  for (const [key, value] of lines) found.set(found.has(key) ? `${key} again` : key, value);
  return found;
}

/** The keys in which `after` is not `before` with the change made to it. */
export function unexpected(
  before: Map<string, string>,
  after: Map<string, string>,
  wanted: Change,
): string[] {
  const expected = new Map(before);
  for (const [key, value] of Object.entries(wanted)) {
    if (value === null) expected.delete(key);
    else expected.set(key, value);
  }
  const keys = new Set([...expected.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => expected.get(key) !== after.get(key))
    .map((key) => `${key}: ${after.get(key)}`);
}
