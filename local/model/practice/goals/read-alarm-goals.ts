import { defined } from "#shared/domain/defined.ts";
import type { AlarmDetails, Goal, TimeOfDay } from "./goal.ts";
import { takeDays } from "./read-days.ts";
import { takeLabel } from "./read-label.ts";
import { takeTimes } from "./read-time.ts";
import { type Intent, takeVerb } from "./read-verb.ts";
import { isSpent, take, words } from "./remainder.ts";

const wakes =
  /^(?:(?:wake me(?: up)?|get me (?:up|out of bed)|(?:wake|get|be) (?:me )?(?:up|awake)|have to (?:get|be|wake) up)\b)/i;
const subject = /\balarms?(?: clocks?)?\b/i;
const glue = words(
  "a an the my another new for at to of on and it its is be that so goes off rings ring go rung which one each set please as up am clock time have has there are do i currently again also me phone reading",
);
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

const question = /^(?:is|are|does|do|did|has|have i|can|was|what|when|which|who|why|how|if|whether)\b/i;

/** "Is the 8:30 alarm on?" */
function readState(clause: string): readonly Goal[] | undefined {
  const object =
    /^(?:(?:tell me|check|find out|see)\s+)?(?:if|whether|is)\s+(.+?)\s+(?:is\s+)?(?:turned |switched |currently )?(?:on|off|enabled|disabled|active)(?: or (?:on|off|not))?$/i.exec(
      clause,
    )?.[1];
  const { times, rest } = takeTimes(object ?? "");
  const [time] = times;
  const left = take(rest, subject)?.rest;
  if (time === undefined || times.length > 1 || left === undefined || !isSpent(left, words("the my at for")))
    return undefined;
  return [{ kind: "alarmState", time }];
}

/** "Move the 8:30 alarm to 9:15", "Change my alarm from 8:30 to 9:15". */
function readMove(clause: string): readonly Goal[] | undefined {
  const parts =
    /^(?:change|move|edit|reschedule|shift|push(?: back)?|adjust|update|modify|bring|postpone|delay|set|make)\s+(.+?)\s+(?:to|until|till|so (?:that )?it (?:rings|goes off) at|for)\s+(?=(?:\d|half|a?\s?quarter|noon|midnight|[a-z-]+(?:\s[a-z-]+){0,6}$))(.+)$/i.exec(
      clause,
    );
  const [from = "", to = ""] = parts?.slice(1) ?? [];
  if (!subject.test(from) || subject.test(to)) return undefined;
  const before = takeTimes(from.replace(subject, "alarm"));
  const after = takeTimes(`to ${to}`);
  const left = `${before.rest} ${after.rest}`.replace(/\balarm\b/i, " ");
  const [time, newTime] = [before.times[0], after.times[0]];
  if (before.times.length !== 1 || after.times.length !== 1 || !isSpent(left, new Set([...glue, "from"])))
    return undefined;
  return time === undefined || newTime === undefined ? undefined : [{ kind: "editAlarm", time, to: newTime }];
}

function readMany(intent: Intent, text: string): readonly Goal[] | undefined {
  const taken = take(text, subject);
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
  if (whole === undefined || !isSpent(take(whole.rest, subject)?.rest ?? "?", words("the my of")))
    return undefined;
  if (intent === "remove") return [{ kind: "deleteAllAlarms" }];
  return intent === "on" || intent === "off" ? [{ kind: "switchAllAlarms", on: intent === "on" }] : undefined;
}

/** Goals about alarms; undefined when the clause is about something else or has a word that is not understood. */
export function readAlarmGoals(clause: string): readonly Goal[] | undefined {
  const wake = take(clause, wakes);
  if (wake === undefined && !subject.test(clause)) return undefined;
  const moved = readNaming(clause) ?? readWhen(clause) ?? readState(clause) ?? readMove(clause);
  if (moved !== undefined) return moved;
  const verb =
    wake === undefined
      ? (takeVerb(clause) ??
        (question.test(clause) ? undefined : { intent: "create" as const, rest: clause }))
      : { intent: "create" as const, rest: wake.rest };
  if (verb === undefined) return undefined;
  const many = readMany(verb.intent, verb.rest);
  if (many !== undefined) return many;
  const modifiers = takeModifiers(verb.rest.replace(/\balarm clocks?\b/i, "alarm"));
  const rest = wake === undefined ? take(modifiers.rest, subject)?.rest : modifiers.rest;
  const isFor = /\b(?:a|an|the|another|my|new) alarms\b/i.test(verb.rest);
  return rest === undefined || isFor || !isSpent(rest, glue) ? undefined : goalsFor(verb.intent, modifiers);
}
