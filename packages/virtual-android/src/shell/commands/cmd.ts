import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { dumpBattery } from "./dump/dump-battery.ts";
import { listDisplays } from "./dump/dump-display.ts";
import { ime } from "./input/ime.ts";
import { input } from "./input/input.ts";
import { locksettings } from "./locksettings.ts";
import { notification } from "./notification-command.ts";
import { am } from "./packages/am.ts";
import { findPackage, pm } from "./packages/pm.ts";
import { serviceException, subcommands } from "./service-command.ts";
import { settings } from "./settings.ts";
import { wm } from "./wm.ts";

const connectivity = subcommands(
  { "airplane-mode": (context) => airplaneMode(context) },
  "Connectivity service commands:\n  airplane-mode [enable|disable]",
);

function airplaneMode({ args, device, stdout, stderr }: CommandContext): number {
  const [wanted] = args;
  if (wanted === undefined) {
    stdout.write(device.settings.get("global", "airplane_mode_on") === "1" ? "enabled\n" : "disabled\n");
    return 0;
  }
  if (wanted !== "enable" && wanted !== "disable") {
    stderr.write(`Unknown argument: ${wanted}\n`);
    return 255;
  }
  device.settings.put("global", "airplane_mode_on", wanted === "enable" ? "1" : "0");
  return 0;
}

const putGlobal =
  (key: string, value: string): ShellCommand =>
  ({ device }) => {
    device.settings.put("global", key, value);
    return 0;
  };

const bluetooth = subcommands(
  {
    enable: putGlobal("bluetooth_on", "1"),
    disable: putGlobal("bluetooth_on", "0"),
    "wait-for-state:STATE_ON": ({ device }) =>
      device.settings.get("global", "bluetooth_on") === "1" ? 0 : 255,
    "wait-for-state:STATE_OFF": ({ device }) =>
      device.settings.get("global", "bluetooth_on") === "0" ? 0 : 255,
  },
  "Bluetooth Manager Commands:\n  enable, disable, wait-for-state:<STATE>",
);

const wifi = subcommands(
  {
    "set-wifi-enabled": ({ args, device, stderr }) => {
      if (args[0] !== "enabled" && args[0] !== "disabled") {
        stderr.write(
          `Invalid args for set-wifi-enabled: Expected 'enabled' or 'disabled' as next arg but got '${args[0] ?? "null"}'\n`,
        );
        return 255;
      }
      device.settings.put("global", "wifi_on", args[0] === "enabled" ? "1" : "0");
      return 0;
    },
    status: ({ device, stdout }) => {
      stdout.write(
        device.settings.get("global", "wifi_on") === "1"
          ? "Wifi is enabled\nWifi scanning is only available when wifi is enabled\n"
          : "Wifi is disabled\n",
      );
      return 0;
    },
  },
  "Wi-Fi (wifi) commands:\n  set-wifi-enabled enabled|disabled, status",
);

const phone = subcommands(
  {
    data: ({ args, device, stdout }) => {
      if (args[0] !== "enable" && args[0] !== "disable") {
        stdout.write("Incorrect arguments. Usage: cmd phone data enable|disable\n");
        return 255;
      }
      device.settings.put("global", "mobile_data", args[0] === "enable" ? "1" : "0");
      return 0;
    },
  },
  "Telephony commands:\n  data enable|disable",
);

const location = subcommands(
  {
    "is-location-enabled": ({ device, stdout }) => {
      stdout.write(`${(device.settings.get("secure", "location_mode") ?? "0") !== "0"}\n`);
      return 0;
    },
    "set-location-enabled": ({ args, device }) => {
      const wanted = args.at(-1);
      if (wanted !== "true" && wanted !== "false")
        throw serviceException(
          "set-location-enabled",
          `java.lang.IllegalArgumentException: Invalid boolean argument: ${wanted}`,
        );
      device.settings.put("secure", "location_mode", wanted === "true" ? "3" : "0");
      return 0;
    },
  },
  "Location service commands:\n  is-location-enabled, set-location-enabled true|false",
);

/** Apps of a virtual phone have the phone's language. */
const locale = subcommands(
  {
    "get-app-locales": ({ args: [name = ""], device, stdout }) => {
      const found = findPackage(device, name) !== null;
      stdout.write(
        found ? `Locales for ${name} for user 0 are []\n` : `Unknown package ${name} for userId 0\n`,
      );
      return 0;
    },
  },
  "Locale manager (locale) shell commands:\n  get-app-locales PACKAGE_NAME",
);

const nightModes: Readonly<Record<string, string>> = { no: "1", yes: "2", auto: "0" };
const uimode = subcommands(
  {
    night: ({ args, device, stdout, stderr }) => {
      const [wanted] = args;
      if (wanted !== undefined) {
        const value = nightModes[wanted];
        if (value === undefined) {
          stderr.write(
            "Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n",
          );
          return 255;
        }
        device.settings.put("secure", "ui_night_mode", value);
      }
      const current = device.settings.get("secure", "ui_night_mode");
      const name = Object.keys(nightModes).find((mode) => nightModes[mode] === current) ?? "no";
      stdout.write(`Night mode: ${name}\n`);
      return 0;
    },
  },
  "UiModeManager service (uimode) commands:\n  night [yes|no|auto]",
);

const expandShade =
  (to: "notifications" | "settings" | null): ShellCommand =>
  ({ device }) => {
    device.expandShade(to);
    return 0;
  };

const statusbar = subcommands(
  {
    "expand-notifications": expandShade("notifications"),
    "expand-settings": expandShade("settings"),
    collapse: expandShade(null),
    "get-status-icons": ({ stdout }) => {
      stdout.write(["battery", "wifi", "mobile", "clock"].map((slot) => `${slot}\n`).join(""));
      return 0;
    },
  },
  "Status bar commands:\n  expand-notifications, expand-settings, collapse",
);

const display = subcommands(
  {
    "get-displays": ({ device, stdout }) => {
      stdout.write(listDisplays(device));
      return 0;
    },
  },
  "Display manager commands:\n  get-displays",
);

/** Services that are there and take no commands, as Android 14's clipboard. */
const silent: ShellCommand = ({ stderr }) => {
  stderr.write("No shell command implementation.\n");
  return 255;
};

const services: ReadonlyMap<string, ShellCommand> = new Map(
  Object.entries({
    activity: am,
    battery: ({ args, device, stdout }) => {
      stdout.write(dumpBattery(args, device.battery));
      return 0;
    },
    bluetooth_manager: bluetooth,
    clipboard: silent,
    connectivity,
    display,
    input,
    input_method: ime,
    locale,
    location,
    lock_settings: locksettings,
    notification,
    package: pm,
    phone,
    power: silent,
    settings,
    statusbar,
    uimode,
    wifi,
    window: wm,
  }),
);

/** `cmd SERVICE …`: hands the rest to the service, as Android's binder call does. */
export const cmd: ShellCommand = (context) => {
  const args = context.args[0] === "-w" ? context.args.slice(1) : context.args;
  const [service, ...rest] = args;
  if (service === undefined) {
    throw new CommandFailure(
      "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.",
      20,
    );
  }
  if (service === "-l") {
    context.stdout.write(
      `Currently running services:\n${[...services.keys()].map((name) => `  ${name}\n`).join("")}`,
    );
    return 0;
  }
  const command = services.get(service);
  if (command === undefined) throw new CommandFailure(`cmd: Can't find service: ${service}`, 20);
  return command({ ...context, name: service, args: rest });
};
