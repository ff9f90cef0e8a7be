import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";

/** A screen with one button of that name. */
export const treeOf = (button: string): SemanticUITree =>
  SemanticUITree.parse({
    ...{ schema_version: 1, screen_id: "s", device_id: "d", app_name: "Shop", app_package: "com.shop" },
    ...{ activity: ".Cart", screen_width: 1_000, screen_height: 2_000, timestamp: 0 },
    ...{ keyboard_shown: false, truncated: false },
    elements: [
      {
        ...{ element_id: 0, stable_id: "pay", type: "button", text: button },
        ...{ content_description: "", hint_text: "", resource_id: "", class_name: "android.widget.Button" },
        ...{ clickable: true, long_clickable: false, focusable: true, focused: false, scrollable: false },
        ...{ checkable: false, checked: false, selected: false, enabled: true, password: false },
        ...{ bounds: { left: 100, top: 100, right: 500, bottom: 200 }, visibility: "visible" },
      },
    ],
  });
