import type { Validator } from "#shared/contracts/judging/validator.ts";

/** What of a content provider is read. */
export interface ProviderTable {
  readonly uri: string;
  /** Begins with what tells rows apart. */
  readonly columns: readonly string[];
}

/** A content provider of Android whose rows people and their apps make, and columns that change only when somebody changes them. */
export interface WatchedProvider extends ProviderTable {
  /** The package that does nothing but keep such rows. */
  readonly storage?: string;
  /** Apps that show and announce them, or keep them themselves. */
  readonly apps: readonly string[];
  /** Rows may belong to an account, which is not to hear of it when they are deleted. */
  readonly ofAccount?: boolean;
}

const people = { storage: "com.android.providers.contacts", ofAccount: true, apps: both("contacts") };
const calendars = { storage: "com.android.providers.calendar", ofAccount: true, apps: both("calendar") };
const messages = ["com.android.messaging", "com.google.android.apps.messaging"];
const clock = { apps: ["com.android.deskclock"] };
const media = { columns: ["_id", "_data", "_size"], apps: [] };

function both(name: string): readonly string[] {
  return [`com.android.${name}`, `com.google.android.${name}`];
}

/**
 * What `content query` may read as the shell's user on Android 8 and later. Sync states, versions and times of last use are
 * left out: Android writes them by itself. The Clock's rows exist on virtual phones alone.
 */
export const watchedProviders: readonly WatchedProvider[] = [
  {
    ...people,
    uri: "content://com.android.contacts/raw_contacts",
    columns: ["_id", "display_name", "starred", "deleted"],
  },
  {
    ...people,
    uri: "content://com.android.contacts/data",
    columns: ["_id", "raw_contact_id", "mimetype", "data1", "data2", "data3"],
  },
  {
    uri: "content://call_log/calls",
    columns: ["_id", "number", "type", "date", "duration"],
    storage: people.storage,
    apps: both("dialer"),
  },
  {
    uri: "content://sms",
    columns: ["_id", "thread_id", "address", "type", "body"],
    storage: "com.android.providers.telephony",
    apps: messages,
  },
  {
    ...calendars,
    uri: "content://com.android.calendar/calendars",
    columns: ["_id", "calendar_displayName", "visible"],
  },
  {
    ...calendars,
    uri: "content://com.android.calendar/events",
    columns: ["_id", "title", "dtstart", "dtend", "eventLocation", "description", "deleted"],
  },
  {
    ...calendars,
    uri: "content://com.android.calendar/reminders",
    columns: ["_id", "event_id", "minutes"],
  },
  { ...media, uri: "content://media/external/images/media" },
  { ...media, uri: "content://media/external/video/media" },
  { ...media, uri: "content://media/external/audio/media" },
  { uri: "content://user_dictionary/words", columns: ["_id", "word", "shortcut"], apps: [] },
  {
    ...clock,
    uri: "content://com.android.deskclock/alarms",
    columns: ["_id", "hour", "minutes", "daysofweek", "enabled", "label", "vibrate"],
  },
  {
    ...clock,
    uri: "content://com.android.deskclock/timers",
    columns: ["_id", "length_milliseconds", "label"],
  },
];

/** Those of every phone with what the job's checks ask for: a check is known by its columns. */
export function wanted(validators: readonly Validator[]): readonly ProviderTable[] {
  const providers = new Map(watchedProviders.map(({ uri, columns }) => [uri, columns]));
  for (const validator of validators) {
    if (validator.kind !== "contentRow" || validator.uri.startsWith("content://settings/")) continue;
    const { uri, where } = validator;
    providers.set(uri, [...new Set([...(providers.get(uri) ?? ["_id"]), ...Object.keys(where)])]);
  }
  return [...providers].map(([uri, columns]) => ({ uri, columns }));
}

/** Apps that keep all that people change in them where it is compared, or keep nothing. */
const readThrough: ReadonlySet<string> = new Set([
  ...watchedProviders.flatMap(({ storage = "", apps }) => [storage, ...apps]),
  ...["android", "com.android.settings", "com.android.settings.intelligence", "com.android.systemui"],
  ...["com.android.launcher3", "com.google.android.apps.nexuslauncher", "com.android.permissioncontroller"],
  ...["com.android.documentsui", "com.google.android.documentsui", "com.android.adbkeyboard"],
]);

export const isWatchedApp = (name: string): boolean => readThrough.has(name);
