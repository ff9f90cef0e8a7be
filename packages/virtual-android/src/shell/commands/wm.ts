import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { subcommands, unsupported } from "./service-command.ts";

const menuKey = 82;

const size: ShellCommand = ({ args, device, stdout }) => {
  const [wanted] = withoutDisplay(args);
  if (wanted === undefined) {
    const sideways = device.display.rotation % 2 === 1;
    const { width, height } = device.display;
    stdout.write(`Physical size: ${sideways ? height : width}x${sideways ? width : height}\n`);
    return 0;
  }
  if (wanted === "reset") return 0;
  if (!/^\d+(dp)?x\d+(dp)?$/.test(wanted)) throw new CommandFailure(`Error: bad size ${wanted}`, 255);
  throw unsupported("wm size with another size");
};

const density: ShellCommand = ({ args, device, stdout }) => {
  const [wanted] = withoutDisplay(args);
  if (wanted === undefined) {
    stdout.write(`Physical density: ${device.display.densityDpi}\n`);
    return 0;
  }
  if (wanted === "reset") return 0;
  if (!/^\d+$/.test(wanted)) throw new CommandFailure(`Error: bad number ${wanted}`, 255);
  throw unsupported("wm density with another density");
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
    "fixed-to-user-rotation": () => 0,
  },
  "Window manager (window) commands:\n  size, density, dismiss-keyguard, user-rotation",
);
