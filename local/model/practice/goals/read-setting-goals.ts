import { knownSetting } from "../knowledge/settings.ts";
import type { Goal } from "./goal.ts";

const onWords = /^(on|enabled?|activated?|active)$/i;

const cleanName = (text: string): string =>
  text
    .replace(/^(the|my|its?|phone's|device's)\s+/i, "")
    .replace(/\s+(settings?|option|toggle|switch|feature|radio)$/i, "")
    .replace(/^["“']|["”']$/g, "")
    .trim();

/** "Bluetooth and Wi-Fi" names two settings; "Sound & vibration" one. */
const namesIn = (text: string): string[] =>
  text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map(cleanName)
    .filter((name) => name !== "");

function readToggles(clause: string): Goal[] | undefined {
  const verbFirst = /^(?:turn|switch|put|toggle)\s+(on|off)\s+(.+)$/i.exec(clause);
  if (verbFirst?.[2]) return toggles(verbFirst[2], onWords.test(verbFirst[1] ?? ""));
  const able = /^(enable|activate|disable|deactivate)\s+(.+)$/i.exec(clause);
  if (able?.[2]) return toggles(able[2], /^(en|ac)/i.test(able[1] ?? ""));
  const state =
    /^(?:(?:turn|switch|put|set|toggle|make sure|ensure)\s+)?(?:that\s+)?(.+?)\s+(?:(?:is|are|should be|must be|to|to be)\s+)?(?:(?:turned|switched)\s+)?(on|off|enabled|disabled)$/i.exec(
      clause,
    );
  if (state?.[1]) return toggles(state[1], onWords.test(state[2] ?? ""));
  return undefined;
}

const toggles = (names: string, on: boolean): Goal[] =>
  namesIn(names).map((name) => ({ kind: "toggle", name, on }));

function readQuestion(clause: string): Goal | undefined {
  const state =
    /^(?:(?:tell me|check|find out|see)\s+)?(?:if|whether|is|are)\s+(.+?)\s+(?:is |are )?(?:turned |switched |currently )?(on|off|enabled|disabled)(?:\s+or\s+\w+)?$/i.exec(
      clause,
    );
  if (state?.[1]) return { kind: "toggleState", name: cleanName(state[1]) };
  if (!/^(what|which|tell|find|read|check|look|give|how|show|report|get)\b/i.test(clause)) return undefined;
  if (/android.*version|version.*android|version of android|which android/i.test(clause))
    return { kind: "readSetting", name: "Android version" };
  if (/\bmodel\b/i.test(clause)) return { kind: "readSetting", name: "Model" };
  if (/device name|phone'?s? name|name of (the|this) (phone|device)/i.test(clause))
    return { kind: "readSetting", name: "Device name" };
  if (/build number/i.test(clause)) return { kind: "readSetting", name: "Build number" };
  if (/brightness/i.test(clause)) return { kind: "readSetting", name: "Brightness level" };
  return undefined;
}

function readSlide(clause: string): Goal | undefined {
  const percent = /(\d{1,3})\s*(?:%|percent|per cent)/i.exec(clause)?.[1];
  const extreme = /\b(max(?:imum)?|full|highest|brightest|all the way up)\b/i.test(clause)
    ? 100
    : /\b(min(?:imum)?|lowest|dimmest|all the way down)\b/i.test(clause)
      ? 0
      : /\bhalf\b/i.test(clause)
        ? 50
        : undefined;
  const wanted = percent === undefined ? extreme : Number(percent);
  const name = /brightness/i.test(clause) ? "Brightness level" : /(\w+ volume)/i.exec(clause)?.[1];
  if (wanted === undefined || wanted > 100 || name === undefined) return undefined;
  return { kind: "slide", name, percent: wanted };
}

function readPage(clause: string): Goal | undefined {
  const page =
    /^(?:open|go to|navigate to|show)(?: me)?\s+(?:the\s+)?(.+?)\s+(?:settings|settings page|page in settings|settings screen)$/i.exec(
      clause,
    )?.[1] ??
    /^(?:open|go to|navigate to)\s+(?:the\s+)?(.+?)\s+(?:in|of)\s+(?:the\s+)?settings(?: app)?$/i.exec(
      clause,
    )?.[1];
  return page === undefined ? undefined : { kind: "openSettings", name: cleanName(page) };
}

/** Goals in the Settings app; none when the clause is about something else. */
export function readSettingGoals(clause: string): readonly Goal[] {
  const single = readSlide(clause) ?? readQuestion(clause) ?? readPage(clause);
  if (single !== undefined) return [single];
  const goals = readToggles(clause) ?? [];
  // "Turn off the lights in the kitchen" has the shape but nothing of a phone's setting.
  const plausible = goals.every(
    (goal) => "name" in goal && (knownSetting(goal.name) !== undefined || goal.name.split(" ").length <= 3),
  );
  return plausible ? goals : [];
}
