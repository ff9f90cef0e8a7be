import { defined } from "../defined.ts";
import { openableApp } from "../knowledge/apps.ts";
import type { Goal } from "./goal.ts";
import { numberFromWord, numberPattern } from "./words/number-words.ts";

const unquoted = (text: string): string => text.trim().replace(/^["“']|["”']$/g, "");
const webAddress =
  /^(?:https?:\/\/\S+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|gov|edu|info|app|de|uk|eu|ch|fr|example|test)(?::\d+)?(?:\/\S*)?)$/i;

function readUrl(clause: string): Goal | undefined {
  const match =
    /^(?:open|go to|visit|browse to|browse|navigate to|load|show me|show)\s+(?:up\s+)?(?:the\s+)?(?:(?:web\s?site|web\s?page|page|url|link|site)\s+)?(\S+?)(?:\s+(?:in|with|using) (?:the |a )?(?:web )?(?:browser|chrome)(?: app)?)?$/i.exec(
      clause,
    );
  const address = unquoted(match?.[1] ?? "");
  if (!webAddress.test(address)) return undefined;
  return { kind: "openUrl", url: /^https?:/i.test(address) ? address : `https://${address}` };
}

const tabNames: readonly (readonly [pattern: RegExp, tab: string])[] = [
  [/^stop\s?watch$/i, "Stopwatch"],
  [/^(?:timers?|countdown)$/i, "Timer"],
  [/^(?:alarms?|alarm list|list of alarms)$/i, "Alarm"],
  [/^world clock$/i, "Clock"],
];

/** A part of the Clock app by its own name. */
function readTab(clause: string): Goal | undefined {
  const name =
    /^(?:open|show|go to|switch to|take me to|navigate to|bring up|display)(?: me)?(?: up)?\s+(?:the\s+|my\s+)?(.+?)(?:\s+(?:tab|page|screen|section|view))?(?:\s+(?:of|in|on)\s+(?:the\s+)?clock(?: app)?)?$/i.exec(
      clause,
    )?.[1];
  const tab = tabNames.find(([pattern]) => pattern.test(name ?? ""))?.[1];
  return tab === undefined ? undefined : { kind: "openTab", tab };
}

function readOpen(clause: string): Goal | undefined {
  const match =
    /^(?:open|launch|start|run|go (?:in)?to|switch to|bring up|pull up|take me to|show me|use)\s+(?:up\s+)?(?:the\s+|my\s+)?(.+?)(\s+app(?:lication)?)?$/i.exec(
      clause,
    );
  const name = unquoted(match?.[1] ?? "");
  if (name === "" || /\bsettings\b./i.test(name)) return undefined;
  return match?.[2] !== undefined || openableApp(name, []) !== undefined
    ? { kind: "openApp", app: name }
    : undefined;
}

const repeated = new RegExp(`\\s+(?:(${numberPattern})\\s+times|(twice))$`, "i");

/** "Press the button five times". */
function readPress(said: string): Goal | undefined {
  const [, number, twice] = repeated.exec(said) ?? [];
  const times = twice === undefined ? numberFromWord(number ?? "") : 2;
  const clause = said.replace(repeated, "");
  const press =
    /^(?:tap|press|click|select|choose|hit)(?:\s+on)?\s+(?:the\s+)?(.+?)(?:\s+(?:button|tab|row|item|option|icon|entry))?$/i.exec(
      clause,
    )?.[1] ??
    /^(?:go|switch|change|move|navigate) to\s+(?:the\s+)?(.+?)\s+(?:tab|page|screen|section)$/i.exec(
      clause,
    )?.[1] ??
    /^open\s+(?:the\s+)?(.+?)\s+(?:tab|page|screen|section|menu)$/i.exec(clause)?.[1];
  return press === undefined ? undefined : { kind: "press", label: unquoted(press), ...defined({ times }) };
}

function readFill(clause: string): Goal | undefined {
  const match =
    /^(?:type|enter|write|put|fill in|input)\s+(["“'].+?["”']|\S+)\s+(?:in|into|as|for)\s+(?:the\s+)?(.+?)(?:\s+(?:field|box|input))?$/iu.exec(
      clause,
    );
  if (!match?.[1] || !match[2]) return undefined;
  return { kind: "fillField", label: unquoted(match[2]), text: unquoted(match[1]) };
}

function readSearch(clause: string): Goal | undefined {
  const match =
    /^search (?:in |the )?(?:my )?(settings|contacts)(?: app)?\s+for\s+(?:the word |the name )?(["“'][^"”]+["”']|\S+(?: \S+){0,2})$/iu.exec(
      clause,
    ) ??
    /^search for\s+()(["“'][^"”]+["”']|\S+(?: \S+){0,2}?)\s+in\s+(?:the\s+|my\s+)?(settings|contacts)(?: app)?$/iu.exec(
      clause,
    );
  const app = (match?.[1] || match?.[3])?.toLowerCase();
  if (match === null || (app !== "settings" && app !== "contacts")) return undefined;
  return { kind: "search", app, text: unquoted(match[2] ?? "") };
}

/** Apps, web pages and single actions on whatever is on the screen. */
export function readAppGoal(clause: string): Goal | undefined {
  if (
    /^(?:go|return|get|navigate|take me|bring me|head)(?: back)? (?:to (?:the |my )?)?home(?: ?screen)?$|^(?:press|tap|hit)(?: the)? home(?: button| key)?$|^(?:show|open)(?: me)? the home ?screen$/i.test(
      clause,
    )
  ) {
    return { kind: "goHome" };
  }
  if (
    /^(?:go back|press(?: the)? back(?: button| key)?|navigate back|hit back)(?: once| one screen)?$/i.test(
      clause,
    )
  ) {
    return { kind: "goBack" };
  }
  return (
    readUrl(clause) ??
    readTab(clause) ??
    readSearch(clause) ??
    readOpen(clause) ??
    readFill(clause) ??
    readPress(clause)
  );
}
