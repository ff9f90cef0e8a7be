import type { ShellCommand } from "#shared/actions/device-port.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { AppFailure, AppFailureKind } from "./app-failure.ts";

/** What is read of the log at most. */
export const excerptBytes = 512 * 1_024;
const mostLines = 40;
const longestLine = 240;
const mostCharacters = 6_000;

const logcat = (count: number, ...rest: readonly string[]): ShellCommand => [
  "logcat",
  "-d",
  "-v",
  "threadtime",
  "-t",
  String(count),
  ...rest,
];

/** The latest part of the log that reports a failure of that kind. */
export const logCommand: Readonly<Record<AppFailureKind, ShellCommand>> = {
  crash: logcat(300, "-b", "crash"),
  anr: logcat(1_000, "-b", "system", "-b", "main", "-s", "ActivityManager"),
};

/** `11-22 17:00:00.000  1234  1300 E AndroidRuntime: text` */
const entry = /^\S+ \S+\s+\d+\s+\d+ [VDIWEF] (.+?)\s*: (.*)$/;

interface Line {
  readonly tag: string;
  readonly text: string;
}

/** Whether a block about that process begins at the line of that number. */
type Begins = (lines: readonly Line[], at: number, process: string) => boolean;

const says = ({ text }: Line, ...words: readonly string[]): boolean =>
  words.some((word) => text.startsWith(word));

const begins: Readonly<Record<AppFailureKind, Begins>> = {
  crash: (lines, at, process) => {
    const [first, ...next] = lines.slice(at, at + 8);
    if (first === undefined) return false;
    if (says(first, "FATAL EXCEPTION"))
      return next.slice(0, 2).some((line) => says(line, `Process: ${process},`, `Process: ${process} `));
    // A tombstone of native code.
    return /^(\*\*\* ){3}/.test(first.text) && next.some(({ text }) => text.includes(`>>> ${process} <<<`));
  },
  // `ANR in com.x (com.x/.MainActivity)`
  anr: (lines, at, process) => `${lines[at]?.text} `.startsWith(`ANR in ${process} `),
};

/**
 * The last block of the log that is about the app, as lines without their times: text of the device, bounded and free of control
 * characters. Null: the log does not tell of it, or not any more.
 */
export function logExcerpt(output: string, { kind, process }: AppFailure): string | null {
  const lines = output.split("\n").flatMap((line): readonly Line[] => {
    const [, tag, text] = entry.exec(line.trimEnd()) ?? [];
    return tag === undefined || text === undefined ? [] : [{ tag, text }];
  });
  const at = lines.findLastIndex((_, index) => begins[kind](lines, index, process));
  const first = lines[at];
  if (first === undefined) return null;
  const block: string[] = [];
  for (const [index, { tag, text }] of lines.slice(at).entries()) {
    const isNext =
      index > 0 && (says({ tag, text }, "FATAL EXCEPTION", "ANR in ") || /^(\*\*\* ){3}/.test(text));
    if (tag !== first.tag || isNext || block.length === mostLines) break;
    // A stack trace is read by its indents.
    const indent = /^\t/.test(text) ? "  " : "";
    block.push(`${indent}${displayText(text, longestLine)}`);
  }
  return block.join("\n").slice(0, mostCharacters).toWellFormed();
}
