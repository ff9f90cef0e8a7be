import { knownSetting } from "../../knowledge/settings.ts";

/** Words that no title of a setting holds, so that a name with one of them is more than a name. */
const notInTitles =
  /\b(?:for|at|if|when|while|until|after|before|every|all|everything|again|of|it|them|my|your|his|her|is|was|not|don't|only|except|tomorrow|today|tonight|morning|evening|please|twice|times|me|you|what|which|who|how|then|but|or|those|these|that|this|count|list|tell)\b/i;

const cleaned = (text: string): string =>
  text
    .trim()
    .replace(/^(?:(?:the|my|its?|this|a|phone's|device's|system|system's)\s+)+/i, "")
    .replace(/\s+(?:settings?|option|toggle|switch|feature|radio|connection|functionality)$/i, "")
    .replace(/^["“']|["”']$/g, "")
    .trim();

/** What a setting is called; undefined when the words may say more than that. */
export function settingName(text: string): string | undefined {
  const bare = text.trim().replace(/^the\s+/i, "");
  if (knownSetting(bare) !== undefined) return bare;
  const name = cleaned(text);
  if (knownSetting(name) !== undefined) return name;
  if (name === "" || /[,;:.!?()\d]/.test(name.replace(/24-hour/i, "")) || name.split(" ").length > 4)
    return undefined;
  // "frobnicate the flux" is a deed of its own.
  return notInTitles.test(name) || /\s(?:the|an?)\s/i.test(name) ? undefined : name;
}

/** "Bluetooth and Wi-Fi" names two settings; "Sound & vibration" one. */
export function settingNames(text: string): string[] | undefined {
  const names = text
    .replace(/^both\s+/i, "")
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map(settingName);
  return names.every((name) => name !== undefined) ? names : undefined;
}
