import { LOG_BUFFERS, type LogBuffer, type LogEntry, type LogLevel } from "../../system/event-log.ts";
import { CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./builtins/options.ts";
import { addStyle, encodeEntry, formatEntry, type LogStyle } from "./logcat-format.ts";

const levels = "VDIWEF";
interface LogOptions {
  dumps: boolean;
  clears: boolean;
  isBinary: boolean;
  showsSize: boolean;
  last: number;
  /** Only what is not older. */
  since: Date | null;
  most: number;
  pattern: RegExp | null;
  readonly style: LogStyle;
  readonly filters: Map<string, string>;
  /** Null: those that logcat reads unless told. */
  buffers: Set<LogBuffer> | null;
  pid: number | null;
}

const emptyBuffers = ["radio", "kernel", "security", "stats"];
const defaultBuffers = ["main", "system", "crash"] as const;

/** `logcat -d -t N -v FORMAT -s TAG…`: what happened on the phone lately. Without `-d` it continues until nobody listens. */
export const logcat: ShellCommand = async ({ args, device, state, stdout, surroundings }) => {
  const options = readOptions(
    [...args, ...(state.variables.get("ANDROID_LOG_TAGS") ?? "").split(" ")],
    device.clock(),
  );
  const { log } = device;
  const buffers = options.buffers ?? new Set<LogBuffer>(defaultBuffers);
  if (options.clears) {
    log.clear(buffers);
    return 0;
  }
  if (options.showsSize) {
    for (const buffer of buffers)
      stdout.write(
        `${buffer}: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\n`,
      );
    return 0;
  }
  const begun = new Set<LogBuffer>();
  // As logcat does: a line on top of what is the first of its ring here.
  const shown = (entry: LogEntry): string | Buffer => {
    if (options.isBinary) return encodeEntry(entry);
    const heading = begun.has(entry.buffer) ? "" : `--------- beginning of ${entry.buffer}\n`;
    begun.add(entry.buffer);
    return heading + formatEntry(entry, options.style);
  };
  const wanted = (entry: LogEntry) => buffers.has(entry.buffer) && passes(entry, options);
  const entries = log.entries().filter(wanted).slice(-options.last).slice(0, options.most);
  for (const entry of entries) stdout.write(shown(entry));
  let left = options.most - entries.length;
  if (options.dumps || left <= 0) return 0;
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = log.follow((entry) => {
    if (!wanted(entry) || left <= 0) return;
    left -= 1;
    try {
      stdout.write(shown(entry));
    } catch {
      left = 0; // nobody reads any more
    }
    if (left <= 0) finish();
  });
  if (surroundings.hangUp.aborted) finish();
  surroundings.hangUp.addEventListener("abort", finish, { once: true });
  await finished;
  stop();
  return left <= 0 ? 0 : 130;
};

const longOptions: Readonly<Record<string, string>> = {
  "--buffer": "-b",
  "--clear": "-c",
  "--binary": "-B",
  "--format": "-v",
  "--max-count": "-m",
  "--regex": "-e",
  "--buffer-size": "-g",
};

function readOptions(args: readonly string[], now: Date): LogOptions {
  const options: LogOptions = {
    dumps: false,
    clears: false,
    isBinary: false,
    showsSize: false,
    last: Number.POSITIVE_INFINITY,
    since: null,
    most: Number.POSITIVE_INFINITY,
    pattern: null,
    style: { format: "threadtime", modifiers: new Set() },
    filters: new Map(),
    buffers: null,
    pid: null,
  };
  const rest = args.flatMap(asShort);
  const value = (option: string): string => {
    const next = rest.shift();
    if (next === undefined) throw new CommandFailure(`logcat: Option '${option}' requires an argument`);
    return next;
  };
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "-D") throw new CommandFailure("logcat: -D is not supported by this virtual phone");
    if (argument.startsWith("-")) readOption(argument, () => value(argument ?? ""), options, now);
    else if (argument !== "") addFilter(argument, options);
  }
  return options;
}

/** `--name=value` and `-vvalue` as a letter and its value; letters without one are taken apart. */
function asShort(argument: string): readonly string[] {
  const [name = "", given] = argument.split(/=(.*)/s, 2);
  if (name === "--pid") return given === undefined ? ["--pid"] : ["--pid", given];
  const short = longOptions[name];
  if (short !== undefined) return given === undefined ? [short] : [short, given];
  const [, flags = "", last = "", value = ""] = /^-([dcBgs]*)([vtTbme]?)(.*)$/s.exec(argument) ?? [];
  if (flags + last === "" || (last === "" && value !== "")) return [argument];
  return [
    ...[...flags].map((flag) => `-${flag}`),
    ...(last === "" ? [] : [`-${last}`, ...(value === "" ? [] : [value])]),
  ];
}

function readOption(option: string, value: () => string, options: LogOptions, now: Date): void {
  switch (option) {
    case "-d":
      options.dumps = true;
      return;
    case "-c":
      options.clears = true;
      return;
    case "-B":
      options.isBinary = true;
      return;
    case "-g":
      options.showsSize = true;
      return;
    case "-s":
      options.filters.set("*", "S");
      return;
    case "-v":
      addStyle(value(), options.style);
      return;
    case "-b":
      addBuffers(value(), options);
      return;
    case "-m":
      options.most = wholeNumber(value(), option);
      return;
    case "-e":
      options.pattern = expression(value());
      return;
    case "--pid":
      options.pid = wholeNumber(value(), option);
      return;
    case "-t":
    case "-T":
      options.dumps ||= option === "-t";
      startAt(value(), option, options, now);
      return;
    default:
      throw new CommandFailure(`logcat: Unknown option ${option}`);
  }
}

/** A count of lines, or the time of the oldest: `MM-DD hh:mm:ss.mmm`, also with a year, or seconds since 1970. */
function startAt(text: string, option: string, options: LogOptions, now: Date): void {
  if (/^\d+$/.test(text)) {
    options.last = Math.max(1, Number(text));
    return;
  }
  const dated = /^\d\d-\d\d /.test(text) ? `${now.getUTCFullYear()}-${text}` : text;
  const time = /^\d+\.\d+$/.test(text)
    ? new Date(Number(text) * 1_000)
    : new Date(`${dated.replace(" ", "T")}Z`);
  if (Number.isNaN(time.getTime())) throw new CommandFailure(`${option} "${text}" not in time format`);
  options.since = time;
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d+$/.test(text)) throw new CommandFailure(`logcat: ${option} ${text} is not a number`);
  return Number(text);
}

function expression(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new CommandFailure(`logcat: bad regex '${text}'`);
  }
}

function addFilter(text: string, options: LogOptions): void {
  const [tag = "*", level = "V"] = text.split(":");
  if (!/^[VDIWEFS*]$/i.test(level)) throw new CommandFailure(`Invalid filter expression '${text}'`);
  options.filters.set(tag, level === "*" ? "V" : level.toUpperCase());
}

/** A list with commas; a ring that this phone does not keep is empty, as `radio` is on a phone without a modem. */
function addBuffers(names: string, options: LogOptions): void {
  options.buffers ??= new Set();
  for (const name of names.split(",")) {
    const known = name === "all" ? LOG_BUFFERS : name === "default" ? defaultBuffers : [];
    const one = LOG_BUFFERS.filter((buffer) => buffer === name);
    for (const buffer of [...known, ...one]) options.buffers.add(buffer);
    if (known.length + one.length === 0 && !emptyBuffers.includes(name))
      throw new CommandFailure(`Unknown buffer -b "${name}"`, 1);
  }
}

function passes({ tag, level, pid, time, text }: LogEntry, options: LogOptions): boolean {
  if (options.pid !== null && pid !== options.pid) return false;
  if (options.since !== null && time < options.since) return false;
  if (options.pattern?.test(text) === false) return false;
  const least = options.filters.get(tag) ?? options.filters.get("*") ?? "V";
  return least !== "S" && levels.indexOf(level) >= levels.indexOf(least);
}

/** `log [-t TAG] [-p LEVEL] TEXT…`: a line of the caller's own. */
export const log: ShellCommand = (context) => {
  const { values, operands } = parseOptions(context, "t:p:", true);
  const level = (values.get("p") ?? "I").toUpperCase().slice(0, 1);
  if (!levels.includes(level)) throw new CommandFailure(`log: bad -p '${values.get("p")}'`);
  context.device.log.add(level as LogLevel, values.get("t") ?? "log", operands.join(" "));
  return 0;
};
