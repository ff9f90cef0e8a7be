import type { ClockButton, Goal } from "./goal.ts";
import { takeDuration } from "./words/read-duration.ts";
import { isSpent, take, words } from "./words/remainder.ts";

const subject =
  /\b(?:timers?|countdowns?(?: timers?)?|count(?: me)? down)\b|^time\b(?= (?:me|us|\d|an?|one|two|three|four|five|six|seven|eight|nine|ten))/i;
const stopwatch = /\bstop\s?watch\b/i;
const glue = words(
  "a an and the my new for of to with from in on clock running current it lasting long that lasts runs starting at time me please going so down",
);
const starts =
  /^(?:set(?: up)?|create|add|make|start|begin|run|launch|give me|put(?: on)?|have|i need|i want|new|count(?: me)? down|time|(?:remind|alert|notify|warn) me)\b/i;

function readStart(clause: string): Goal | undefined {
  const verb = take(clause, starts);
  const rest = verb?.rest ?? clause;
  const isCounting = /^(?:count|time\b)/i.test(clause);
  const named = isCounting ? { rest } : take(rest, subject);
  // "Time 5 minutes" has no noun.
  const duration = named === undefined ? undefined : takeDuration(named.rest);
  if (duration === undefined || !isSpent(duration.rest, glue)) return undefined;
  return { kind: "startTimer", seconds: duration.seconds };
}

type Press = readonly [pattern: RegExp, press: ClockButton];

const timerPresses: readonly Press[] = [
  [/^(?:pause|stop|halt|hold|interrupt)\b/i, "pause"],
  [/^(?:resume|continue|unpause|restart|start)\b/i, "resume"],
  [/^(?:delete|remove|cancel|get rid of|clear|dismiss)\b/i, "delete"],
  [
    /^(?:(?:add|put) (?:a|one|1|another|one more) (?:more )?minute (?:to|on)|extend\b(?=.*\bby (?:a|one|1) minute$))/i,
    "addMinute",
  ],
];
const stopwatchPresses: readonly Press[] = [
  [/^(?:start|run|begin|launch|resume|continue)\b/i, "start"],
  [/^(?:stop|pause|halt)\b/i, "pause"],
  [/^(?:reset|clear|zero)\b/i, "reset"],
  [/^(?:(?:record|take|add|mark|press|tap|log) (?:a |one )?lap(?: time)?(?: (?:on|in|with))?|lap)\b/i, "lap"],
];

function readPress(clause: string, presses: readonly Press[], noun: RegExp): ClockButton | undefined {
  for (const [pattern, press] of presses) {
    const verb = take(clause, pattern);
    const object = verb && take(verb.rest.replace(/\bby (?:a|one|1) minute$/i, ""), noun);
    if (object !== undefined && isSpent(object.rest, glue)) return press;
  }
  return undefined;
}

/** Goals about timers and the stopwatch; undefined when the clause is about neither or has a word too many. */
export function readTimerGoal(clause: string): Goal | undefined {
  if (stopwatch.test(clause)) {
    const button = readPress(clause, stopwatchPresses, stopwatch);
    return button === undefined ? undefined : { kind: "pressClock", tab: "Stopwatch", button };
  }
  if (!subject.test(clause)) return undefined;
  const button = readPress(clause, timerPresses, /\btimer\b/i);
  return button === undefined ? readStart(clause) : { kind: "pressClock", tab: "Timer", button };
}
