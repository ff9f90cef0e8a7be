import type { Display } from "../../system/device.ts";
import { FORCED_DENSITY, FORCED_SIZE } from "../../system/phone-display.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { subcommands } from "./service-command.ts";

const menuKey = 82;
/** A picture of that many pixels squared still fits the memory of a small machine. */
const LARGEST_SIDE_PX = 4_000;

const size: ShellCommand = ({ args, device, stdout }) => {
  const [wanted] = withoutDisplay(args);
  const { settings, display } = device;
  if (wanted === undefined) {
    const forced = settings.get("global", FORCED_SIZE);
    stdout.write(`Physical size: ${display.physical.width}x${display.physical.height}\n`);
    if (forced) stdout.write(`Override size: ${forced.replace(",", "x")}\n`);
    return 0;
  }
  if (wanted === "reset") settings.delete("global", FORCED_SIZE);
  else settings.put("global", FORCED_SIZE, sizeOf(wanted, display).join(","));
  return 0;
};

/** `1080x1920` or in dp: `400dpx800dp`. */
function sizeOf(wanted: string, { densityDpi }: Display): readonly number[] {
  const parts = /^(\d+)(dp)?x(\d+)(dp)?$/.exec(wanted);
  if (parts === null) throw new CommandFailure(`Error: bad size ${wanted}`, 255);
  const pixels = (value: string | undefined, dp: string | undefined) =>
    dp === undefined ? Number(value) : Math.round((Number(value) * densityDpi) / 160);
  const sides = [pixels(parts[1], parts[2]), pixels(parts[3], parts[4])];
  if (sides.some((side) => side < 200 || side > LARGEST_SIDE_PX))
    throw new CommandFailure(
      `Error: bad size ${wanted}: a side has 200 to ${LARGEST_SIDE_PX} pixels here`,
      255,
    );
  return sides;
}

const density: ShellCommand = ({ args, device, stdout }) => {
  const [wanted] = withoutDisplay(args);
  const { settings, display } = device;
  if (wanted === undefined) {
    const forced = settings.get("secure", FORCED_DENSITY);
    stdout.write(`Physical density: ${display.physical.densityDpi}\n`);
    if (forced) stdout.write(`Override density: ${forced}\n`);
    return 0;
  }
  if (wanted === "reset") {
    settings.delete("secure", FORCED_DENSITY);
    return 0;
  }
  if (!/^\d+$/.test(wanted)) throw new CommandFailure(`Error: bad number ${wanted}`, 255);
  if (Number(wanted) < 72) throw new CommandFailure("Error: density must be >= 72", 255);
  settings.put("secure", FORCED_DENSITY, wanted);
  return 0;
};

/** Without a PIN the menu key opens the lock screen, which is what this command does. */
const dismissKeyguard: ShellCommand = async ({ device }) => {
  if (device.display.isLocked) await device.input.keyevent(menuKey);
  return 0;
};

const userRotation: ShellCommand = ({ args, device, stdout }: CommandContext) => {
  const [mode, rotation] = withoutDisplay(args);
  if (mode === undefined) {
    const locked = device.settings.get("system", "accelerometer_rotation") !== "1";
    stdout.write(locked ? `lock ${device.settings.get("system", "user_rotation") ?? "0"}\n` : "free\n");
    return 0;
  }
  if (mode !== "lock" && mode !== "free")
    throw new CommandFailure(`Error: argument needs to be either -d, free or lock.`, 255);
  if (rotation !== undefined && !/^[0-3]$/.test(rotation))
    throw new CommandFailure(`Error: expecting rotation 0-3 but got ${rotation}`, 255);
  device.settings.put("system", "accelerometer_rotation", mode === "free" ? "1" : "0");
  if (rotation !== undefined) device.settings.put("system", "user_rotation", rotation);
  return 0;
};

const withoutDisplay = (args: readonly string[]): readonly string[] =>
  args[0] === "-d" ? args.slice(2) : args;

/** `wm` and `cmd window`, Android 14. */
export const wm = subcommands(
  {
    size,
    density,
    "dismiss-keyguard": dismissKeyguard,
    "user-rotation": userRotation,
    "set-user-rotation": userRotation,
    "fixed-to-user-rotation": () => 0,
  },
  "Window manager (window) commands:\n  size, density, dismiss-keyguard, user-rotation",
);
