import type { VirtualPhone } from "@drover/virtual-android";
import fc from "fast-check";

/** One thing that a job, its app or somebody outside does to a phone. */
export type Change =
  /** A line of adb's shell, behind every app's back. */
  | { readonly kind: "adb"; readonly line: string }
  /** The same of one that opens apps or reaches into their data: only a session's adb port lets a job do that. */
  | { readonly kind: "port"; readonly line: string }
  /** What a finger or a key does, with a look at the screen afterwards. */
  | { readonly kind: "seen"; readonly act: (phone: VirtualPhone) => unknown; readonly shows: string }
  /** What comes by itself. */
  | { readonly kind: "comes"; readonly act: (phone: VirtualPhone) => unknown; readonly shows: string };

const word = fc.constantFrom("Ann", "it's", "a b", "Zoë", "5550100", "0", "1", "2", "100", "x=y", "");
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const oneOf = (...choices: readonly string[]) => fc.constantFrom(...choices);
const small = fc.integer({ min: 0, max: 9 });

const namespaces = oneOf("system", "secure", "global");
const settingKeys = oneOf(
  ...["screen_brightness", "font_scale", "system_locales", "volume_music", "time_12_24", "location_mode"],
  ...[
    "http_proxy",
    "airplane_mode_on",
    "wifi_on",
    "bluetooth_on",
    "mobile_data",
    "ui_night_mode",
    "zen_mode",
  ],
  ...[
    "hide_error_dialogs",
    "enabled_input_methods",
    "display_size_forced",
    "accelerometer_rotation",
    "of_a_job",
  ],
);
const settings = fc.oneof(
  fc
    .tuple(namespaces, settingKeys, word)
    .map(([space, key, value]) => `settings put ${space} ${key} ${quoted(value)}`),
  fc.tuple(namespaces, settingKeys).map(([space, key]) => `settings delete ${space} ${key}`),
  fc
    .tuple(namespaces, settingKeys, word)
    .map(
      ([space, key, value]) =>
        `content insert --uri content://settings/${space} --bind name:s:${key} --bind value:s:${quoted(value)}`,
    ),
);
const tools = oneOf(
  ...[
    "svc wifi disable",
    "svc data disable",
    "svc bluetooth enable",
    "svc nfc enable",
    "svc power stayon true",
  ],
  ...[
    "cmd connectivity airplane-mode enable",
    "cmd uimode night yes",
    "cmd location set-location-enabled false",
  ],
  ...["cmd wifi set-wifi-enabled disabled", "cmd phone data disable", "cmd notification set_dnd on"],
  ...[
    "wm size 720x1280",
    "wm density 300",
    "wm user-rotation lock 1",
    "wm size reset",
    "locksettings set-disabled true",
  ],
  ...["ime enable com.android.adbkeyboard/.AdbIME", "ime set com.android.adbkeyboard/.AdbIME", "ime reset"],
  ...[
    "dumpsys battery set level 3",
    "dumpsys battery unplug",
    "dumpsys battery reset",
    "setprop debug.layout true",
  ],
  ...[
    "setprop log.tag.Job VERBOSE",
    "setprop persist.sys.timezone Asia/Tokyo",
    "cmd statusbar expand-settings",
  ],
  ...[
    "cmd notification post -t Title tag Text",
    "input keyevent 26",
    "input keyevent 223",
    "cmd statusbar collapse",
  ],
);

const files = oneOf(
  "/sdcard",
  "/sdcard/Download",
  "/sdcard/Notes",
  "/sdcard/DCIM",
  "/data/local/tmp",
  "/sdcard/Android",
);
const names = oneOf("a.txt", "it's", "b c.png", "d", "-rf", ".hidden", "e/f");
const path = fc.tuple(files, names).map(([directory, name]) => quoted(`${directory}/${name}`));
const storage = fc.oneof(
  path.map((one) => `mkdir -p ${one}`),
  fc.tuple(path, word).map(([one, text]) => `echo ${quoted(text)} > ${one}`),
  path.map((one) => `touch ${one}`),
  path.map((one) => `rm -rf ${one}`),
  fc.tuple(path, path).map(([one, other]) => `mv ${one} ${other}`),
  files.map((directory) => `rm -r ${directory}/*`),
  oneOf("rmdir /sdcard/Pictures", "rmdir /sdcard/Music", "ln -s /sdcard/Download /data/local/tmp/link"),
);

/** New rows, and what happens to those; `own`: what the phone had is changed too. */
const rowsOf = (uri: string, values: fc.Arbitrary<string>, own = "_id > 2") =>
  fc.oneof(
    { weight: 3, arbitrary: values.map((binds) => `content insert --uri content://${uri} ${binds}`) },
    values.map((binds) => `content update --uri content://${uri} ${binds} --where '${own}'`),
    fc.constant(`content delete --uri content://${uri} --where '${own}'`),
  );
const bind = (column: string, value: fc.Arbitrary<string | number>) =>
  value.map((one) => `--bind ${column}:s:${quoted(String(one))}`);
const binds = (...all: readonly fc.Arbitrary<string>[]) => fc.tuple(...all).map((some) => some.join(" "));
const event = "--bind dtstart:l:0 --bind dtend:l:1 --bind eventTimezone:s:UTC --bind calendar_id:i:1";
const contacts = "com.android.contacts";
const types = oneOf("name", "phone_v2", "email_v2", "organization");
const providers = fc.oneof(
  rowsOf(
    `${contacts}/raw_contacts`,
    binds(bind("display_name", word), bind("starred", oneOf("0", "1"))),
    "_id > 0",
  ),
  rowsOf(
    `${contacts}/data`,
    binds(
      bind("raw_contact_id", fc.integer({ min: 1, max: 3 })),
      bind(
        "mimetype",
        types.map((type) => `vnd.android.cursor.item/${type}`),
      ),
      bind("data1", word),
    ),
    "_id > 0",
  ),
  rowsOf("sms/inbox", binds(bind("address", word), bind("body", word)), "_id > 0"),
  rowsOf("sms/sent", binds(bind("address", word), bind("body", word)), "_id > 0"),
  rowsOf("call_log/calls", binds(bind("number", word), bind("type", oneOf("1", "2", "3"))), "_id > 0"),
  rowsOf(
    "com.android.calendar/events",
    bind("title", word).map((title) => `${event} ${title}`),
    "_id > 0",
  ),
  rowsOf("com.android.calendar/reminders", binds(bind("event_id", small), bind("minutes", small)), "_id > 0"),
  rowsOf("com.android.calendar/calendars", bind("calendar_displayName", word), "_id > 1"),
  rowsOf(
    "com.android.deskclock/alarms",
    binds(bind("hour", small), bind("minutes", small), bind("label", word)),
    "1",
  ),
  rowsOf(
    "com.android.deskclock/timers",
    binds(
      bind("length_milliseconds", small),
      bind("remaining_milliseconds", small),
      bind("state", oneOf("PAUSED")),
    ),
    "1",
  ),
  oneOf("content delete --uri content://media/external/file --where '_id > 0'"),
);

const app = (version: number) =>
  JSON.stringify({ packageName: "org.example.job", label: "Job", versionCode: version });
const permission = fc.tuple(
  oneOf("grant", "revoke"),
  oneOf(
    "com.android.deskclock android.permission.POST_NOTIFICATIONS",
    "com.android.contacts android.permission.READ_CONTACTS",
    "org.chromium.webview_shell android.permission.CAMERA",
  ),
);
const packages = fc.oneof(
  fc
    .integer({ min: 1, max: 3 })
    .map(
      (version) =>
        `echo ${quoted(app(version))} > /data/local/tmp/job.apk; pm install -d /data/local/tmp/job.apk`,
    ),
  fc.constant("pm uninstall org.example.job"),
  permission.map(([verb, what]) => `pm ${verb} ${what}`),
);

const launchers: Readonly<Record<string, string>> = {
  "com.android.settings": ".Settings",
  "com.android.deskclock": ".DeskClock",
  "com.android.contacts": ".activities.PeopleActivity",
  "com.android.dialer": ".main.impl.MainActivity",
  "com.android.messaging": ".ui.conversationlist.ConversationListActivity",
  "org.drover.notes": ".MainActivity",
  "org.drover.shop": ".MainActivity",
  "org.example.job": ".MainActivity",
};
const components = oneOf(...Object.entries(launchers).map(([name, activity]) => `${name}/${activity}`));
const databases = oneOf(
  "sqlite3 /data/data/org.drover.shop/databases/shop.db 'INSERT OR REPLACE INTO cart VALUES (1, 2)'",
  "sqlite3 /data/data/com.android.providers.contacts/databases/contacts2.db \"INSERT INTO raw_contacts (display_name) VALUES ('Behind')\"",
  "sqlite3 /data/user_de/0/com.android.deskclock/databases/alarms.db 'UPDATE alarm_templates SET vibrate = 0'",
);
const port = fc.oneof(
  components.map((component) => `am start -n ${component}`),
  oneOf(...Object.keys(launchers)).map((name) => `am crash ${name}`),
  databases,
  oneOf(
    "am start -a android.intent.action.CALL -d tel:5550100",
    "am kill-all",
    "run-as org.example.job touch a",
  ),
);

const x = fc.integer({ min: 1, max: 1_079 });
const y = fc.integer({ min: 1, max: 2_399 });
const seen = (shows: string, act: (phone: VirtualPhone) => unknown): Change => ({ kind: "seen", act, shows });
const fingers = fc.oneof(
  {
    weight: 2,
    arbitrary: components.map((component) =>
      seen(`opens ${component}`, (phone) =>
        phone.activities.start({ component, categories: [], extras: {}, flags: 0x1000_0000 }),
      ),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(x, y).map(([a, b]) => seen(`taps ${a},${b}`, (phone) => phone.input.tap(a, b))),
  },
  fc.tuple(x, y).map(([a, b]) => seen(`holds ${a},${b}`, (phone) => phone.input.swipe(a, b, a, b, 800))),
  fc.tuple(x, y, x, y).map(([a, b, c, d]) => seen("swipes", (phone) => phone.input.swipe(a, b, c, d, 200))),
  word.map((text) => seen(`types ${text}`, (phone) => phone.input.commitText(text))),
  fc
    .constantFrom(3, 4, 24, 25, 26, 66, 67, 83, 187, 278)
    .map((key) => seen(`presses ${key}`, (phone) => phone.input.keyevent(key))),
);

const comes = (shows: string, act: (phone: VirtualPhone) => unknown): Change => ({
  kind: "comes",
  act,
  shows,
});
const apps = oneOf(...Object.keys(launchers));
const buttons = [{ label: "Later" }, { label: "Never", closes: () => false }];
/** What the manifest names, or nothing in particular. */
const asked: Readonly<Record<string, string>> = {
  "com.android.deskclock": "android.permission.POST_NOTIFICATIONS",
};
const outside = fc.oneof(
  word.map((text) => comes("a message", (phone) => phone.receiveMessage({ from: "+15550100", text }))),
  fc.constant(comes("a call", (phone) => phone.receiveCall({ from: "+15550101" }))),
  fc.constant(comes("an answer", (phone) => phone.telephony.answer())),
  word.map((text) => comes("a text in the clipboard", (phone) => phone.clipboard.set(text))),
  apps.map((name) =>
    comes(`a dialog of ${name}`, (phone) => phone.showDialog(name, { title: "News", buttons })),
  ),
  apps.map((name) => comes(`a crash of ${name}`, (phone) => phone.showAppError(name, "crash"))),
  fc
    .constantFrom("com.android.systemui", "org.drover.shop")
    .map((name) => comes(`${name} does not respond`, (phone) => phone.showAppError(name, "anr"))),
  fc
    .constantFrom("com.android.deskclock", "org.drover.shop")
    .map((name) =>
      comes(`a question of ${name}`, (phone) => phone.showPermissionDialog(name, "be here", asked[name])),
    ),
  apps.map((name) =>
    comes(`a notification of ${name}`, (phone) =>
      phone.postNotification({ package: name, title: "New", text: "Things", ongoing: true }),
    ),
  ),
  fc.constant(comes("the shade", (phone) => phone.expandShade("notifications"))),
);

const adb = (lines: fc.Arbitrary<string>) => lines.map((line): Change => ({ kind: "adb", line }));

/** Whatever a job may do without an adb port. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  adb(settings),
  adb(tools),
  adb(storage),
  { weight: 2, arbitrary: adb(providers) },
  adb(packages),
  { weight: 3, arbitrary: fingers },
  { weight: 2, arbitrary: outside },
);

/** And with one. */
export const anyChangeWithPort: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: anyChange },
  port.map((line): Change => ({ kind: "port", line })),
);

/** What takes away the owner's own. */
export const anyLoss: fc.Arbitrary<Change> = adb(
  oneOf(
    ...["content delete --uri content://com.android.contacts/raw_contacts --where '_id = 1'"],
    ...["content update --uri content://com.android.contacts/data --bind data1:s:Other --where '_id = 1'"],
    ...[
      "content delete --uri content://sms",
      "content delete --uri content://com.android.calendar/calendars",
    ],
    ...[
      "echo other > /sdcard/Download/own.txt",
      "rm /sdcard/Download/own.txt",
      "pm uninstall org.example.own",
    ],
    "touch -d 2001-01-01T00:00:00 /sdcard/Download/own.txt",
  ),
);
