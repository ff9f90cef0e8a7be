import { defined } from "../defined.ts";
import type { ElementView } from "./prompt-view.ts";

const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const line = new RegExp(`^ *\\[(\\d+)\\] ([A-Z]+)(?: (${quoted}))?(.*?)(?: \\[([A-Z_, ]+)\\])?$`);

const unquoted = (text: string | undefined): string => (text === undefined ? "" : String(JSON.parse(text)));

const detailPatterns = {
  value: new RegExp(` value=(${quoted})`),
  hint: new RegExp(` hint=(${quoted})`),
  desc: new RegExp(` desc=(${quoted})`),
} as const;

const detail = (details: string, name: keyof typeof detailPatterns): string =>
  details === "" ? "" : unquoted(detailPatterns[name].exec(details)?.[1]);

function boundsIn(details: string): ElementView["bounds"] {
  const numbers = / bounds=\[([\d., ]+)\]/.exec(details)?.[1]?.split(", ").map(Number) ?? [];
  const [left, top, right, bottom] = numbers;
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return undefined;
  return [left, top, right, bottom];
}

/** One line of the element map; undefined for any other line. */
export function readElement(text: string): ElementView | undefined {
  const match = line.exec(text);
  if (match === null) return undefined;
  const [, id, type = "", label, details = "", flags = ""] = match;
  const [title = "", ...rest] = unquoted(label).split(" | ");
  const bounds = boundsIn(details);
  return {
    id: Number(id),
    type,
    title,
    summary: rest.join(" | "),
    value: detail(details, "value"),
    hint: detail(details, "hint"),
    description: detail(details, "desc"),
    resourceId: / id=(\S+)/.exec(details)?.[1] ?? "",
    flags: new Set(flags.split(", ")),
    ...defined({ bounds }),
  };
}
