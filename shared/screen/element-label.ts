import type { UIElement } from "../contracts/protocol/semantic-ui-tree.ts";

type Labelled = Pick<UIElement, "type" | "text" | "content_description" | "hint_text">;

/** What a person would call the element: title and summary of a row are parted by " | "; "" when it has no name. */
export function elementLabel(element: Labelled): string {
  const label =
    element.type === "textfield"
      ? element.content_description || element.hint_text || element.text
      : element.text || element.content_description || element.hint_text;
  return label.replaceAll("\n", " | ");
}

/** `BUTTON "More" near="Song A"`: the type, the name and what tells it from others of that name. */
export function elementName(element: UIElement): string {
  const label = elementLabel(element) || element.resource_id.split("/").at(-1) || "";
  const name = label === "" ? "" : ` ${JSON.stringify(label)}`;
  return `${element.type.toUpperCase()}${name}${distinction(element)}`;
}

/** ` near="Song A"` or ` nth=2/3`; "" for what is called like nothing else. */
export function distinction({ near, nth }: UIElement): string {
  if (near !== undefined) return ` near=${JSON.stringify(near)}`;
  return nth === undefined ? "" : ` nth=${nth}`;
}
