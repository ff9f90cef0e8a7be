import { packageOfApp } from "../knowledge/apps.ts";
import type { Goal } from "./goal.ts";

const unquoted = (text: string): string => text.trim().replace(/^["“']|["”']$/g, "");
const webAddress =
  /^(?:https?:\/\/\S+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|gov|edu|info|app|de|uk|eu|ch|fr|example|test)(?::\d+)?(?:\/\S*)?)$/i;

function readUrl(clause: string): Goal | undefined {
  const match =
    /^(?:open|go to|visit|browse to|browse|navigate to|load|show me|show)\s+(?:the\s+)?(?:(?:web\s?site|web\s?page|page|url|link|site)\s+)?(\S+?)(?:\s+in (?:the |a )?(?:web )?browser)?$/i.exec(
      clause,
    );
  const address = unquoted(match?.[1] ?? "");
  if (!webAddress.test(address)) return undefined;
  return { kind: "openUrl", url: /^https?:/i.test(address) ? address : `https://${address}` };
}

function readOpen(clause: string): Goal | undefined {
  const match =
    /^(?:open|launch|start|run|go (?:in)?to|switch to)\s+(?:up\s+)?(?:the\s+|my\s+)?(.+?)(\s+app(?:lication)?)?$/i.exec(
      clause,
    );
  const name = unquoted(match?.[1] ?? "");
  if (name === "" || /\bsettings\b./i.test(name)) return undefined;
  return match?.[2] !== undefined || packageOfApp(name, []) !== undefined
    ? { kind: "openApp", app: name }
    : undefined;
}

function readPress(clause: string): Goal | undefined {
  const press =
    /^(?:tap|press|click|select|choose|hit)(?:\s+on)?\s+(?:the\s+)?(.+?)(?:\s+(?:button|tab|row|item|option|icon|entry))?$/i.exec(
      clause,
    )?.[1] ??
    /^(?:go|switch|change|move|navigate) to\s+(?:the\s+)?(.+?)\s+(?:tab|page|screen|section)$/i.exec(
      clause,
    )?.[1] ??
    /^open\s+(?:the\s+)?(.+?)\s+(?:tab|page|screen|section|menu)$/i.exec(clause)?.[1];
  return press === undefined ? undefined : { kind: "press", label: unquoted(press) };
}

function readFill(clause: string): Goal | undefined {
  const match =
    /^(?:type|enter|write|put|fill in|input)\s+(["“'].+?["”']|\S+)\s+(?:in|into|as|for)\s+(?:the\s+)?(.+?)(?:\s+(?:field|box|input))?$/iu.exec(
      clause,
    );
  if (!match?.[1] || !match[2]) return undefined;
  return { kind: "fillField", label: unquoted(match[2]), text: unquoted(match[1]) };
}

/** Apps, web pages and single actions on whatever is on the screen. */
export function readAppGoal(clause: string): Goal | undefined {
  if (
    /^(?:go|return|get|navigate)(?: back)? (?:to (?:the |my )?)?home(?: ?screen)?$|^(?:press|tap|hit)(?: the)? home(?: button| key)?$|^(?:show|open)(?: me)? the home ?screen$/i.test(
      clause,
    )
  ) {
    return { kind: "goHome" };
  }
  return readUrl(clause) ?? readOpen(clause) ?? readFill(clause) ?? readPress(clause);
}
