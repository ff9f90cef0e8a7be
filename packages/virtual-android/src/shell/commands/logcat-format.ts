import type { LogEntry } from "../../system/event-log.ts";
import { CommandFailure } from "../shell-session.ts";

const formats = ["brief", "process", "tag", "thread", "raw", "time", "threadtime", "long"] as const;
const modifiers = ["epoch", "printable", "uid", "UTC", "year"] as const;
export type LogFormat = (typeof formats)[number];
export type LogModifier = (typeof modifiers)[number];

export interface LogStyle {
  format: LogFormat;
  readonly modifiers: Set<LogModifier>;
}

/** `-v FORMAT`, also several with commas; a format or modifier that is not here is refused. */
export function addStyle(names: string, style: LogStyle): void {
  for (const name of names.split(/[\s,]+/)) {
    const format = formats.find((one) => one === name);
    const modifier = modifiers.find((one) => one === name);
    if (format !== undefined) style.format = format;
    else if (modifier !== undefined) style.modifiers.add(modifier);
    else throw new CommandFailure(`Invalid parameter "${name}" to -v`, 1);
  }
}

const uidOf = ({ pid }: LogEntry): string => (pid >= 1_000 ? "10100" : "1000");

/** One entry in the words of `logcat -v`: every line of its text has the heading, but in `long`. */
export function formatEntry(entry: LogEntry, { format, modifiers: more }: LogStyle): string {
  const { level, tag } = entry;
  const id = String(entry.pid).padStart(5);
  const time = stamp(entry.time, more);
  const uid = more.has("uid") ? `${uidOf(entry).padStart(5)}:` : "";
  const name = tag.padEnd(8);
  const lines = entry.text.split("\n");
  const each = (heading: string, suffix = ""): string =>
    lines.map((line) => `${heading}${line}${suffix}\n`).join("");
  switch (format) {
    case "raw":
      return each("");
    case "brief":
      return each(`${level}/${name}(${uid}${id}): `);
    case "process":
      return each(`${level}(${uid}${id}) `, `  (${tag})`);
    case "tag":
      return each(`${level}/${name}: `);
    case "thread":
      return each(`${level}(${uid}${id}:${id}) `);
    case "time":
      return each(`${time} ${level}/${name}(${uid}${id}): `);
    case "long":
      return `[ ${time} ${uid}${id}:${id} ${level}/${name} ]\n${entry.text}\n\n`;
    case "threadtime":
      return each(`${time} ${uid}${uid === "" ? "" : " "}${id} ${id} ${level} ${name}: `);
  }
}

function stamp(time: Date, more: ReadonlySet<LogModifier>): string {
  if (more.has("epoch")) return (time.getTime() / 1_000).toFixed(3).padStart(19);
  const text = time.toISOString().replace("T", " ").slice(0, 23);
  return `${more.has("year") ? text : text.slice(5)}${more.has("UTC") ? " +0000" : ""}`;
}

const bufferNumbers = { main: 0, events: 2, system: 3, crash: 4 } as const;
const priorities = "??VDIWEF";
const headerBytes = 28;
/** Of Android's event-log-tags; another event has none here. */
const eventTags: Readonly<Record<string, number>> = {
  am_crash: 30_039,
  am_anr: 30_008,
  am_proc_start: 30_014,
};

/** One entry as `logcat -B` gives it: liblog's `logger_entry` version 4, then priority, tag and text. */
export function encodeEntry(entry: LogEntry): Buffer {
  const payload = entry.buffer === "events" ? eventPayload(entry) : textPayload(entry);
  const header = Buffer.alloc(headerBytes);
  const milliseconds = entry.time.getTime();
  header.writeUInt16LE(payload.length, 0);
  header.writeUInt16LE(headerBytes, 2);
  header.writeInt32LE(entry.pid, 4);
  header.writeUInt32LE(entry.pid, 8);
  header.writeUInt32LE(Math.floor(milliseconds / 1_000), 12);
  header.writeUInt32LE((milliseconds % 1_000) * 1_000_000, 16);
  header.writeUInt32LE(bufferNumbers[entry.buffer], 20);
  header.writeUInt32LE(Number(uidOf(entry)), 24);
  return Buffer.concat([header, payload]);
}

/** The longest that liblog takes (LOGGER_ENTRY_MAX_PAYLOAD). */
const longestPayload = 4_068;

function textPayload({ level, tag, text }: LogEntry): Buffer {
  const priority = Buffer.of(Math.max(2, priorities.indexOf(level)));
  const body = Buffer.from(`${tag}\0${text}`).subarray(0, longestPayload - 2);
  return Buffer.concat([priority, body, Buffer.of(0)]);
}

function eventPayload({ tag, text }: LogEntry): Buffer {
  const body = Buffer.from(text).subarray(0, longestPayload - 9);
  const head = Buffer.alloc(9);
  head.writeUInt32LE(eventTags[tag] ?? 0, 0);
  head.writeUInt8(2, 4); // EVENT_TYPE_STRING
  head.writeUInt32LE(body.length, 5);
  return Buffer.concat([head, body]);
}
