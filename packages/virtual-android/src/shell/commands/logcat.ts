import { CommandFailure, type ShellCommand } from "../shell-session.ts";
import { type LogEntry, type LogLevel, phoneLog } from "./event-log.ts";

const levels = "VDIWEF";
interface LogOptions {
  dumps: boolean;
  clears: boolean;
  last: number;
  format: string;
  readonly filters: Map<string, string>;
}

/** `logcat -d -t N -v FORMAT -s TAG…`: what happened on the phone lately. Without `-d` it goes on until nobody listens. */
export const logcat: ShellCommand = async ({ args, device, stdout, surroundings }) => {
  const options = readOptions(args);
  const log = phoneLog(device);
  if (options.clears) {
    log.clear();
    return 0;
  }
  const line = (entry: LogEntry) => (passes(entry, options.filters) ? format(entry, options.format) : "");
  const lines = log
    .entries()
    .map(line)
    .filter((text) => text !== "");
  stdout.write(`--------- beginning of main\n${lines.slice(-options.last).join("")}`);
  if (options.dumps) return 0;
  const stop = log.follow((entry) => stdout.write(line(entry)));
  await new Promise<void>((resolve) => {
    if (surroundings.hangUp.aborted) resolve();
    surroundings.hangUp.addEventListener("abort", () => resolve(), { once: true });
  });
  stop();
  return 130;
};

function readOptions(args: readonly string[]): LogOptions {
  const options: LogOptions = {
    dumps: false,
    clears: false,
    last: Number.POSITIVE_INFINITY,
    format: "threadtime",
    filters: new Map(),
  };
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (argument === "-d") options.dumps = true;
    else if (argument === "-c") options.clears = true;
    else if (argument === "-s") options.filters.set("*", "S");
    else if (argument === "-v") options.format = args[++index] ?? "";
    else if (argument === "-t" || argument === "-T") {
      options.dumps ||= argument === "-t";
      const count = args[++index] ?? "";
      if (/^\d+$/.test(count)) options.last = Number(count);
    } else if (argument === "-b" || argument === "--pid") index += 1;
    else if (argument.startsWith("-")) throw new CommandFailure(`logcat: Unknown option ${argument}`);
    else {
      const [tag = "*", level = "V"] = argument.split(":");
      options.filters.set(tag, level.toUpperCase());
    }
  }
  return options;
}

function passes({ tag, level }: LogEntry, filters: ReadonlyMap<string, string>): boolean {
  const least = filters.get(tag) ?? filters.get("*") ?? "V";
  return least !== "S" && levels.indexOf(level) >= levels.indexOf(least);
}

function format({ time, level, tag, text }: LogEntry, name: string): string {
  const stamp = time.toISOString().slice(5, 23).replace("T", " ");
  switch (name) {
    case "raw":
      return `${text}\n`;
    case "brief":
      return `${level}/${tag.padEnd(8)}( 1234): ${text}\n`;
    case "time":
      return `${stamp} ${level}/${tag.padEnd(8)}( 1234): ${text}\n`;
    default:
      return `${stamp}  1234  1234 ${level} ${tag.padEnd(8)}: ${text}\n`;
  }
}

/** `log -t TAG -p LEVEL text`: a line of the caller's own. */
export const log: ShellCommand = ({ args, device }) => {
  let tag = "log";
  let level: LogLevel = "I";
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    if (argument === "-t") tag = args[++index] ?? tag;
    else if (argument === "-p") level = (args[++index] ?? "I").toUpperCase().slice(0, 1) as LogLevel;
    else words.push(argument);
  }
  phoneLog(device).add(level, tag, words.join(" "));
  return 0;
};
