import type { VirtualPhone } from "@drover/virtual-android";
import fc from "fast-check";
import {
  oneOf,
  packageLines,
  providerLines,
  settingLines,
  storageLines,
  toolLines,
  word,
} from "./any-adb-line.ts";

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
  adb(settingLines),
  adb(toolLines),
  adb(storageLines),
  { weight: 2, arbitrary: adb(providerLines) },
  adb(packageLines),
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
