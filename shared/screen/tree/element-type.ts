import type { UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { HierarchyNode } from "./hierarchy.ts";

type ElementType = UIElement["type"];

/** By the end of the class name, so that support and vendor subclasses are recognised too; the first match wins. */
const byClassName: readonly (readonly [pattern: RegExp, type: ElementType])[] = [
  [/(EditText|AutoCompleteTextView|SearchAutoComplete)$/, "textfield"],
  [/(Switch|SwitchCompat|MaterialSwitch|ToggleButton)$/, "switch"],
  [/(CheckBox|CheckedTextView)$/, "checkbox"],
  [/RadioButton$/, "radio"],
  [/(SeekBar|Slider|RatingBar)$/, "slider"],
  [/WebView$/, "webview"],
  [/(TabView|ActionBar\$Tab|TabItem)$/, "tab"],
];
const typesThatHoldState = new Set<ElementType>(["switch", "checkbox", "radio"]);

const className = (node: HierarchyNode): ElementType | undefined =>
  byClassName.find(([pattern]) => pattern.test(node.className))?.[1];

/** Frameworks other than Android's own name their classes as they like, but mostly so that this is in them. */
export const isTextField = ({ className }: Pick<HierarchyNode, "className">): boolean =>
  /EditText|TextField|TextInput|AutoCompleteTextView|SearchView/.test(className);

/** The kind of control a node is for someone who uses it. */
export function elementType(node: HierarchyNode): ElementType {
  const known = className(node);
  if (known !== undefined) return known;
  if (node.checkable) return "checkbox";
  if (node.scrollable) return "list";
  if (node.clickable || node.longClickable) return "button";
  if (/(ImageView|Image)$/.test(node.className)) return "image";
  return node.text === "" ? "view" : "text";
}

/** A control with an on and an off state, which a row that holds it takes over. */
export const holdsState = (node: HierarchyNode): boolean =>
  node.checkable || typesThatHoldState.has(className(node) ?? "view");

/** A node that can be acted on as it stands. */
export function isInteractive(node: HierarchyNode): boolean {
  const type = className(node);
  return (
    node.clickable ||
    node.longClickable ||
    node.scrollable ||
    type === "textfield" ||
    type === "slider" ||
    type === "webview"
  );
}
