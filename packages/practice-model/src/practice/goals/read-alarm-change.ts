import type { Goal } from "./goal.ts";
import { alarmNoun, glue } from "./words/alarm-words.ts";
import { takeDuration } from "./words/read-duration.ts";
import { takeTimes } from "./words/read-time.ts";
import { isSpent, words } from "./words/remainder.ts";

const minutesADay = 24 * 60;

/** "Label the 8:30 alarm Work": the label stands without a word that says so. */
function readNaming(clause: string): readonly Goal[] | undefined {
  const [, object = "", label = ""] =
    /^(?:label|name|call|rename|title|tag)\s+(.+?\balarm)\s+(?:as\s+|to\s+)?(["“][^"”]+["”]|(?!at\b|for\b|on\b)[^,;]+)$/iu.exec(
      clause,
    ) ?? [];
  const { times, rest } = takeTimes(object);
  const [time] = times;
  if (time === undefined || times.length > 1 || !isSpent(rest.replace(/\balarm$/i, " "), glue))
    return undefined;
  return [{ kind: "editAlarm", time, label: label.replace(/^["“]|["”]$/g, "") }];
}

/** "Push my 7:00 alarm back by fifteen minutes", "make the 7:00 alarm half an hour earlier". */
function readShift(clause: string): readonly Goal[] | undefined {
  const found =
    /^(?<verb>push|move|shift|postpone|delay|put|bring|set|make|change|snooze)\s+(?<what>.+?\balarm\b)(?:\s+(?<way>back|forward|later|earlier|ahead|up))?\s*(?:by\s+)?(?<lead>.+?)(?:\s+(?<after>later|earlier|forward|back))?$/i.exec(
      clause,
    )?.groups;
  const delay = takeDuration(found?.lead ?? "");
  const said = takeTimes(found?.what ?? "");
  const [time] = said.times;
  const way =
    found?.after ?? found?.way ?? (/^(?:postpone|delay|snooze)/i.test(found?.verb ?? "") ? "later" : "");
  if (delay === undefined || !isSpent(delay.rest, words("by")) || time === undefined || said.times.length > 1)
    return undefined;
  if (way === "" || delay.seconds % 60 !== 0 || !isSpent(said.rest.replace(/\balarm\b/i, " "), glue))
    return undefined;
  const by = (delay.seconds / 60) * (/^(?:back|later)$/i.test(way) ? 1 : -1);
  const minutes = (time.hour * 60 + time.minute + by + minutesADay) % minutesADay;
  return [{ kind: "editAlarm", time, to: { hour: Math.floor(minutes / 60), minute: minutes % 60 } }];
}

/** "Move the 8:30 alarm to 9:15", "Change my alarm from 8:30 to 9:15". */
function readMove(clause: string): readonly Goal[] | undefined {
  const parts =
    /^(?:change|move|edit|reschedule|shift|push(?: back)?|adjust|update|modify|bring|postpone|delay|set|make)\s+(.+?)\s+(?:to|until|till|so (?:that )?it (?:rings|goes off) at|for)\s+(?=(?:\d|half|a?\s?quarter|noon|midnight|[a-z-]+(?:\s[a-z-]+){0,6}$))(.+)$/i.exec(
      clause,
    );
  const [from = "", to = ""] = parts?.slice(1) ?? [];
  if (!alarmNoun.test(from) || alarmNoun.test(to)) return undefined;
  const before = takeTimes(from.replace(alarmNoun, "alarm"));
  const after = takeTimes(`to ${to}`);
  const left = `${before.rest} ${after.rest}`.replace(/\balarm\b/i, " ");
  const [time, newTime] = [before.times[0], after.times[0]];
  if (before.times.length !== 1 || after.times.length !== 1 || !isSpent(left, new Set([...glue, "from"])))
    return undefined;
  return time === undefined || newTime === undefined ? undefined : [{ kind: "editAlarm", time, to: newTime }];
}

/** What one alarm is to become. */
export const readAlarmChange = (clause: string): readonly Goal[] | undefined =>
  readNaming(clause) ?? readShift(clause) ?? readMove(clause);
