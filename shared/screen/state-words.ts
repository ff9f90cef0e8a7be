import type { UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "./element-label.ts";
import { plainName } from "./find-app.ts";

/** What is said to be so of an element, after its name. */
export interface SaidState {
  readonly name: string;
  readonly flag: "checked" | "selected" | "enabled";
  readonly is: boolean;
}

const words: Readonly<Record<string, readonly [flag: SaidState["flag"], is: boolean]>> = {
  on: ["checked", true],
  off: ["checked", false],
  active: ["checked", true],
  activated: ["checked", true],
  inactive: ["checked", false],
  deactivated: ["checked", false],
  checked: ["checked", true],
  ticked: ["checked", true],
  unchecked: ["checked", false],
  unticked: ["checked", false],
  selected: ["selected", true],
  unselected: ["selected", false],
  deselected: ["selected", false],
  enabled: ["enabled", true],
  disabled: ["enabled", false],
};
const pattern = new RegExp(
  `^(?<name>.+?)(?: (?:switch|toggle|checkbox|setting|is|are|must be|should be|now|turned|switched|set to))*(?<not> not)?(?: (?:turned|switched))? (?<word>${Object.keys(words).join("|")})(?: now)?$`,
);

/** "Wi-Fi is off"; undefined: nothing is said of a state. */
export function readState(expected: string): SaidState | undefined {
  const { name, not, word = "" } = pattern.exec(plainName(expected))?.groups ?? {};
  const meant = words[word];
  if (name === undefined || meant === undefined) return undefined;
  const [flag, is] = meant;
  return { name, flag, is: not === undefined ? is : !is };
}

/** Null: the element has no such state. */
export function isInState(element: UIElement, { flag, is }: SaidState): boolean | null {
  if (flag === "selected") return (element.selected || element.checked) === is;
  if (element.checkable) return element.checked === is;
  if (flag === "enabled") return element.enabled === is;
  // A row may say it in words: "Wi-Fi | Off".
  const parts = elementLabel(element).split(" | ").slice(1).map(plainName);
  const said = parts.find((part) => part === "on" || part === "off");
  return said === undefined ? null : (said === "on") === is;
}

/** Words that turn a sentence round, and numbers: names that are alike without them mean another thing. */
const telling =
  /^(?:not|no|never|without|nothing|none|isn t|gone|closed|hidden|missing|empty|connected|disconnected|\d+.*)$/;

/** Whether the element's own words have all that a name alone does not decide. */
export function hasTellingWords(element: UIElement, expected: string): boolean {
  const own = new Set(
    plainName([element.text, element.content_description, element.hint_text].join(" ")).split(" "),
  );
  const wanted = plainName(expected).split(" ");
  return wanted.every((word) => own.has(word) || (!(word in words) && !telling.test(word)));
}
