import type { Goal } from "./goal.ts";
import { appOfGoal } from "./goal-app.ts";
import { readAlarmGoals } from "./read-alarm-goals.ts";
import { readAppGoal } from "./read-app-goal.ts";
import { readCallGoal } from "./read-call-goal.ts";
import { readContactGoals } from "./read-contact-goals.ts";
import { readEventGoal } from "./read-event-goal.ts";
import { readKindGoal } from "./read-kind-goals.ts";
import { readMessageGoal } from "./read-message-goal.ts";
import { readMusicGoal } from "./read-music-goal.ts";
import { readSettingGoals } from "./read-setting-goals.ts";
import { readShopGoal } from "./read-shop-goal.ts";
import { readTimerGoal } from "./read-timer-goal.ts";
import { readWish } from "./read-wish.ts";

function readBare(clause: string): readonly Goal[] | undefined {
  const thing =
    readWish(clause) ??
    readEventGoal(clause) ??
    readMusicGoal(clause) ??
    readKindGoal(clause) ??
    readCallGoal(clause) ??
    readShopGoal(clause) ??
    readMessageGoal(clause);
  if (thing !== undefined) return [thing];
  const timer = readTimerGoal(clause);
  if (timer !== undefined) return [timer];
  const inApp = readAlarmGoals(clause) ?? readContactGoals(clause);
  if (inApp !== undefined) return inApp;
  const single = readAppGoal(clause);
  // A press is whatever else is on the screen, so what is known comes first.
  if (single !== undefined && single.kind !== "press") return [single];
  return readSettingGoals(clause) ?? (single === undefined ? undefined : [single]);
}

const apps = "settings|clock|contacts|browser|notes|calendar|phone|files|music|messages|shop";
const appWords = `(${apps})(?:\\s+app(?:lication)?)?`;
const isApp = new RegExp(`^(?:${apps})$`, "i");
const context = [
  new RegExp(
    `^(?:in|using|use|with|from|via|within)\\s+(?:the\\s+|my\\s+|your\\s+)?${appWords}\\s*,?\\s+(?:to\\s+)?(?<rest>.+)$`,
    "i",
  ),
  new RegExp(`^(?:open|launch|go to)\\s+(?:the\\s+)?${appWords}\\s+(?:and|to)\\s+(?<rest>.+)$`, "i"),
  new RegExp(`^(?<rest>.+?)\\s+(?:in|using|with|from|via|on|within)\\s+(?:the\\s+|my\\s+)?${appWords}$`, "i"),
];

/** "In Settings, …": what follows must be something that is done in that app. */
function readInContext(clause: string): readonly Goal[] | undefined {
  for (const pattern of context) {
    const match = pattern.exec(clause);
    const goals = match === null ? undefined : readBare(match.groups?.rest ?? "");
    const app =
      match?.[1] === undefined
        ? undefined
        : match
            .slice(1)
            .find((word) => isApp.test(word ?? ""))
            ?.toLowerCase();
    if (goals?.every((goal) => appOfGoal(goal) === app)) return goals;
  }
  return undefined;
}

const clockAsks =
  /^(?:(?:tell me|check|look up|say|show me|what(?:'s| is)|what)\s+)(?:the\s+)?(?:current\s+)?(time|date|day)(?:\s+(?:is it|it is|is))?(?:\s+(?:is it\s+)?(?:today|now))?$/i;

/** "In the Clock app" by itself: the next clause is to be done there. */
const place = new RegExp(
  `^(?:in|using|use|with|from|via|look\\s+in(?:to)?|go\\s+through)\\s+(?:the\\s+|my\\s+)?${appWords}$`,
  "i",
);

/** "In Settings > Battery": the way as menus' titles. */
const settingsPath =
  /^(?:in|under|via|from|using|(?:go|navigate)\s+to|open)\s+(?:the\s+)?settings(?:\s+app)?(?:\s*[>→»/]\s*[^>→»/]+)+$/i;

const settingIt = /\b(?:it|them)\b/i;

/** What "it" stands for: the setting that was last named. */
function withoutPronoun(clause: string, before: readonly Goal[]): string {
  const last = before.at(-1);
  if (last?.kind === "makeThing" && /\b(?:to|into|in|on)\s+it\b/i.test(clause)) {
    const path = [...last.within, last.fields[0]?.text ?? ""].filter((part) => part !== "Playlists");
    return clause
      .replace(/,?\s+(?:and|but)\s+(?:no|nothing)\s+(?:others?|else)$/i, "")
      .replace(/\b(to|into|in|on)\s+it\b/i, (_, word) => `${word} the ${last.noun} ${path.join(" / ")}`);
  }
  const name = last !== undefined && "name" in last && appOfGoal(last) === "settings" ? last.name : undefined;
  if (
    last !== undefined &&
    /^(?:pause|stop|resume|reset|delete|cancel|start|restart|continue)\s+it$/i.test(clause)
  ) {
    const noun = last.kind === "startTimer" ? "timer" : last.kind === "pressClock" ? last.tab : undefined;
    if (noun !== undefined) return clause.replace(settingIt, `the ${noun.toLowerCase()}`);
  }
  const state = /^(?:and )?(?:back )?(on|off)$/i.exec(clause)?.[1];
  if (name !== undefined && state !== undefined) return `turn ${state} ${name}`;
  return name === undefined || !/\b(?:on|off|to|enable|disable|activate|deactivate)\b/i.test(clause)
    ? clause
    : clause.replace(settingIt, name);
}

/** "Open Settings, then go to Display": a page by its name alone, where Settings is what is open. */
function readPlace(clause: string, before: readonly Goal[]): readonly Goal[] | undefined {
  const last = before.at(-1);
  const isSettings =
    last !== undefined &&
    (appOfGoal(last) === "settings" || (last.kind === "openApp" && /^settings$/i.test(last.app)));
  const name =
    /^(?:(?:go )?(?:in)?to|open|navigate to|enter|tap(?: on)?|select|choose)\s+(?:the\s+)?(.+?)$/i.exec(
      clause,
    )?.[1];
  if (!isSettings || name === undefined) return undefined;
  return readSettingGoals(`open ${name.replace(/\s+(?:page|menu|section|screen|settings)$/i, "")} settings`);
}

const withoutEcho = (clause: string): string =>
  clause
    .replace(
      /\s*,?\s+(?:if|in case|unless)\s+(?:it|they)(?:'s| is| are|'re)\s+(?:not\s+)?(?:already\s+)?(?:(?:turned|switched)\s+)?(on|off)(?:\s+already)?$/i,
      (echo, state) => {
        const wants = /\b(on|off|enable|disable|activate|deactivate)\b/i.exec(clause)?.[1] ?? "";
        const on = /^(?:on|en|ac)/i.test(wants);
        const isOther =
          /unless/i.test(echo) || /\bnot\b/i.test(echo) ? (state === "on") === on : (state === "on") !== on;
        return isOther ? "" : echo;
      },
    )
    .replace(/\s+again$/i, "");

/** "Find out which Android version this phone runs" asks what "Which Android version does this phone run" asks. */
const asQuestion = (clause: string): string =>
  clause
    .replace(
      /^(?:find out|look up|check|tell me|see|let me know)\s+(?=(?:who|whose|which|what|how|when|at what|where)\b)/i,
      "",
    )
    .replace(/^what (?:is|'s) (?:this|the|my) (?:phone|device) (?:called|named)$/i, "what is the device name")
    .replace(
      /^((?:which|what)\s+.+?)\s+(this|the) (phone|device) (runs|has|uses)$/i,
      (_, what, the, noun, verb) =>
        `${what} does ${the} ${noun} ${verb === "has" ? "have" : String(verb).slice(0, -1)}`,
    );

/** "… for the pasta": what a timer is for, where it says how long besides. */
const purpose = /\s+for (?:the|my|our|some) [\p{L}]+(?: [\p{L}]+)?$/iu;

/** What a thing or a setting is to be called. */
function newName(goal: Goal): string {
  if (goal.kind === "makeThing") return goal.fields[0]?.text ?? "";
  if (goal.kind === "renameThing") return goal.to;
  return goal.kind === "choose" ? goal.value : "";
}

/** "named Falcon, allow auto-rotate": a name that nobody quoted goes on after its comma, so that it may be more than a name. */
const swallowsClause = (goal: Goal, said: string): boolean => {
  const name = newName(goal);
  return /,\s*(?:and\s+)?\p{Ll}/u.test(name) && !/["“]/.test(said.slice(0, said.indexOf(name)));
};

/** What one clause asks for, after those before it. */
export function readClause(said: string, before: readonly Goal[]): readonly Goal[] {
  const goals = readWords(asQuestion(said), before);
  if (goals.some((goal) => swallowsClause(goal, said))) return [{ kind: "unknown", text: said }];
  if (goals[0]?.kind !== "unknown") return goals;
  const plain = readWords(said.replace(purpose, ""), before);
  return plain.every(({ kind }) => kind === "startTimer") ? plain : [{ kind: "unknown", text: said }];
}

function readWords(said: string, before: readonly Goal[]): readonly Goal[] {
  const clause = withoutPronoun(withoutEcho(said), before);
  const app = place.exec(clause)?.[1];
  if (app !== undefined) return [{ kind: "openApp", app }];
  if (settingsPath.test(clause)) {
    const last = clause.split(/\s*[>→»/]\s*/).at(-1) ?? "";
    return readSettingGoals(`open ${last} settings`) ?? [{ kind: "unknown", text: said }];
  }
  const asked = clockAsks.exec(clause)?.[1];
  if (asked !== undefined) return [{ kind: "tellClock", what: /time/i.test(asked) ? "time" : "date" }];
  const bare = readInContext(clause) ?? readBare(clause);
  const isKnown = bare?.every(({ kind }) => kind !== "press");
  const goals = isKnown ? bare : (readPlace(clause, before) ?? bare);
  return goals !== undefined && goals.length > 0 ? goals : [{ kind: "unknown", text: said }];
}
