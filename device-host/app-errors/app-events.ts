import type { ShellCommand } from "#shared/actions/device-port.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { AppFailure, AppFailureKind } from "./app-failure.ts";

/** One of them as Android's event log has it. */
export interface AppEvent extends AppFailure {
  /** The whole line: no two are the same. */
  readonly key: string;
  /** Of a crash its exception and what that says, of an ANR what Android waited for. */
  readonly why: string;
}

/** Few lines on the worst of days: the log is filtered on the device. */
export const appEventsCommand: ShellCommand = ["logcat", "-d", "-b", "events", "-s", "am_crash", "am_anr"];

const kinds: Readonly<Record<string, AppFailureKind>> = { am_crash: "crash", am_anr: "anr" };

/**
 * `… I am_crash: [pid,user,process,flags,exception,message,file,line,…]` and `… I am_anr  : [user,pid,package,flags,reason]`, oldest
 * first (`system/core/logcat/event.logtags`; which of pid and user comes first is not the same in all versions).
 */
export function parseAppEvents(output: string): readonly AppEvent[] {
  return output.split("\n").flatMap((line) => {
    const [, tag = "", process, rest] =
      /\b(am_crash|am_anr) *(?:\(\s*\d+\))?: \[\d+,\d+,([\w.:]{1,255}),-?\d+,(.*)\]\s*$/.exec(line) ?? [];
    const kind = kinds[tag];
    if (kind === undefined || process === undefined || rest === undefined) return [];
    return [{ kind, process, key: line.slice(0, 300), why: whyOf(kind, rest) }];
  });
}

function whyOf(kind: AppFailureKind, rest: string): string {
  if (kind === "anr") return displayText(rest, 200);
  // What an exception says may hold commas; where it was thrown is in the log.
  const [, exception = "", says = ""] = /^([^,]*),(.*?)(?:,[^,]*(?:,-?\d+){1,2})?$/.exec(rest) ?? [];
  return displayText(says === "" || says === "NULL" ? exception : `${exception}: ${says}`, 200);
}
