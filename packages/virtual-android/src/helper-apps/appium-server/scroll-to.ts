import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { matchUiSelector, withDescendants } from "./match-ui-selector.ts";
import type { JavaObject, JavaValue } from "./parse-ui-selector.ts";
import type { ServerPhone } from "./server-phone.ts";
import { notHere, WebDriverError } from "./web-driver-error.ts";

const standardMaxSwipes = 30;
/** UiScrollable leaves so much of the list at either end out of a swipe. */
const deadZone = 0.1;
const swipeMilliseconds = 55 * 5;

/** How often the list is swiped at most, one way and then the other. */
interface Search {
  readonly list: () => AccessibleNode;
  readonly find: () => readonly AccessibleNode[];
  readonly mostSwipes: number;
}

/**
 * `new UiScrollable(…).scrollIntoView(…)` and its like: swipes to the list's beginning, then on until the view is there.
 * @throws WebDriverError for another method, or no list
 */
export async function scrollTo(
  expression: JavaObject,
  phone: ServerPhone,
  roots: () => readonly AccessibleNode[],
): Promise<readonly AccessibleNode[]> {
  const [listSelector] = expression.args;
  let mostSwipes = standardMaxSwipes;
  let wanted: JavaObject | null = null;
  for (const { method, args } of expression.calls) {
    if (method === "setMaxSearchSwipes") mostSwipes = Number(args[0]);
    else if (method === "scrollIntoView" || method === "scrollTextIntoView") wanted = selectorOf(args[0]);
    else if (method === "getChildByText" || method === "getChildByDescription")
      wanted = childOf(method, args);
    else if (method !== "setAsVerticalList") throw notHere(`UiScrollable.${method}`);
  }
  if (typeof listSelector !== "object" || wanted === null)
    throw new WebDriverError("invalid selector", "new UiScrollable needs a UiSelector and scrollIntoView");
  const selector = wanted;
  const search: Search = {
    list: () => listOf(listSelector, roots()),
    find: () => matchUiSelector(selector, [listOf(listSelector, roots())]),
    mostSwipes,
  };
  return (await swipesUntil(search, phone, "back")) ?? (await swipesUntil(search, phone, "on")) ?? [];
}

const selectorOf = (value: JavaValue | undefined): JavaObject =>
  typeof value === "object"
    ? value
    : { className: "UiSelector", args: [], calls: [{ method: "text", args: [String(value)] }] };

function childOf(method: string, [child, text]: readonly JavaValue[]): JavaObject {
  if (typeof child !== "object" || typeof text !== "string")
    throw new WebDriverError("invalid selector", `${method} needs a UiSelector and a text`);
  const by = method === "getChildByText" ? "text" : "description";
  return { ...child, calls: [...child.calls, { method: by, args: [text] }] };
}

function listOf(selector: JavaObject, roots: readonly AccessibleNode[]): AccessibleNode {
  const [list] = matchUiSelector(selector, roots);
  if (list === undefined)
    throw new WebDriverError(
      "no such element",
      "The scrollable view of the UiScrollable could not be located",
    );
  return list;
}

/** Null when the list's end came first. */
async function swipesUntil(
  { list, find, mostSwipes }: Search,
  phone: ServerPhone,
  way: "back" | "on",
): Promise<readonly AccessibleNode[] | null> {
  for (let swipe = 0; swipe <= mostSwipes; swipe += 1) {
    const found = find();
    if (found.length > 0) return found;
    if (swipe === mostSwipes || !(await swipeOnce(list(), phone, way))) return null;
  }
  return null;
}

/** False when it did not move. */
export async function swipeOnce(
  list: AccessibleNode,
  phone: ServerPhone,
  way: "back" | "on",
  milliseconds = swipeMilliseconds,
): Promise<boolean> {
  const { left, right, top, bottom } = list.bounds;
  const x = (left + right) / 2;
  const [high, low] = [top + (bottom - top) * deadZone, bottom - (bottom - top) * deadZone];
  const [from, to] = way === "on" ? [low, high] : [high, low];
  const before = shown(list);
  await phone.takes("gesture");
  await phone.device.input.draganddrop(x, from, x, to, milliseconds);
  const now = phone.automation
    .windows()
    .flatMap(withDescendants)
    .find(({ view }) => view.key === list.view.key);
  return now !== undefined && shown(now) !== before;
}

const shown = (list: AccessibleNode): string => String(list.view.scroll?.offset);
