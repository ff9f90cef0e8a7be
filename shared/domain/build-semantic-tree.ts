import { hash } from "node:crypto";
import type { ScreenSize } from "../contracts/coordinate.ts";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { collectElements, type FoundElement } from "./collect-elements.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** What the dump itself does not say about the screen. */
export interface ScreenContext {
  readonly deviceId: string;
  readonly package: string;
  readonly activity: string;
  readonly appName: string;
  readonly screen: ScreenSize;
  /** ISO 8601. */
  readonly capturedAt: string;
  readonly keyboardShown: boolean;
  /** First pixel row that the keyboard covers, when known: what lies beneath is marked as covered. */
  readonly keyboardTop?: number;
}

const maxElements = 200;

/** Left to right in lines, lines top to bottom; things that begin within 1 % of the height share a line. */
function inReadingOrder(found: readonly FoundElement[], screen: ScreenSize): FoundElement[] {
  const line = (element: FoundElement): number => Math.round((element.bounds.top * 100) / screen.height);
  return found.toSorted(
    (a, b) => line(a) - line(b) || a.bounds.left - b.bounds.left || a.position - b.position,
  );
}

const short = (text: string): string => hash("sha256", text).slice(0, 10);

/** What names an element as long as it is there: never its state, and for a field never its content. */
function identity(element: FoundElement): string {
  const title = element.text.split("\n", 1)[0] ?? "";
  const label =
    element.type === "textfield"
      ? element.content_description || element.hint_text
      : element.type === "text" && element.resource_id !== ""
        ? ""
        : title || element.content_description;
  return [element.resource_id, element.class_name, label].join("\u0000");
}

function withIds(found: readonly FoundElement[], context: ScreenContext): UIElement[] {
  const seen = new Map<string, number>();
  return found.map(({ position: _, ...element }, index) => {
    const name = identity({ ...element, position: 0 });
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    const middle = (element.bounds.top + element.bounds.bottom) / 2;
    const covered =
      context.keyboardShown && context.keyboardTop !== undefined && middle >= context.keyboardTop;
    return {
      element_id: index,
      stable_id: short(`${name}\u0000${place}`),
      ...element,
      visibility: covered ? "covered" : "visible",
    };
  });
}

/** The screen as at most 200 elements that an agent can read or use, in reading order (docs/spec.md A3, R7). */
export function buildSemanticTree(hierarchy: Hierarchy, context: ScreenContext): SemanticUITree {
  const found = inReadingOrder(collectElements(hierarchy, context.screen), context.screen);
  const elements = withIds(found.slice(0, maxElements), context);
  return {
    schema_version: 1,
    screen_id: `screen_${short([context.package, context.activity, ...elements.map((e) => e.stable_id)].join(" "))}`,
    device_id: context.deviceId,
    app_name: context.appName,
    app_package: context.package,
    activity: context.activity,
    screen_width: context.screen.width,
    screen_height: context.screen.height,
    timestamp: Date.parse(context.capturedAt) / 1_000,
    keyboard_shown: context.keyboardShown,
    truncated: hierarchy.truncated || found.length > maxElements,
    elements,
  };
}
