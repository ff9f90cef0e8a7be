import type { UIElement } from "../contracts/protocol/semantic-ui-tree.ts";

/** What a person would call the element: title and summary of a row are parted by " | "; "" when it has no name. */
export function elementLabel(element: UIElement): string {
  const label =
    element.type === "textfield"
      ? element.content_description || element.hint_text || element.text
      : element.text || element.content_description || element.hint_text;
  return label.replaceAll("\n", " | ");
}

/** `SWITCH "Bluetooth"`, for records and feedback. */
export function elementName(element: UIElement): string {
  const label = elementLabel(element) || element.resource_id.split("/").at(-1) || "";
  return label === "" ? element.type.toUpperCase() : `${element.type.toUpperCase()} ${JSON.stringify(label)}`;
}
