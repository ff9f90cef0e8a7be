import type { TouchPoint } from "../../../system/device.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { serviceException } from "../service-command.ts";
import { keyCode } from "./key-codes.ts";

const sources = new Set([
  "dpad",
  "gamepad",
  "joystick",
  "keyboard",
  "mouse",
  "rotaryencoder",
  "stylus",
  "touchnavigation",
  "touchpad",
  "touchscreen",
  "trackball",
]);
const defaultSwipeMilliseconds = 300;
const defaultDragMilliseconds = 500;
const usage =
  "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n" +
  "The commands and default sources are:\n" +
  "      text <string> (Default: keyboard)\n" +
  "      keyevent [--longpress|--doubletap|--async] <key code number or name> ... (Default: keyboard)\n" +
  "      tap <x> <y> (Default: touchscreen)\n" +
  "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n" +
  "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n" +
  "      press (Default: trackball)\n" +
  "      roll <dx> <dy> (Default: trackball)\n" +
  "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n" +
  "      keycombination [-t duration(ms)] <key code 1> <key code 2> ...\n";

type InputAction = (args: readonly string[], context: CommandContext) => Promise<void>;

/** `input`, Android 14: injects events as InputShellCommand does. */
export const input: ShellCommand = async (context) => {
  const args = [...context.args];
  if (sources.has(args[0] ?? "")) args.shift();
  if (args[0] === "-d") args.splice(0, 2);
  const [name, ...rest] = args;
  const action = name === undefined ? undefined : actions.get(name);
  if (name === undefined || action === undefined) {
    if (name === undefined) context.stdout.write(usage);
    else context.stdout.write(`Unknown command: ${name}\n`);
    return 255;
  }
  await action(rest, context);
  return 0;
};

const tap: InputAction = async (args, { device }) => {
  const [x = 0, y = 0] = coordinates("tap", args, 2);
  await device.input.tap(x, y);
};

const swipe: InputAction = async (args, { device }) => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates("swipe", args, 4);
  await device.input.swipe(x1, y1, x2, y2, duration("swipe", args[4], defaultSwipeMilliseconds));
};

const draganddrop: InputAction = async (args, { device }) => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates("draganddrop", args, 4);
  await device.input.draganddrop(x1, y1, x2, y2, duration("draganddrop", args[4], defaultDragMilliseconds));
};

/**
 * `%s` is a space; a character that no key makes ends it with a NullPointerException
 * (KeyCharacterMap.getEvents returns null, Android 14's InputShellCommand does not look).
 */
const text: InputAction = async ([argument], { device }) => {
  if (argument === undefined) throw missingArgument("text");
  const decoded = argument.replaceAll("%s", " ");
  if (/[^\n\t -~]/.test(decoded)) {
    throw serviceException(
      "text",
      "java.lang.NullPointerException: Attempt to get length of null array\n" +
        "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:325)\n" +
        "\tat com.android.server.input.InputShellCommand.runText(InputShellCommand.java:303)\n" +
        "\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:228)\n" +
        "\tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
    );
  }
  await device.input.text(decoded);
};

const keyevent: InputAction = async (args, { device }) => {
  const options = args.filter((argument) => argument.startsWith("--"));
  const keys = args.filter((argument) => !argument.startsWith("--"));
  const unknown = options.find((option) => !/^--(longpress|doubletap|async|delay)$/.test(option));
  if (unknown !== undefined)
    throw serviceException("keyevent", `java.lang.IllegalArgumentException: Unsupported option: ${unknown}`);
  if (keys.length === 0) throw missingArgument("keyevent");
  const longPress = options.includes("--longpress");
  const times = options.includes("--doubletap") ? 2 : 1;
  for (const code of keyCodes("keyevent", keys)) {
    for (let time = 0; time < times; time += 1)
      await device.input.keyevent(code, longPress ? { longPress } : {});
  }
};

/** The last key with the ones before it held down. */
const keycombination: InputAction = async (args, { device }) => {
  const keys = args[0] === "-t" ? args.slice(2) : args;
  if (keys.length < 2) throw new CommandFailure("Error: keycombination requires at least 2 keycodes", 255);
  const codes = keyCodes("keycombination", keys);
  const last = codes[codes.length - 1] ?? 0;
  await device.input.keyevent(last, { metaKeys: codes.slice(0, -1) });
};

interface Finger {
  readonly start: TouchPoint;
  readonly at: number;
}
/** Which finger is down where; what it does on its way is felt when it is lifted. */
const fingers = new WeakMap<CommandContext["device"], Finger>();

const motionevent: InputAction = async ([action = "", ...args], { device }) => {
  const [x = 0, y = 0] = coordinates("motionevent", args, 2);
  const now = device.clock().getTime();
  const finger = fingers.get(device);
  switch (action.toUpperCase()) {
    case "DOWN":
      fingers.set(device, { start: { x, y }, at: now });
      return;
    case "MOVE":
      return;
    case "CANCEL":
      fingers.delete(device);
      return;
    case "UP":
      fingers.delete(device);
      // Without a finger that is down, Android drops it.
      if (finger !== undefined)
        await device.input.draganddrop(finger.start.x, finger.start.y, x, y, Math.max(0, now - finger.at));
      return;
    default:
      throw serviceException("motionevent", `java.lang.IllegalArgumentException: Unknown action: ${action}`);
  }
};

const dpadCenter = 23;
/** The trackball's press and roll reach apps as a select key and as nothing. */
const press: InputAction = async (_, { device }) => device.input.keyevent(dpadCenter);
const roll: InputAction = async (args) => {
  coordinates("roll", args, 2);
};

const actions: ReadonlyMap<string, InputAction> = new Map(
  Object.entries({ tap, swipe, draganddrop, text, keyevent, keycombination, motionevent, press, roll }),
);

function coordinates(command: string, args: readonly string[], count: number): readonly number[] {
  if (args.length < count) throw missingArgument(command);
  return args.slice(0, count).map((argument) => parseFloatAsJava(command, argument));
}

function parseFloatAsJava(command: string, argument: string): number {
  // Java's parseFloat takes NaN and Infinity, and the event then goes nowhere; the phone gets it as it is.
  if (/^[+-]?(NaN|Infinity)$/.test(argument)) return Number(argument);
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?$/.test(argument)) return Number.parseFloat(argument);
  const problem = argument === "" ? "empty String" : `For input string: "${argument}"`;
  throw serviceException(command, `java.lang.NumberFormatException: ${problem}`);
}

function duration(command: string, argument: string | undefined, standard: number): number {
  if (argument === undefined) return standard;
  if (!/^-?\d+$/.test(argument))
    throw serviceException(command, `java.lang.NumberFormatException: For input string: "${argument}"`);
  return Math.max(0, Number(argument));
}

function keyCodes(command: string, keys: readonly string[]): readonly number[] {
  return keys.map((key) => {
    const code = keyCode(key);
    if (code !== null) return code;
    throw serviceException(command, `java.lang.IllegalArgumentException: Unknown keycode: ${key}`);
  });
}

const missingArgument = (command: string): CommandFailure =>
  serviceException(command, `java.lang.IllegalArgumentException: Argument expected after "${command}"`);
