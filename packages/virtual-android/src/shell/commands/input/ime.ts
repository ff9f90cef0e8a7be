import type { VirtualDevice } from "../../../system/device.ts";
import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { subcommands } from "../service-command.ts";
import { installedInputMethods, standardInputMethod } from "./adb-keyboard.ts";

function enabled(device: VirtualDevice): readonly string[] {
  const names = (device.settings.get("secure", "enabled_input_methods") ?? "")
    .split(":")
    .map((entry) => entry.split(";")[0] ?? "");
  return installedInputMethods(device).filter((name) => names.includes(name));
}

function setEnabled(device: VirtualDevice, names: readonly string[]): void {
  device.settings.put("secure", "enabled_input_methods", names.join(":"));
}

const list: ShellCommand = ({ args, device, stdout }) => {
  const shown = args.includes("-a") ? installedInputMethods(device) : enabled(device);
  const isBrief = args.includes("-s");
  stdout.write(shown.map((name) => (isBrief ? `${name}\n` : longEntry(name))).join(""));
  return 0;
};

const longEntry = (name: string): string =>
  `${name}:\n  mId=${name} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n`;

const enable: ShellCommand = ({ args, device, stdout }) => {
  const name = known(args, device, "enabled");
  const already = enabled(device).includes(name);
  if (!already) setEnabled(device, [...enabled(device), name]);
  stdout.write(`Input method ${name}: ${already ? "already" : "now"} enabled for user #0\n`);
  return 0;
};

const disable: ShellCommand = ({ args, device, stdout }) => {
  const name = known(args, device, "disabled");
  setEnabled(
    device,
    enabled(device).filter((other) => other !== name),
  );
  if (device.settings.get("secure", "default_input_method") === name) select(device, standardInputMethod);
  stdout.write(`Input method ${name}: now disabled for user #0\n`);
  return 0;
};

const set: ShellCommand = ({ args, device, stdout }) => {
  const name = known(args, device, "selected");
  if (!enabled(device).includes(name)) throw unknown(name, "selected");
  select(device, name);
  stdout.write(`Input method ${name} selected for user #0\n`);
  return 0;
};

const reset: ShellCommand = ({ device, stdout }) => {
  setEnabled(device, [standardInputMethod]);
  select(device, standardInputMethod);
  stdout.write(
    `Reset current and enabled IMEs for user #0\n  Newly selected IME for user #0: ${standardInputMethod}\n  Newly enabled IMEs for user #0:\n    ${standardInputMethod}\n`,
  );
  return 0;
};

function select(device: VirtualDevice, name: string): void {
  device.settings.put("secure", "default_input_method", name);
}

function known(args: readonly string[], device: VirtualDevice, purpose: string): string {
  const name = (args[0] === "--user" ? args[2] : args[0]) ?? "";
  if (!installedInputMethods(device).includes(name)) throw unknown(name, purpose);
  return name;
}

const unknown = (name: string, purpose: string): CommandFailure =>
  new CommandFailure(`Unknown input method ${name} cannot be ${purpose} for user #0`, 255);

/** `ime` and `cmd input_method`, Android 14. */
export const ime = subcommands(
  { list, enable, disable, set, reset },
  "ime commands:\n  list [-a] [-s], enable ID, disable ID, set ID, reset",
);
