import type { Goal } from "./goal.ts";
import { readDuration } from "./read-duration.ts";
import { readTime } from "./read-time.ts";

const removes = /^(delete|remove|cancel|get rid of|clear)\b/i;
const switches = /\b(turn|switch|put|enable|disable|deactivate|activate)\b/i;
const off = /\b(off|disable|deactivate|disabled)\b/i;

/** Alarms and timers; undefined when the clause is about neither. */
export function readClockGoal(clause: string): Goal | undefined {
  const seconds = readDuration(clause);
  if (/\b(timer|countdown|count down)\b/i.test(clause) && seconds !== undefined) {
    return { kind: "startTimer", seconds };
  }
  if (!/\b(alarm|wake me( up)?|get me up)\b/i.test(clause)) return undefined;
  const time = readTime(clause);
  if (time === undefined) return undefined;
  if (removes.test(clause)) return { kind: "deleteAlarm", time };
  if (
    switches.test(clause) &&
    /\b(on|off)\b|able|activate/i.test(clause) &&
    !/\b(set|create|add)\b/i.test(clause)
  ) {
    return { kind: "switchAlarm", time, on: !off.test(clause) };
  }
  return { kind: "createAlarm", time };
}
