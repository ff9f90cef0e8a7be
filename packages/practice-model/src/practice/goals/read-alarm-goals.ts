import { defined } from "../defined.ts";
import type { AlarmDetails, Goal, TimeOfDay } from "./goal.ts";
import { readAlarmChange } from "./read-alarm-change.ts";
import { readAlarmQuestion } from "./read-alarm-question.ts";
import { alarmNoun, glue } from "./words/alarm-words.ts";
import { takeDays } from "./words/read-days.ts";
import { takeTimes } from "./words/read-time.ts";
import { type Intent, takeVerb } from "./words/read-verb.ts";
import { isSpent, take, words } from "./words/remainder.ts";

const quoted = "[\"“]([^\"”]+)[\"”]|(?<=\\s)'([^']+)'";
/** Where a name without quotes ends. */
const end =
  "(?=\\s+(?:for|at|on|every|with|without|that|which|and|repeating|in|to|from|daily|tomorrow|each)\\b|\\s*[,;.\\uE010]|\\s*$)";
const lead =
  '(?:(?:,\\s*)?(?:and\\s+)?(?:label(?:l?ed|l?ing)?|call(?:ed|ing)?|nam(?:ed|e|ing)|titled?|tagged)(?:\\s+(?:it|that|this))?(?:\\s+as)?|with\\s+(?:the\\s+|a\\s+)?(?:label|name|title|description|message)(?:\\s+of|\\s+as)?|(?:as|to)\\s+(?=["“]))';
const label = new RegExp(`\\b${lead}\\s*:?\\s*(?:${quoted}|([^"“\\uE010]+?)${end})`, "iu");

interface TakenLabel {
  readonly label: string;
  readonly rest: string;
}

/** Takes a label out of a text: `called "Gym"`, `labelled Gym`, `and name it Gym`. */
function takeLabel(text: string): TakenLabel | undefined {
  const taken = take(text, label);
  const found = (taken?.match[1] ?? taken?.match[2] ?? taken?.match[3])?.trim();
  return taken === undefined || !found ? undefined : { label: found, rest: taken.rest };
}

const wakes =
  /^(?:(?:wake me(?: up)?|get me (?:up|out of bed)|(?:wake|get|be) (?:me )?(?:up|awake)|be woken(?: up)?|have to (?:get|be|wake) up|make sure (?:that )?(?:i'm|i am|i get|i wake) (?:up|awake))\b)/i;
const all =
  /\b(?:all(?: of)?|every|any)(?: (?:the|my|of|single|existing))*(?= alarms?\b)|\bboth(?: of)?(?: my| the)?(?= alarms)/i;

interface Modifiers {
  readonly times: readonly TimeOfDay[];
  readonly details: AlarmDetails;
  readonly rest: string;
}

function takeVibration(text: string): { vibrate?: boolean; rest: string } {
  const off = take(
    text,
    /\b(?:without|no|and no|with no) vibrat(?:ion|ing)\b|\bwith vibrat(?:ion|e) (?:off|disabled)\b|\b(?:that |which )?(?:does not|doesn't|should not|shouldn't|not) vibrate\b/i,
  );
  if (off !== undefined) return { vibrate: false, rest: off.rest };
  const on = take(text, /\b(?:with|and) vibrat(?:ion|e)(?: on| enabled)?\b|\b(?:that |which )?vibrates\b/i);
  return on === undefined ? { rest: text } : { vibrate: true, rest: on.rest };
}

function takeModifiers(text: string): Modifiers {
  const named = takeLabel(text);
  const vibration = takeVibration(named?.rest ?? text);
  const repeated = takeDays(vibration.rest);
  const { times, rest } = takeTimes(repeated?.rest ?? vibration.rest);
  const today = /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i.test(rest === "" ? "" : text);
  const tomorrow = /\btomorrow\b/i.test(vibration.rest);
  const when = tomorrow ? "tomorrow" : today ? "today" : undefined;
  const left = rest.replace(
    /\b(?:today|tonight|tomorrow|(?:(?<=tomorrow )|in the |this |early in the )(?:morning|afternoon|evening))\b/gi,
    " ",
  );
  return {
    times,
    rest: left,
    details: {
      ...(named === undefined ? {} : { label: named.label }),
      ...(repeated === undefined ? {} : { days: repeated.days }),
      ...defined({ vibrate: vibration.vibrate }),
      ...(when === undefined || repeated !== undefined ? {} : { when }),
    },
  };
}

const hasDetails = (details: AlarmDetails): boolean => Object.keys(details).length > 0;

function goalsFor(intent: Intent, { times, details }: Modifiers): readonly Goal[] | undefined {
  const [time] = times;
  if (time === undefined) return undefined;
  switch (intent) {
    case "create":
      return times.map((each) => ({ kind: "createAlarm", time: each, ...details }));
    case "remove":
      return hasDetails(details) ? undefined : times.map((each) => ({ kind: "deleteAlarm", time: each }));
    case "on":
    case "off":
      return hasDetails(details)
        ? undefined
        : times.map((each) => ({ kind: "switchAlarm", time: each, on: intent === "on" }));
    case "label":
      return details.label === undefined || times.length > 1
        ? undefined
        : [{ kind: "editAlarm", time, ...details }];
    case "change":
      return times.length === 1 && hasDetails(details)
        ? [{ kind: "editAlarm", time, ...details }]
        : undefined;
    default:
      return undefined;
  }
}

const question = /^(?:is|are|does|do|did|has|have i|can|was|what|when|which|who|why|how|if|whether)\b/i;

function readMany(intent: Intent, text: string): readonly Goal[] | undefined {
  const taken = take(text, alarmNoun);
  if (taken === undefined) return undefined;
  if (intent === "count" || intent === "list") {
    const state = take(
      taken.rest,
      /\b(?:(?:that )?are |is )?(?:currently )?(?:turned |switched )?(on|off|enabled|active|disabled|inactive)\b/i,
    );
    const rest = state?.rest ?? taken.rest;
    const which = state === undefined ? "all" : /^(?:on|en|act)/i.test(state.match[1] ?? "") ? "on" : "off";
    const small = new Set([
      ...glue,
      "all",
      "times",
      "names",
      "list",
      "does",
      "got",
      "you",
      "see",
      "app",
      "exist",
      "saved",
      "in",
    ]);
    return isSpent(rest, small) ? [{ kind: "tellAlarms", how: intent, which }] : undefined;
  }
  const whole = take(text, all);
  if (whole === undefined || !isSpent(take(whole.rest, alarmNoun)?.rest ?? "?", words("the my of")))
    return undefined;
  if (intent === "remove") return [{ kind: "deleteAllAlarms" }];
  return intent === "on" || intent === "off" ? [{ kind: "switchAllAlarms", on: intent === "on" }] : undefined;
}

/** "A recurring alarm" says no more than its days do. */
const withoutRepeats = (text: string): string =>
  takeDays(text) === undefined
    ? text
    : text.replace(/\b(?:recurring|repeating|weekly|repeated)(?= alarm\b)/i, " ");

/** Goals about alarms; undefined when the clause is about something else or has a word that is not understood. */
export function readAlarmGoals(clause: string): readonly Goal[] | undefined {
  const wake = take(clause, wakes);
  if (wake === undefined && !alarmNoun.test(clause)) return undefined;
  const single = readAlarmQuestion(clause) ?? readAlarmChange(clause);
  if (single !== undefined) return single;
  const verb =
    wake === undefined
      ? (takeVerb(clause) ??
        (question.test(clause) ? undefined : { intent: "create" as const, rest: clause }))
      : { intent: "create" as const, rest: wake.rest };
  if (verb === undefined) return undefined;
  const many = readMany(verb.intent, verb.rest);
  if (many !== undefined) return many;
  const modifiers = takeModifiers(withoutRepeats(verb.rest.replace(/\balarm clocks?\b/i, "alarm")));
  const rest = wake === undefined ? take(modifiers.rest, alarmNoun)?.rest : modifiers.rest;
  const isFor = /\b(?:a|an|the|another|my|new) alarms\b/i.test(verb.rest);
  return rest === undefined || isFor || !isSpent(rest, glue) ? undefined : goalsFor(verb.intent, modifiers);
}
