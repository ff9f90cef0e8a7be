import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";

const elementsAScreen = 40;

/** A screen's elements, as many as settings have on average, with texts of their own. */
export const sampleTree = (number: number): SemanticUITree =>
  SemanticUITree.parse({
    schema_version: 1,
    screen_id: `screen-${number}`,
    device_id: "host-a.emulator-5554",
    app_name: "Settings",
    app_package: "com.android.settings",
    activity: "com.android.settings.Settings",
    screen_width: 1_080,
    screen_height: 2_400,
    timestamp: number,
    keyboard_shown: false,
    truncated: false,
    elements: Array.from({ length: elementsAScreen }, (_element, at) => ({
      element_id: at,
      stable_id: `${number}-${at}`,
      type: "button",
      text: `Row ${at} of screen ${number}: on`,
      content_description: "",
      hint_text: "",
      resource_id: `com.android.settings:id/row_${at}`,
      class_name: "android.widget.LinearLayout",
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
      bounds: { left: 0, top: at * 60, right: 1_080, bottom: at * 60 + 58 },
      visibility: "visible",
    })),
  });
