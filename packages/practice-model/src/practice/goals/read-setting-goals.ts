import { knownSetting } from "../knowledge/settings.ts";
import type { Goal } from "./goal.ts";
import { groupsIn } from "./words/groups-in.ts";
import { takeDuration } from "./words/read-duration.ts";
import { readPercent } from "./words/read-percent.ts";
import { isSpent, words } from "./words/remainder.ts";
import { settingName, settingNames } from "./words/setting-name.ts";

const ask =
  "(?:(?:can you |could you )?(?:tell me|check|find out|see|report|look up|look|show me|read|let me know|say|give me)\\s+)";
const device = "(?:\\s+(?:of|on|for)\\s+(?:the|this|my)\\s+(?:phone|device))?";

const isOn = (word: string | undefined): boolean =>
  /^(?:back )?on$|^(?:re-?)?(?:en|ac)\w+|^start/i.test(word ?? "");

/** What is on when a setting is off. */
const opposites: readonly (readonly [RegExp, string])[] = [
  [/^(?:the\s+)?(?:light|day|bright)\s+(?:theme|mode|appearance|ui)$/i, "Dark theme"],
];

function toggles(names: string | undefined, states: readonly boolean[]): Goal[] | undefined {
  const other = opposites.find(([called]) => called.test(names ?? ""))?.[1];
  if (other !== undefined) return states.map((on) => ({ kind: "toggle", name: other, on: !on }));
  return settingNames(names ?? "")?.flatMap((name) =>
    states.map((on) => ({ kind: "toggle" as const, name, on })),
  );
}

const isSwitch = (name: string): boolean =>
  knownSetting(name.replace(/^the\s+/i, "")) !== undefined || opposites.some(([called]) => called.test(name));

/** A switch that is brought to a state, or off and on again. */
function readToggles(clause: string): Goal[] | undefined {
  const cycle = groupsIn(clause, [
    "(?:turn|switch|toggle)\\s+(?<name>.+?)\\s+(?<first>off|on)\\s+(?:and|then|and then)\\s+(?:back\\s+)?(?<second>on|off)(?:\\s+again)?",
    "(?:turn|switch|toggle)\\s+(?<first>off|on)\\s+(?:and|then|and then)\\s+(?:back\\s+)?(?<second>on|off)(?:\\s+again)?\\s+(?<name>.+)",
  ]);
  if (cycle !== undefined) return toggles(cycle.name, [cycle.first, cycle.second].map(isOn));
  const mode = groupsIn(clause, [
    "(?:put|switch|set|change)\\s+(?:the\\s+|my\\s+|this\\s+)?(?:phone|device|display|screen|interface|appearance|theme)\\s+(?:in|into|to|on)\\s+(?<name>.+)",
    "(?:switch|change|go|return)\\s+(?:over\\s+|back\\s+)?(?:in)?to\\s+(?<name>.+)",
    "use\\s+(?<name>.+)",
  ]);
  if (mode?.name !== undefined && isSwitch(mode.name)) return toggles(mode.name, [true]);
  const restart = groupsIn(clause, ["(?:restart|cycle|power[- ]cycle)\\s+(?<name>.+)"]);
  if (restart !== undefined) return toggles(restart.name, [false, true]);
  const flip = groupsIn(clause, ["(?:toggle|flip)\\s+(?<name>.+)"]);
  if (flip !== undefined && !/\s(?:on|off)$/i.test(clause)) {
    return settingNames(flip.name ?? "")?.map((name) => ({ kind: "flip", name }));
  }
  const plain = groupsIn(clause, [
    "(?:turn|switch|put|toggle)\\s+(?:back\\s+)?(?<state>on|off)\\s+(?<name>.+)",
    "(?<state>enable|re-?enable|activate|disable|deactivate|start using|stop using|kill|cut off|shut off|shut down)\\s+(?<name>.+)",
    "(?:(?:turn|switch|put|set|toggle|make sure|ensure|i want|have|get|keep|leave)\\s+)?(?:that\\s+)?(?<name>.+?)\\s+(?:(?:is|are|should be|must be|to|to be|gets?)\\s+)?(?:(?:turned|switched|set to)\\s+)?(?:back\\s+)?(?<state>on|off|enabled|disabled|activated|deactivated)",
  ]);
  return plain === undefined ? undefined : toggles(plain.name, [isOn(plain.state)]);
}

function readState(clause: string): Goal | undefined {
  const state = groupsIn(clause, [
    `${ask}?(?:if|whether|is|are)\\s+(?<name>.+?)\\s+(?:is |are )?(?:turned |switched )?(?:currently )?(?:on|off|enabled|disabled|active)(?: or (?:on|off|enabled|disabled|not))?(?: right now| at the moment| currently)?${device}`,
  ]);
  const name = settingName(state?.name ?? "");
  if (state === undefined || name === undefined) return undefined;
  return { kind: "toggleState", name };
}

function readQuestion(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:what(?:'s|\\s+is)|whats|which is|${ask}(?:what\\s+(?=.*\\bis$))?|find|get|how (?:high|loud|bright) is)\\s*(?:the\\s+|this\\s+|my\\s+)?(?:current(?:ly set)?\\s+)?(?<name>.+?)${device}(?:\\s+(?:is|set to|currently|right now|is set to))*`,
    `(?:what|which|${ask}(?:what|which))\\s+(?<name>.+?)\\s+(?:(?:does|is)\\s+)?(?:this|the|my)\\s+(?:phone|device)(?:\\s+is)?\\s*(?:runs?|running|has?|have|uses?|using|on|is|set to|set)?(?:\\s+on)?`,
    `${ask}?(?:what|which)\\s+(?<name>.+?)\\s+is\\s+(?:set|used|in use|selected|active|installed)${device}`,
    "when was the (?:last|latest|most recent)\\s+(?<name>.+)",
    `${ask}?how (?:much|full)\\s+(?:is\\s+)?(?:the\\s+)?(?<name>storage|battery)(?:\\s+(?:space\\s+)?(?:is|has|do i have)?\\s*(?:been\\s+)?(?:used|left|free|available|remaining))?${device}`,
    `${ask}?(?:what|which)\\s+(?<name>version of android|android version|android)\\s+(?:is|does|are)?\\s*.*?(?:running|installed|run|on|have)`,
  ]);
  if (found?.name === undefined) return undefined;
  const isOwn = /\b(?:this|the|my) (?:phone|device)(?:'s)?\b/i.test(clause);
  const said = found.name.replace(/^(?:phone's|device's)\s+/i, "");
  const name = /^name$/i.test(said) ? (isOwn ? "Device name" : undefined) : settingName(said);
  return name === undefined ? undefined : { kind: "readSetting", name: knownSetting(name)?.names[0] ?? name };
}

const changes =
  "(?:set|change|adjust|turn|put|make|slide|drag|move|bring|raise|increase|lower|reduce|decrease|dim|crank|switch|update)";

/** Words about a slider are read only when its name is that of one. */
const slider =
  /^(?:the\s+|my\s+)?(?:(?:screen|display|phone's|phone|device)\s+)?brightness(?:\s+level)?$|^(?:the\s+|my\s+)?(?:media|call|ring|ringer|ringtone|notification|alarm|music)\s+volume$/i;

function readSlide(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `${changes}\\s+(?:up\\s+|down\\s+)?(?<name>.+?)\\s+(?:up\\s+|down\\s+)?(?:to|at)\\s+(?<amount>.+)`,
    `${changes}\\s+(?:up\\s+|down\\s+)?(?<name>.+?)\\s+(?<amount>all the way (?:up|down)|\\S+ ?(?:%|percent)|(?:max|min)(?:imum)?)`,
    "(?<amount>max(?:imize)?|min(?:imize)?|mute|silence)\\s+(?:out\\s+)?(?<name>.+)",
    "(?<name>.+?)\\s+(?:to|at)\\s+(?<amount>.+)",
  ]);
  if (found?.name === undefined || !slider.test(found.name)) return undefined;
  const percent = readPercent((found.amount ?? "").replace(/imize$/i, "imum").replace(/^silence$/i, "mute"));
  if (percent === undefined) return undefined;
  const name = /brightness/i.test(found.name)
    ? "Brightness level"
    : found.name.replace(/^(?:the|my)\s+/i, "");
  return { kind: "slide", name, percent };
}

/** As a list of choices writes it. */
function spelt(value: string): string | undefined {
  const text = value.trim().replace(/^["“']|["”']$/g, "");
  const duration = takeDuration(text);
  if (duration === undefined) return text;
  if (!isSpent(duration.rest, words("after of inactivity"))) return undefined;
  const { seconds } = duration;
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function readChoice(clause: string): Goal | undefined {
  const off = groupsIn(clause, [
    "(?:make|let|have)\\s+(?:the\\s+|my\\s+)?(?:screen|display)\\s+(?:turn|switch|go|time) (?:off|out|to sleep)\\s+after\\s+(?<value>.+)",
  ]);
  const delay = off === undefined ? undefined : spelt(off.value ?? "");
  if (delay !== undefined) return { kind: "choose", name: "Screen timeout", value: delay };
  const given = groupsIn(clause, [
    "(?:call|name)\\s+(?:this|the|my)\\s+(?:phone|device)\\s+(?<value>.+)",
    "give\\s+(?:this|the|my)\\s+(?:phone|device)\\s+the\\s+(?:new\\s+)?name\\s+(?<value>.+)",
  ]);
  if (given?.value !== undefined)
    return { kind: "choose", name: "Device name", value: given.value.replace(/^["“']|["”']$/g, "") };
  const found = groupsIn(clause, [
    `(?:set|change|adjust|switch|make|update|rename|put|extend|shorten|increase|reduce|lower|raise)\\s+(?<name>.+?)(?:\\s+from\\s+.+?)?\\s+(?:to|as|into|be)\\s+(?<value>.+)`,
  ]);
  const name = settingName((found?.name ?? "").replace(/\bthis (phone|device)\b/i, "$1"));
  if (found === undefined || name === undefined) return undefined;
  if (/^(?:phone|device)$/i.test(name) && !/^rename\b/i.test(clause)) return undefined;
  const isText = /^(?:device|phone|phone's|device's)(?: name)?$|^name of the (?:phone|device)$/i.test(name);
  const value = isText ? (found.value ?? "").trim().replace(/^["“']|["”']$/g, "") : spelt(found.value ?? "");
  if (value === undefined || value === "" || slider.test(name)) return undefined;
  return { kind: "choose", name: isText ? "Device name" : name, value };
}

function readClockFormat(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?:use|(?:go|switch|change|return)(?: back)? to|switch(?: the \\w+)? to|change(?: the \\w+(?: \\w+)?)? to|set(?: the \\w+(?: \\w+)?)? to|show the time in)\\s+(?:the\\s+|a\\s+)?(?<hours>24|12|military|twenty-four|twelve)[- ]?(?:hours?|h)?(?:[- ](?:format|time|clock|time format|clock format))*",
  ]);
  return found === undefined
    ? undefined
    : { kind: "toggle", name: "Use 24-hour format", on: !/^(?:12|twelve)/i.test(found.hours ?? "") };
}

function readPage(clause: string): Goal | undefined {
  const page = groupsIn(clause, [
    "(?:open|go to|navigate to|show|take me to|bring up|pull up)(?: me)?\\s+(?:the\\s+|my\\s+)?(?<name>.+?)\\s+(?:settings|settings page|page in settings|settings screen|settings menu)",
    "(?:open|go to|navigate to|take me to)\\s+(?:the\\s+)?(?<name>.+?)\\s+(?:page |section |screen |menu )?(?:in|of)\\s+(?:the\\s+)?settings(?: app)?",
    "(?:open|go to|navigate to|take me to)\\s+(?:the\\s+)?settings (?:page |screen )?(?:for|of)\\s+(?:the\\s+)?(?<name>.+)",
  ]);
  const name = settingName(page?.name ?? "");
  return page === undefined || name === undefined ? undefined : { kind: "openSettings", name };
}

/** Goals in the Settings app; undefined when the clause is about something else or has a word that is not understood. */
export function readSettingGoals(clause: string): readonly Goal[] | undefined {
  const single = readSlide(clause) ?? readClockFormat(clause) ?? readState(clause) ?? readPage(clause);
  if (single !== undefined) return [single];
  const found = readToggles(clause);
  if (found !== undefined) return found;
  const other = readChoice(clause) ?? readQuestion(clause);
  return other === undefined ? undefined : [other];
}
