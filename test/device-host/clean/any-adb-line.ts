import fc from "fast-check";

export const word = fc.constantFrom("Ann", "it's", "a b", "Zoë", "5550100", "0", "1", "2", "100", "x=y", "");
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
export const oneOf = (...choices: readonly string[]) => fc.constantFrom(...choices);
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
export const settingLines = fc.oneof(
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
export const toolLines = oneOf(
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
export const storageLines = fc.oneof(
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
export const providerLines = fc.oneof(
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
export const packageLines = fc.oneof(
  fc
    .integer({ min: 1, max: 3 })
    .map(
      (version) =>
        `echo ${quoted(app(version))} > /data/local/tmp/job.apk; pm install -d /data/local/tmp/job.apk`,
    ),
  fc.constant("pm uninstall org.example.job"),
  permission.map(([verb, what]) => `pm ${verb} ${what}`),
);
