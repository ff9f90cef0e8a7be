import * as z from "zod";
import type { JavaObject, JavaValue } from "../appium-server/parse-ui-selector.ts";

/** Fields in the order of their bits in the mask (com.github.uiautomator.stub.Selector), with their names in UiSelector's text. */
const fields = [
  ["text", "TEXT"],
  ["textContains", "CONTAINS_TEXT"],
  ["textMatches", "TEXT_REGEX"],
  ["textStartsWith", "START_TEXT"],
  ["className", "CLASS"],
  ["classNameMatches", "CLASS_REGEX"],
  ["description", "DESCRIPTION"],
  ["descriptionContains", "CONTAINS_DESCRIPTION"],
  ["descriptionMatches", "DESCRIPTION_REGEX"],
  ["descriptionStartsWith", "START_DESCRIPTION"],
  ["checkable", "CHECKABLE"],
  ["checked", "CHECKED"],
  ["clickable", "CLICKABLE"],
  ["longClickable", "LONG_CLICKABLE"],
  ["scrollable", "SCROLLABLE"],
  ["enabled", "ENABLED"],
  ["focusable", "FOCUSABLE"],
  ["focused", "FOCUSED"],
  ["selected", "SELECTED"],
  ["packageName", "PACKAGE_NAME"],
  ["packageNameMatches", "PACKAGE_NAME_REGEX"],
  ["resourceId", "RESOURCE_ID"],
  ["resourceIdMatches", "RESOURCE_ID_REGEX"],
  ["index", "INDEX"],
  ["instance", "INSTANCE"],
] as const;

const names: ReadonlyMap<string, string> = new Map(fields);
const Value = z.union([z.string().max(10_000), z.number().int(), z.boolean(), z.null()]);
const mostSteps = 20;

/** A selector as clients send it: only fields whose bits are in the mask count. */
export const RpcSelector = z.looseObject({
  mask: z.number().int().nonnegative(),
  childOrSibling: z.array(z.string()).max(mostSteps).default([]),
  get childOrSiblingSelector() {
    return z.array(RpcSelector).max(mostSteps).default([]);
  },
});
export type RpcSelector = z.infer<typeof RpcSelector>;

interface Step {
  readonly method: "childSelector" | "fromParent";
  readonly selector: RpcSelector;
}

/** As `new UiSelector()…`, each further step below the last as UiSelector keeps them. */
export function uiSelector(selector: RpcSelector, further: readonly Step[] = []): JavaObject {
  const calls: { method: string; args: readonly JavaValue[] }[] = [];
  for (const [bit, [field]] of fields.entries()) {
    const value = (selector.mask & (2 ** bit)) === 0 ? null : Value.parse(selector[field] ?? null);
    if (value !== null) calls.push({ method: field, args: [value] });
  }
  const own = selector.childOrSiblingSelector.flatMap((next, index): Step[] => {
    const way = selector.childOrSibling[index]?.toLowerCase();
    if (way !== "child" && way !== "sibling") return [];
    return [{ method: way === "child" ? "childSelector" : "fromParent", selector: next }];
  });
  const [next, ...rest] = [...own, ...further];
  if (next !== undefined) calls.push({ method: next.method, args: [uiSelector(next.selector, rest)] });
  return { className: "UiSelector", args: [], calls };
}

/** With one more condition, on the view that is meant: the last step's. */
export function narrowed(selector: JavaObject, method: string, value: JavaValue): JavaObject {
  const last = selector.calls.at(-1);
  const [next] = last?.args ?? [];
  if (last === undefined || typeof next !== "object")
    return {
      ...selector,
      calls: [...selector.calls.filter((call) => call.method !== method), { method, args: [value] }],
    };
  const deeper = { method: last.method, args: [narrowed(next, method, value)] };
  return { ...selector, calls: [...selector.calls.slice(0, -1), deeper] };
}

/** As UiSelector prints itself, which is what an error says: `UiSelector[TEXT=Clock]`. */
export function selectorText({ calls }: JavaObject): string {
  const parts = calls.map(({ method, args: [value] }) => {
    if (typeof value !== "object") return `${names.get(method)}=${value}`;
    return `${method === "childSelector" ? "CHILD" : "PARENT"}=${selectorText(value).replace(/^UiSelector/, "")}`;
  });
  return `UiSelector[${parts.join(", ")}]`;
}
