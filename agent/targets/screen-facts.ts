import type { ScreenFacts } from "#shared/contracts/agent/selector.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { isClockText } from "#shared/values/clock-text.ts";
import { stateOf } from "./selector.ts";

const mostTexts = 60;
const longestText = 100;

/** `Bluetooth: off`: the first line of its name, and its state; "" for what has no name or ticks by itself. */
function textOf(element: UIElement): string {
  const [title = ""] =
    element.type === "textfield" ? [element.hint_text] : elementLabel(element).split(" | ");
  if (title === "" || isClockText(title)) return "";
  const state = stateOf(element);
  return `${title.slice(0, longestText - 5).toWellFormed()}${state === null ? "" : `: ${state}`}`;
}

/** What is to be known of a screen later. Without its elements: which app it is of. */
export function screenFacts(
  { package: app, activity, treeHash }: Pick<Observation, "package" | "activity" | "treeHash">,
  tree: SemanticUITree | null,
): ScreenFacts {
  const names = (tree?.elements ?? []).filter(({ visibility }) => visibility === "visible").map(textOf);
  return {
    package: app.slice(0, 300),
    activity: activity.slice(0, 300),
    layoutHash: treeHash.slice(0, 100),
    texts: [...new Set(names)].filter((name) => name !== "").slice(0, mostTexts),
  };
}

/** Fewer names than this say nothing of a screen. */
const fewestTexts = 3;
/** Lists continue, counters count: a screen is the same one when so much of what it showed is there. */
const sameShare = 1 / 3;

export interface ScreenDifference {
  readonly expected: string;
  readonly found: string;
}

/** How the screen is another one than it was; null: it is the same as far as can be told. */
export function screenDifference(then: ScreenFacts, now: ScreenFacts): ScreenDifference | null {
  if (then.layoutHash === now.layoutHash) return null;
  if (then.package !== now.package)
    return { expected: `the app ${then.package || "(none)"} in front`, found: now.package || "no app" };
  if (then.texts.length < fewestTexts || now.texts.length < fewestTexts) return null;
  const there = new Set(now.texts);
  const missing = then.texts.filter((text) => !there.has(text));
  if (missing.length <= then.texts.length * (1 - sameShare)) return null;
  return { expected: `a screen with ${listed(missing)}`, found: `one with ${listed(now.texts)}` };
}

const listed = (texts: readonly string[]): string =>
  texts
    .slice(0, 5)
    .map((text) => JSON.stringify(text))
    .join(", ");
