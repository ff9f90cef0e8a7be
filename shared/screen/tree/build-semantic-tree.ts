import { hash } from "node:crypto";
import type { SemanticUITree, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "../../contracts/values/coordinate.ts";
import { defined } from "../../values/defined.ts";
import { chooseElements } from "./choose-elements.ts";
import { collectElements, type ElementContent, type FoundElement } from "./collect-elements.ts";
import { type Uncovered, uncovered } from "./covered-elements.ts";
import { type Distinction, disambiguateElements } from "./disambiguate-elements.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { nameControls } from "./name-controls.ts";
import { isInside, placeNodes } from "./placed-node.ts";
import { scrollEnds } from "./scroll-ends.ts";
import { undescribedAreas } from "./undescribed-areas.ts";

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

export const maxElements = 200;
/** As many are looked at closely: enough to choose from, however many a hostile screen has. */
const maxConsidered = 600;

export const short = (text: string): string => hash("sha256", text).slice(0, 10);

/** What names an element as long as it is there: never its state, and for a field never its content. */
function identity(content: ElementContent, isRepeated: boolean): string {
  const title = content.text.split("\n", 1)[0] ?? "";
  const label =
    content.type === "textfield"
      ? content.content_description || content.hint_text
      : content.type === "text" && content.resource_id !== "" && !isRepeated
        ? ""
        : title || content.content_description;
  return [content.resource_id, content.class_name, label].join("\u0000");
}

/** Lines of a list bear the same resource id; only what they say tells them apart. */
function repeatedIds(elements: readonly Uncovered[]): (content: ElementContent) => boolean {
  const counts = new Map<string, number>();
  const key = ({ type, resource_id }: ElementContent): string => `${type}\u0000${resource_id}`;
  for (const { found } of elements) counts.set(key(found.content), (counts.get(key(found.content)) ?? 0) + 1);
  return (content) => (counts.get(key(content)) ?? 0) > 1;
}

function stableIds(
  elements: readonly Uncovered[],
  distinctions: ReadonlyMap<FoundElement, Distinction>,
): readonly string[] {
  const isRepeated = repeatedIds(elements);
  const seen = new Map<string, number>();
  return elements.map(({ found }) => {
    const distinction = distinctions.get(found);
    const own = identity(found.content, isRepeated(found.content));
    // What a field holds decides what it is called, so that names no field.
    const isNear = distinction && "near" in distinction && found.content.type !== "textfield";
    const name = isNear ? `${own}\u0000${distinction.near}` : own;
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    return short(`${name}\u0000${place}`);
  });
}

/** The nearest listed element that each lies in, by its place in the list. */
function holders(elements: readonly Uncovered[]): readonly (number | undefined)[] {
  return elements.map(({ found }, index) => {
    const holder = elements
      .slice(0, index)
      .findLastIndex((other) => isInside(found.place, other.found.place));
    return holder < 0 ? undefined : holder;
  });
}

function listed(elements: readonly Uncovered[], all: readonly FoundElement[]): UIElement[] {
  const distinctions = disambiguateElements(elements.map(({ found }) => found));
  const ids = stableIds(elements, distinctions);
  const inside = holders(elements);
  return elements.map(({ found, visibility, tapPoint }, index) => {
    const more = found.content.scrollable && visibility === "visible" ? scrollEnds(found, all) : [];
    const holder = inside[index];
    return {
      element_id: index,
      stable_id: ids[index] ?? "",
      ...found.content,
      visibility,
      ...defined({ tap_point: tapPoint }),
      ...distinctions.get(found),
      ...defined({ inside: holder }),
      ...(more.length === 0 ? {} : { more }),
    };
  });
}

export const screenId = (app: string, activity: string, elements: readonly UIElement[]): string =>
  `screen_${short([app, activity, ...elements.map((element) => element.stable_id)].join(" "))}`;

/** The screen as at most 200 elements that an agent can read or use, in reading order (docs/spec.md A3, R7). */
export function buildSemanticTree(hierarchy: Hierarchy, context: ScreenContext): SemanticUITree {
  const roots = placeNodes(hierarchy, context.screen);
  const found = nameControls(collectElements(roots, context.screen));
  const considered = chooseElements(
    found.map((element) => ({ found: element, visibility: "visible" as const })),
    maxConsidered,
  ).map((element) => element.found);
  const keyboardTop = context.keyboardShown ? context.keyboardTop : undefined;
  const shown = uncovered(considered, roots, { ...context.screen, keyboardTop });
  const elements = listed(chooseElements(shown, maxElements), considered);
  const undescribed = undescribedAreas(roots, considered, context.screen);
  return {
    schema_version: 1,
    screen_id: screenId(context.package, context.activity, elements),
    device_id: context.deviceId,
    app_name: context.appName,
    app_package: context.package,
    activity: context.activity,
    screen_width: context.screen.width,
    screen_height: context.screen.height,
    timestamp: Date.parse(context.capturedAt) / 1_000,
    keyboard_shown: context.keyboardShown,
    truncated: hierarchy.truncated || shown.length > maxElements || found.length > maxConsidered,
    ...(undescribed.length === 0 ? {} : { undescribed: [...undescribed] }),
    elements,
  };
}
