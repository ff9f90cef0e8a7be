import type { Battery, BatteryState } from "../../../system/battery.ts";

/** BatteryManager.BATTERY_PLUGGED_* */
export function plugType({ state }: Battery): number {
  if (state.ac) return 1;
  if (state.usb) return 2;
  if (state.wireless) return 4;
  return state.dock ? 8 : 0;
}

const unplugged = { ac: false, usb: false, wireless: false, dock: false };
const numbers: Readonly<Record<string, keyof BatteryState>> = {
  status: "status",
  level: "level",
  temp: "temperature",
};
const switches: Readonly<Record<string, keyof BatteryState>> = {
  present: "present",
  ac: "ac",
  usb: "usb",
  wireless: "wireless",
  dock: "dock",
};

/** `dumpsys battery [get|set …|unplug|reset]`, as Android 14's BatteryService answers its shell. */
export function dumpBattery(args: readonly string[], battery: Battery): string {
  const [verb, ...rest] = args.filter((argument) => argument !== "-f");
  switch (verb) {
    case undefined:
    case "-a":
      return shown(battery);
    case "unplug":
      battery.tell(unplugged);
      return "";
    case "reset":
      battery.reset();
      return "";
    case "set":
      return set(battery, rest);
    case "get":
      return got(battery, rest[0]);
    default:
      return `Unknown command: ${verb}\n${help}`;
  }
}

function set(battery: Battery, [key = "", value]: readonly string[]): string {
  if (value === undefined) return "No value specified\n";
  const number = numbers[key];
  const flag = switches[key];
  if (number === undefined && flag === undefined) return `Unknown set option: ${key}\n`;
  if (!/^-?\d+$/.test(value)) return `Bad value: ${value}\n`;
  battery.tell(
    flag === undefined && number !== undefined
      ? { [number]: Number(value) }
      : { [flag ?? ""]: value !== "0" },
  );
  return "";
}

function got({ state }: Battery, key = ""): string {
  const field = numbers[key] ?? switches[key];
  return field === undefined ? `Unknown get option: ${key}\n` : `${state[field]}\n`;
}

function shown({ state, isTold }: Battery): string {
  return [
    "Current Battery Service state:",
    ...(isTold ? ["  (UPDATES STOPPED -- use 'reset' to restart)"] : []),
    `  AC powered: ${state.ac}`,
    `  USB powered: ${state.usb}`,
    `  Wireless powered: ${state.wireless}`,
    `  Dock powered: ${state.dock}`,
    "  Max charging current: 0",
    "  Max charging voltage: 0",
    `  Charge counter: ${state.level * 100}`,
    `  status: ${state.status}`,
    `  health: ${state.health}`,
    `  present: ${state.present}`,
    `  level: ${state.level}`,
    "  scale: 100",
    "  voltage: 5000",
    `  temperature: ${state.temperature}`,
    "  technology: Li-ion",
    "",
  ].join("\n");
}

const help = `Battery service (battery) commands:
  get [-f] [ac|usb|wireless|dock|status|level|temp|present]
  set [-f] [ac|usb|wireless|dock|status|level|temp|present] <value>
    Force a battery property value, freezing battery state.
  unplug [-f]
    Force battery unplugged, freezing battery state.
  reset [-f]
    Unfreeze battery state, returning to current hardware values.
`;
