import type { Bounds, SemanticUITree, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import { meets } from "../../screen/area.ts";
import { parseBounds, xmlTags } from "../../screen/tree/xml-tags.ts";
import type { PolicyFacts } from "./policy-refusal.ts";

/** The address bars of Chromium's browsers, Samsung's, Firefox, DuckDuckGo and Android's test shell. */
const addressBar =
  /:id\/(url_bar|location_bar_edit_text|url_field|mozac_browser_toolbar_(edit_)?url_view|url_bar_title|omnibarTextInput)$/;

export interface Bar {
  /** What is in it while nobody writes there: where the page in front is from. */
  readonly address?: string;
  /** What somebody is writing there. */
  readonly written?: string;
}

/** The text of a browser's address bar; empty if none is visible. */
export const addressBarOf = (tree: SemanticUITree | null): Bar => barOf(tree?.elements ?? []);

/** The same of a dump, before anything in it is masked; of the part of the screen that is looked at. */
export const addressBarIn = (xml: string, area: Bounds | null): Bar =>
  barOf(
    xmlTags(xml).flatMap(({ attributes }) => {
      if (area !== null && !meets(area, parseBounds(attributes.get("bounds") ?? ""))) return [];
      const resource_id = attributes.get("resource-id") ?? "";
      return [
        { resource_id, text: attributes.get("text") ?? "", focused: attributes.get("focused") === "true" },
      ];
    }),
  );

function barOf(elements: readonly Pick<UIElement, "resource_id" | "text" | "focused">[]): Bar {
  const bars = elements.filter(({ resource_id }) => addressBar.test(resource_id));
  const focused = bars.find((bar) => bar.focused);
  if (focused !== undefined) return { written: focused.text };
  const [first] = bars;
  return first === undefined ? {} : { address: (bars.find(({ text }) => text !== "") ?? first).text };
}

/** What a policy must know of the screen; `page` is where the page in front was from when the bar last said so. */
export function policyFacts(
  packageInFront: string,
  { address, written }: Bar,
  aimed: PolicyFacts["aimed"],
  page?: string,
): PolicyFacts {
  return { package: packageInFront, address: written === undefined ? address : page, written, aimed };
}
