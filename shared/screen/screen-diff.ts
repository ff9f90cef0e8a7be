import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementAlteration } from "./element-alteration.ts";
import { elementName } from "./element-label.ts";
import { matchElements } from "./match-elements.ts";
import { treeHash } from "./tree-hash.ts";

/** What one screen has that the other has not; each list in reading order. */
export interface ScreenDiff {
  readonly changed: boolean;
  readonly appeared: readonly string[];
  readonly disappeared: readonly string[];
  /** `SWITCH "Bluetooth" is now on` */
  readonly altered: readonly string[];
  /** The app or screen that took over, if another did. */
  readonly nowIn?: string;
}

/** The whole screen is in the prompt anyway; of earlier steps these are the reminder. */
const shown = 4;

/** Each name once, with how many bear it. */
function named(elements: readonly UIElement[]): string[] {
  const counts = new Map<string, number>();
  for (const { nth: _number, ...element } of elements) {
    const name = elementName(element);
    if (name.includes('"')) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
}

/** An element that only moved has not changed. */
export function screenDiff(before: SemanticUITree, after: SemanticUITree): ScreenDiff {
  const { pairs, appeared, disappeared } = matchElements(before, after);
  const moved = before.app_package !== after.app_package || before.activity !== after.activity;
  return {
    changed: treeHash(before) !== treeHash(after),
    appeared: named(appeared),
    disappeared: named(disappeared),
    altered: pairs.flatMap(([was, is]) => elementAlteration(was, is) ?? []),
    ...(moved ? { nowIn: `${after.app_package} ${after.activity}`.trim() } : {}),
  };
}

function listed(names: readonly string[], words: string): string[] {
  if (names.length === 0) return [];
  const rest = names.length - shown;
  return [`${words}: ${names.slice(0, shown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`];
}

/** The difference in a few words for the model; at most 1,000 characters. */
export function describeScreenDiff(diff: ScreenDiff): string {
  if (!diff.changed) return "The screen did not change.";
  const parts = [
    ...(diff.nowIn === undefined ? [] : [`now in ${diff.nowIn}`]),
    ...listed(diff.altered, "changed"),
    ...listed(diff.appeared, "appeared"),
    // All of another screen is gone: saying so would only cost tokens.
    ...(diff.nowIn === undefined ? listed(diff.disappeared, "disappeared") : []),
  ];
  const text = parts.length === 0 ? "something moved or scrolled" : parts.join("; ");
  return `The screen changed: ${text}.`.slice(0, 1_000).toWellFormed();
}
