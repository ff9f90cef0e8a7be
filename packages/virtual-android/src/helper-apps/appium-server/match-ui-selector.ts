import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import type { JavaObject, JavaValue } from "./parse-ui-selector.ts";
import { WebDriverError } from "./web-driver-error.ts";

type Test = (node: AccessibleNode, value: JavaValue) => boolean;

const mostPatternLength = 500;

/** Java's `matches` looks at the whole text. */
function whole(pattern: JavaValue): RegExp {
  const text = String(pattern);
  const flags = text.startsWith("(?i)") ? "ui" : "u";
  try {
    if (text.length > mostPatternLength) throw new Error("too long");
    return new RegExp(`^(?:${text.replace(/^\(\?[a-z]+\)/, "")})$`, flags);
  } catch {
    throw new WebDriverError("invalid selector", `Invalid regular expression: ${text.slice(0, 200)}`);
  }
}

const lower = (value: JavaValue): string => String(value).toLowerCase();
const flag =
  (name: keyof AccessibleNode): Test =>
  (node, value) =>
    node[name] === value;

/** Methods of UiSelector that look at one view (androidx.test.uiautomator.UiSelector). */
const tests: Readonly<Record<string, Test>> = {
  text: (node, value) => node.text === value,
  textContains: (node, value) => node.text.toLowerCase().includes(lower(value)),
  textStartsWith: (node, value) => node.text.toLowerCase().startsWith(lower(value)),
  textMatches: (node, value) => whole(value).test(node.text),
  description: (node, value) => node.description === value,
  descriptionContains: (node, value) => node.description.toLowerCase().includes(lower(value)),
  descriptionStartsWith: (node, value) => node.description.toLowerCase().startsWith(lower(value)),
  descriptionMatches: (node, value) => whole(value).test(node.description),
  resourceId: (node, value) => node.resourceId === value,
  resourceIdMatches: (node, value) => whole(value).test(node.resourceId),
  className: (node, value) => node.className === value,
  classNameMatches: (node, value) => whole(value).test(node.className),
  packageName: (node, value) => node.packageName === value,
  packageNameMatches: (node, value) => whole(value).test(node.packageName),
  checkable: flag("checkable"),
  checked: flag("checked"),
  clickable: flag("clickable"),
  enabled: flag("enabled"),
  focusable: flag("focusable"),
  focused: flag("focused"),
  longClickable: flag("longClickable"),
  scrollable: flag("scrollable"),
  selected: flag("selected"),
  index: flag("index"),
};

/** All views that a `new UiSelector()…` names, in reading order. */
export function matchUiSelector(selector: JavaObject, roots: readonly AccessibleNode[]): AccessibleNode[] {
  if (selector.className !== "UiSelector" || selector.args.length > 0)
    throw new WebDriverError("invalid selector", `${selector.className} is not a UiSelector`);
  let found = roots.flatMap(withDescendants);
  let instance: number | null = null;
  let further: { readonly method: string; readonly selector: JavaObject } | null = null;
  for (const { method, args } of selector.calls) {
    const [value] = args;
    const test = tests[method];
    if (value === undefined || args.length > 1) throw unknown(method);
    if (test !== undefined) found = found.filter((node) => test(node, value));
    else if (method === "instance") instance = Number(value);
    else if ((method === "childSelector" || method === "fromParent") && typeof value === "object")
      further = { method, selector: value };
    else throw unknown(method);
  }
  if (instance !== null) found = found.slice(instance, instance + 1);
  if (further === null) return found;
  const { method, selector: next } = further;
  const below = found.flatMap((node) =>
    method === "childSelector" ? node.children : (parentOf(node, roots)?.children ?? []),
  );
  return [...new Set(matchUiSelector(next, below))];
}

const unknown = (method: string): WebDriverError =>
  new WebDriverError("invalid selector", `UiSelector has no ${method} method that takes these arguments`);

export const withDescendants = (node: AccessibleNode): AccessibleNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];

const parentOf = (node: AccessibleNode, roots: readonly AccessibleNode[]): AccessibleNode | undefined =>
  roots.flatMap(withDescendants).find(({ children }) => children.includes(node));
