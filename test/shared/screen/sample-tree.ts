import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";

/** A button without a word on it, but for the change. */
export const sampleElement = (change: Partial<UIElement> = {}): UIElement => ({
  element_id: 0,
  stable_id: "s",
  type: "button",
  text: "",
  content_description: "",
  hint_text: "",
  resource_id: "",
  class_name: "android.widget.Button",
  clickable: true,
  long_clickable: false,
  focusable: true,
  focused: false,
  scrollable: false,
  checkable: false,
  checked: false,
  selected: false,
  enabled: true,
  password: false,
  bounds: { left: 0, top: 0, right: 100, bottom: 100 },
  visibility: "visible",
  ...change,
});

/** A screen of Settings with these on it, but for the change. */
export const sampleTree = (
  elements: readonly UIElement[],
  change: Partial<SemanticUITree> = {},
): SemanticUITree => ({
  schema_version: 1,
  screen_id: "s",
  device_id: "d",
  app_name: "Settings",
  app_package: "com.android.settings",
  activity: ".Main",
  screen_width: 1080,
  screen_height: 2400,
  timestamp: 0,
  keyboard_shown: false,
  truncated: false,
  elements: [...elements],
  ...change,
});
