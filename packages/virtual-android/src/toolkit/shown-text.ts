import type { Widget } from "./widget.ts";

/**
 * What a viewer, and an accessibility service, reads on the widget: a password is dots, an empty field its hint
 * (TextView.getTextForAccessibility).
 */
export function shownText(widget: Widget): string {
  const text = widget.text ?? "";
  if (text === "") return widget.hint ?? "";
  return widget.password === true ? "•".repeat([...text].length) : text;
}
