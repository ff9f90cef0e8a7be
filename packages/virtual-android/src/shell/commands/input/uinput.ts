import type { Display, TouchPath, TouchPoint } from "../../../system/device.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll } from "../../streams.ts";
import { TouchDevice } from "./touch-device.ts";

type Json = Readonly<Record<string, unknown>>;
const DEVICE_NODE = "/dev/uinput";

/**
 * `uinput -` and `uinput FILE`, Android 14: registers input devices and moves them, by JSON objects one after the other. It
 * complains to the log only, and a kernel that refuses it is nothing to it: then nothing is felt, and it ends with 0.
 */
export const uinput: ShellCommand = async (context) => {
  const [source, ...more] = context.args;
  if (source === undefined || more.length > 0) return 1;
  const text = await scriptOf(source, context);
  const devices = new Map<number, TouchDevice>();
  for (const command of commandsOf(text)) run(command, devices);
  if (context.surroundings.files.find(DEVICE_NODE) === null) return 0;
  for (const device of devices.values()) await feel(device, context);
  return 0;
};

async function scriptOf(source: string, context: CommandContext): Promise<string> {
  if (source === "-") return (await readAll(context.stdin, 1024 * 1024)).toString("utf8");
  const path = absolutePath(context, source);
  if (context.surroundings.files.find(path)?.isFile() !== true) throw new CommandFailure("");
  return context.surroundings.files.read(path).toString("utf8");
}

function run(command: Json, devices: Map<number, TouchDevice>): void {
  const id = integer(command.id);
  const known = devices.get(id);
  switch (command.command) {
    case "register":
      // A second one of that id is ignored.
      if (known === undefined) devices.set(id, registered(command));
      else registered(command);
      return;
    case "delay": {
      const duration = integer(command.duration);
      if (duration <= 0) throw new CommandFailure("");
      known?.wait(duration);
      return;
    }
    case "inject": {
      const events = list(command.events).map(integer);
      known?.inject(events);
      return;
    }
    case "sync":
      if (typeof command.syncToken !== "string") throw new CommandFailure("");
      return;
    default:
      throw new CommandFailure("");
  }
}

function registered({ bus, configuration, abs_info: axes }: Json): TouchDevice {
  if (!/^(usb|bluetooth)$/i.test(String(bus))) throw new CommandFailure("");
  const allowed = new Map<number, readonly number[]>();
  for (const { type, data } of list(configuration).map(object)) {
    allowed.set(integer(type), list(data).map(integer));
  }
  const maxima = new Map<number, number>();
  for (const { code, info } of list(axes ?? []).map(object)) {
    maxima.set(integer(code), integer(object(info).maximum));
  }
  return new TouchDevice({ allowed, maxima });
}

/** What the fingers did, as the window in front takes it: one alone swipes or taps. */
async function feel(device: TouchDevice, { device: phone }: CommandContext): Promise<void> {
  const { display } = phone;
  const sideways = display.rotation % 2 === 1;
  const built = sideways
    ? { width: display.height, height: display.width }
    : { width: display.width, height: display.height };
  const paths = device.paths(built).map((path) => path && turned(path, display));
  const [first, second, ...more] = paths;
  if (more.length > 0 || first === undefined || first === null || second === null) return;
  if (second !== undefined) await phone.input.pinch([first, second]);
  else await phone.input.swipe(first.start.x, first.start.y, first.end.x, first.end.y, 1);
}

/** A touch screen that knows nothing of how it is held: Android turns what it says with the display. */
function turned({ start, end }: TouchPath, { rotation, width, height }: Display): TouchPath {
  const turn = ({ x, y }: TouchPoint): TouchPoint => {
    if (rotation === 1) return { x: y, y: height - 1 - x };
    if (rotation === 2) return { x: width - 1 - x, y: height - 1 - y };
    return rotation === 3 ? { x: width - 1 - y, y: x } : { x, y };
  };
  return { start: turn(start), end: turn(end) };
}

/** The objects of a text that holds several, one after the other. */
function* commandsOf(text: string): Generator<Json> {
  for (let from = text.search(/\S/); from >= 0 && from < text.length; ) {
    const end = endOfObject(text, from);
    try {
      yield object(JSON.parse(text.slice(from, end)));
    } catch (error) {
      if (error instanceof SyntaxError) throw new CommandFailure("");
      throw error;
    }
    const next = text.slice(end).search(/\S/);
    from = next < 0 ? -1 : end + next;
  }
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\" && quoted) at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "{") depth += 1;
    else if (!quoted && character === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function integer(value: unknown): number {
  if (Number.isInteger(value)) return value as number;
  throw new CommandFailure("");
}
function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new CommandFailure("");
}
function object(value: unknown): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new CommandFailure("");
}
