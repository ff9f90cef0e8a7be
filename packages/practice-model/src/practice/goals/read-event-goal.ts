import { defined } from "../defined.ts";
import type { EventFields, Goal, SaidDay } from "./goal.ts";
import { namedThing } from "./read-named-thing.ts";
import { dayNames } from "./words/read-days.ts";
import { takeDuration } from "./words/read-duration.ts";
import { takeTimes } from "./words/read-time.ts";
import { take } from "./words/remainder.ts";

const noun = "(?:calendar\\s+)?(?:event|appointment|meeting|entry)";
const calendar = "(?:in|into|to|on|from)\\s+(?:the\\s+|my\\s+)?calendar(?:\\s+app)?";
const months = "january|february|march|april|may|june|july|august|september|october|november|december";
const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["“']|["”']$/g, "")
    .trim();

interface TakenDay {
  readonly day?: SaidDay;
  readonly rest: string;
}

function takeDay(text: string): TakenDay {
  const near = take(
    text,
    /(?:\b(?:for|on)\s+)?\b(?:(the\s+day\s+after\s+tomorrow)|(tomorrow)|(today|tonight))\b/i,
  );
  if (near !== undefined) {
    const inDays = near.match[1] === undefined ? (near.match[2] === undefined ? 0 : 1) : 2;
    return { day: { inDays }, rest: near.rest };
  }
  const weekday = take(text, new RegExp(`\\b(?:on|for|next|this)\\s+(${dayNames.join("|")})\\b`, "i"));
  if (weekday !== undefined) {
    const index = dayNames.findIndex((name) => name.toLowerCase() === weekday.match[1]?.toLowerCase());
    return { day: { weekday: index }, rest: weekday.rest };
  }
  const date = take(
    text,
    new RegExp(
      `\\b(?:on|for)\\s+(?:the\\s+)?(?:(${months})\\s+(\\d{1,2})(?:st|nd|rd|th)?|(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${months}))(?:,?\\s+(\\d{4}))?\\b`,
      "i",
    ),
  );
  if (date === undefined) return { rest: text };
  const [, m1, d1, d2, m2, year] = date.match;
  const month = months.split("|").indexOf((m1 ?? m2 ?? "").toLowerCase());
  return {
    day: { month, date: Number(d1 ?? d2), ...(year === undefined ? {} : { year: Number(year) }) },
    rest: date.rest,
  };
}

const title =
  /\b(?:named|called|titled|with the (?:name|title))\s+(?:["“](?<quoted>[^"”]+)["”]|(?<plain>[^"“”\uE010,]+?))(?=\s+(?:at|in|for|on|to|into|that|which|tomorrow|today|next)\b|\s*[,\uE010]|\s*$)/iu;
const place =
  /\b(?:at|in)\s+(?:the\s+place\s+)?(?:["“](?<quoted>[^"”]+)["”]|(?<plain>(?:the\s+)?\p{Lu}[^"“”\uE010,]*?))(?=\s*[,\uE010]|\s+(?:for|on|to|into|from)\b|\s*$)/u;

const nameIn = (found: RegExpExecArray | undefined): string | undefined => {
  const name = unquoted(found?.groups?.quoted ?? found?.groups?.plain ?? "");
  return name === "" ? undefined : name;
};

const left = (text: string): string => text.replaceAll("\uE010", " ").replace(/\s+/g, " ").trim();

/** As one writes it, unless it is quoted. */
const asTitle = (said: string): string => {
  const text = unquoted(said);
  return text === said ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
};

/** "Create a calendar event called Haircut for tomorrow at 3:15 PM". */
function readCreate(clause: string): Goal | undefined {
  const verb = take(clause, /^(?:create|add|make|schedule|put|enter|set up|book|plan|save|insert|new)\b/i);
  if (verb === undefined) return undefined;
  const isOfCalendar = new RegExp(`\\b${noun}\\b|\\b${calendar}`, "i").test(clause);
  const isPlanned =
    /^(?:schedule|plan|book)\b/i.test(clause) &&
    takeDay(clause).day !== undefined &&
    !/\b(?:alarms?|timers?|messages?|text|sms|call|flight|taxi|hotel|room|table|ticket)\b/i.test(clause);
  const isOfContacts = /\bcontacts?\b|\b(?:address|phone) ?book\b|\bphone number\b/i.test(clause);
  if ((!isOfCalendar && !isPlanned) || isOfContacts) return undefined;
  const allDay = take(verb.rest, /\ball[- ]day\b|\bfor the whole day\b|\bthe whole day\b/i);
  const named = take(allDay?.rest ?? verb.rest, title);
  const { day, rest } = takeDay(named?.rest ?? allDay?.rest ?? verb.rest);
  const inCalendar = rest.replace(new RegExp(`\\b${calendar}`, "i"), " \uE010 ");
  const { times, rest: timeless } = takeTimes(inCalendar);
  const put = take(timeless, place);
  const words = left(
    (put?.rest ?? timeless).replace(new RegExp(`\\b(?:an?\\s+|the\\s+)?(?:new\\s+)?${noun}\\b`, "i"), " "),
  )
    .replace(/^(?:an?|the|for|of|at|on|my|[,\s])+(?=\s|$)|(?:\s|^)(?:for|at|on|from|,)+$/gi, "")
    .replace(/^[,:;\s]+|[,:;\s]+$/g, "");
  const name = nameIn(named?.match) ?? (words === "" ? undefined : asTitle(words));
  if (name === undefined || times.length > 1) return undefined;
  if (
    named !== undefined &&
    words !== "" &&
    !/^(?:for|at|on|and|the|a|an|to|in|of|please|\s|,)*$/i.test(words)
  )
    return undefined;
  const fields: EventFields = {
    title: name,
    ...defined({ day, time: times[0], place: nameIn(put?.match) }),
    ...(allDay === undefined ? {} : { allDay: true }),
  };
  return { kind: "writeEvent", fields };
}

const often: readonly (readonly [RegExp, string])[] = [
  [/\b(?:every day|daily|each day)\b/i, "Every day"],
  [/\b(?:every week|weekly|each week)\b/i, "Every week"],
  [/\b(?:every month|monthly|each month)\b/i, "Every month"],
  [/\b(?:every year|yearly|annually|each year)\b/i, "Every year"],
];

const eventOf = (text: string): string | undefined =>
  namedThing(text, ["event"])?.name ?? namedThing(`${text} in my calendar`, ["event"])?.name;

function readRepeat(clause: string): Goal | undefined {
  const found =
    /^(?:let|make|have|set|change)\s+(.+?)\s+(?:to\s+)?(?:so\s+(?:that\s+)?it\s+)?(?:repeats?|recur(?:s|ring)?|happens?|takes?\s+place)\s+(.+)$/i.exec(
      clause,
    );
  const repeat = often.find(([pattern]) => pattern.test(found?.[2] ?? ""))?.[1];
  const event = eventOf(found?.[1] ?? "");
  return event === undefined || repeat === undefined || /\balarm\b/i.test(clause)
    ? undefined
    : { kind: "writeEvent", event, fields: { repeat } };
}

function readReminder(clause: string): Goal | undefined {
  const found =
    /^remind me\s+(.+?)\s+before\s+(.+)$/i.exec(clause) ??
    /^(?:set|add|change|put)\s+(?:a|the)\s+reminder\s+(?:(?:of|for)\s+(?<what>.+?)\s+)?(?:to\s+)?(.+?)\s+before\s+(.+)?$/i.exec(
      clause,
    );
  const lead = found?.groups?.what === undefined ? found?.[1] : found?.[2];
  const event = eventOf(found?.groups?.what ?? found?.[2] ?? "");
  const seconds =
    takeDuration(lead ?? "")?.seconds ?? (/^a day$|^one day$/i.test(lead ?? "") ? 86_400 : undefined);
  return event === undefined || seconds === undefined
    ? undefined
    : { kind: "writeEvent", event, fields: { reminderMinutes: seconds / 60 } };
}

/** "Move the event Choir to 6:20 PM", "The event Choir begins at 6:20 PM". */
function readShift(clause: string): Goal | undefined {
  const found =
    /^(?:move|change|shift|reschedule|postpone|set|push)\s+(?:the\s+(?:start|begin(?:ning)?|time)\s+of\s+)?(.+?)\s+to\s+(.+)$/i.exec(
      clause,
    ) ?? /^(?:let|make|have)\s+(.+?)\s+(?:begin|start)\s+(.+)$/i.exec(clause);
  const said = found?.[1] ?? "";
  if (!new RegExp(`\\b${noun}\\b|\\bcalendar\\b`, "i").test(clause) || /\balarm\b/i.test(clause))
    return undefined;
  const event = eventOf(said);
  const { day, rest } = takeDay((found?.[2] ?? "").replace(/\s*(?:on the same day|in my calendar)\b/gi, ""));
  const { times } = takeTimes(/\bat\b/.test(rest) ? rest : `at ${rest}`);
  const [time] = times;
  if (event === undefined || (time === undefined && day === undefined)) return undefined;
  return { kind: "writeEvent", event, fields: defined({ time, day }) };
}

/** "Change the location of Swimming to Town Pool". */
function readPlaceOf(clause: string): Goal | undefined {
  const found =
    /^(?:change|set|update|correct|edit)\s+the\s+(?:location|place|venue|address)\s+of\s+(?<what>.+?)\s+to\s+(?:the\s+)?(?<where>.+)$/i.exec(
      clause,
    )?.groups;
  const isEvent = new RegExp(`\\b${noun}\\b|\\bcalendar\\b`, "i").test(clause);
  const event = isEvent ? eventOf(found?.what ?? "") : undefined;
  return event === undefined || found?.where === undefined
    ? undefined
    : { kind: "writeEvent", event, fields: { place: unquoted(found.where) } };
}

/** "Rename the Swimming event to Diving". */
function readNewTitle(clause: string): Goal | undefined {
  const found =
    /^(?:rename|(?:change|set)\s+the\s+(?:title|name)\s+of)\s+(?<what>.+?)\s+(?:to|into|as)\s+(?<name>.+)$/i.exec(
      clause,
    )?.groups;
  const event = namedThing(found?.what ?? "", ["event"])?.name;
  return event === undefined || found?.name === undefined
    ? undefined
    : { kind: "writeEvent", event, fields: { title: unquoted(found.name) } };
}

const according =
  "(?:\\s*,?\\s*(?:according\\s+to|in|as\\s+in)\\s+(?:the\\s+|my\\s+)?calendar)?(?:\\s+(?:tomorrow|today))?";

function readAsked(clause: string): Goal | undefined {
  const timed = new RegExp(
    `^(?:(?:look|see|check)\\s+(?:up\\s+)?(?:in\\s+(?:my|the)\\s+calendar\\s+)?)?(?:(?:at\\s+)?(?:what|which)\\s+time|when)\\s+(?:does|do|is|will)?\\s*(?<what>.+?)(?:\\s+(?:begins?|starts?|takes?\\s+place))?(?:\\s+(?:tomorrow|today))?${according}$`,
    "iu",
  ).exec(clause);
  const isEvent = new RegExp(`\\b${noun}\\b|\\bcalendar\\b`, "i").test(clause);
  const isAlarm = /\balarms?\b|\btimer\b/i.test(clause);
  const timedEvent =
    timed?.groups?.what === undefined || isAlarm
      ? undefined
      : eventOf(timed.groups.what.replace(/^(?:is\s+)/i, ""));
  if (timedEvent !== undefined && (isEvent || /\b(?:begins?|starts?|today|tomorrow)\b/i.test(clause)))
    return { kind: "readThing", app: "calendar", thing: timedEvent, what: "time" };
  const placed = new RegExp(
    `^(?:where\\s+(?:does|is|will)\\s+(?<what>.+?)(?:\\s+(?:take\\s+place|happen|held|be))?|(?:what(?:'s|\\s+is)\\s+)?the\\s+(?:location|place|address|venue)\\s+of\\s+(?<of>.+?))${according}$`,
    "iu",
  ).exec(clause);
  const placedEvent = isEvent ? eventOf(placed?.groups?.what ?? placed?.groups?.of ?? "") : undefined;
  return placedEvent === undefined
    ? undefined
    : { kind: "readThing", app: "calendar", thing: placedEvent, what: "place" };
}

/** Goals about events of the calendar. */
export const readEventGoal = (clause: string): Goal | undefined =>
  readPlaceOf(clause) ??
  readNewTitle(clause) ??
  readReminder(clause) ??
  readRepeat(clause) ??
  readShift(clause) ??
  readCreate(clause) ??
  readAsked(clause);
