import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { Capability } from "#shared/contracts/device/capability.ts";

import { consolePortProperty } from "./boot-facts.ts";
import { panelCommand, panelIn } from "./find-panel.ts";
import { cannotSplit, splitHelpCommand } from "./split-screen.ts";

/** Whether a device that answered so has what was asked for. Words that nobody has seen before say nothing against it. */
interface Probe {
  readonly command: ShellCommand;
  isMissing(answer: ShellResult): boolean;
}

/** A program that the shell does not find, or a service that is not running. */
const isAbsent = ({ code, output }: ShellResult): boolean =>
  code === 127 || /not found|inaccessible|Can't find service/.test(output);

/** `input` without a command lists its commands, and exits with a failure. */
const usage: ShellCommand = ["input"];
const lacks = (answer: ShellResult, ...names: readonly string[]): boolean =>
  isAbsent(answer) ||
  (/^Usage: input/m.test(answer.output) &&
    names.some((name) => !new RegExp(`^ +${name}\\b`, "m").test(answer.output)));

const resolving = (...intent: readonly string[]): ShellCommand => [
  "cmd",
  "package",
  "resolve-activity",
  "--brief",
  ...intent,
];
const nobodyOpens = (answer: ShellResult): boolean =>
  isAbsent(answer) || /No activity found/.test(answer.output);

/** One for each capability: what has none does not compile. */
const probes: { readonly [Name in Capability]: Probe } = {
  touch: { command: usage, isMissing: (answer) => lacks(answer, "tap", "swipe") },
  multiTouch: {
    command: ["test", "-x", "/system/bin/uinput", "-a", "-w", "/dev/uinput"],
    // The shell says so by its code alone: Android before 12 has no such tool, and a device may keep it from adb.
    isMissing: ({ code }) => code !== 0,
  },
  keys: { command: usage, isMissing: (answer) => lacks(answer, "keyevent") },
  text: { command: usage, isMissing: (answer) => lacks(answer, "text", "keyevent") },
  apps: {
    command: resolving("-a", "android.intent.action.MAIN", "-c", "android.intent.category.HOME"),
    isMissing: isAbsent,
  },
  browser: {
    command: resolving("-a", "android.intent.action.VIEW", "-d", "https://example.com/"),
    isMissing: nobodyOpens,
  },
  splitScreen: { command: splitHelpCommand, isMissing: ({ output }) => cannotSplit(output) },
  touchWatch: { command: panelCommand, isMissing: ({ output }) => panelIn(output) === null },
  // Every emulator image says so; its console, which the host asks, is on the machine of its adb server.
  snapshots: { command: ["getprop", "ro.boot.qemu"], isMissing: ({ output }) => output.trim() !== "1" },
  forks: {
    command: ["getprop", consolePortProperty],
    isMissing: ({ output }) => !/^\d+$/.test(output.trim()),
  },
  none: { command: ["true"], isMissing: () => false },
};

/** Each once, though several capabilities ask the same. */
export const probeCommands: readonly ShellCommand[] = [
  ...new Set(Object.values(probes).map(({ command }) => command)),
];

/** What the device cannot do, from the results of `probeCommands` in their order. */
export const missingCapabilities = (answers: readonly ShellResult[]): Capability[] =>
  Capability.options.filter((name) => {
    const { command, isMissing } = probes[name];
    const answer = answers[probeCommands.indexOf(command)];
    return answer !== undefined && isMissing(answer);
  });
