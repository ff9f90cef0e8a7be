import type { UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "./element-label.ts";

/** How an element is now otherwise than it was: `SWITCH "Bluetooth" is now on`. One that only moved is not. */
export function elementAlteration(before: UIElement, after: UIElement): string | undefined {
  const name = elementName(after);
  if (before.checked !== after.checked) return `${name} is now ${after.checked ? "on" : "off"}`;
  if (before.selected !== after.selected)
    return `${name} is ${after.selected ? "now" : "no longer"} selected`;
  if (before.enabled !== after.enabled) return `${name} is now ${after.enabled ? "enabled" : "disabled"}`;
  if (before.text !== after.text) return `${elementName(before)} now says ${JSON.stringify(after.text)}`;
  if (before.focused !== after.focused && after.focused) return `${name} has the focus`;
  return undefined;
}
