import type { ShellCommand } from "#shared/actions/device-port.ts";
import { plain } from "#shared/text/plain-text.ts";

const mostLines = 20_000;

/** The device's time, its processes, and its log with the times as seconds since 1970 (Android 7 and later). */
export const logCommands: readonly ShellCommand[] = [
  ["date", "+%s.%N"],
  ["ps", "-A", "-o", "PID,NAME"],
  [
    "logcat",
    "-d",
    "-v",
    "threadtime",
    "-v",
    "epoch",
    "-b",
    "main,system,crash,events",
    "-t",
    String(mostLines),
  ],
];

/** Seconds since 1970. Before Android 10 `date` knows no `%N`: the next second then, so that nothing earlier is taken for later. */
export const deviceSeconds = (output: string): number => {
  const [, seconds = "", fraction] = /^(\d+)\.(\d{9})?/.exec(output.trim()) ?? [];
  return seconds === ""
    ? Number.NaN
    : fraction === undefined
      ? Number(seconds) + 1
      : Number(`${seconds}.${fraction}`);
};

interface Kept {
  /** Seconds since 1970, by the device's clock: nothing older is of the job. */
  readonly since: number;
  readonly packages: ReadonlySet<string>;
  /** Output of `ps`. */
  readonly processes: string;
}

/** ` 1764302400.123  1234  1300 I Tag: text` */
const entry = /^\s*(\d+)\.(\d{3})\s+(\d+)\s+(\d+) ([VDIWEF]) (.*)$/;
/** `Start proc 1234:com.x/u0a1 …` and `Killing 1234:com.x/…` of the system, `am_proc_start: [0,1234,10123,com.x,…]` of the event log. */
const started = /\b(?:Start proc |Killing )(\d+):([\w.]+)|\bam_proc_start *: \[\d+,(\d+),\d+,([\w.]+)/;

/** The lines that a job's apps wrote, and those of the system that name one of them; control characters are left out. */
export function appLines(log: string, { since, packages, processes }: Kept): readonly string[] {
  const pids = new Set<string>();
  for (const [, pid = "", name = ""] of processes.matchAll(/^\s*(\d+) ([\w.]+)/gm))
    if (packages.has(name)) pids.add(pid);
  const lines = log.split("\n");
  for (const line of lines) {
    const [, pid, name, loggedPid = "", logged = ""] = started.exec(line) ?? [];
    if (packages.has(name ?? logged)) pids.add(pid ?? loggedPid);
  }
  const names = [...packages];
  return lines.flatMap((line) => {
    const [, seconds = "", milliseconds = "", pid = "", thread = "", level = "", text = ""] =
      entry.exec(line) ?? [];
    const at = Number(`${seconds}.${milliseconds}`);
    if (seconds === "" || !(at >= since) || at > 8e9) return [];
    if (!pids.has(pid) && !names.some((name) => text.includes(name))) return [];
    const time = new Date(Math.round(at * 1_000)).toISOString();
    return [`${time} ${pid.padStart(5)} ${thread.padStart(5)} ${level} ${plain(text).slice(0, 4_000)}`];
  });
}
