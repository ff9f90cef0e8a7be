import type { Goal } from "./goal.ts";
import { alarmNoun } from "./words/alarm-words.ts";
import { takeTimes } from "./words/read-time.ts";
import { isSpent, take, words } from "./words/remainder.ts";

/** "At what time does my alarm called Yoga ring?" */
function readWhen(clause: string): readonly Goal[] | undefined {
  const label =
    /^(?:at )?(?:what time|when|which time)\s+(?:does|is|will|do)\s+(?:the|my)\s+alarm\s+(?:called|named|labell?ed|with the label|for)\s+(.+?)(?:\s+(?:rings?|go(?:es)? off|set(?: for)?|sound|due))?$/i.exec(
      clause,
    )?.[1] ??
    /^(?:at )?(?:what time|when|which time)\s+(?:does|is|will)\s+(?:the|my)\s+(\p{L}[\p{L} ]*?)\s+alarm(?:\s+(?:ring|go off|set(?: for)?|sound))?$/iu.exec(
      clause,
    )?.[1];
  return label === undefined ? undefined : [{ kind: "alarmTime", label: label.replace(/^["“]|["”]$/g, "") }];
}

/** "Is there an alarm set for 9 AM?" */
function readThere(clause: string): readonly Goal[] | undefined {
  const object =
    /^(?:(?:tell me|check|see)\s+(?:if|whether)\s+)?(?:is there|there is|do i have|i have|have i(?: got)?)\s+(?:an?|any)\s+(.+)$/i.exec(
      clause,
    )?.[1];
  const { times, rest } = takeTimes(object ?? "");
  const [time] = times;
  const left = take(rest, alarmNoun)?.rest;
  if (time === undefined || times.length > 1 || left === undefined) return undefined;
  return isSpent(left, words("set for at to ring that goes off is which rings"))
    ? [{ kind: "hasAlarm", time }]
    : undefined;
}

/** "Is the 8:30 alarm on?" */
function readState(clause: string): readonly Goal[] | undefined {
  const object =
    /^(?:(?:tell me|check|find out|see)\s+)?(?:if|whether|is)\s+(.+?)\s+(?:is\s+)?(?:turned |switched |currently )?(?:on|off|enabled|disabled|active)(?: or (?:on|off|not))?$/i.exec(
      clause,
    )?.[1];
  const { times, rest } = takeTimes(object ?? "");
  const [time] = times;
  const left = take(rest, alarmNoun)?.rest;
  if (time === undefined || times.length > 1 || left === undefined || !isSpent(left, words("the my at for")))
    return undefined;
  return [{ kind: "alarmState", time }];
}

/** What is asked of one alarm. */
export const readAlarmQuestion = (clause: string): readonly Goal[] | undefined =>
  readWhen(clause) ?? readState(clause) ?? readThere(clause);
