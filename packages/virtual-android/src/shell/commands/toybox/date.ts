import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";

const defaultFormat = "%a %b %e %H:%M:%S %Z %Y";
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const utcNames = new Set(["UTC", "GMT", "Etc/UTC", "Etc/GMT"]);
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const isoFormats: Readonly<Record<string, string>> = {
  "-I": "%F",
  "-Idate": "%F",
  "-Iseconds": "%FT%T%z",
  "-Is": "%FT%T%z",
  "-R": "%a, %d %b %Y %T %z",
};

/** `date [-u] [-d DATE] [-r FILE] [-I] [-R] [+FORMAT]`: the phone's clock in its time zone. Setting it is refused. */
export const date: ShellCommand = (context) => {
  const { device, stdout } = context;
  const rest = [...context.args];
  let format = defaultFormat;
  let time = device.clock();
  let zone = device.properties().get("persist.sys.timezone") ?? "UTC";
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith("+")) format = word.slice(1);
    else if (word === "-u") zone = "UTC";
    else if (word === "-d" || word === "-r") {
      const value = rest.shift();
      if (value === undefined) throw new CommandFailure(`date: Missing argument to ${word}`);
      time = word === "-d" ? readDate(value, zone) : modifiedAt(context, value);
    } else {
      const named = isoFormats[word];
      if (named === undefined)
        throw new CommandFailure(`date: '${word}' is not supported by this virtual phone`);
      format = named;
    }
  }
  stdout.write(`${formatDate(time, format, zone)}\n`);
  return 0;
};

const modifiedAt = (context: CommandContext, path: string): Date =>
  context.surroundings.files.stat(absolutePath(context, path)).mtime;

/** `@SECONDS` and `YYYY-MM-DD[ hh:mm[:ss]]`; like toybox no words such as `yesterday`. */
function readDate(text: string, zone: string): Date {
  const [, seconds] = /^@(-?\d+)$/.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds) * 1000);
  const [, day, hour = "00", minute = "00", second = "00", isUtc] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?(Z)?)?$/.exec(text) ?? [];
  const asUtc = new Date(`${day}T${hour}:${minute}:${second}Z`);
  if (day === undefined || Number.isNaN(asUtc.getTime())) throw new CommandFailure(`date: bad date ${text}`);
  return isUtc === undefined ? new Date(asUtc.getTime() - offsetIn(asUtc, zone) * 60_000) : asUtc;
}

function formatDate(time: Date, format: string, zone: string): string {
  const parts = partsIn(time, zone);
  const two = (value: number) => String(value).padStart(2, "0");
  const fields: Readonly<Record<string, () => string>> = {
    Y: () => String(parts.year),
    y: () => two(parts.year % 100),
    m: () => two(parts.month),
    d: () => two(parts.day),
    e: () => String(parts.day).padStart(2),
    H: () => two(parts.hour),
    I: () => two(parts.hour % 12 || 12),
    M: () => two(parts.minute),
    S: () => two(parts.second),
    p: () => (parts.hour < 12 ? "AM" : "PM"),
    s: () => String(Math.floor(time.getTime() / 1000)),
    N: () => `${String(time.getUTCMilliseconds()).padStart(3, "0")}000000`,
    a: () => (weekdays[parts.weekday] ?? "").slice(0, 3),
    A: () => weekdays[parts.weekday] ?? "",
    u: () => String(parts.weekday || 7),
    w: () => String(parts.weekday),
    b: () => (months[parts.month - 1] ?? "").slice(0, 3),
    B: () => months[parts.month - 1] ?? "",
    F: () => `${parts.year}-${two(parts.month)}-${two(parts.day)}`,
    T: () => `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`,
    R: () => `${two(parts.hour)}:${two(parts.minute)}`,
    D: () => `${two(parts.month)}/${two(parts.day)}/${two(parts.year % 100)}`,
    z: () => offsetText(parts.offsetMinutes),
    // Android has GMT where other systems say UTC.
    Z: () => (parts.offsetMinutes === 0 ? "GMT" : offsetText(parts.offsetMinutes).slice(0, 3)),
    k: () => String(parts.hour).padStart(2),
    l: () => String(parts.hour % 12 || 12).padStart(2),
    j: () => String(dayOfYear(parts)).padStart(3, "0"),
    C: () => two(Math.floor(parts.year / 100)),
    h: () => (months[parts.month - 1] ?? "").slice(0, 3),
    n: () => "\n",
    t: () => "\t",
    "%": () => "%",
  };
  return format.replace(/%([-_0-9]?)(.)/g, (match, width: string, letter: string) => {
    // toybox's own: so many digits of the nanoseconds.
    const digits = letter === "N" && /[1-9]/.test(width) ? Number(width) : undefined;
    const shown =
      match.length === 2 || digits !== undefined ? fields[letter]?.().slice(0, digits) : undefined;
    if (shown === undefined)
      throw new CommandFailure(`date: '${match}' is not supported by this virtual phone`);
    return shown;
  });
}

const dayOfYear = ({ year, month, day }: ReturnType<typeof partsIn>): number =>
  (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;

function partsIn(time: Date, zone: string) {
  const offsetMinutes = offsetIn(time, zone);
  const local = new Date(time.getTime() + offsetMinutes * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: local.getUTCDay(),
    offsetMinutes,
  };
}

/** Making one costs more than all the rest of the command. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetIn(time: Date, zone: string): number {
  if (utcNames.has(zone)) return 0;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offset : offset;
}

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? "-" : "+"}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}${String(Math.abs(minutes) % 60).padStart(2, "0")}`;
