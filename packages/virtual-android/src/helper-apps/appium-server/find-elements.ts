import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { findByXpath } from "./find-by-xpath.ts";
import { matchUiSelector, withDescendants } from "./match-ui-selector.ts";
import type { SourceElement } from "./page-source.ts";
import { parseUiSelector } from "./parse-ui-selector.ts";
import { scrollTo } from "./scroll-to.ts";
import type { ServerPhone } from "./server-phone.ts";
import type { ServerSettings } from "./server-settings.ts";
import { notHere, WebDriverError } from "./web-driver-error.ts";

export interface Locator {
  readonly strategy: string;
  readonly selector: string;
}

export interface Found {
  /** Null for a toast. */
  readonly node: AccessibleNode | null;
  readonly text: string;
}

type Strategy = (
  selector: string,
  place: {
    readonly phone: ServerPhone;
    readonly settings: ServerSettings;
    readonly context: AccessibleNode | null;
  },
) => Promise<readonly Found[]> | readonly Found[];

const found = (node: AccessibleNode): Found => ({ node, text: node.text });

const where =
  (accepts: (node: AccessibleNode, selector: string) => boolean): Strategy =>
  (selector, { phone, settings, context }) =>
    (context === null ? phone.roots(settings).flatMap(withDescendants) : belowOf(context))
      .filter((node) => accepts(node, selector))
      .map(found);

/** What is looked for below a view is never the view itself. */
const belowOf = (context: AccessibleNode): AccessibleNode[] => context.children.flatMap(withDescendants);

const isFullId = /^[a-zA-Z_][\w.]*:[^/]+\/\S+$/;

const strategies: Readonly<Record<string, Strategy>> = {
  id: (selector, place) => {
    const { device } = place.phone;
    const front = device.activities.focused()?.packageName ?? "";
    const full =
      isFullId.test(selector) || place.settings.disableIdLocatorAutocompletion
        ? selector
        : `${front}:id/${selector}`;
    return where((node, id) => node.resourceId === id)(full, place);
  },
  "accessibility id": where((node, selector) => node.description === selector),
  "class name": where((node, selector) => node.className === selector),
  xpath: (selector, { phone, settings, context }) => {
    const root = phone.source(settings);
    const from = context === null ? root : (elementOf(root, context) ?? root);
    return findByXpath(selector, root, from).flatMap((element) =>
      element === root ? [] : { node: element.node, text: textOf(element) },
    );
  },
  "-android uiautomator": async (selector, { phone, settings, context }) => {
    const roots = () => (context === null ? phone.roots(settings) : context.children);
    const expression = parseUiSelector(selector);
    if (expression.className === "UiSelector") return matchUiSelector(expression, roots()).map(found);
    if (expression.className !== "UiScrollable") throw notHere(`new ${expression.className}`);
    return (await scrollTo(expression, phone, roots)).map(found);
  },
};

const textOf = ({ attributes }: SourceElement): string =>
  attributes.find(([name]) => name === "text")?.[1] ?? "";

function elementOf(element: SourceElement, wanted: AccessibleNode): SourceElement | null {
  if (element.node?.view.key === wanted.view.key && element.node.className === wanted.className)
    return element;
  for (const child of element.children) {
    const inside = elementOf(child, wanted);
    if (inside !== null) return inside;
  }
  return null;
}

/** @throws WebDriverError */
export async function findElements(
  { strategy, selector }: Locator,
  place: Parameters<Strategy>[1],
): Promise<readonly Found[]> {
  const find = strategies[strategy];
  if (find === undefined)
    throw new WebDriverError("invalid selector", `Locator strategy '${strategy}' is not supported`);
  await place.phone.waitForIdle(place.settings);
  await place.phone.takes("tree");
  return find(selector, place);
}
