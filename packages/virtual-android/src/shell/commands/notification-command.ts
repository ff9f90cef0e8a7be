import type { ShellCommand } from "../shell-session.ts";
import { keyOf, notificationRecord } from "./dump/dump-notification.ts";
import { ArgumentReader, serviceException, subcommands } from "./service-command.ts";

const PACKAGE = "com.android.shell";
const SHELL_NOTIFICATION = 2020;
const optionsWithValue = new Set([
  "-t",
  "--title",
  "-i",
  "--icon",
  "-I",
  "--large-icon",
  "-S",
  "--style",
  "-c",
  "--content-intent",
]);

/** `cmd notification post [-t TITLE] TAG TEXT`: of the shell itself, replaced by the next of that tag. */
const post: ShellCommand = ({ args, device, name, stdout }) => {
  const reader = new ArgumentReader({ args, name });
  let title = "";
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "-t" || option === "--title") title = reader.required();
    else if (optionsWithValue.has(option)) reader.required();
    else if (option !== "-v" && option !== "--verbose") throw reader.unknownOption(option);
  }
  const tag = reader.required();
  const text = reader.required();
  stdout.write(
    "posting:\n  Notification(channel=shell_cmd shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)\n",
  );
  device.notifications.post(PACKAGE, { id: SHELL_NOTIFICATION, tag, title, text, channel: "shell_cmd" });
  return 0;
};

const list: ShellCommand = ({ device, stdout }) => {
  stdout.write(
    device.notifications
      .list()
      .map((one) => `${keyOf(one, device)}\n`)
      .join(""),
  );
  return 0;
};

const get: ShellCommand = ({ args, device, name, stdout, stderr }) => {
  const wanted = new ArgumentReader({ args, name }).required();
  const found = device.notifications.list().find((one) => keyOf(one, device) === wanted);
  if (found === undefined) {
    stderr.write(`error: no active notification matching key: ${wanted}\n`);
    return 1;
  }
  stdout.write(notificationRecord(found, device, false));
  return 0;
};

const ZEN_MODES: Readonly<Record<string, string>> = {
  on: "1",
  priority: "1",
  none: "2",
  alarms: "3",
  all: "0",
  off: "0",
};

/** `allow_listener COMPONENT`, and its opposite: a list in a setting, as NotificationManagerService keeps it. */
const listener =
  (allows: boolean): ShellCommand =>
  ({ args, device, name }) => {
    const component = new ArgumentReader({ args, name }).required();
    const key = "enabled_notification_listeners";
    const others = (device.settings.get("secure", key) ?? "")
      .split(":")
      .filter((one) => one !== "" && one !== component);
    device.settings.put("secure", key, [...others, ...(allows ? [component] : [])].join(":"));
    return 0;
  };

const setDnd: ShellCommand = ({ args, device, name }) => {
  const wanted = new ArgumentReader({ args, name }).required();
  const mode = ZEN_MODES[wanted];
  if (mode === undefined)
    throw serviceException(name, `java.lang.IllegalArgumentException: Invalid mode: ${wanted}`);
  device.settings.put("global", "zen_mode", mode);
  return 0;
};

/** `cmd notification`, Android 14. */
export const notification = subcommands(
  {
    post,
    notify: post,
    list,
    get,
    set_dnd: setDnd,
    allow_listener: listener(true),
    disallow_listener: listener(false),
  },
  "usage: cmd notification SUBCMD [args]\n\nSUBCMDs:\n  list, get <notification-key>, post [--help | flags] TAG TEXT, set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]",
);
